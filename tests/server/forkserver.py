"""Start `locarium` commands by forking a process that has already imported the server and loaded every game.

A forked command runs the same code as a fresh one. It only skips the imports and the loading of compiled code, so a
test can afford its own server, and a kill test a hundred of them.

The fork server accepts one connection per command. It receives arguments, environment, working directory, stdin, stdout
and stderr, and answers with the process id and, when the command ends, its exit code.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from server.waiting import PATIENCE

TESTS = Path(__file__).parents[1]
MAX_REQUEST = 64 * 1024
OPEN_FILES = "TEST_OPEN_FILES"  # in the environment of a command: how many files it may open


class ForkedProcess:
    """One command. It can be signalled until it ends; `wait` returns its exit code."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], stdout: int, stderr: int) -> None:
        self._connection = socket.socket(socket.AF_UNIX)
        self._connection.connect(_address())
        request = json.dumps([arguments, dict(environment), str(Path.cwd())]).encode()
        with Path(os.devnull).open() as stdin:
            socket.send_fds(self._connection, [request], [stdin.fileno(), stdout, stderr])
        self._answers = self._connection.makefile()
        self.pid = int(self._answers.readline())

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal. Fail with the exit code if the command has already ended."""
        try:
            os.kill(self.pid, number)
        except ProcessLookupError:
            code = self.wait(PATIENCE)
            raise AssertionError(
                f"{number.name} was sent too late: the command has ended with exit code {code}"
            ) from None

    def wait(self, seconds: float) -> int:
        """Return the exit code, negative after a signal."""
        self._connection.settimeout(seconds)
        code = int(self._answers.readline())
        self._answers.close()
        self._connection.close()
        return code


@dataclass(frozen=True)
class Finished:
    """A command that has ended."""

    code: int
    out: str
    err: str


def run(*arguments: str, **environment: str) -> Finished:
    """Run a command to its end."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = ForkedProcess(arguments, os.environ | environment, out.fileno(), err.fileno())
        code = process.wait(PATIENCE)
        out.seek(0)
        err.seek(0)
        return Finished(code, out.read(), err.read())


CLIENT = """#!{python} -IS
import json, os, socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect({address!r})
request = json.dumps([sys.argv[1:], dict(os.environ), os.getcwd()]).encode()
socket.send_fds(connection, [request], [0, 1, 2])
pid, code = connection.makefile()
sys.exit(int(code))
"""


def write_client(folder: Path) -> None:
    """Write a `locarium` executable that runs its command in the fork server."""
    program = folder / "locarium"
    program.write_text(CLIENT.format(python=sys.executable, address=_address()), "utf-8")
    program.chmod(0o755)


@lru_cache
def _address() -> str:
    """Start the fork server of this test process. It ends when its stdin closes."""
    address = str(Path(tempfile.mkdtemp(prefix="locarium-fork-")) / "socket")
    parent = subprocess.Popen(
        [sys.executable, "-m", "server.forkserver", address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])},  # of this checkout
    )
    atexit.register(parent.communicate)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "ready\n", "the fork server did not start"
    return address


def main(address: str) -> None:
    """Load everything, then fork a child per connection until stdin closes."""
    _load()
    gc.freeze()  # so a collection in a child does not copy loaded objects
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are reaped by the system
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the tests, which closes stdin
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        print("ready", flush=True)
        while True:
            ready, _, _ = select.select([listening, sys.stdin], [], [])
            if sys.stdin in ready:
                break
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                _supervise(connection)
            connection.close()
    Path(address).unlink()
    Path(address).parent.rmdir()


def _load() -> None:
    from locarium import catalogue
    from locarium.server.serve.app import create_app
    from locarium.server.storage.database import Database
    from locarium.server.tables.warmup import warm_up

    for name in catalogue.NAMES:
        warm_up(catalogue.game(name))
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/locarium.sqlite"
        Database(address).close()  # imports the migrations
        create_app(address, bot_seconds=1)  # imports Litestar's plugins


def _supervise(connection: socket.socket) -> NoReturn:
    """Fork the command, report its process id, wait for it and report its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    request, files, _, _ = socket.recv_fds(connection, MAX_REQUEST, 3)
    child = os.fork()
    if child == 0:
        connection.close()
        _run(*json.loads(request), *files)
    for file in files:
        os.close(file)
    connection.sendall(f"{child}\n".encode())
    _, status = os.waitpid(child, 0)
    connection.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _run(arguments: list[str], environment: dict[str, str], folder: str, *files: int) -> NoReturn:
    """Run the command in this process."""
    from locarium.cli.main import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    for target, file in enumerate(files):
        os.dup2(file, target)
        os.close(file)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", 1))
    os.environ.clear()
    os.environ.update(environment)
    if files := environment.get(OPEN_FILES):
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(files), int(files)))
    os.chdir(folder)
    sys.argv = ["locarium", *arguments]
    main()
    sys.exit()


if __name__ == "__main__":
    main(sys.argv[1])
