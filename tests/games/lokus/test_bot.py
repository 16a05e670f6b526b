"""LOKUS: the greedy bot and the master. Both know only what their seat knows."""

from __future__ import annotations

import pytest

from games.lokus.script import GAME, deal, play, play_turns
from locarium.games.lokus.bot import Master, choose_greedily
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Position, Setup
from locarium.kernel.rng import Rng, new_rng

FOUR_IN_ROW_1 = "b3 y3 g4 row 1 row 1, e5 b5 y8 row 1"  # with r2 and r9 in the rows; seat 0 has two rolls


def choice(history: History, seat: int, seed: int = 1) -> str:
    action = choose_greedily(history.position.concealed(seat), seat, new_rng(seed))
    return GAME.notation.show(history.setup.fields, action)


@pytest.mark.parametrize("seed", range(5))
def test_greedy_bot_with_rolls_cleans_a_row(seed: int) -> None:
    """The cleaning card removes a roll. The other row brings no advantage."""
    history = play_turns("r2 r9", f"{FOUR_IN_ROW_1}, o1 e6 e12")
    assert history.position.legal_texts(0) == ["row 1", "row 2"]
    assert choice(history, 0, seed) == "row 1"


@pytest.mark.parametrize("seed", range(5))
def test_greedy_bot_prefers_a_placed_card_to_two_rolls(seed: int) -> None:
    """With r6 and r7 in the rows, the red 1 is the lowest card and fits no row. The yellow 1 fits both."""
    hand = "r1 y1 r2 r3 r4 r5 r8 r9 r10 r11"
    history = play(deal(5, "r6 r7", hands={0: hand}))
    assert choice(history, 0, seed) == "play y1"


def test_same_seed_gives_the_same_choice() -> None:
    history = play(deal(4, "b6 r7"))
    assert choice(history, 2, seed=5) == choice(history, 2, seed=5)


def test_greedy_bot_knows_no_more_than_its_seat() -> None:
    """Its answer doesn't depend on the others' hands and choices."""
    own = "r1 y2 g3 b4 o5 e7 r8 y9 g10 b12"
    one = play(deal(3, "b6 r7", hands={0: own, 1: "e1 e12"}))
    other = play(deal(3, "b6 r7", hands={0: own, 2: "e1", 1: "e11"}))
    one.play_text(1, "play e1")
    other.play_text(1, "play e11")
    for seed in range(5):
        assert choice(one, 0, seed) == choice(other, 0, seed)


def test_greedy_bot_chooses_legally_and_leaves_the_position_unchanged() -> None:
    history = write_game(Setup(GAME, 3), new_rng(3), choose_at_random)
    for position in history.positions[:: 5 if IS_COMPILED else 25]:
        before = position.words.tobytes()
        for seat in position.active:
            assert choose_greedily(position.concealed(seat), seat, new_rng(1)) in position.legal(seat)
        assert position.words.tobytes() == before


@pytest.mark.skipif(not IS_COMPILED, reason="too slow in plain Python")
@pytest.mark.parametrize("seats", [3, 5])
def test_greedy_bot_beats_random_play(seats: int) -> None:
    """It wins more than half of 60 games against random players. By chance it would win at most 20, plus or minus 4."""

    def choose(position: Position, seat: int, rng: Rng) -> int:
        return choose_greedily(position, seat, rng) if seat == 1 else choose_at_random(position, seat, rng)

    won = 0
    for seed in range(60):
        outcome = write_game(Setup(GAME, seats), new_rng(seed), choose).position.outcome()
        assert outcome is not None
        won += 1 in outcome.winners
    assert won > 30


# The master.


def by_master(history: History, seat: int, simulations: int, seed: int = 1) -> str:
    position = history.position.concealed(seat)
    advice = Master(position, position.legal(seat), seed).think(simulations=simulations)
    assert sorted(each.action for each in advice) == position.legal(seat)
    return GAME.notation.show(history.setup.fields, advice[0].action)


MANY = 4000 if IS_COMPILED else 200


def test_master_cleans_a_row() -> None:
    history = play_turns("r2 r9", f"{FOUR_IN_ROW_1}, o1 e6 e12")
    assert by_master(history, 0, MANY) == "row 1"


@pytest.mark.parametrize("seed", range(3))
def test_master_prefers_a_placed_card_to_two_rolls(seed: int) -> None:
    """The red 1 fits no row, and nothing is lower."""
    history = play(deal(5, "r6 r7", hands={0: "r1 y1 r2 r3 r4 r5 r8 r9 r10 r11"}))
    assert by_master(history, 0, MANY, seed) != "play r1"


def test_catalogue_uses_the_tested_master() -> None:
    assert GAME.master is Master


@pytest.mark.skipif(not IS_COMPILED, reason="too slow in plain Python")
@pytest.mark.parametrize("options", [{}, {"hand": 11}, {"crowd": True}], ids=["house", "eleven", "crowd"])
@pytest.mark.parametrize("seats", [3, 5])
def test_master_plays_whole_games(seats: int, options: dict) -> None:
    def choose(position: Position, seat: int, rng: Rng) -> int:
        return Master(position, position.legal(seat), int(rng[0]) & 0xFFFF).think(simulations=30)[0].action

    seats += options.get("crowd", False)
    games = [write_game(Setup(GAME, seats, options), new_rng(5), choose).texts() for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.slow
@pytest.mark.skipif(not IS_COMPILED, reason="too slow in plain Python")
def test_two_masters_beat_two_greedy_bots() -> None:
    """By chance they would take 15 of 30 first places, plus or minus 3."""

    def play_one(seed: int) -> float:
        def choose(position: Position, seat: int, rng: Rng) -> int:
            if seat % 2 == seed % 2:
                return choose_greedily(position, seat, rng)
            return Master(position, position.legal(seat), int(rng[0]) & 0xFFFF).think(simulations=500)[0].action

        outcome = write_game(Setup(GAME, 4), new_rng(seed), choose).position.outcome()
        assert outcome is not None
        return sum(seat % 2 != seed % 2 for seat in outcome.winners) / len(outcome.winners)

    assert sum(map(play_one, range(30))) > 17
