"""What only some install."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError):
    """A host that is not installed."""


def need(extra: str, module: str) -> Any:
    """A module of an optional extra, or a message that says how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(f"{module} is not installed; pip install 'locarium[{extra}]' brings it ({error})") from error
