"""Run programs in plain Python, without compiled code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import locarium

FOLDERS = (Path(__file__).parent, Path(locarium.__file__).parents[1])


def said_in_plain_python(program: str) -> str:
    """Return the output of a program that runs without compiled code, with the tests and the package on its path."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, FOLDERS)), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-X", "utf8", "-W", "error", "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
