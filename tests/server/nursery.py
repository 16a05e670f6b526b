"""A server that is there again at once after a kill: all is loaded before, in the process that it is forked from.

What is served is the same; only the start is quicker, so that a test can afford a hundred of them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from .house import warm_games

PROGRAM = """
import os, socket, sys
from locarium import catalogue
from locarium.play.warmth import warm_up
from locarium.server import running
from locarium.server.app import create_app

for name in catalogue.NAMES:
    warm_up(catalogue.game(name))
listening = socket.create_server(("127.0.0.1", 0), backlog=1000)
print(listening.getsockname()[1], flush=True)
while sys.stdin.readline():
    child = os.fork()
    if child == 0:
        os._exit(running.run(create_app(sys.argv[1], bot_seconds=0.02), listening, processes=1, trust_proxy=False))
    print(child, flush=True)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""


class QuickServer:
    """May be killed and started again on the same data."""

    def __init__(self, database: str) -> None:
        warm_games()
        self._parent = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"LOCARIUM_LIMITS": "100"},
        )
        self.host = f"127.0.0.1:{self._read()}"
        self.url = f"http://{self.host}"
        self.start()

    def start(self) -> None:
        assert self._parent.stdin is not None
        self._parent.stdin.write("\n")
        self._parent.stdin.flush()
        self._child = int(self._read())

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self._child, signal.SIGKILL)
        assert self._read() == "ended"

    def remove(self) -> None:
        """For good."""
        self.kill()
        self._parent.communicate(timeout=30)

    def _read(self) -> str:
        assert self._parent.stdout is not None
        return self._parent.stdout.readline().strip()
