"""The same again in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import locarium

FOLDERS = (Path(__file__).parent, Path(locarium.__file__).parents[1])


def said_in_plain_python(program: str) -> str:
    """What a program prints where nothing is compiled; it finds the tests and the house that is tested."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, FOLDERS)), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-X", "utf8", "-W", "error", "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
