"""LOCUS: the table as text."""

from __future__ import annotations

import pytest

from games.locus.script import GAME, NAMES, SMALL, drafted, play_on, play_turns, put, setup, start, view_of
from locarium.kernel.about import LANGUAGES
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History


def drawn(history: History, observer: int = 0, language: str = "en") -> list[str]:
    texts = GAME.about.texts(language)
    lines = GAME.draw(view_of(history, observer), texts, NAMES[: history.setup.seats])
    return ["".join(text for text, _ in line) for line in lines]


def line_of(lines: list[str], word: str) -> str:
    return next(line for line in lines if word in line)


def test_turn_cards_and_coins_are_drawn() -> None:
    lines = drawn(start(2, "y-d2 p-i4 r-u5"))
    assert lines[0].startswith("Round 1 of 8, turn 1 of 2")
    assert [card in line_of(lines, "y-d2") for card in ("y-d2 ●", "p-i4", "r-u5")] == [True] * 3
    assert "●" + "○" * 19 in "\n".join(lines)


def test_own_card_and_leftover_are_drawn() -> None:
    history = drafted("y-d2 p-i4 r-u5", coins=5)
    assert "your card" in "\n".join(drawn(history))
    assert "leftover" in "\n".join(drawn(history))
    play_on(history, "0 fill leftover R a1 a2 b1 c1 c2, 0 discard")
    lines = "\n".join(drawn(history))
    assert "your card" not in lines
    assert "leftover" not in lines
    assert "leftover" in "\n".join(drawn(history, 1)), "it stays for the others"
    assert "your card" not in "\n".join(drawn(history, SPECTATOR))


def test_filled_squares_are_drawn() -> None:
    history = drafted("y-i4 p-i4 r-u5")
    before = "\n".join(drawn(history)).count("██")
    play_on(history, "0 discard")
    put(history, 0, {"Y": "a1-e1", "B": "a1-a3"})
    without_card = "\n".join(drawn(history)).count("██")
    assert without_card == before - 4 + 8
    assert "Yellow 8" in "\n".join(drawn(history))
    assert "Blue 8" in "\n".join(drawn(history))


def test_every_seat_has_a_line() -> None:
    lines = drawn(play_on(drafted("y-d2 p-i4 r-u5"), "1 discard, 1 blocks, 0 fill card Y d1 d2"), 1)
    ada, bo = line_of(lines, "Ada"), line_of(lines, "Bo")
    assert ada.startswith("▸★Ada")
    assert bo.startswith("▸ Bo")
    assert "● 2" in ada
    assert "double-r x1" in ada
    assert "● 1" in bo
    assert "single x2" in bo


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 5])
def test_table_fits_a_terminal(language: str, seats: int) -> None:
    for history in (start(seats), start(seats, edition=SMALL)):
        for line in drawn(history, 0, language):
            assert len(line.rstrip()) <= 100, line


@pytest.mark.clause("LOCUS-28")
@pytest.mark.parametrize(
    ("language", "filled", "rank"),
    [
        ("en", {"Y": "a1-e6", "P": "a1-g6", "R": "a1-f6"}, "Rank: Is asked the way"),
        ("de", {"Y": "a1-e6", "P": "a1-g6", "R": "a1-f6"}, "Rang: Wird nach dem Weg gefragt"),
        ("fr", {"Y": "a1-e6", "P": "a1-g6", "R": "a1-f6", "B": "a1-a15"}, "Rang\N{NO-BREAK SPACE}: Genius loci"),
        ("en", {"Y": "a1-e6"}, None),
    ],
)
def test_finished_solo_game_shows_its_rank(language: str, filled: dict[str, str], rank: str | None) -> None:
    history = put(play_turns(start(1), 16), 0, filled)
    before = drawn(history, language=language)
    play_on(history, "0 end")
    assert history.position.is_over
    last = drawn(history, language=language)[-1]
    if rank is None:
        assert "66" in last, "a score below the lowest rank has no title"
    else:
        assert rank in last
        assert rank not in "\n".join(before), "the game is not over yet"


@pytest.mark.parametrize("language", LANGUAGES)
def test_edition_is_drawn_with_all_its_cards(language: str) -> None:
    assert GAME.draw_edition is not None
    lines = GAME.draw_edition(setup(1, SMALL), GAME.about.texts(language))
    text = "\n".join("".join(piece for piece, _ in line) for line in lines)
    assert text.startswith("small")
    for card in ("y-m1", "w-v3-2", "b-m1-2"):
        assert card in text
    assert {"en": "Great", "de": "Sehr gut", "fr": "Très bien"}[language] in text
