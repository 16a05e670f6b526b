"""A game's playing knowledge beyond its rules, with defaults for games that have none.

Like the rules, it is found by the layout of the state: at compile time in compiled code, by a lookup in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numba
from numba.extending import overload

from locarium.kernel.bits import count_bits
from locarium.kernel.game import judge, pick, sample
from locarium.kernel.jit import compiled
from locarium.kernel.playout import play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.rng import Rng


@compiled
def pick_at_random(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Return a random legal action."""
    return pick(rules, state, seat, rng, actions)


@compiled
def sample_evenly(rules: Rules, state: State, rng: Rng) -> None:
    """Fill in a random possibility that fits what the observer has seen."""
    sample(rules, state, rng)


@compiled
def play_to_the_end(rules: Rules, state: State, rng: Rng, actions: Array[int], digits: Array[int]) -> None:
    """Play randomly to the end."""
    play_out(rules, state, rng, actions, digits)


@compiled
def share_the_win(rules: Rules, state: State, scores: Array[int], values: Array[float]) -> None:
    """Write each seat's share of the win if the game ended now."""
    winners = judge(rules, state, scores)
    for seat in range(rules.seats):
        values[seat] = 1.0 / count_bits(winners) if winners >> seat & 1 else 0.0


@dataclass(frozen=True)
class Craft:
    """Compiled functions with a game's playing knowledge. The defaults use only the rules."""

    guess: Callable[[Any, Any, Rng], None] = sample_evenly  # fill a concealed state; may reopen face-down choices
    reply: Callable[[Any, Any, int, Rng, Array[int]], int] = pick_at_random  # a seat's probable action
    # play until the state can be evaluated
    play_on: Callable[[Any, Any, Rng, Array[int], Array[int]], None] = play_to_the_end
    value: Callable[[Any, Any, Array[int], Array[float]], None] = share_the_win  # each seat's chance to win


PLAIN = Craft()
_crafts: dict[Any, Craft] = {}  # by NumPy record type and by its Numba type


def register_craft(layout: np.dtype[Any], craft: Craft) -> None:
    """Register a game's functions, before anything is compiled for it."""
    for key in (layout, numba.from_dtype(layout)):
        _crafts[key] = craft


def guess(rules: Rules, state: State, rng: Rng) -> None:
    """Fill a concealed state with a likely possibility."""
    _crafts.get(state.dtype, PLAIN).guess(rules, state, rng)


def reply(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Return a seat's probable action."""
    return _crafts.get(state.dtype, PLAIN).reply(rules, state, seat, rng, actions)


def play_on(rules: Rules, state: State, rng: Rng, actions: Array[int], digits: Array[int]) -> None:
    """Play until the state can be evaluated."""
    _crafts.get(state.dtype, PLAIN).play_on(rules, state, rng, actions, digits)


def value(rules: Rules, state: State, scores: Array[int], values: Array[float]) -> None:
    """Write each seat's chance to win."""
    _crafts.get(state.dtype, PLAIN).value(rules, state, scores, values)


# The compiled counterparts. They have no annotations, because the functions they return would need the same ones.
# mypy: disable-error-code="no-untyped-def, untyped-decorator"


@overload(guess)
def _guess(rules, state, rng):
    craft_guess = _crafts.get(state, PLAIN).guess
    return lambda rules, state, rng: craft_guess(rules, state, rng)


@overload(reply)
def _reply(rules, state, seat, rng, actions):
    craft_reply = _crafts.get(state, PLAIN).reply
    return lambda rules, state, seat, rng, actions: craft_reply(rules, state, seat, rng, actions)


@overload(play_on)
def _play_on(rules, state, rng, actions, digits):
    craft_play_on = _crafts.get(state, PLAIN).play_on
    return lambda rules, state, rng, actions, digits: craft_play_on(rules, state, rng, actions, digits)


@overload(value)
def _value(rules, state, scores, values):
    craft_value = _crafts.get(state, PLAIN).value
    return lambda rules, state, scores, values: craft_value(rules, state, scores, values)
