"""A game's heuristics for the guided search, found by the layout of the state like the rules.

In compiled code the functions are resolved at compile time (`numba.extending.overload`), in plain Python by a lookup.
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
    """A module games/<game>/guide.py. All functions are compiled and leave the state unchanged."""

    STATE: np.dtype[Any]

    def consider(self, rules: Any, state: Any, seat: int, actions: Array[int]) -> int:
        """Write the legal actions of an active seat that are worth considering, at least one. Return their number."""

    def appeal(self, rules: Any, state: Any, seat: int, action: int) -> float:
        """Return how good an action looks at first sight."""

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
        """Write the prior of each action for the seat, from 0 to 1.

        `knowledge` is the bot's input to the search. `scratch` has room for SCRATCH numbers.
        """

    def weigh(
        self, rules: Any, state: Any, knowledge: Array[float], scratch: Array[float], values: Array[float]
    ) -> None:
        """Write the value of a state for every seat, from 0 (lost) to 1 (won). The game may be over or not."""


SCRATCH = 512

_guides: dict[Any, Guide] = {}  # by NumPy record type and by its Numba type


def register_guide(guide: Guide) -> None:
    """Register a guide."""
    for key in (guide.STATE, numba.from_dtype(guide.STATE)):
        _guides[key] = guide


def consider(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write the actions worth considering and return their number."""
    return _guides[state.dtype].consider(rules, state, seat, actions)


def appeal(rules: Rules, state: State, seat: int, action: int) -> float:
    """Return how good an action looks at first sight."""
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
    """Write the prior of each action for the seat."""
    _guides[state.dtype].promise(rules, state, seat, actions, count, knowledge, scratch, promises)


def weigh(rules: Rules, state: State, knowledge: Array[float], scratch: Array[float], values: Array[float]) -> None:
    """Write the value of a state for every seat."""
    _guides[state.dtype].weigh(rules, state, knowledge, scratch, values)


# The compiled counterparts. They have no annotations, because the functions they return would need the same ones.
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
