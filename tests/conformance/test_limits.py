"""Games end, and nothing is larger than the rule book promises."""

from __future__ import annotations

from conformance.cases import every_case, some_games, times
from locarium.kernel.bits import bit_set
from locarium.kernel.game import TRUTH
from locarium.kernel.playout import count_games
from locarium.kernel.rng import new_rng


@every_case
def test_games_end_in_time(case):
    book = case.setup.game.book
    for history in some_games(case, 10):
        outcome = history.position.outcome()
        assert len(history.steps) <= book.MAX_STEPS
        assert outcome is not None
        assert outcome.reason in book.ENDINGS[1:]
        assert len(outcome.scores) == case.seats
        assert outcome.winners
        assert outcome.winners == sorted(set(outcome.winners) & set(range(case.seats)))


@every_case
def test_many_random_games_end(case):
    games = times(200, 1)
    steps, totals = count_games(case.setup, games, new_rng(5))
    assert games <= steps <= games * case.setup.game.book.MAX_STEPS
    assert len(totals) == case.seats


@every_case
def test_who_may_act(case):
    everyone = bit_set(list(range(case.seats)))
    for history in some_games(case):
        for position in history.positions:
            state = position.fields
            assert state.observer == TRUTH
            assert 0 <= state.first < case.seats
            assert not state.active & ~everyone
            assert not state.sealed & ~everyone
            if state.over:
                assert state.active == state.sealed == 0
            if state.active:
                assert position.next_seat in position.active
                assert position.next_seat == min(position.active, key=lambda seat: (seat - state.first) % case.seats)


@every_case
def test_legal_lists(case):
    book = case.setup.game.book
    for history in some_games(case):
        for position in history.positions:
            for seat in range(case.seats):
                actions = position.legal(seat)
                assert bool(actions) == (seat in position.active)
                assert len(actions) <= book.MAX_LEGAL
                assert actions == sorted(set(actions))
                assert all(0 <= action < book.ACTIONS for action in actions)


@every_case
def test_draws(case):
    book = case.setup.game.book
    for history in some_games(case):
        due = [position for position in history.positions if position.chance_is_due]
        assert len(due) == sum(step.seat is None for step in history.steps)
        for position in due:
            radices = position.radices()
            assert 1 <= len(radices) <= book.MAX_DRAWS
            assert all(1 <= radix < 2**31 for radix in radices)


@every_case
def test_asking_changes_nothing(case):
    for history in some_games(case, 1):
        for position in history.positions:
            before = position.words.tobytes()
            for seat in range(case.seats):
                position.legal(seat)
            position.scores()
            position.concealed(0)
            if position.chance_is_due:
                position.radices()
            assert position.words.tobytes() == before
