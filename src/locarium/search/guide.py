"""What a game's bot may tell a search about its game, found by the layout of the state as the rules are.

In compiled code the functions are resolved at compile time (`numba.extending.overload`), in plain Python by a look-up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numba
from numba.extending import overload

if TYPE_CHECKING:
    import numpy as np

    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array


class Guide(Protocol):
    """A module games/<game>/guide.py. All functions are compiled; none changes the state."""

    STATE: np.dtype[Any]

    def consider(self, rules: Any, state: Any, seat: int, actions: Array[int]) -> int:
        """Write the legal actions of an active seat that may be worth a thought, at least one; return their number."""

    def appeal(self, rules: Any, state: Any, seat: int, action: int) -> float:
        """How good an action looks at once."""

    def weigh(self, rules: Any, state: Any, values: Array[float]) -> None:
        """Write what a state, ended or not, promises to every seat: from 0, lost, to 1, won."""


_guides: dict[Any, Guide] = {}  # by NumPy record type, and by its Numba type


def register_guide(guide: Guide) -> None:
    """Make a guide known."""
    for key in (guide.STATE, numba.from_dtype(guide.STATE)):
        _guides[key] = guide


def consider(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """The actions worth a thought, and how many."""
    return _guides[state.dtype].consider(rules, state, seat, actions)


def appeal(rules: Rules, state: State, seat: int, action: int) -> float:
    """How good an action looks at once."""
    return _guides[state.dtype].appeal(rules, state, seat, action)


def weigh(rules: Rules, state: State, values: Array[float]) -> None:
    """What a state promises to every seat."""
    _guides[state.dtype].weigh(rules, state, values)


# The compiled counterparts. Numba compares parameter names and annotations, so these carry none.
# mypy: disable-error-code="no-untyped-def, untyped-decorator"


@overload(consider)
def _consider(rules, state, seat, actions):
    guide_consider = _guides[state].consider
    return lambda rules, state, seat, actions: guide_consider(rules, state, seat, actions)


@overload(appeal)
def _appeal(rules, state, seat, action):
    guide_appeal = _guides[state].appeal
    return lambda rules, state, seat, action: guide_appeal(rules, state, seat, action)


@overload(weigh)
def _weigh(rules, state, values):
    guide_weigh = _guides[state].weigh
    return lambda rules, state, values: guide_weigh(rules, state, values)
