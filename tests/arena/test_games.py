"""Contests: every player gets the same deals in rotated seats."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.arena.games import Contest, play_deal
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay


def contest(game: str, seats: int, *players: str) -> Contest:
    return Contest(game, seats, {}, catalogue.about(game).edition(), players)


@pytest.mark.parametrize(
    ("seats", "players", "lineups"),
    [
        (2, 2, [(0, 1)]),
        (4, 2, [(0, 1, 0, 1)]),
        (3, 2, [(0, 1, 0)]),
        (2, 3, [(0, 1), (0, 2), (1, 2)]),
        (3, 3, [(0, 1, 2)]),
    ],
)
def test_lineups_combine_all_players(seats, players, lineups):
    assert contest("lokus", seats, *["random"] * players).lineups() == lineups


@pytest.mark.parametrize(("seats", "rotations"), [(2, 2), (4, 2), (3, 3)])
def test_every_deal_is_played_in_all_rotations(seats, rotations):
    games = play_deal(contest("loco", seats, "random", "greedy"), 5, with_records=True)
    assert len({game.lineup for game in games}) == len(games) == rotations
    records = [read_record(game.record) for game in games]
    assert len({record.steps[0] for record in records}) == 1, "the same cards"
    for game, record in zip(games, records, strict=True):
        outcome = replay(record, catalogue.game("loco")).position.outcome()
        assert outcome is not None
        assert tuple(outcome.scores) == game.scores
        assert sum(game.shares) == pytest.approx(1)


@pytest.mark.compiled
def test_deal_is_reproducible():
    played = [play_deal(contest("lokus", 3, "random", "greedy", "search:simulations=5"), 2) for _ in range(2)]
    assert played[0] == played[1]
