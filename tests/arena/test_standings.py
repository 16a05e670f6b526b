"""Standings, Elo and the sequential test."""

from __future__ import annotations

import random

import pytest

from locarium.arena.games import Played
from locarium.arena.standings import Test as Sequential
from locarium.arena.standings import elo, standings


def game(deal: int, lineup: tuple[int, ...], winner: int | None) -> Played:
    """Return a game with this winner, or with a win shared by all if it is None."""
    shares = tuple(1 / len(lineup) if winner is None else float(player == winner) for player in lineup)
    return Played(deal, lineup, shares, tuple(round(share) for share in shares), 10)


def pairs(chance: float, deals: int, seed: int = 1) -> list[Played]:
    """Return two games per deal. Player 0 wins each of them with this chance."""
    choose = random.Random(seed)
    winners = [[0 if choose.random() < chance else 1 for _ in range(2)] for _ in range(deals)]
    return [game(deal, ((0, 1), (1, 0))[turn], winners[deal][turn]) for deal in range(deals) for turn in range(2)]


def test_elo_of_two_players_follows_from_their_share():
    played = [game(deal, (0, 1), 0 if deal % 4 else 1) for deal in range(4000)]  # player 0 wins three of four
    first, second = elo(2, played)
    assert first - second == pytest.approx(190.8, abs=1.5)
    assert first + second == pytest.approx(0, abs=1e-6)


def test_elo_of_three_players_follows_from_their_shares():
    played = [game(deal, (0, 1, 2), (0, 0, 0, 1, 1, 2)[deal % 6]) for deal in range(6000)]  # 3 : 2 : 1
    strengths = elo(3, played)
    assert strengths[0] - strengths[2] == pytest.approx(190.8, abs=2)
    assert strengths[1] - strengths[2] == pytest.approx(120.4, abs=2)


def test_player_without_wins_has_an_elo():
    strengths = elo(2, [game(deal, (0, 1), 0) for deal in range(50)])
    assert strengths[0] > 100 > strengths[1] > -10_000


def test_standings_list_the_strongest_player_first():
    found = standings(
        ["weak", "strong"], [game(g.deal, g.lineup, 1 - g.lineup[g.shares.index(1)]) for g in pairs(0.8, 200)]
    )
    assert [standing.name for standing in found] == ["strong", "weak"]
    strong = found[0]
    assert strong.share_low < 0.8 < strong.share_high
    assert strong.share_low < strong.share < strong.share_high
    assert strong.elo_low < strong.elo < strong.elo_high
    assert strong.games == 400


def test_interval_covers_the_true_value_as_often_as_claimed():
    held = 0
    for seed in range(20):
        first = next(each for each in standings(["one", "two"], pairs(0.6, 60, seed)) if each.name == "one")
        held += first.share_low <= 0.6 <= first.share_high
    assert held >= 15


@pytest.mark.parametrize(("chance", "verdict"), [(0.75, True), (0.45, False), (0.25, False)])
def test_sequential_test_reaches_a_verdict(chance, verdict):
    assert Sequential(0, 20).verdict(pairs(chance, 3000)) is verdict


def test_sequential_test_needs_enough_games():
    assert Sequential(0, 20).verdict(pairs(0.6, 3)) is None
    assert Sequential(0, 20).verdict([]) is None


def test_sequential_test_rarely_errs():
    """With equal players, the test claims at most once in twenty runs that the first is stronger."""
    wrong = 0
    for seed in range(60):
        played = pairs(0.5, 400, seed)
        verdicts = (Sequential(0, 40).verdict(played[:count]) for count in range(40, 800, 40))
        wrong += next((verdict for verdict in verdicts if verdict is not None), None) is True
    assert wrong <= 8
