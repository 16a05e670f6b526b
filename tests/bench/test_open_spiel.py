"""The benchmarks count the steps of OpenSpiel's games and ours correctly."""

import sys
from pathlib import Path

import numpy as np
import pytest

from locarium import catalogue
from locarium.kernel.playout import write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

sys.path.append(str(Path(__file__).parents[2]))  # bench is a package of the repository, not of the wheel

from bench.loco_playouts import PEER as HEARTS
from bench.lokus_playouts import PEER as GOOFSPIEL
from bench.measure import compiled_side, draws_in_a_game
from bench.open_spiel import RandomBots

GAMES = 20
AS_TURNS = f"turn_based_simultaneous_game(game={GOOFSPIEL})"


@pytest.fixture
def pyspiel():
    return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; script/bench installs it")


@pytest.fixture
def histories(pyspiel, monkeypatch):
    """The histories of all games that bots play from now on."""
    played = []
    evaluate_bots = pyspiel.evaluate_bots

    def evaluate_and_keep(state, bots, seed):
        evaluate_bots(state, bots, seed)
        played.append(state.full_history())

    monkeypatch.setattr(pyspiel, "evaluate_bots", evaluate_and_keep)
    return played


@pytest.mark.parametrize("game", [HEARTS, GOOFSPIEL, AS_TURNS])
def test_peer_counts_match_its_histories(pyspiel, histories, game):
    peer = RandomBots(pyspiel, game)
    histories.clear()
    played = peer.play(GAMES)
    assert len(histories) == GAMES
    steps = [step.player for history in histories for step in history]
    assert played.draws == steps.count(pyspiel.PlayerId.CHANCE)
    assert played.decisions == len(steps) - played.draws


@pytest.mark.parametrize("game", [GOOFSPIEL, AS_TURNS])
def test_goofspiel_counts_nine_tricks_of_one_draw_and_three_decisions(pyspiel, game):
    played = RandomBots(pyspiel, game).play(GAMES)
    assert (played.decisions, played.draws) == (GAMES * 9 * 3, GAMES * 9)


def test_peer_with_varying_draws_is_rejected(pyspiel):
    with pytest.raises(AssertionError, match="vary"):
        RandomBots(pyspiel, "pig")


@pytest.mark.parametrize(
    ("name", "seats", "options", "draws"),
    [
        ("loco", 2, {}, 1 + 16),  # the dealer, two cards laid out, one hand
        ("loco", 3, {"match": "full"}, 1 + 3 * 21),
        ("lokus", 4, {}, 3 * (4 * 10 + 2)),  # three deals of all hands and the first cards of two rows
    ],
)
def test_our_draws_include_all_deals(name, seats, options, draws):
    setup = Setup(catalogue.game(name), seats, options)
    assert draws_in_a_game(setup, 1) == draws
    assert compiled_side(setup, 1, draws)(GAMES).draws == GAMES * draws


@pytest.mark.parametrize(("name", "seats"), [("lokus", 4), ("locus", 2)])
def test_our_decisions_match_recorded_games(name, seats):
    setup = Setup(catalogue.game(name), seats)
    scratch = np.empty(setup.game.book.MAX_LEGAL, np.int64)

    def pick(position, seat, rng):
        return int(setup.game.book.pick(setup.rules, position.state, seat, rng, scratch))

    play = compiled_side(setup, 1)  # plays one game to warm up
    rng = new_rng(1)
    games = [write_game(setup, rng, pick) for _ in range(1 + GAMES)]
    played = play(GAMES)
    assert played.games == GAMES
    assert played.decisions == sum(step.seat is not None for game in games[1:] for step in game.steps)
