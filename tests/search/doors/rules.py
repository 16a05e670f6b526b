"""Doors: the rules. Seat 0 hides behind a door or stays at home, seat 1 opens a door; both choose at once, face down.

At home it is a draw. Who hides wins if another door was opened, and loses if it was this one. Whoever saw the choice
would always open the right door, so that it would be best to stay at home; since nobody does, it is best to hide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from locarium.kernel import game
from locarium.kernel.game import TRUTH, begin_head
from locarium.kernel.jit import compiled
from locarium.kernel.layout import Array, dtype_of
from locarium.kernel.rng import Rng, random_below
from locarium.kernel.winners import highest

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition
    from locarium.kernel.options import Options

HIDER, SEEKER = range(2)
DOORS = 4
HOME = DOORS  # the last action, of the hider alone
NOTHING = -1

ACTIONS = DOORS + 1
MAX_SEATS = 2
MAX_LEGAL = ACTIONS
MAX_STEPS = 2
MAX_DRAWS = 1
ENDINGS: tuple[str, ...] = ("running", "opened")
FAULTS: tuple[str, ...] = ("legal",)


class Rules(game.Rules):
    """Nothing but the seats."""


class State(game.State):
    """Two choices."""

    choices: Annotated[Array[int], MAX_SEATS]


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> None:
    """There is nothing to prepare."""


@compiled
def begin(rules: Rules, state: State) -> None:
    """Both may choose."""
    begin_head(state)
    state.active = 3
    for seat in range(MAX_SEATS):
        state.choices[seat] = NOTHING


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """There is none."""
    return 0


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """There is nothing to draw."""


@compiled
def choices_of(seat: int) -> int:
    """How many there are."""
    return ACTIONS if seat == HIDER else DOORS


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Every door; the hider may stay at home."""
    for action in range(choices_of(seat)):
        actions[action] = action
    return choices_of(seat)


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Any."""
    return random_below(rng, choices_of(seat))


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """All that can be written is legal here."""
    return 0


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Choose; when both have, the game is over."""
    state.choices[seat] = action
    state.active &= ~(1 << seat)
    state.sealed |= 1 << seat
    if state.active == 0:
        state.sealed = 0
        state.over = 1


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """A choice face down is hidden from the other."""
    state.observer = observer
    for seat in range(MAX_SEATS):
        if seat != observer and state.sealed >> seat & 1:
            state.choices[seat] = NOTHING


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Who has chosen has chosen anything."""
    observer = state.observer
    state.observer = TRUTH
    for seat in range(MAX_SEATS):
        if seat != observer and state.sealed >> seat & 1:
            state.choices[seat] = random_below(rng, choices_of(seat))


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """Who is found loses, who is not wins; at home it is a draw."""
    is_found = state.choices[HIDER] == state.choices[SEEKER]
    is_home = state.choices[HIDER] == HOME
    scores[HIDER] = 0 if is_found else 1
    scores[SEEKER] = 1 if is_found or is_home else 0
    return highest(scores, MAX_SEATS)
