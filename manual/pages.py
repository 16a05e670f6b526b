"""Pages of the site that are generated from other files of the checkout."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from .outside import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Callable


def contributing() -> str:
    """Return CONTRIBUTING.md, with its links made relative to docs/."""
    text = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
    return re.sub(r"\]\((?!\w+:|#)(docs/)?", lambda link: "](" if link[1] else "](../", text)


def changelog() -> str:
    """Return the changelog: the unreleased fragments of changelog.d/, then the released versions."""
    said = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "Unreleased"],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    released = CHECKOUT / "CHANGELOG.md"
    before = released.read_text("utf-8").partition("\n")[2] if released.exists() else ""
    unreleased = re.sub(r"^#", "##", said[said.index("# locarium") :], flags=re.MULTILINE)
    return f"# Changelog\n\n{unreleased}\n{before}"


def reference(page: str) -> str:
    """Return a page of the reference. Imports its sources only when called."""
    made: str = getattr(import_module(f"{__package__}.reference"), page)()
    return made


GENERATED: dict[str, Callable[[], str]] = {
    "contributing.md": contributing,
    "changelog.md": changelog,
    "reference/http.md": partial(reference, "http_page"),
    "reference/live.md": partial(reference, "live_page"),
    "reference/commands.md": partial(reference, "commands_page"),
}
