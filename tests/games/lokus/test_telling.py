"""LOKUS: descriptions of steps and their effects. The wording is tested elsewhere."""

from __future__ import annotations

import pytest

from games.lokus.rounds import CLEANING_0_1_2
from games.lokus.script import GAME, NAMES, deal, play, play_turns
from locarium.games.lokus.telling import follow, name_card, tell
from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import BadNotation
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.texts import Texts

# Minimal sentences that show which text is used with which values.
BRIEF = Texts(
    "en",
    [
        {
            "colours": {letter: letter for letter in "rygboe"},
            "words": {"and": "+"},
            "steps": {
                "card": "{colour}{number}",
                "deal": "dealt {first} {second}",
                "sealed": "{seat} ?",
                "play": "{seat} {card}",
                "row": "{seat} row {row}",
                "only-row": "{seat} {card} only row {row}",
                "cleaned": "{seat} cleans {row}",
                "two-rolls": "{seat} {card} two rolls",
                "one-roll": "{seats} roll",
                "one-roll-each": "{seats} rolls",
                "round-ends": "round {number}: {points}",
            },
        }
    ],
)
FOUR_IN_ROW_1 = "y3 b3 g4 row 1 row 1, b5 e5 y8 row 1"  # with r2 and r9 in the rows, see test_turns.py


def story(history: History, lines: int) -> list[str]:
    """Return the last lines, each with its effects."""
    names = NAMES[: history.setup.seats]
    found = []
    for line, (seat, text) in enumerate(history.texts()):
        sentences = [tell(BRIEF, names, seat, text), *follow(BRIEF, names, *history.followed(line))]
        found.append(", ".join(sentences))
    return found[-lines:]


def test_deal_names_the_first_cards() -> None:
    assert tell(BRIEF, NAMES, None, deal(3, "b6 r7")) == "dealt b6 r7"
    assert tell(BRIEF, NAMES, None, "deal / ? / ? / ? / e12 r1") == "dealt e12 r1", "hands may be hidden"


@pytest.mark.parametrize(
    "text", ["?", "deal", "deal / ?", "deal / ? / ? / ?", "deal / b6 r7 y1", "deal / b6 p7", "b6 r7"]
)
def test_invalid_deal_gives_a_message(text: str) -> None:
    with pytest.raises(BadNotation):
        tell(BRIEF, NAMES, None, text)


def test_steps_name_the_seat() -> None:
    assert tell(BRIEF, NAMES, 1, "play g7") == "Bo g7"
    assert tell(BRIEF, NAMES, 1, "play ?") == "Bo ?"
    assert tell(BRIEF, NAMES, 2, "row 2") == "Cleo row 2"


@pytest.mark.parametrize("text", ["play", "play x7", "row ?", "nonsense"])
def test_invalid_step_gives_a_message(text: str) -> None:
    with pytest.raises(BadNotation):
        tell(BRIEF, NAMES, 1, text)


@pytest.mark.parametrize(("language", "words"), [("en", "grey 12"), ("de", "12"), ("fr", "12")])
def test_cards_have_names(language: str, words: str) -> None:
    texts = GAME.about.texts(language)
    assert words in name_card(texts, 71)
    assert len({name_card(texts, card) for card in range(72)}) == 72


@pytest.mark.clause("LOKUS-06")
def test_choices_have_no_effects_before_all_have_chosen() -> None:
    history = play(deal(3, "b6 r7", hands={0: "y1", 1: "b3"}))
    history.play_text(1, "play b3")
    history.play_text(0, "play y1")
    assert story(history, 3) == ["dealt b6 r7", "Ada y1", "Bo b3"]
    assert [tell(BRIEF, NAMES, seat, text) for seat, text in history.texts(SPECTATOR)[1:]] == ["Ada ?", "Bo ?"]


@pytest.mark.clause("LOKUS-10", "LOKUS-12")
def test_chosen_row_is_described_by_its_step() -> None:
    history = play_turns("b6 r7", "y1 b3 b4 g9 e11 row 1 row 2")
    assert story(history, 3) == ["Eve e11", "Ada row 1", "Eve row 2, Bo+Cleo+Dan rolls"]
    assert story(play_turns("b6 r7", "y1 b3 e11 row 1 row 2"), 1) == ["Cleo row 2, Bo roll"]


@pytest.mark.clause("LOKUS-10", "LOKUS-11")
def test_forced_placings_are_effects_of_the_last_card() -> None:
    assert story(play_turns("b4 r5", "r1 e3 b12"), 3) == [
        "Ada r1",
        "Bo e3",
        "Cleo b12, Ada r1 only row 1, Cleo b12 only row 2, Bo roll",
    ]
    assert story(play_turns("r6 r7", "r12 e3 r1"), 1) == ["Cleo r1, Cleo r1 two rolls, Ada r12 two rolls, Bo roll"]


@pytest.mark.clause("LOKUS-09", "LOKUS-13")
def test_forced_placing_is_an_effect_of_the_lowest_cards_row() -> None:
    history = play_turns("r2 r9", f"{FOUR_IN_ROW_1}, o1 e6 r12 row 1")
    assert story(history, 2) == ["Cleo r12", "Ada row 1, Ada cleans 1, Cleo r12 only row 1, Bo roll"]


@pytest.mark.clause("LOKUS-14")
def test_cleaning_is_described() -> None:
    history = play_turns("r2 r9", f"{FOUR_IN_ROW_1}, y1 e6 o12 row 1")
    assert story(history, 2) == ["Cleo o12, Ada y1 two rolls", "Cleo row 1, Cleo cleans 1, Bo roll"]


@pytest.mark.clause("LOKUS-20")
def test_two_players_get_no_single_rolls() -> None:
    assert story(play_turns("b6 r7", "e11 y1 row 1 row 2", crowd=True), 2) == ["Bo row 1", "Ada row 2"]


@pytest.mark.clause("LOKUS-17", "LOKUS-19")
def test_end_of_a_round_is_described() -> None:
    history = play_turns(CLEANING_0_1_2.rows, CLEANING_0_1_2.turns)
    assert story(history, 1)[0].endswith(", round 1: Ada 6, Bo 10, Cleo 36")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_is_described_in_every_language(language: str) -> None:
    texts = GAME.about.texts(language)
    history = play_turns(CLEANING_0_1_2.rows, CLEANING_0_1_2.turns)
    sentences = [
        sentence for line in range(len(history.steps)) for sentence in follow(texts, NAMES[:3], *history.followed(line))
    ]
    assert len(sentences) > 30
    assert not any("{" in sentence for sentence in sentences)
    for name in NAMES[:3]:
        assert any(name in sentence for sentence in sentences)
