"""The benchmarks count the decisions of LOCUS and FlatPack correctly."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2]))  # bench is a package of the repository, not of the wheel

from bench.flat_pack import flat_pack, is_installed
from bench.locus_playouts import measure, with_games
from bench.measure import NOT_INSTALLED, Slice

GAMES = 3
BLOCKS = 25


def test_games_are_measured_without_a_peer(monkeypatch):
    monkeypatch.setattr("bench.flat_pack.is_installed", lambda: False)
    games, steps = measure(0.01)
    assert games.met is not None
    assert games.peer is None
    assert (steps.ours, steps.note) == (None, NOT_INSTALLED)


def test_figure_reports_games_per_second_and_decisions_per_game():
    slices = [Slice(10, 900, 0, 2.0), Slice(10, 1100, 0, 1.0), Slice(10, 1000, 0, 4.0)]
    figure = with_games(slices)
    assert figure.ours is not None
    assert (figure.ours.least, figure.ours.median, figure.ours.most) == (2.5, 5, 10)
    assert "100.0 decisions on average over 30 games" in figure.note


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="Jumanji is not installed; script/bench installs it")
def test_peer_game_has_one_step_per_block():
    with flat_pack() as peer:
        played = [peer.play(GAMES), peer.play(1)]
    assert [(each.games, each.decisions, each.draws) for each in played] == [(GAMES, GAMES * BLOCKS, 0), (1, BLOCKS, 0)]
    assert peer.games == GAMES + 1
    assert peer.games < peer.placed < peer.steps == peer.games * BLOCKS  # not every block fits
