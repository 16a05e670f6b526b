"""LOKUS: the table as text."""

from __future__ import annotations

import pytest

from games.lokus.script import GAME, NAMES, deal, play, play_turns, view_of
from locarium.games.lokus.drawing import draw, draw_edition
from locarium.games.lokus.memory import forget
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.position import Setup

TEXTS = GAME.about.texts("en")


def drawn(history: History, observer: int) -> list[str]:
    """Return the lines without their styles."""
    names = NAMES[: history.setup.seats]
    return ["".join(text for text, _ in line).rstrip() for line in draw(view_of(history, observer), TEXTS, names)]


def test_table_is_drawn() -> None:
    """Row 1 was cleaned, and Bo has chosen a card. Bo sees his choice and his hand."""
    hands = {1: "o2 e2 r3 y3 o3 e3 r5 o5"}
    history = play_turns("b6 r7", "y1 b3 e11 row 1 row 1, g2 g3 r10 row 1", hands)
    history.play_text(1, "play r5")
    assert drawn(history, 1) == [
        "Round 1 of 3, turn 3 of 10",
        "",
        "┌───┐    ╭───╮ ╭┄┄┄╮ ╭┄┄┄╮ ╭┄┄┄╮ ╭┄┄┄╮",
        "│ 1 │    │r10│ ┆   ┆ ┆   ┆ ┆   ┆ ┆   ┆",
        "└───┘    ╰───╯ ╰┄┄┄╯ ╰┄┄┄╯ ╰┄┄┄╯ ╰┄┄┄╯",
        "┌───┐    ╭───╮ ╭┄┄┄╮ ╭┄┄┄╮ ╭┄┄┄╮ ╭┄┄┄╮",
        "│ 2 │    │r7 │ ┆   ┆ ┆   ┆ ┆   ┆ ┆   ┆",
        "└───┘    ╰───╯ ╰┄┄┄╯ ╰┄┄┄╯ ╰┄┄┄╯ ╰┄┄┄╯",
        "stock 40   ✦ cleaning cards left 4",
        "",
        "▸ Ada             g2  → 1      ◎  0  ✦ 0  minus points   0  total   0",
        "  Bo              g3  ◎    r5  ◎  2  ✦ 0  minus points   3  total   3",
        "▸ Cleo            r10 → 1      ◎  0  ✦ 1  minus points   0  total   0",
        "",
        "hand:  o2  e2  r3  y3  o3  e3  r5  o5",
    ]


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize("observer", [0, 2, SPECTATOR])
def test_other_seats_choices_are_drawn_face_down(observer: int) -> None:
    history = play(deal(3, "b6 r7", hands={1: "r5"}))
    history.play_text(1, "play r5")
    lines = drawn(history, observer)
    assert "▒▒" in next(line for line in lines if "Bo" in line)
    assert not any("r5" in line for line in lines)
    assert any(line.startswith("hand:") for line in lines) == (observer != SPECTATOR)


@pytest.mark.clause("LOKUS-05")
def test_forgotten_roll_is_drawn_face_down() -> None:
    history = play_turns("r6 r7", "r12 e3 b1 row 1")
    view = GAME.view(forget(history.position.concealed(0)))
    lines = ["".join(text for text, _ in line) for line in draw(view, TEXTS, NAMES[:3])]
    shown = [line[18:27].split() for line in lines if line[2:6].strip() in NAMES]
    assert shown == [["▒▒", "◎◎"], ["▒▒", "◎"], ["b1", "→", "1"]]


@pytest.mark.clause("LOKUS-11")
def test_two_rolls_and_undecided_fates_are_marked() -> None:
    lines = drawn(play_turns("r6 r7", "r1 e3 g12"), 0)
    assert [line[18:27].split() for line in lines if line[2:6].strip() in NAMES] == [
        ["r1", "◎◎"],
        ["e3", "…"],
        ["g12", "…"],
    ]


def test_cards_have_the_style_of_their_colour() -> None:
    lines = draw(view_of(play(deal(3, "b6 r7", hands={0: "y1 g1 o1 e1"})), 0), TEXTS, NAMES[:3])
    pieces = [piece for line in lines for piece in line]
    for text, style in ((" │b6 │", "b"), (" │r7 │", "r"), ("y1  ", "y"), ("g1  ", "g"), ("o1  ", "o"), ("e1  ", "e")):
        assert (text, style) in pieces


@pytest.mark.clause("LOKUS-20")
def test_six_seats_have_a_line_each() -> None:
    lines = drawn(play(deal(6, "b6 r7"), crowd=True), SPECTATOR)
    assert [line.split()[1] for line in lines if line.startswith("▸")] == list(NAMES)


@pytest.mark.clause("LOKUS-18")
@pytest.mark.parametrize("hand", [10, 11])
def test_edition_is_drawn_as_its_table(hand: int) -> None:
    heading, *lines = [
        "".join(text for text, _ in line) for line in draw_edition(Setup(GAME, 3, {"hand": hand}), TEXTS)
    ]
    assert heading == TEXTS.get("words", "minus-table")
    assert [line.split() for line in lines] == [["◎", str(n), str(n * (n + 1) // 2)] for n in range(2 * hand + 1)]
