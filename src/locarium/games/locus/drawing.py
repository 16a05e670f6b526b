"""LOCUS: the table as text, in lines of styled pieces."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.drawing import Line
    from locarium.kernel.texts import Texts

    from .view import CardSheet, LocusPlace, LocusView, SheetView, ZoneSheet

FILLED, EMPTY, BOLD, END = "██", "· ", "□ ", "◇ "
STYLES = {"Y": "y", "P": "p", "R": "r", "G": "g", "B": "b"}
CARDS_A_LINE = 8
COIN, CROSSED, CIRCLE = "●", "⊗", "○"


def draw(view: LocusView, texts: Texts, names: Sequence[str]) -> list[Line]:
    """Draw the turn, the cards, the observer's sheet and the other seats' scores."""
    assert view.sheet is not None
    own = 0 if view.observer is None else view.observer
    return [
        [(_heading(view, texts), "strong")],
        [],
        *_cards(view, view.sheet, texts),
        *draw_sheet(view.sheet, texts, view.places[own]),
        [],
        *(_place(view, texts, names, seat) for seat in range(len(view.places))),
        *_rank(view, view.sheet, texts),
    ]


def _heading(view: LocusView, texts: Texts) -> str:
    return f"{name_turn(view, texts)}   {texts.get('phases', view.phase)}"


def name_turn(view: LocusView, texts: Texts) -> str:
    """Return the round and turn; only the turn in solo games."""
    if view.round is None:
        return texts.get("words", "turn-of", number=view.turn, turns=view.turns)
    key = "extra-round-of" if view.extra_rounds else "round-of"
    values = {"round": view.round, "rounds": view.rounds, "turn": view.turn_of_round, "turns": len(view.places)}
    return texts.get("words", key, **values)


def _cards(view: LocusView, sheet: SheetView, texts: Texts) -> list[Line]:
    """Draw the cards that can be taken, or the leftover and the seat's card."""
    own = None if view.observer is None else view.places[view.observer]
    shown: list[tuple[str, str]] = [(card, card) for card in view.display]
    if own is not None and own.taken is not None and own.must_use_card:
        shown.append((own.taken, texts.get("words", "your-card")))
    if view.leftover is not None and not (own is not None and own.has_bought):
        shown.append((view.leftover, texts.get("words", "leftover")))
    return draw_cards([(sheet.cards[card], label) for card, label in shown])


def draw_cards(cards: list[tuple[CardSheet, str]]) -> list[Line]:
    """Draw shapes side by side, each with a caption below."""
    if not cards:
        return []
    height = max(row for card, _ in cards for _, row in card.shape) + 1
    lines: list[Line] = [
        [(_cell(card, row), _style(card.colour)) for card, _ in cards] for row in range(height - 1, -1, -1)
    ]
    lines.append([(f"{label + (f' {COIN}' if card.coin else ''):<14}", "plain") for card, label in cards])
    return [*lines, []]


def _cell(card: CardSheet, row: int) -> str:
    columns = max(column for column, _ in card.shape) + 1
    drawn = "".join(FILLED if (column, row) in card.shape else "  " for column in range(columns))
    return f"{drawn:<14}"


def _style(colour: str) -> str:
    return "strong" if colour == "w" else colour


def draw_sheet(sheet: SheetView, texts: Texts, place: LocusPlace | None = None) -> list[Line]:
    """Draw the five zones side by side, with a seat's filled squares, and the coins."""
    blocks = [_zone(zone, texts, place) for zone in sheet.zones]
    rows = [list(row) for row in zip_longest(*(block[::-1] for block in blocks))][::-1]
    lines: list[Line] = []
    for row in rows:
        line: Line = []
        for block, part in zip(blocks, row, strict=True):
            width = max(sum(len(text) for text, _ in each) for each in block)
            pieces = part or []
            line += [*pieces, (" " * (width - sum(len(text) for text, _ in pieces) + 1), "plain")]
        lines.append(line)
    return [*lines, [], [(f"{texts.get('words', 'coins')} {_coins(sheet, place)}", "plain")]]


def draw_box(sheet: SheetView, texts: Texts) -> list[Line]:
    """Draw everything printed in an edition: the empty sheet, the cards, the solo ranks."""
    cards = [(card, name) for name, card in sheet.cards.items()]
    rows = [draw_cards(cards[start : start + CARDS_A_LINE]) for start in range(0, len(cards), CARDS_A_LINE)]
    ranks: list[Line] = [[(f"{rank.points:>4}  {rank.titles[texts.language]}", "plain")] for rank in sheet.ranks]
    return [
        [(sheet.title, "strong")],
        [],
        *draw_sheet(sheet, texts),
        [],
        *(line for row in rows for line in row),
        *ranks,
    ]


def _coins(sheet: SheetView, place: LocusPlace | None) -> str:
    if place is None:
        return CIRCLE * sheet.circles
    return CROSSED * place.crossed + COIN * place.coins + CIRCLE * (sheet.circles - place.earned)


def _zone(zone: ZoneSheet, texts: Texts, place: LocusPlace | None) -> list[Line]:
    """Draw a zone from the top: its name, its rows with their points, and the letters of its columns."""
    style = STYLES[zone.colour]
    points = "" if place is None else f" {place.points[zone.colour]}"
    filled = set() if place is None else set(place.filled[zone.colour])
    lines: list[Line] = [[(f"{texts.get('zones', zone.colour)}{points}", style)]]
    lines += [[(note, "dim")] for note in _notes(zone)]
    label = len(str(zone.rows))
    for row in range(zone.rows, 0, -1):
        line: Line = [(f"{row:>{label}} ", "dim")]
        for column in range(zone.columns):
            name = f"{chr(ord('a') + column)}{row}"
            line.append(_square(zone, name, style, filled))
        if zone.colour in "YB" and str(row) in zone.points:
            line.append((f" {zone.points[str(row)]}", "dim"))
        lines.append(line)
    letters = "".join(f"{chr(ord('a') + column)} " for column in range(zone.columns))
    return [*lines, [(" " * (label + 1) + letters.rstrip(), "dim")]]


def _notes(zone: ZoneSheet) -> list[str]:
    """Return the points that don't belong beside a row."""
    if zone.colour in "YB":
        return []
    mark = {"P": "□", "R": "", "G": "◇"}[zone.colour]
    words = [f"{mark}{'' if key == 'end' else key}={points}" for key, points in zone.points.items()]
    return textwrap.wrap(" ".join(words), 2 * zone.columns + 1)


def _square(zone: ZoneSheet, name: str, style: str, filled: set[str]) -> tuple[str, str]:
    if name not in zone.squares:
        return "  ", "plain"
    if name in filled:
        return FILLED, style
    if name in zone.bonuses:
        mark = zone.bonuses[name]
        return f"{mark} ", mark if mark.isalpha() else "strong"
    if name in zone.bold or name in zone.ends:
        return BOLD if name in zone.bold else END, style
    letter = next((letter for letter, squares in zone.blocks.items() if name in squares), "")
    return (f"{letter} " if letter else EMPTY), style if letter else "dim"


def _place(view: LocusView, texts: Texts, names: Sequence[str], seat: int) -> Line:
    place = view.places[seat]
    is_active = seat in view.active
    star = "★" if seat == view.star else " "
    line: Line = [(f"{'▸' if is_active else ' '}{star}{names[seat]:<14}", "strong" if is_active else "plain")]
    line += [(f"{letter}{points:<4}", STYLES[letter]) for letter, points in place.points.items()]
    line.append(
        (f"+{place.lowest:<4}{texts.get('words', 'total')} {place.total:>3}   {COIN} {place.coins}   ", "plain")
    )
    waiting = [f"{what} x{count}" for what, count in place.pending.items() if count]
    if place.must_use_card and place.taken:
        waiting.insert(0, place.taken)
    return [*line, (", ".join(waiting), "dim")]


def _rank(view: LocusView, sheet: SheetView, texts: Texts) -> list[Line]:
    """Draw the rank of a finished solo game. A score below the lowest rank has none."""
    if view.ending is None or len(view.places) > 1:
        return []
    reached = [rank for rank in sheet.ranks if rank.points <= view.places[0].total]
    return [[(texts.get("words", "rank", title=rank.titles[texts.language]), "strong")] for rank in reached[-1:]]
