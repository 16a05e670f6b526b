"""Estimates of every seat's chance to win, given an observer's knowledge. Compiled for each state layout.

Each simulation guesses the hidden information, plays on with the game's craft and evaluates the end. With the full
state, only future chance is random. A game can provide a better estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from locarium.kernel.game import TRUTH, judge, sizes
from locarium.kernel.jit import compiled_entry
from locarium.kernel.outcome import Outlook
from locarium.kernel.rng import new_rng

from .craft import guess, play_on, value
from .thinker import standard_error

if TYPE_CHECKING:
    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.position import Position
    from locarium.kernel.rng import Rng

GAMES = 400  # games simulated by default


@compiled_entry
def play_on_often(
    tables: Array[Rules],
    roots: Array[State],
    games: int,
    rng: Rng,
    totals: Array[float],
    squares: Array[float],
    points: Array[float],
) -> int:
    """Play games from roots[0] to their end and add up the results by seat. Return the number of games that ended."""
    rules = tables[0]
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    _, max_legal, _, max_draws, max_seats = sizes(state)
    actions = np.empty(max_legal, np.int64)
    digits = np.empty(max_draws, np.int64)
    scores = np.empty(max_seats, np.int64)
    values = np.empty(max_seats, np.float64)
    ended = 0
    for _ in range(games):
        states[0] = roots[0]
        if state.observer != TRUTH:
            guess(rules, state, rng)
        play_on(rules, state, rng, actions, digits)
        value(rules, state, scores, values)
        judge(rules, state, scores)
        ended += 1 if state.over else 0
        for seat in range(rules.seats):
            totals[seat] += values[seat]
            squares[seat] += values[seat] * values[seat]
            points[seat] += scores[seat]
    return ended


def foresee(position: Position, seed: int = 0, games: int = GAMES) -> Outlook:
    """Estimate the result from a position, concealed or not. The same seed gives the same estimate."""
    outcome = position.outcome()
    if outcome is not None:
        share = 1 / len(outcome.winners)
        chances = [share if seat in outcome.winners else 0.0 for seat in range(position.setup.seats)]
        return Outlook(chances, [0.0] * len(chances), [float(score) for score in outcome.scores])
    own = position.setup.game.outlook
    return play_on_and_value(position, seed, games) if own is None else own(position, seed, games)


def play_on_and_value(position: Position, seed: int, games: int) -> Outlook:
    """Estimate the result by simulating games with the game's craft."""
    seats = position.setup.seats
    totals, squares, points = (np.zeros(position.setup.game.book.MAX_SEATS) for _ in range(3))
    ended = play_on_often(position.setup.tables, position.array, games, new_rng(seed), totals, squares, points)
    errors = [standard_error(float(totals[seat]), float(squares[seat]), games) or 0.0 for seat in range(seats)]
    scores = (points[:seats] / games).tolist() if ended == games else None
    return Outlook((totals[:seats] / games).tolist(), errors, scores)
