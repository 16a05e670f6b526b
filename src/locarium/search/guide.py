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

    def promise(
        self,
        rules: Any,
        state: Any,
        seat: int,
        actions: Array[int],
        count: int,
        knowledge: Array[float],
        scratch: Array[float],
        promises: Array[float],
    ) -> None:
        """Write what each of the actions promises to the seat, from 0 to 1.

        `knowledge` is what the bot has handed to the search, `scratch` has room for SCRATCH numbers.
        """

    def weigh(
        self, rules: Any, state: Any, knowledge: Array[float], scratch: Array[float], values: Array[float]
    ) -> None:
        """Write what a state, ended or not, promises to every seat: from 0, lost, to 1, won."""


SCRATCH = 512

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


def promise(
    rules: Rules,
    state: State,
    seat: int,
    actions: Array[int],
    count: int,
    knowledge: Array[float],
    scratch: Array[float],
    promises: Array[float],
) -> None:
    """What each action promises to the seat."""
    _guides[state.dtype].promise(rules, state, seat, actions, count, knowledge, scratch, promises)


def weigh(rules: Rules, state: State, knowledge: Array[float], scratch: Array[float], values: Array[float]) -> None:
    """What a state promises to every seat."""
    _guides[state.dtype].weigh(rules, state, knowledge, scratch, values)


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


@overload(promise)
def _promise(rules, state, seat, actions, count, knowledge, scratch, promises):
    guide_promise = _guides[state].promise
    return lambda rules, state, seat, actions, count, knowledge, scratch, promises: guide_promise(
        rules, state, seat, actions, count, knowledge, scratch, promises
    )


@overload(weigh)
def _weigh(rules, state, knowledge, scratch, values):
    guide_weigh = _guides[state].weigh
    return lambda rules, state, knowledge, scratch, values: guide_weigh(rules, state, knowledge, scratch, values)
