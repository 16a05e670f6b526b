"""Forked worker processes. A process that dies is replaced."""

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

MIN_LIFETIME = 1.0  # seconds; a process that dies sooner delays its replacement
STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)

logger = logging.getLogger(__name__)


class Supervisor:
    """A supervisor of forked processes. They share everything that was loaded before the fork."""

    def __init__(self, count: int, work: Callable[[], int], *, stop_seconds: float) -> None:
        self._count, self._work, self._stop_seconds = count, work, stop_seconds
        self._started_at: dict[int, float] = {}  # start time by process id
        self._not_before = 0.0  # earliest time of the next start
        self._is_stopping = False
        self._woken, self._wake = os.pipe()  # every signal writes a byte
        self._alive_pipe_end, self._alive_pipe = os.pipe()  # closes when this process dies, for any reason

    def run(self) -> int:
        """Run until SIGTERM or SIGINT arrives and all processes have ended. Return the exit code."""
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            signal.signal(number, self._note)
        while not self._is_stopping:
            self._wait(self._start_missing())
            self._bury()
        return self._stop_all()

    def _note(self, number: int, _: object) -> None:
        if number in STOP_SIGNALS:
            self._is_stopping = True

    def _wait(self, seconds: float | None) -> None:
        """Wait for the next signal, at most `seconds`."""
        if select.select([self._woken], [], [], seconds)[0]:
            os.read(self._woken, 512)

    def _start_missing(self) -> float | None:
        """Start missing processes. Return the seconds until the next try if some are still missing."""
        while len(self._started_at) < self._count:
            pause = self._not_before - time.monotonic()
            if pause > 0:
                return pause
            self._fork()
        return None

    def _fork(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)  # no signal is lost before the child handles it
        child = os.fork()
        if child == 0:
            os._exit(self._run_child())
        self._started_at[child] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

    def _run_child(self) -> int:
        """Run a child process."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in STOP_SIGNALS:
            signal.signal(number, signal.default_int_handler)
        for end in (self._woken, self._wake, self._alive_pipe):
            os.close(end)
        threading.Thread(target=self._stop_if_orphaned, daemon=True).start()
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
            return self._work()
        except KeyboardInterrupt:
            return 0
        except BaseException:
            logger.exception("process failed")
            return 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()

    def _stop_if_orphaned(self) -> None:
        os.read(self._alive_pipe_end, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _bury(self) -> None:
        while self._started_at:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                return
            age = time.monotonic() - self._started_at.pop(child)
            if not self._is_stopping:
                logger.warning("process %d ended (%s); replacing it", child, _cause(status))
                self._not_before = time.monotonic() + (MIN_LIFETIME if age < MIN_LIFETIME else 0)

    def _stop_all(self) -> int:
        """Stop all processes. Kill those that take too long."""
        for child in self._started_at:
            os.kill(child, signal.SIGTERM)
        deadline = time.monotonic() + self._stop_seconds
        while self._started_at and (left := deadline - time.monotonic()) > 0:
            self._bury()
            if self._started_at:
                self._wait(left)
        for child in self._started_at:
            logger.warning("process %d did not stop; killing it", child)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        return 1 if self._started_at else 0


def _cause(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return signal.Signals(-code).name if code < 0 else f"code {code}"
