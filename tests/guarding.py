"""Run work in a child process with limited processor time and memory."""

from __future__ import annotations

import os
import resource
import signal
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

MEGABYTES = 256  # limit for hostile input
SECONDS = 20  # of processor time, so a busy machine makes no difference; ten times the limit for hostile input


def guard(work: Callable[[str], object], cases: Mapping[str, str]) -> None:
    """Run the work for each case in a fork. Fail with the case that is too slow, too large, or raises."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        _work(work, cases, write_end)
    os.close(write_end)
    with os.fdopen(read_end, errors="replace") as told:
        last = told.read().rpartition("\0")[2]
    _, status = os.waitpid(child, 0)
    ended_by = f"ended by signal {os.WTERMSIG(status)} after at most {SECONDS} s of processor time"
    assert not os.WIFSIGNALED(status), f"{last}: {ended_by}"
    assert status == 0, last


def _work(work: Callable[[str], object], cases: Mapping[str, str], write_end: int) -> NoReturn:
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # also ends compiled code
        limit = _size() + MEGABYTES * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        for name, text in cases.items():
            os.write(write_end, f"\0{name}".encode())
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            work(text)
        code = 0
    except BaseException:  # the parent reports it
        os.write(write_end, f": {traceback.format_exc()[-3000:]}".encode(errors="replace"))
    finally:
        os._exit(code)


def _size() -> int:
    """Return the bytes of this process's address space."""
    status = Path("/proc/self/status").read_text("utf-8")
    return int(status.split("VmSize:")[1].split()[0]) * 1024
