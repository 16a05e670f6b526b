"""Doors: the rules. Seat 0 hides behind a door or stays at home, seat 1 opens a door; both choose face down.

Staying at home is a draw. The hider wins if another door was opened and loses if it was the right one. A seeker who saw
the choice would always open the right door, and the hider should stay at home. Without seeing it, hiding is better.
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
HOME = DOORS  # the last action, only for the hider
NOTHING = -1

ACTIONS = DOORS + 1
MAX_SEATS = 2
MAX_LEGAL = ACTIONS
MAX_STEPS = 2
MAX_DRAWS = 1
ENDINGS: tuple[str, ...] = ("running", "opened")
FAULTS: tuple[str, ...] = ("legal",)


class Rules(game.Rules):
    """The rules of Doors, which have no fields of their own."""


class State(game.State):
    """The two choices."""

    choices: Annotated[Array[int], MAX_SEATS]


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> None:
    """Do nothing: there are no options."""


@compiled
def begin(rules: Rules, state: State) -> None:
    """Let both seats choose."""
    begin_head(state)
    state.active = 3
    for seat in range(MAX_SEATS):
        state.choices[seat] = NOTHING


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Return 0: there is no chance."""
    return 0


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Do nothing: there is no chance step."""


@compiled
def choices_of(seat: int) -> int:
    """Return the number of choices."""
    return ACTIONS if seat == HIDER else DOORS


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write every door as an action, and home for the hider."""
    for action in range(choices_of(seat)):
        actions[action] = action
    return choices_of(seat)


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Return a random choice."""
    return random_below(rng, choices_of(seat))


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return 0: every action is legal."""
    return 0


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Choose. The game is over when both have chosen."""
    state.choices[seat] = action
    state.active &= ~(1 << seat)
    state.sealed |= 1 << seat
    if state.active == 0:
        state.sealed = 0
        state.over = 1


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """Hide a face-down choice from the other seat."""
    state.observer = observer
    for seat in range(MAX_SEATS):
        if seat != observer and state.sealed >> seat & 1:
            state.choices[seat] = NOTHING


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Replace a hidden choice with a random one."""
    observer = state.observer
    state.observer = TRUTH
    for seat in range(MAX_SEATS):
        if seat != observer and state.sealed >> seat & 1:
            state.choices[seat] = random_below(rng, choices_of(seat))


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """A hider who is found loses. One who isn't found wins. At home, it is a draw."""
    is_found = state.choices[HIDER] == state.choices[SEEKER]
    is_home = state.choices[HIDER] == HOME
    scores[HIDER] = 0 if is_found else 1
    scores[SEEKER] = 1 if is_found or is_home else 0
    return highest(scores, MAX_SEATS)
