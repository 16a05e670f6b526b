"""Processes that do the same work side by side; one that dies is replaced."""

from __future__ import annotations

import logging
import os
import select
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SHORTEST_LIFE = 1.0  # seconds; after one that dies younger the next has to wait as long
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)

logger = logging.getLogger(__name__)


class Supervisor:
    """Forked processes: what is loaded before is shared by all of them."""

    def __init__(self, count: int, work: Callable[[], int], *, stop_seconds: float) -> None:
        self._count, self._work, self._stop_seconds = count, work, stop_seconds
        self._born: dict[int, float] = {}  # by process id
        self._not_before = 0.0  # when the next may be started
        self._is_stopping = False
        self._woken, self._wake = os.pipe()  # every signal writes a byte
        self._line_end, self._life_line = os.pipe()  # closes when this process dies, however it does

    def run(self) -> int:
        """Until SIGTERM or SIGINT; the exit code, once all have ended."""
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            signal.signal(number, self._note)
        while not self._is_stopping:
            self._wait(self._fill_up())
            self._bury()
        return self._see_off()

    def _note(self, number: int, _: object) -> None:
        if number in STOP_SIGNALS:
            self._is_stopping = True

    def _wait(self, seconds: float | None) -> None:
        """For the next signal, at most so long."""
        if select.select([self._woken], [], [], seconds)[0]:
            os.read(self._woken, 512)

    def _fill_up(self) -> float | None:
        """Start whoever is missing; in how many seconds to try again, if some are still missing."""
        while len(self._born) < self._count:
            pause = self._not_before - time.monotonic()
            if pause > 0:
                return pause
            self._fork()
        return None

    def _fork(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)  # none is lost before the child can take it
        child = os.fork()
        if child == 0:
            os._exit(self._live())
        self._born[child] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

    def _live(self) -> int:
        """The life of a child."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in STOP_SIGNALS:
            signal.signal(number, signal.default_int_handler)
        for end in (self._woken, self._wake, self._life_line):
            os.close(end)
        threading.Thread(target=self._stop_if_orphaned, daemon=True).start()
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
            return self._work()
        except KeyboardInterrupt:
            return 0
        except BaseException:
            logger.exception("a process failed")
            return 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()

    def _stop_if_orphaned(self) -> None:
        os.read(self._line_end, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _bury(self) -> None:
        while self._born:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                return
            age = time.monotonic() - self._born.pop(child)
            if not self._is_stopping:
                logger.warning("process %d ended (%s); another takes its place", child, _cause(status))
                self._not_before = time.monotonic() + (SHORTEST_LIFE if age < SHORTEST_LIFE else 0)

    def _see_off(self) -> int:
        """Tell all to stop and wait; whoever takes too long is killed."""
        for child in self._born:
            os.kill(child, signal.SIGTERM)
        deadline = time.monotonic() + self._stop_seconds
        while self._born and (left := deadline - time.monotonic()) > 0:
            self._bury()
            if self._born:
                self._wait(left)
        for child in self._born:
            logger.warning("process %d did not stop; it is killed", child)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        return 1 if self._born else 0


def _cause(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return signal.Signals(-code).name if code < 0 else f"code {code}"
