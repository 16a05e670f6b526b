"""A real server for tests, with its own process, port and data."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from server.forkserver import ForkedProcess
from server.waiting import PATIENCE

STDERR = 2
METRICS_TOKEN = "open sesame"


class ServerProcess:
    """`locarium serve` on a free port, forked from a warm process unless `fresh`.

    It can be started again on the same data after a kill.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        bot_seconds: float = 0.02,
        database: str | None = None,
        log: bool = False,
        fresh: bool = False,
        **environment: str,
    ) -> None:
        self.data, self._port, self._bot_seconds = data, port, bot_seconds
        self._options, self._fresh = options, fresh
        self._log = data / "log.txt" if log else None
        self._environment = {"PYTHONUNBUFFERED": "1", "LOCARIUM_LIMITS": "100"} | environment
        self._environment.setdefault("LOCARIUM_METRICS_TOKEN", METRICS_TOKEN)
        if database is not None:
            self._environment["LOCARIUM_DATABASE"] = database
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
        environment = os.environ | self._environment
        read_end, write_end = os.pipe()
        errors = os.open(self._log, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if self._log else os.dup(STDERR)
        if self._fresh:
            command = [sys.executable, "-m", "locarium", *arguments]
            self._process: subprocess.Popen[bytes] | ForkedProcess = subprocess.Popen(
                command, stdout=write_end, stderr=errors, env=environment
            )
        else:
            self._process = ForkedProcess(arguments, environment, write_end, errors)
        os.close(write_end)
        os.close(errors)
        self._stdout = os.fdopen(read_end)
        self.greeting = [self._stdout.readline() for _ in range(3)]
        found = re.search(r"http://localhost:(\d+)", self.greeting[0])
        assert found, f"the server did not start: {self.greeting!r}"
        self._port = int(found[1])

    @property
    def pid(self) -> int:
        return self._process.pid

    def log_text(self) -> str:
        """Return the log, if logging was requested."""
        assert self._log is not None
        return self._log.read_text("utf-8")

    def metrics(self) -> str:
        """Return the metrics."""
        response = httpx.get(f"{self.url}/metrics", headers={"Authorization": f"Bearer {METRICS_TOKEN}"})
        assert response.is_success, response.text
        return response.text

    @property
    def host(self) -> str:
        return f"localhost:{self._port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def kill(self) -> None:
        """Kill the server, like a power cut."""
        self._process.send_signal(signal.SIGKILL)
        self.wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stop the server as an operator would. Return the exit code."""
        self._process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        """Wait until the process ends. Return the exit code, negative after a signal."""
        code = self._process.wait(PATIENCE)
        self._stdout.close()
        return code
