"""Build the docs site for a test."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from docs.blocks import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path


def build_site(folder: Path) -> Path:
    """Build the site as script/docs does, into a given folder. Warnings are errors."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, check=False, cwd=CHECKOUT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    return folder
