"""LOCO!: invariants of every game, tested with random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.loco.script import ALL_CARDS
from locarium import catalogue
from locarium.kernel.playout import chooser, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from locarium.kernel.history import History


@st.composite
def games(draw: st.DrawFn) -> History:
    """Return a finished game of any setup and policy."""
    options = {
        "match": draw(st.sampled_from(["single", "single", "full"])),
        "family": draw(st.booleans()),
        "strict-marker": draw(st.booleans()),
    }
    seats = draw(st.integers(2, 5 if options["family"] else 4))
    game = catalogue.game("loco")
    player = draw(st.sampled_from(["random", "greedy", "mixed"]))
    return write_game(Setup(game, seats, options), new_rng(draw(st.integers(0, 2**63 - 1))), chooser(game, player))


def texts_of_games(history: History) -> list[list[str]]:
    """Return the steps of each game in a match, starting with its deal."""
    parts: list[list[str]] = []
    for seat, text in history.texts():
        if seat is None:
            parts.append([])
        parts[-1].append(text)
    return parts


@pytest.mark.clause("LOCO-01", "LOCO-05", "LOCO-08", "LOCO-10", "LOCO-12", "LOCO-16")
@settings(deadline=None, max_examples=60)
@given(games())
def test_every_game_keeps_the_invariants(history: History) -> None:
    seats = history.setup.seats
    parts = texts_of_games(history)
    assert len(parts) == (seats if history.setup.options.match == "full" else 1)  # type: ignore[attr-defined]
    for part in parts:
        assert 6 <= len(part) - 1 <= 26
        out, *hands = [group.split() for group in part[0].split("/")[1:]]
        assert sorted(sum(hands, out)) == sorted(ALL_CARDS)
        whole = [colour for colour in "rbgpy" if all(f"{colour}{value}" not in out for value in range(6))]
        assert len(whole) >= 2
        played = [step[:2] for step in part[1:]]
        counts = [sum(card[0] == colour for card in played) for colour in "rbgpy"]
        assert counts.count(6) == 1
        assert counts["rbgpy".index(played[-1][0])] == 6
    scores = history.position.scores()
    assert min(scores) >= 0
    assert sum(scores) <= 25 * 5 * len(parts)


@pytest.mark.clause("LOCO-01", "LOCO-06", "LOCO-08")
@settings(deadline=None, max_examples=25)
@given(games())
def test_cards_and_markers_are_conserved(history: History) -> None:
    for position in history.positions[1:]:
        views = [history.setup.game.view(position.concealed(seat)) for seat in range(history.setup.seats)]
        for colour, pile in zip("rbgpy", views[0].piles, strict=True):
            assert pile.stock + sum(place.markers[colour] for place in views[0].places) == 5
        table = [card for pile in views[0].piles for card in pile.cards]
        seen = table + [card for seen_by in views for card in seen_by.hand]
        assert len(seen) == len(set(seen)) == 30 - views[0].laid_out
        assert [len(seen_by.hand) for seen_by in views] == [place.held for place in views[0].places]
        assert sum(place.points for place in views[0].places) <= 125
