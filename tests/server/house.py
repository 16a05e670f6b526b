"""A real server for tests: its own process, a free port, data of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from locarium import catalogue
from locarium.kernel.jit import IS_COMPILED
from locarium.play.warmth import warm_up


@lru_cache
def warm_games() -> None:
    """Compile all games into the cache on disk, once: a test is about the server, not about its very first minute."""
    for name in catalogue.NAMES if IS_COMPILED else ():
        warm_up(catalogue.game(name))


class ServerProcess:
    """`locarium serve` on a free port; start it again on the same data after a kill."""

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        bot_seconds: float = 0.02,
        database: str | None = None,
        log: bool = False,
        **environment: str,
    ) -> None:
        self.data, self._port, self._bot_seconds = data, port, bot_seconds
        self._options = options
        self._log = data / "log.txt" if log else None
        self._environment = {"PYTHONUNBUFFERED": "1", "LOCARIUM_LIMITS": "100"} | environment
        if database is not None:
            self._environment["LOCARIUM_DATABASE"] = database
        warm_games()
        self.start()

    def start(self) -> None:
        arguments = [
            "serve",
            "--port",
            str(self._port),
            "--data",
            str(self.data),
            "--bot-seconds",
            str(self._bot_seconds),
            *self._options,
        ]
        with contextlib.nullcontext() if self._log is None else self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "locarium", *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | self._environment,
            )
        assert self._process.stdout is not None
        self.greeting = [self._process.stdout.readline() for _ in range(3)]
        found = re.search(r"http://localhost:(\d+)", self.greeting[0])
        assert found, f"the server did not start: {self.greeting!r}"
        self._port = int(found[1])

    @property
    def pid(self) -> int:
        return self._process.pid

    def log_text(self) -> str:
        """What it has logged, if it was told to."""
        assert self._log is not None
        return self._log.read_text("utf-8")

    @property
    def host(self) -> str:
        return f"localhost:{self._port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def kill(self) -> None:
        """As a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """As a host would; returns the exit code."""
        self._process.send_signal(how)
        return self._end()

    def _end(self) -> int:
        code = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code
