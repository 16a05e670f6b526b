"""LOCUS: drafts and texts of editions convert into each other."""

from __future__ import annotations

import tomllib
from dataclasses import asdict

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.cases import times
from games.locus.script import HOUSE, SMALL
from locarium.games.locus.draft import RankDraft, SheetDraft, ZoneDraft, fit_points, point_keys, read_draft, write_draft
from locarium.games.locus.edition import BLUE, COLOURS, GREEN, PURPLE, RED, YELLOW, Sheet, find_flaws, read_sheet
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput


def custom_edition(text: str) -> Edition:
    return Edition("mine", text, foreign=True)


def drawn(text: str = HOUSE.text) -> SheetDraft:
    draft = read_draft(text)
    assert draft is not None
    return draft


def with_zone(name: str, **changes: object) -> SheetDraft:
    """Return the house edition with one zone changed."""
    draft = drawn()
    zone = msgspec.structs.replace(draft.zones[name], **changes)
    return msgspec.structs.replace(draft, zones=draft.zones | {name: zone})


@pytest.mark.parametrize("edition", [HOUSE, SMALL], ids=["house", "small"])
def test_draft_of_an_edition_round_trips(edition: Edition) -> None:
    written = write_draft(drawn(edition.text))
    assert asdict(read_sheet(custom_edition(written))) == asdict(read_sheet(edition))
    assert write_draft(drawn(written)) == written
    original = tomllib.loads(edition.text)
    assert tomllib.loads(written) == {"title": original["name"], "note": ""} | original


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
NUMBERS = st.integers(-999, 9999)
ZONES = st.builds(
    ZoneDraft,
    squares=st.lists(st.text("B.#EAC", min_size=3, max_size=3), min_size=1, max_size=5),
    bonuses=st.lists(st.text('.$*yprgb"\\', min_size=3, max_size=3), min_size=1, max_size=5),
    points=st.dictionaries(WORDS, NUMBERS, max_size=5),
)
SHEETS = st.builds(
    SheetDraft,
    name=WORDS,
    title=WORDS,
    note=WORDS,
    coin_circles=NUMBERS,
    starting_coins=NUMBERS,
    zones=st.fixed_dictionaries(dict.fromkeys(COLOURS, ZONES)),
    shapes=st.dictionaries(WORDS, st.lists(st.text("X.", min_size=1, max_size=4), min_size=1, max_size=4), max_size=4),
    cards=st.fixed_dictionaries(dict.fromkeys((*COLOURS, "wild"), st.lists(WORDS, max_size=4))),
    ranks=st.lists(st.builds(RankDraft, points=NUMBERS, en=WORDS, de=WORDS, fr=WORDS), max_size=3),
)


@settings(max_examples=times(60), deadline=None)
@given(SHEETS)
def test_every_draft_can_be_written(draft: SheetDraft) -> None:
    """Even an invalid draft becomes TOML with the same drawing, and the loader accepts or rejects it."""
    text = write_draft(fit_points(draft))
    values = tomllib.loads(text)
    assert (values["title"], values["note"], values["cards"], values["shapes"]) == (
        draft.title,
        draft.note,
        draft.cards,
        draft.shapes,
    )
    for name, zone in draft.zones.items():
        assert values["zones"][name]["bonuses"].strip().split("\n") == zone.bonuses
    try:
        sheet: Sheet | None = read_sheet(custom_edition(text))
    except BadInput:
        sheet = None
    assert (sheet is None) == bool(find_flaws(custom_edition(text)))


@settings(max_examples=times(60), deadline=None)
@given(
    colour=st.sampled_from(COLOURS),
    column=st.integers(0, 3),
    row=st.integers(0, 4),
    mark=st.sampled_from("B.#"),
    bonus=st.sampled_from(".$*yprgb"),
)
def test_single_edit_changes_only_that_square(colour: str, column: int, row: int, mark: str, bonus: str) -> None:
    """If the loader accepts the house edition with one square changed, only that square differs."""
    zone = drawn().zones[colour]
    draft = fit_points(
        with_zone(
            colour,
            squares=marked(zone.squares, column, row, mark if colour != "red" else "A"),
            bonuses=marked(zone.bonuses, column, row, bonus),
        )
    )
    text = write_draft(draft)
    assert drawn(text) == draft
    if find_flaws(custom_edition(text)):
        return
    read = read_sheet(custom_edition(text)).zones[COLOURS.index(colour)]
    square = (column, len(zone.squares) - 1 - row)
    if square in read.index:
        bit = 1 << read.index[square]
        found = [read.coins, read.singles, *read.doubles]
        assert [bool(bits & bit) for bits in found] == [mark == bonus for mark in "$*yprgb"]
        assert colour == "red" or bool(read.bold & bit) == (mark == "B")
    else:
        assert mark == "#"


def marked(lines: list[str], column: int, row: int, mark: str) -> list[str]:
    line = lines[row]
    return [*lines[:row], line[:column] + mark + line[column + 1 :], *lines[row + 1 :]]


def test_points_match_the_drawing() -> None:
    keys = {name: point_keys(colour, drawn().zones[name].squares) for colour, name in enumerate(COLOURS)}
    assert keys == {
        "yellow": ["1", "2", "3", "4", "5", "6"],
        "purple": ["2", "3", "4", "5", "6", "7", "8"],
        "red": ["A", "B", "C", "D", "E"],
        "green": ["end"],
        "blue": [str(row) for row in range(1, 16)],
    }
    assert (YELLOW, PURPLE, RED, GREEN, BLUE) == (0, 1, 2, 3, 4)


def test_new_keys_get_points() -> None:
    more_bold = fit_points(with_zone("purple", squares=["BB..", "BBBB", "BBBB"]))
    assert more_bold.zones["purple"].points == drawn().zones["purple"].points | {"9": 38, "10": 38}
    fewer = fit_points(with_zone("purple", squares=["BB.."]))
    assert fewer.zones["purple"].points == {"2": 8}
    taller = fit_points(with_zone("yellow", squares=["....."] * 7 + [".BBB."]))
    assert [*taller.zones["yellow"].points.values()] == [8, 10, 12, 12, 12, 12, 0, 0]
    repainted = fit_points(with_zone("red", squares=["AAZ"]))
    assert repainted.zones["red"].points == {"A": 12, "Z": 0}
    lower = fit_points(with_zone("blue", squares=["...."] * 8 + ["BBBB"]))
    assert lower.zones["blue"].points == {"3": 8, "6": 16, "9": 24}


def test_all_errors_are_found_with_their_places() -> None:
    draft = with_zone("yellow", squares=["....."] * 6)
    draft = msgspec.structs.replace(
        draft, coin_circles=0, shapes=draft.shapes | {"H4": ["XX", "XX"]}, zones=draft.zones | with_red_gap()
    )
    flaws = {flaw.place: flaw.message for flaw in find_flaws(custom_edition(write_draft(draft)))}
    assert flaws == {
        "coins": "coin_circles is 0; it must be a whole number from 1 to 99",
        "zones.yellow": "zone yellow has no bold square B, so nothing can be filled in there",
        "zones.red": "zone red, square a6 is drawn '.'; expected a block's letter A to Z, or # for no square",
        "shapes": "shape H4 is the same as O4, rotated or mirrored",
    }


def with_red_gap() -> dict[str, ZoneDraft]:
    zone = drawn().zones["red"]
    return {"red": msgspec.structs.replace(zone, squares=marked(zone.squares, 0, 0, "."))}


def test_cards_are_checked_when_everything_else_is_valid() -> None:
    draft = drawn()
    fewer = msgspec.structs.replace(draft, cards=draft.cards | {"wild": ["D2", "Z9"]})
    (flaw,) = find_flaws(custom_edition(write_draft(fewer)))
    assert (flaw.place, "'Z9' is not a shape" in flaw.message) == ("cards", True)


@pytest.mark.parametrize(
    "text",
    ["", "no edition", "zones = 5", HOUSE.text.replace("[zones.red]", "[zones.rot]"), "[zones.yellow]\nsquares = 5"],
)
def test_text_unlike_an_edition_has_no_draft(text: str) -> None:
    assert read_draft(text) is None
    assert find_flaws(custom_edition(text))


def test_ragged_lines_are_padded() -> None:
    zone = drawn(HOUSE.text.replace(".BBB.\n", ".BBB\n", 1)).zones["yellow"]
    assert zone.squares[-1] == ".BBB#"
