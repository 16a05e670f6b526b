"""GENIUS LOCI: the greedy bot."""

from __future__ import annotations

import pytest

from conformance.cases import times
from games.genius_loci.script import GAME, OWN, START, legal, play, setup, stand, start
from locarium.games.genius_loci.bot import choose_greedily
from locarium.kernel.history import History
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Position
from locarium.kernel.rng import Rng, new_rng


def choice(history: History, seed: int = 1) -> str:
    (seat,) = history.position.active
    action = choose_greedily(history.position.concealed(seat), seat, new_rng(seed))
    return GAME.notation.show(history.setup.fields, action)


@pytest.mark.parametrize("seed", range(3))
def test_greedy_bot_takes_a_win(seed: int) -> None:
    """Taking the last enemy human wins. Taking one of your own doesn't."""
    history = play(stand(w="d2 c2 f3 f4", b="d3", T="d5"))
    assert len(legal(history)) > 3
    assert choice(history, seed).endswith("xd3")


def test_greedy_bot_ends_a_winning_turn() -> None:
    history = play(stand(w="d2 d4 f3", b="d3", T="d6"), "d2 Txd3")
    history.play_text(0, choice(history))
    while not history.position.is_over:
        history.play_text(0, choice(history))
    outcome = history.position.outcome()
    assert outcome is not None
    assert outcome.winners == [0]


@pytest.mark.parametrize(
    "options", [{}, {"lines": "any"}, {"single": True}, {"edition": OWN}], ids=["house", "lines", "single", "own"]
)
def test_greedy_bot_chooses_legally_and_leaves_the_position_unchanged(options: dict) -> None:
    history = write_game(setup(**options), new_rng(3), choose_at_random)
    for position in history.positions[1 : -1 : times(2, 12)]:
        before = position.words.tobytes()
        (seat,) = position.active
        assert choose_greedily(position.concealed(seat), seat, new_rng(1)) in position.legal(seat)
        assert position.words.tobytes() == before


def test_same_seed_gives_the_same_choice() -> None:
    for history in (play(START), start(steps="d3 Txc3")):
        assert choice(history, 5) == choice(history, 5)


@pytest.mark.compiled
def test_same_seed_gives_the_same_game() -> None:
    games = [write_game(setup(), new_rng(7), choose_greedily).texts() for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != write_game(setup(), new_rng(8), choose_greedily).texts()


@pytest.mark.compiled
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("options", [{}, {"lines": "any"}, {"single": True}], ids=["house", "lines", "single"])
def test_greedy_bot_beats_random_play(seat: int, options: dict) -> None:
    """It wins at least 15 of 20 games against a random player. By chance that would happen once in 50 times."""

    def choose(position: Position, active: int, rng: Rng) -> int:
        return (choose_greedily if active == seat else choose_at_random)(position, active, rng)

    won = 0
    for seed in range(20):
        outcome = write_game(setup(**options), new_rng(seed), choose).position.outcome()
        assert outcome is not None
        won += seat in outcome.winners
    assert won >= 15
