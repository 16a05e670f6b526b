"""Random play: many games in one compiled call, or one game with its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from .game import apply, begin, chance, draw, judge, next_seat, pick, sizes
from .history import History
from .jit import compiled, compiled_entry
from .layout import Array, new_array
from .rng import Rng, draw_below, random_below

if TYPE_CHECKING:
    from .game import Choose, Game, Rules, State
    from .position import Position, Setup


@compiled
def draw_at_random(rules: Rules, state: State, rng: Rng, digits: Array[int]) -> None:
    """Make the chance step that is due, with digits from the fast generator."""
    count = chance(rules, state, digits)
    for i in range(count):
        digits[i] = random_below(rng, digits[i])
    draw(rules, state, digits)


@compiled
def play_out(rules: Rules, state: State, rng: Rng, actions: Array[int], digits: Array[int]) -> int:
    """Play randomly to the end and return the number of steps, not counting chance. The arrays are scratch space."""
    steps = 0
    while state.over == 0:
        if state.active == 0:
            draw_at_random(rules, state, rng, digits)
        else:
            seat = next_seat(rules, state)
            apply(rules, state, seat, pick(rules, state, seat, rng, actions))
            steps += 1
    return steps


@compiled_entry
def play_games(rules: Rules, states: Array[State], games: int, rng: Rng, totals: Array[int]) -> int:
    """Play random games in states[0] and add the scores by seat to `totals`.

    Return the number of steps, not counting chance.
    """
    state = states[0]
    _, max_legal, _, max_draws, max_seats = sizes(state)
    actions = np.empty(max_legal, np.int64)
    digits = np.empty(max_draws, np.int64)
    scores = np.empty(max_seats, np.int64)
    steps = 0
    for _ in range(games):
        begin(rules, state)
        steps += play_out(rules, state, rng, actions, digits)
        judge(rules, state, scores)
        for seat in range(rules.seats):
            totals[seat] += scores[seat]
    return steps


def count_games(setup: Setup, games: int, rng: Rng) -> tuple[int, list[int]]:
    """Play random games in one compiled call. Return the steps, not counting chance, and the total scores by seat."""
    states = new_array(setup.game.book.STATE, 1)
    totals = np.zeros(setup.game.book.MAX_SEATS, np.int64)
    steps = play_games(setup.rules, states, games, rng, totals)
    return int(steps), [int(total) for total in totals[: setup.seats]]


def random_digits(position: Position, rng: Rng) -> list[int]:
    """Draw digits for the chance step that is due, from the fast generator."""
    return [int(draw_below(rng, radix)) for radix in position.radices()]


def choose_at_random(position: Position, seat: int, rng: Rng) -> int:
    """Return a legal action, uniformly at random."""
    actions = position.legal(seat)
    return actions[draw_below(rng, len(actions))]


def chooser(game: Game, name: Literal["random", "greedy", "mixed"]) -> Choose:
    """Return a policy by name: random, greedy, or a random mix of the two."""
    if name == "random":
        return choose_at_random
    if name == "greedy":
        return game.greedy
    return lambda position, seat, rng: (choose_at_random, game.greedy)[draw_below(rng, 2)](position, seat, rng)


def write_game(setup: Setup, rng: Rng, choose: Choose) -> History:
    """Play one game and return its history."""
    history = History(setup)
    while not history.position.is_over:
        if history.position.chance_is_due:
            history.draw(random_digits(history.position, rng))
        else:
            seat = history.position.next_seat
            history.play(seat, choose(history.position.concealed(seat), seat, rng))
    return history
