"""GENIUS LOCI: perft numbers, compared with known ones."""

from __future__ import annotations

import pytest

from games.genius_loci.referee import Referee
from games.genius_loci.script import OWN, START, play, stand
from locarium.games.genius_loci.perft import perft
from locarium.kernel.jit import IS_COMPILED

NUMBERS = {
    "house": ({}, [18, 117, 1012, 7916, 69561, 612875, 5392927]),
    "lines": ({"lines": "any"}, [56, 246, 5809, 56564, 875742]),
    "single": ({"single": True}, [18, 494, 11761, 374935, 9955581]),
}
QUICK = 1_000_000 if IS_COMPILED else 1_100
ALL = [(name, depth + 1, count) for name, (_, counts) in NUMBERS.items() for depth, count in enumerate(counts)]


@pytest.mark.parametrize(("name", "depth", "count"), [each for each in ALL if each[2] <= QUICK])
def test_perft_matches_known_numbers(name: str, depth: int, count: int) -> None:
    assert perft(play(START, **NUMBERS[name][0]).position, depth) == count


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "depth", "count"), [each for each in ALL if each[2] > 1_000_000])
def test_perft_matches_known_large_numbers(name: str, depth: int, count: int) -> None:
    assert perft(play(START, **NUMBERS[name][0]).position, depth) == count


@pytest.mark.parametrize("name", NUMBERS)
def test_referee_counts_the_same(name: str) -> None:
    options, counts = NUMBERS[name]
    for depth, count in enumerate(counts, start=1):
        if count < 10_000:
            assert Referee(START, **options).perft(depth) == count


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_referee_counts_the_same_with_custom_spirits(depth: int) -> None:
    position = START.translate(str.maketrans("TPSYC", "MBSWJ"))
    expected = Referee(position, edition=OWN.text).perft(depth)
    assert perft(play(position, edition=OWN).position, depth) == expected > 0


def test_depth_zero_counts_one() -> None:
    assert perft(play(START).position, 0) == 1


def test_finished_game_does_not_continue() -> None:
    """One sacrifice is possible, and then the other player has no human left."""
    position = play(stand(w="d2", b="d3", T="g1", P="g2", S="d5", Y="g3", C="d1")).position
    assert [perft(position, depth) for depth in (1, 2, 3)] == [len(position.legal(0)), 0, 0]
    over = play(stand(w="a2", b="g3")).position
    assert over.is_over
    assert perft(over, 1) == 0


def test_position_is_unchanged() -> None:
    position = play(START).position
    before = position.words.tobytes()
    perft(position, 3)
    assert position.words.tobytes() == before


def test_end_of_a_turn_counts_as_a_step() -> None:
    position = play(START, "d3 Txc3").position
    assert perft(position, 1) == len(position.legal(0)) == 4
