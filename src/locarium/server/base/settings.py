"""Numbers that a host sets in the environment."""

from __future__ import annotations

import math
import os

from locarium.kernel.errors import BadInput


def read_number(name: str, kind: str, usual: float, lowest: float, highest: float) -> float:
    """One of them, or the usual one; BadInput says what would be right."""
    text = os.environ.get(name, str(usual))
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not lowest <= number <= highest:
        raise BadInput(f"{name}={text!r} is no {kind}: expected a number from {lowest} to {highest}")
    return number
