"""Numeric settings from the environment."""

from __future__ import annotations

import math
import os

from locarium.kernel.errors import BadInput


def read_number(name: str, kind: str, usual: float, lowest: float, highest: float) -> float:
    """Return a setting or its default. Raise BadInput if it is out of range."""
    text = os.environ.get(name, str(usual))
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not lowest <= number <= highest:
        raise BadInput(f"{name}={text!r} is not a valid {kind}: expected a number from {lowest} to {highest}")
    return number
