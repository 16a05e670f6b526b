"""Bot levels, each against the level below."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.arena.games import Played
from locarium.arena.ladder import rungs, seats_of, step_of


@pytest.mark.parametrize(("game", "seats"), [("loco", 2), ("lokus", 4), ("locus", 2), ("genius-loci", 2)])
def test_each_level_plays_the_level_below(game, seats):
    about = catalogue.about(game)
    assert seats_of(about) == seats
    assert [rung.players for rung in rungs(about)] == [
        ("level-2", "level-1"),
        ("level-3", "level-2"),
        ("level-4", "level-3"),
        ("level-5", "level-4"),
    ]


def test_ladder_step_reports_the_stronger_levels_share():
    played = [Played(deal, (0, 1), (1.0, 0.0) if deal % 4 else (0.0, 1.0), (0, 0), 10) for deal in range(40)]
    found = step_of(2, played)
    assert found.share == 0.75
    assert found.low < 0.75 < found.high
    assert {game.lineup for game in found.played} == {(3, 2)}  # level-4 sat at seat 0
