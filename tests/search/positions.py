"""Positions of LOCO! and LOKUS for searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.loco.script import play_steps
from locarium import catalogue
from locarium.kernel.game import TRUTH
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import choose_at_random, chooser, random_digits, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.thinker import Thinker

if TYPE_CHECKING:
    from locarium.kernel.position import Position

LOCO = catalogue.game("loco")
LOKUS = catalogue.game("lokus")
CASES = {
    "2": (2, {}),
    "3": (3, {}),
    "4": (4, {}),
    "5": (5, {"family": True}),
    "2 match": (2, {"match": "full"}),
    "4 match": (4, {"match": "full"}),
    "5 match strict": (5, {"family": True, "match": "full", "strict-marker": True}),
}


def times(compiled: int, plain: int) -> int:
    """Return the number of repetitions: fewer in plain Python, which is much slower."""
    return compiled if IS_COMPILED else plain


def middle(seats: int, options: dict[str, object], seed: int = 1, steps: int = 6) -> Position:
    """Return the full position after some random steps."""
    setup = Setup(LOCO, seats, options)
    return write_game(setup, new_rng(seed), chooser(LOCO, "random")).positions[steps]


def choosing(seats: int, sealed: int, seed: int = 1) -> Position:
    """Return a LOKUS position in the second turn. This many seats, counted from the last, have chosen."""
    history = History(Setup(LOKUS, seats))
    rng = new_rng(seed)
    history.draw(random_digits(history.position, rng))
    while history.position.fields.turns_revealed < 1 or len(history.position.active) == 1:
        seat = history.position.active[-1]
        history.play(seat, choose_at_random(history.position, seat, rng))
    for seat in reversed(range(seats - sealed, seats)):
        history.play(seat, choose_at_random(history.position, seat, rng))
    return history.position


def indistinguishable_position(truth: Position, seat: int) -> Position:
    """Return another full position that a seat can't tell apart from this one."""
    other = truth.concealed(seat).sampled(new_rng(99))
    assert other.observer == TRUTH
    assert other.words.tobytes() != truth.words.tobytes()
    return other


def thinker_of(truth: Position, seed: int = 7, offered: list[int] | None = None, **given: int) -> Thinker:
    """Return a search for the seat whose turn it is."""
    (seat,) = truth.active
    concealed = truth.concealed(seat)
    return Thinker(concealed, concealed.legal(seat) if offered is None else offered, seed, **given)


def texts(truth: Position, actions: list[int]) -> list[str]:
    return [LOCO.notation.show(truth.setup.rules, action) for action in actions]


def play_match(seed: int, seats: int, thinking: int, simulations: int) -> list[int]:
    """Return the winners of a game in which one seat searches and the others play randomly."""

    def choose(position, seat, rng):
        if seat != thinking:
            return choose_at_random(position, seat, rng)
        seed_of_step = int(rng[0]) & 0xFFFFFF
        return Thinker(position, position.legal(seat), seed_of_step, 1000).think(simulations=simulations)[0].action

    history = write_game(Setup(LOCO, seats), new_rng(seed), choose)
    outcome = history.position.outcome()
    assert outcome is not None
    return outcome.winners


# Endings: five red cards are played, and the seat to act holds the sixth.
WIN_NOW = play_steps(2, "r0! b, r1 r, r2 b, r3 r, r4 b", hands={0: "r5"})  # seat 0 has the red markers
LOSE_NOW = play_steps(2, "r0! r, r1 b, r2 r, r3 b, r4 r", hands={0: "r5"})  # the other seat has the red markers
# Red is worth nothing once r0 is played.
SHOUT_TO_WIN = play_steps(2, "r1 r, b5 b, r2 r, r3 b, r4 r, b1 g, r5 g", hands={0: "r0"})
