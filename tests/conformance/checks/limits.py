"""Games end, and nothing exceeds the limits of the rules module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.cases import played, times
from conformance.walk import after_case, after_games, at_positions
from locarium.kernel.bits import bit_set
from locarium.kernel.game import TRUTH
from locarium.kernel.playout import count_games
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from conformance.cases import Case
    from conformance.walk import Game, Moment, Walk
    from locarium.kernel.history import History

MORE_SEEDS = range(10, 14)  # seeds of games that are played to the end without further checks


@at_positions()
def seats_that_may_act(moment: Moment) -> None:
    seats, position, state = moment.case.seats, moment.position, moment.position.fields
    everyone = bit_set(list(range(seats)))
    assert state.observer == TRUTH
    assert 0 <= state.first < seats
    assert not state.active & ~everyone
    assert not state.sealed & ~everyone
    if state.over:
        assert state.active == state.sealed == 0
    if state.active:
        assert position.next_seat == min(moment.active, key=lambda seat: (seat - state.first) % seats)


@at_positions()
def legal_lists(moment: Moment) -> None:
    book = moment.case.setup.game.book
    for seat in range(moment.case.seats):
        actions = moment.legal(seat)
        assert actions or seat not in moment.active
        assert not actions or seat in moment.position.may_act
        assert len(actions) <= book.MAX_LEGAL
        assert actions == sorted(set(actions))
        assert all(0 <= action < book.ACTIONS for action in actions[:1] + actions[-1:])


@at_positions()
def draws(moment: Moment) -> None:
    """Chance steps are made when they are due, and each draw has a valid number of outcomes."""
    position, steps = moment.position, moment.game.history.steps
    assert position.chance_is_due == (moment.step < len(steps) and steps[moment.step].seat is None)
    if position.chance_is_due:
        radices = position.radices()
        assert 1 <= len(radices) <= moment.case.setup.game.book.MAX_DRAWS
        assert all(1 <= radix < 2**31 for radix in radices)


@at_positions()
def only_the_last_position_is_over(moment: Moment) -> None:
    is_last = moment.step == len(moment.game.history.steps)
    assert moment.position.is_over == is_last
    assert (moment.outcome is not None) == is_last
    assert len(moment.scores) == moment.case.seats


def ends_in_time(case: Case, history: History) -> None:
    book, outcome = case.setup.game.book, history.position.outcome()
    assert len(history.steps) <= book.MAX_STEPS
    assert outcome is not None
    assert outcome.reason in book.ENDINGS[1:]
    assert outcome.scores == history.position.scores()
    assert len(outcome.scores) == case.seats
    assert outcome.winners
    assert outcome.winners == sorted(set(outcome.winners) & set(range(case.seats)))
    best = (min if case.setup.game.about.fewest_win else max)(outcome.scores)
    assert all(outcome.scores[winner] == best for winner in outcome.winners)


@after_games
def games_end_in_time(game: Game) -> None:
    ends_in_time(game.case, game.history)


@after_case
def more_games_end_in_time(walk: Walk) -> None:
    for seed in MORE_SEEDS[: times(len(MORE_SEEDS))]:
        for player in {game.player: None for game in walk.games}:
            ends_in_time(walk.case, played(walk.case, player, seed))


@after_case
def many_random_games_end(walk: Walk) -> None:
    games = times(200)
    steps, totals = count_games(walk.case.setup, games, new_rng(5))
    assert games <= steps <= games * walk.case.setup.game.book.MAX_STEPS
    assert len(totals) == walk.case.seats
