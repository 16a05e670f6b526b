"""LOKUS: invariants of every game, tested with random games, and average results."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lokus.loops import play_rounds
from games.lokus.referee import Referee
from games.lokus.script import GAME
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.layout import new_array
from locarium.kernel.playout import chooser, count_games, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng


@st.composite
def games(draw: st.DrawFn) -> History:
    """Return a finished game of any setup and policy."""
    options = {"hand": draw(st.sampled_from([10, 11])), "crowd": draw(st.booleans())}
    seats = draw(st.integers(2, 6) if options["crowd"] else st.integers(3, 5))
    # others are too slow
    player: Any = draw(st.sampled_from(["random", "greedy", "mixed"] if IS_COMPILED else ["random"]))
    return write_game(Setup(GAME, seats, options), new_rng(draw(st.integers(0, 2**63 - 1))), chooser(GAME, player))


@pytest.mark.clause("LOKUS-03", "LOKUS-06", "LOKUS-08", "LOKUS-09", "LOKUS-10", "LOKUS-11", "LOKUS-12")
@pytest.mark.clause("LOKUS-13", "LOKUS-14", "LOKUS-15", "LOKUS-17", "LOKUS-18", "LOKUS-19", "LOKUS-20")
@settings(max_examples=60 if IS_COMPILED else 6)
@given(games())
def test_independent_referee_agrees_with_every_step(history: History) -> None:
    setup = history.setup
    referee = Referee(setup.seats, setup.fields.hand, [n * (n + 1) // 2 for n in range(23)])
    for line, (seat, text) in enumerate(history.texts()):
        referee.apply(seat, text)
        position = history.positions[line + 1]
        view = GAME.view(position.concealed(0))
        if position.has_sealed:
            continue  # the record has its choices in another order
        assert view.rows == referee.rows
        assert (view.stock, view.away, view.ready) == (referee.stock, referee.away, referee.ready)
        hands = [GAME.view(position.concealed(each)).hand for each in range(setup.seats)]
        assert hands == [each.hand for each in referee.seats]
        counts = [place.now if position.active else place.past[-1] for place in view.places]
        if view.placing is None:
            assert [count.rolls for count in counts] == [each.rolls for each in referee.seats]
        assert [count.cleaning for count in counts] == [each.cleaning for each in referee.seats]
    outcome = history.position.outcome()
    assert outcome is not None
    assert referee.rounds == 3
    assert outcome.scores == [each.minus for each in referee.seats]
    assert outcome.winners == referee.winners


@pytest.mark.clause("LOKUS-01", "LOKUS-03", "LOKUS-05", "LOKUS-10", "LOKUS-14")
@settings(max_examples=20 if IS_COMPILED else 3)
@given(games())
def test_cards_are_conserved_and_rows_are_valid(history: History) -> None:
    for position in history.positions[1:]:
        views = [GAME.view(position.concealed(seat)) for seat in range(history.setup.seats)]
        held = [card for view in views for card in view.hand]
        table = [card for row in views[0].rows for card in row]
        assert len(held) + len(table) == len({*held, *table})
        assert [len(view.hand) for view in views] == [place.held for place in views[0].places]
        for row in views[0].rows:
            assert 1 <= len(row) <= 4
            assert len({card[0] for card in row}) == len({card[1:] for card in row}) == len(row)
        assert views[0].ready + sum(place.now.cleaning for place in views[0].places) == 5 or not position.active
        if position.active and views[0].stock:  # then no second roll came from elsewhere
            undecided = sum(place.shown is not None and place.fate is None for place in views[0].places)
            rolls = sum(place.now.rolls for place in views[0].places)
            assert len(held) + len(table) + views[0].stock + views[0].away + rolls + undecided == 72


# Random play. An independent implementation of these rules found these averages by seat and round. We know neither its
# sample size nor more digits, so its rolls are taken as exact to 0.015 and its points to 0.15.
FACTS = {3: (7.48, 29.5), 4: (8.22, 35.8), 5: (8.71, 40.6)}
THEIRS = (0.015, 0.15)
BOUND = 5  # standard errors of our sample; a correct average exceeds this once in two million times


@pytest.mark.clause("LOKUS-11", "LOKUS-12", "LOKUS-17", "LOKUS-18")
@pytest.mark.parametrize("seats", FACTS)
def test_random_play_matches_an_independent_implementation(seats: int) -> None:
    rounds = 30_000 if IS_COMPILED else 90
    rolls, minus = np.zeros(rounds), np.zeros(rounds)
    play_rounds(Setup(GAME, seats).rules, new_array(GAME.book.STATE, 1), new_rng(seats), rolls, minus)
    for found, fact, theirs in zip((rolls, minus), FACTS[seats], THEIRS, strict=True):
        error = float(found.std()) / sqrt(rounds)
        assert abs(found.mean() - fact) < BOUND * error + theirs
        if IS_COMPILED:
            assert BOUND * error < 0.02 * fact, "the sample is large enough to detect a wrong rule"


@pytest.mark.clause("LOKUS-19")
def test_no_seat_has_an_advantage_in_random_play() -> None:
    """Averages over 3000 games differ only by chance. The standard deviation of a game is 30."""
    games = 3000 if IS_COMPILED else 30
    _, totals = count_games(Setup(GAME, 4), games, new_rng(9))
    averages = [total / games for total in totals]
    assert max(averages) - min(averages) < 2 * BOUND * 30 / sqrt(games)
    assert abs(sum(averages) / 4 - 3 * FACTS[4][1]) < BOUND * 30 / sqrt(games)
