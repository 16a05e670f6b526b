"""LOCUS: drafts of an edition. They may be invalid; the loader reports errors. Loads no compiled code."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from locarium.kernel.bounds import load_toml
from locarium.kernel.edition import write_key, write_list, write_table, write_text

from .edition import BLUE, COLOURS, GREEN, MAX_COLUMNS, MAX_HEIGHT, POINTS_FIELD, PURPLE, RED, YELLOW

MOST_CARDS, MOST_SHAPES, MOST_RANKS = 200, 64, 64  # more than an edition can have, so the loader can report it

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)]
Lines: TypeAlias = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=MAX_COLUMNS + 4)]], msgspec.Meta(max_length=MAX_HEIGHT + 1)
]


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the drafts, which are always sent whole in both directions."""


class ZoneDraft(Draft, frozen=True):
    """A draft of a zone."""

    squares: Lines  # line by line from the top, in the marks of the format
    bonuses: Lines
    points: Annotated[dict[Text, Number], msgspec.Meta(max_length=120)]  # with the keys from `point_keys`


class RankDraft(Draft, frozen=True):
    """The title for a solo score."""

    points: Number
    en: Text
    de: Text
    fr: Text


class SheetDraft(Draft, frozen=True):
    """A draft of a whole edition."""

    name: Text
    title: Text
    note: Text
    coin_circles: Number
    starting_coins: Number
    zones: Annotated[dict[Text, ZoneDraft], msgspec.Meta(max_length=len(COLOURS))]  # yellow, purple, red, green, blue
    shapes: Annotated[dict[Text, Lines], msgspec.Meta(max_length=MOST_SHAPES)]  # name -> lines of X and .
    cards: Annotated[
        dict[Text, Annotated[list[Text], msgspec.Meta(max_length=MOST_CARDS)]], msgspec.Meta(max_length=6)
    ]  # colour, or wild -> names of shapes, followed by $ for a coin
    ranks: Annotated[list[RankDraft], msgspec.Meta(max_length=MOST_RANKS)]


def point_keys(colour: int, squares: list[str]) -> list[str]:
    """Return the keys of the points in a drawn zone: rows, group sizes, blocks, `end`, or rows with lines."""
    marks = "".join(squares)
    if colour in (YELLOW, BLUE):
        return [str(row) for row in range(1, len(squares) + 1)]
    if colour == PURPLE:
        return [str(size) for size in range(2, marks.count("B") + 1)]
    return sorted(set(marks) - {"#"}) if colour == RED else ["end"]


def fit_points(draft: SheetDraft) -> SheetDraft:
    """Return the draft with points for exactly what is drawn. New keys copy the previous one's points, or get none."""
    zones = {
        name: msgspec.structs.replace(zone, points=_fitting(COLOURS.index(name), zone)) if name in COLOURS else zone
        for name, zone in draft.zones.items()
    }
    return msgspec.structs.replace(draft, zones=zones)


def _fitting(colour: int, zone: ZoneDraft) -> dict[str, int]:
    keys, last = point_keys(colour, zone.squares), 0
    if colour == BLUE:
        return {key: zone.points[key] for key in keys if key in zone.points}
    found = {}
    for key in keys:
        last = found[key] = zone.points.get(key, last if colour == PURPLE else 0)
    return found


# Reading.


def read_draft(text: str) -> SheetDraft | None:
    """Read the drawing in a text, valid or not. Return None if the text isn't close enough to an edition."""
    try:
        values = load_toml(text)
        drawn = {zone: _read_zone(colour, values["zones"][zone]) for colour, zone in enumerate(COLOURS)}
        name = values.get("name", "")
        head = {"name": name, "title": values.get("title", name), "note": values.get("note", "")}
        coins = {field: values[field] for field in ("coin_circles", "starting_coins")}
        groups = {group: values["cards"].get(group, []) for group in (*COLOURS, "wild")}
        ranks = values.get("solo", {}).get("ranks", [])
        parts = {**head, **coins, "zones": drawn, "shapes": values["shapes"], "cards": groups, "ranks": ranks}
        return msgspec.convert(parts, SheetDraft)
    except (ValueError, KeyError, TypeError, AttributeError):  # bad TOML, or unexpected types
        return None


def _read_zone(colour: int, fields: Any) -> dict[str, object]:
    """Read a zone and pad its lines to equal length."""
    squares, bonuses = ([line.strip() for line in fields[name].strip().splitlines()] for name in ("squares", "bonuses"))
    width, height = max(map(len, squares + bonuses)), max(len(squares), len(bonuses))
    if width > MAX_COLUMNS + 4 or height > MAX_HEIGHT + 1:
        raise ValueError("too large to be drawn")
    return {
        "squares": _filled_up(squares, width, height, "#"),
        "bonuses": _filled_up(bonuses, width, height, "."),
        "points": _read_points(colour, fields[POINTS_FIELD[colour]]),
    }


def _filled_up(lines: list[str], width: int, height: int, mark: str) -> list[str]:
    return [line.ljust(width, mark) for line in [*[""] * (height - len(lines)), *lines]]


def _read_points(colour: int, value: Any) -> object:
    if colour == YELLOW:
        return {str(row): points for row, points in enumerate(value, start=1)}
    return {"end": value} if colour == GREEN else value


# Writing.


def write_draft(draft: SheetDraft) -> str:
    """Return the text of an edition."""
    head = {"name": draft.name, "title": draft.title, "note": draft.note}
    lines = [
        "# An edition of LOCUS, written by the sheet editor. The house edition explains the format.",
        *(f"{name} = {write_text(text)}" for name, text in head.items()),
        f"coin_circles = {draft.coin_circles}",
        f"starting_coins = {draft.starting_coins}",
    ]
    for name, zone in draft.zones.items():
        lines += ["", f"[zones.{write_key(name)}]", *_write_zone(name, zone)]
    lines += ["", "[shapes]", *(f"{write_key(name)} = {write_list(drawn)}" for name, drawn in draft.shapes.items())]
    lines += ["", "[cards]", *(f"{write_key(group)} = {write_list(cards)}" for group, cards in draft.cards.items())]
    if draft.ranks:
        ranks = (f"    {write_table(msgspec.structs.asdict(rank))}," for rank in draft.ranks)
        lines += ["", "[solo]", "ranks = [", *ranks, "]"]
    return "\n".join(lines) + "\n"


def _write_zone(name: str, zone: ZoneDraft) -> list[str]:
    points: str = write_table(zone.points)
    if name == COLOURS[YELLOW]:
        points = write_list(zone.points.values())
    elif name == COLOURS[GREEN]:
        points = str(zone.points.get("end", 0))
    field = POINTS_FIELD[COLOURS.index(name)] if name in COLOURS else "points"
    return [
        *_write_drawing("squares", zone.squares),
        *_write_drawing("bonuses", zone.bonuses),
        f"{field} = {points}",
    ]


def _write_drawing(field: str, lines: list[str]) -> list[str]:
    """Write a multi-line drawing. Characters that would end it early are escaped."""
    return [f'{field} = """', *(write_text(line)[1:-1] for line in lines), '"""']
