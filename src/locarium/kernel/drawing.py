"""Text drawings: lines of styled pieces. A style is `plain`, `dim`, `strong` or the letter of a colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from .texts import Texts

Line: TypeAlias = list[tuple[str, str]]  # (text, style)
Draw: TypeAlias = Callable[[Any, Texts, Sequence[str]], list[Line]]  # view, texts, names by seat
