"""A real server for tests: its own process, a free port, data of its own."""

from __future__ import annotations

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
        self, data: Path, *options: str, port: int = 0, bot_seconds: float = 0.02, database: str | None = None
    ) -> None:
        self.data, self._port, self._bot_seconds = data, port, bot_seconds
        self._options = options
        self._environment = {} if database is None else {"LOCARIUM_DATABASE": database}
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
        self._process = subprocess.Popen(
            [sys.executable, "-m", "locarium", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | self._environment,
        )
        assert self._process.stdout is not None
        self.greeting = [self._process.stdout.readline() for _ in range(3)]
        found = re.search(r"http://localhost:(\d+)", self.greeting[0])
        assert found, f"the server did not start: {self.greeting!r}"
        self._port = int(found[1])

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

    @property
    def pid(self) -> int:
        return self._process.pid

    def _end(self) -> int:
        code = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code
