"""LOKUS: the table as text, in lines of styled pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.drawing import Line
    from locarium.kernel.position import Setup
    from locarium.kernel.texts import Texts

    from .view import LokusPlace, LokusView

FULL_ROW = 5
FATES = {"row-1": "→ 1", "row-2": "→ 2", "roll": "◎", "two-rolls": "◎◎"}
FACE_DOWN, ROLL, CLEANING = "▒▒", "◎", "✦"


def draw(view: LokusView, texts: Texts, names: Sequence[str]) -> list[Line]:
    """Draw the two queues, the seats and the observer's hand."""
    return [
        [(_heading(view, texts), "strong")],
        [],
        *(line for number, row in enumerate(view.rows, start=1) for line in _row(number, row)),
        [(_supplies(view, texts), "dim")],
        [],
        *(_place(view, texts, names, seat) for seat in range(len(view.places))),
        [],
        *_hand(view, texts),
    ]


def draw_edition(setup: Setup, texts: Texts) -> list[Line]:
    """Draw the table of minus points."""
    heading: Line = [(texts.get("words", "minus-table"), "strong")]
    return [heading, *([(f"{ROLL} {rolls:>2}  {minus:>5}", "plain")] for rolls, minus in enumerate(setup.fields.box))]


def _heading(view: LokusView, texts: Texts) -> str:
    number = texts.get("words", "round-of", number=view.number, rounds=view.rounds)
    return f"{number}, {texts.get('words', 'turn-of', number=view.turn, turns=view.turns)}"


def _row(number: int, row: list[str]) -> list[Line]:
    """Draw a toilet and its queue, three lines high."""
    free = FULL_ROW - len(row)
    top: Line = [("┌───┐   ", "plain"), *((" ╭───╮", card[0]) for card in row), (" ╭┄┄┄╮" * free, "dim")]
    middle: Line = [(f"│ {number} │   ", "strong"), *((f" │{card:^3}│", card[0]) for card in row)]
    middle.append((" ┆   ┆" * free, "dim"))
    bottom: Line = [("└───┘   ", "plain"), *((" ╰───╯", card[0]) for card in row), (" ╰┄┄┄╯" * free, "dim")]
    return [top, middle, bottom]


def _supplies(view: LokusView, texts: Texts) -> str:
    return f"{texts.get('words', 'stock')} {view.stock}   {CLEANING} {texts.get('words', 'cleaning-left')} {view.ready}"


def _place(view: LokusView, texts: Texts, names: Sequence[str], seat: int) -> Line:
    place = view.places[seat]
    is_active = seat in view.active
    line: Line = [(f"{'▸ ' if is_active else '  '}{names[seat]:<16}", "strong" if is_active else "plain")]
    line += [*_last_card(place), (f"{_chosen(place):<4}", "strong")]
    line.append((f"{ROLL} {place.now.rolls:>2}  {CLEANING} {place.now.cleaning}  ", "plain"))
    line.append((f"{texts.get('words', 'minus')} {place.now.minus:>3}  ", "plain"))
    line.append((f"{texts.get('words', 'total')} {place.total:>3}", "strong"))
    return line


def _last_card(place: LokusPlace) -> Line:
    if place.shown is None and place.fate is None:
        return [(f"{'':<9}", "plain")]
    card, style = (FACE_DOWN, "dim") if place.shown is None else (place.shown, place.shown[0])
    return [(f"{card:<4}", style), (f"{FATES[place.fate] if place.fate else '…':<5}", "dim")]


def _chosen(place: LokusPlace) -> str:
    if place.choice is not None:
        return place.choice
    return FACE_DOWN if place.has_chosen else ""


def _hand(view: LokusView, texts: Texts) -> list[Line]:
    if view.observer is None:
        return []
    hand: Line = [(f"{texts.get('words', 'hand')}:  ", "dim")]
    return [hand + [(f"{card}  ", card[0]) for card in view.hand]]
