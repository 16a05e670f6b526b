"""LOCUS: sentences for steps and their effects."""

from __future__ import annotations

import pytest

from games.locus.script import GAME, NAMES, deck, drafted, play_on, play_turns, put, start, view_of
from locarium.kernel.history import History


def tell(seat: int | None, text: str, language: str = "en") -> str:
    return GAME.telling.tell(GAME.about.texts(language), NAMES, seat, text)


def follow(history: History, line: int = -1) -> list[str]:
    """Return the effects of a step, the last one by default."""
    names = NAMES[: history.setup.seats]
    number = range(len(history.steps))[line]
    return GAME.telling.follow(GAME.about.texts("en"), names, *history.followed(number))


@pytest.mark.parametrize(
    ("seat", "text", "words"),
    [
        (None, "star 1", ["Bo", "star"]),
        (None, deck(), ["shuffled"]),
        (None, "deck ? y-i4 ?", ["shuffled"]),
        (0, "take y-d2", ["Ada", "takes", "yellow D2"]),
        (0, "take w-v3-2", ["Ada", "wild V3"]),
        (1, "discard", ["Bo", "discards the card"]),
        (1, "blocks", ["Bo", "two single blocks"]),
        (1, "end", ["Bo", "done"]),
        (0, "fill card Y b1 c1", ["Ada", "card", "Yellow: b1 c1"]),
        (0, "fill double-g G d4 e4", ["Ada", "green double block", "Green: d4 e4"]),
        (0, "fill single R a1", ["Ada", "single block", "Red: a1"]),
        (0, "fill leftover B a1 b1", ["Ada", "leftover", "Blue: a1 b1"]),
    ],
)
def test_step_is_described_in_a_sentence(seat: int | None, text: str, words: list[str]) -> None:
    sentence = tell(seat, text)
    for word in words:
        assert word in sentence
    for language in ("de", "fr"):
        assert tell(seat, text, language) != sentence


@pytest.mark.parametrize("seats", [1, 3])
def test_cards_are_described_at_the_start_of_a_turn(seats: int) -> None:
    history = start(seats, "w-o4 y-i4 y-l4 p-t4")
    (sentence,) = follow(history)
    turned_up = ["yellow I4", "yellow L4"] if seats == 1 else ["wild O4", "yellow I4", "yellow L4", "purple T4"]
    assert sentence.startswith("Turn 1 of 16: " if seats == 1 else "Round 1 of 5, turn 1 of 3: ")
    assert sentence.endswith(", ".join(turned_up))


def test_star_has_no_effects() -> None:
    assert follow(start(2), 0) == []


def test_bonuses_are_described() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 fill card Y d1 d2 d3")
    assert follow(history) == ["Ada earns a red double block"]
    play_on(history, "0 fill double-r R c3 d3")
    assert follow(history) == ["Ada earns 1 coin"]


def test_single_block_that_earns_another_is_described() -> None:
    history = put(drafted("y-i3 p-i4 r-u5", "0 discard, 0 blocks"), 0, {"Y": "b5"})
    play_on(history, "0 fill single Y a5")
    assert follow(history) == ["Ada earns a single block"]


def test_fill_without_bonuses_has_no_effects() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 fill card Y b1 c1 d1")
    assert follow(history) == []
    play_on(history, "0 end")
    assert follow(history) == []


def test_reshuffle_final_activities_and_extra_round_are_described() -> None:
    history = play_turns(start(3), 12)
    assert follow(history) == ["The deck has run out"]
    play_turns(history, 3)
    (sentence,) = follow(history)
    assert all(name in sentence for name in ("The last turn is over", "Ada", "Bo", "Cleo"))
    play_on(history, "0 end, 1 end, 2 end")
    assert follow(history)[0] == "Tied: extra round 1"
    assert follow(history)[1].startswith("Extra round 1, turn 1 of 3: ")


def test_end_has_no_effects() -> None:
    history = put(play_turns(start(2), 16), 0, {"R": "a1-f3"})
    play_on(history, "0 end, 1 end")
    assert history.position.is_over
    assert follow(history) == []


@pytest.mark.clause("LOCUS-07")
def test_coin_of_a_card_is_described_when_earned() -> None:
    history = drafted("y-i3 p-i4 r-u5")
    sheet = view_of(start(2)).sheet
    assert sheet is not None
    assert (sheet.cards["y-i3"].coin, sheet.cards["p-i4"].coin) == (True, False)
    assert follow(history, -2) == ["Ada earns 1 coin"]
    assert follow(history) == []


@pytest.mark.clause("LOCUS-06", "LOCUS-07")
def test_discard_is_described_with_the_coins_earned() -> None:
    history = drafted("y-i3 p-i4 r-u5", "0 discard")
    assert follow(history) == ["Ada earns 1 coin"], "the other one came with the card"
    play_on(history, "1 discard")
    assert follow(history) == ["Bo earns 2 coins"]


@pytest.mark.clause("LOCUS-13")
@pytest.mark.parametrize(("coins", "expected"), [(19, ["Ada earns 1 coin"]), (20, [])])
def test_lost_coins_are_not_described(coins: int, expected: list[str]) -> None:
    assert follow(drafted("y-i3 p-i4 r-u5", "0 discard", coins=coins)) == expected
