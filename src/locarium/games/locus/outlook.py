"""LOCUS: win estimates from fast simulated games, with the narrowest beam for each activity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.game import TRUTH, next_seat
from locarium.kernel.jit import compiled_entry
from locarium.kernel.outcome import Outlook
from locarium.kernel.playout import draw_at_random
from locarium.kernel.rng import Rng, new_rng, random_below

from .beam import LEAST_POOL, NONE, PLAN, plan, plan_with
from .edition import CARDS
from .rules import DRAFT, END, MAX_DRAWS, MAX_LEGAL, MAX_SEATS, NOTHING, apply, judge, legal, sample
from .value import MOST_TURNS_LEFT, learned

if TYPE_CHECKING:
    from locarium.kernel.layout import Array
    from locarium.kernel.position import Position

    from .beam import Plan
    from .rules import Rules, State
    from .value import Outlook as Weights

GRAIN = 1 << 20  # resolution of random fractions
WHIM = 4.0  # random bonus on the estimated value of a card, in points
GAMES_AT_ONCE = 32  # a simulation takes as long here as this many in another game
# A lead of this many points, times the root of the turns left, multiplies the odds by e. Fitted to masters' games.
SPREAD = 3.5


@compiled_entry
def play_quickly(
    tables: Array[Rules],
    outlooks: Array[Weights],
    roots: Array[State],
    games: int,
    rng: Rng,
    points: Array[float],
) -> None:
    """Play games from roots[0] to their end and write the scores of each game by seat."""
    rules = tables[0]
    states: Array[State] = np.empty(1, roots.dtype)
    state = states[0]
    pool: Array[State] = np.empty(LEAST_POOL, roots.dtype)
    plans: Array[Plan] = np.empty(LEAST_POOL, PLAN)
    actions = np.empty(MAX_LEGAL, np.int64)
    digits = np.empty(MAX_DRAWS, np.int64)
    scores = np.empty(MAX_SEATS, np.int64)
    control = np.zeros(1, np.int64)
    end = LEAST_POOL - 1
    for game in range(games):
        states[0] = roots[0]
        if state.observer != TRUTH:
            sample(rules, state, rng)
        while state.over == 0:
            if state.active == 0:
                draw_at_random(rules, state, rng, digits)
                continue
            seat = next_seat(rules, state)
            left = min(state.turns - state.turn, MOST_TURNS_LEFT)
            if state.phase == DRAFT:
                best, most = NONE, 0.0
                for i in range(legal(rules, state, seat, actions)):
                    if actions[i] >= CARDS:
                        continue
                    pool[0] = states[0]
                    plan_with(rules, outlooks, pool, plans, seat, left, 1, 1, actions[i], NOTHING, control)
                    promise = plans[end].value + WHIM * random_below(rng, GRAIN) / GRAIN
                    if best == NONE or promise > most:
                        best, most = actions[i], promise
                apply(rules, state, seat, best)
            else:
                pool[0] = states[0]
                plan(rules, outlooks, pool, plans, seat, left, 1, 1, control)
                states[0] = pool[end]
                apply(rules, state, seat, END)
        judge(rules, state, scores)
        for seat in range(rules.seats):
            points[game * rules.seats + seat] = scores[seat]


def outlook(position: Position, seed: int, games: int) -> Outlook:
    """Estimate the result from the mean totals of some games. In solo games the error is that of the score."""
    setup, count = position.setup, max(2, games // GAMES_AT_ONCE)
    points = np.zeros(count * setup.seats)
    play_quickly(setup.tables, learned().outlooks(setup.rules), position.array, count, new_rng(seed), points)
    totals = points.reshape(count, setup.seats)
    scores = totals.mean(0)
    if setup.seats == 1:
        return Outlook([1.0], [float(totals.std() / np.sqrt(count))], scores.tolist())
    fields = position.fields
    spread = SPREAD * np.sqrt(fields.turns - fields.turn + 1)
    chances = shares(scores / spread)
    strays = np.array(
        [totals[:, seat] - totals[:, np.arange(setup.seats) != seat].max(1) for seat in range(setup.seats)]
    )
    errors = chances * (1 - chances) * strays.std(1) / (spread * np.sqrt(count))
    return Outlook(chances.tolist(), errors.tolist(), scores.tolist())


def shares(odds: Any) -> Any:
    """Convert the seats' log odds to shares that add up to 1."""
    weights = np.exp(odds - odds.max())
    return weights / weights.sum()
