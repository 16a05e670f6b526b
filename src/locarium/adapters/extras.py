"""Optional dependencies."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError):
    """An optional dependency is not installed."""


def need(extra: str, module: str) -> Any:
    """Import a module of an optional extra. If it is missing, raise MissingExtra with the command that installs it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(f"{module} is not installed; run: pip install 'locarium[{extra}]' ({error})") from error
