"""LOCUS: editions and their errors. Every message says where the error is and what would be valid."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.cases import times
from games.locus.script import GAME, HOUSE, SMALL, card_ids
from locarium.games.locus.edition import Sheet, canonical, forms_of, read_sheet
from locarium.kernel.about import LANGUAGES
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput
from locarium.kernel.position import Setup

TEXT = re.sub(r"^#.*\n", "", HOUSE.text, flags=re.MULTILINE)  # without the comments
YELLOW = ".....\n.....\n.....\n.....\n.....\n.BBB.\n"
CARDS = re.search(r"^yellow += +\[.*?\]", TEXT, flags=re.MULTILINE)[0]  # type: ignore[index]


def changed(old: str, new: str) -> str:
    """Return the house edition with the first occurrence of a text replaced."""
    assert old in TEXT, f"the house edition has no {old!r}"
    return TEXT.replace(old, new, 1)


def read(text: str) -> Sheet:
    return read_sheet(Edition("mine", text, foreign=True))


def without(field: str) -> str:
    """Return the house edition without a one-line field or a table."""
    if field.startswith("["):
        return re.sub(rf"^{re.escape(field)}.*?(?=^\[|\Z)", "", TEXT, count=1, flags=re.MULTILINE | re.DOTALL)
    return re.sub(rf"^{field} *=.*\n", "", TEXT, count=1, flags=re.MULTILINE)


def zone(name: str, field: str, value: str) -> str:
    """Return the house edition with a field of a zone changed."""
    pattern = rf'(^\[zones\.{name}\].*?^{field} *= *)("""\n.*?"""|[^\n]*)'
    found, count = re.subn(pattern, lambda match: match[1] + value, TEXT, count=1, flags=re.MULTILINE | re.DOTALL)
    assert count == 1
    return found


def drawn(*lines: str) -> str:
    return '"""\n' + "\n".join(lines) + '\n"""'


@pytest.mark.clause("LOCUS-01")
@pytest.mark.parametrize("edition", [HOUSE, SMALL], ids=["house", "small"])
def test_valid_editions_are_accepted(edition: Edition) -> None:
    sheet = read_sheet(edition)
    assert len(sheet.cards) == len({card.id for card in sheet.cards}) == 48
    assert sheet.starting_coins == 1
    for each in sheet.zones:
        assert 1 <= len(each.squares) <= 63


@pytest.mark.clause("LOCUS-01", "LOCUS-13")
def test_house_edition_is_read() -> None:
    sheet = read_sheet(HOUSE)
    assert GAME.about.edition_names() == ["house"]
    assert (sheet.circles, [len(zone.squares) for zone in sheet.zones]) == (20, [30, 42, 36, 41, 58])
    assert card_ids()[0] == "y-d2"
    assert {"w-v3", "w-v3-2"} <= set(card_ids())


@pytest.mark.clause("LOCUS-01")
def test_every_shape_of_a_card_is_connected() -> None:
    for edition in (HOUSE, SMALL):
        for shape in read_sheet(edition).shapes:
            group = {shape[0]}
            for _ in shape:
                group |= {(c, r) for c, r in shape if group & {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)}}
            assert group == set(shape)


@pytest.mark.clause("LOCUS-08")
@pytest.mark.parametrize(
    ("shape", "forms"),
    [("X", 1), ("XX", 2), ("XX/XX", 1), ("XX/X.", 4), (".XX/XX.", 4), ("XXX/X..", 8), ("XXX/.X.", 4)],
)
def test_rotated_and_mirrored_forms_are_counted(shape: str, forms: int) -> None:
    squares = [(c, r) for r, line in enumerate(shape.split("/")) for c, mark in enumerate(line) if mark == "X"]
    found = forms_of(squares)
    assert len(found) == forms
    assert {canonical(form) for form in found} == {canonical(squares)}


LINES = [["X" * length] for length in (6, 7, 8)]
BUMPS = [["X" * length, "X".rjust(at, ".").ljust(length, ".")] for length in (6, 7) for at in range(1, length // 2 + 1)]
MORE_SHAPES = "\n".join(f"N{n} = {lines}" for n, lines in enumerate([*LINES, *BUMPS, ["XXXXXX.", ".....XX"]]))

WRONG = {
    # the structure
    "not TOML": (changed("coin_circles = 20", "coin_circles = "), ["is not TOML"]),
    "empty": ("", ["coin_circles is missing", "1 to 99"]),
    "unknown field": (f"luck = 1\n{TEXT}", ["unknown field 'luck'", "coin_circles"]),
    "no circles": (without("coin_circles"), ["coin_circles is missing", "1 to 99"]),
    "zero circles": (changed("coin_circles = 20", "coin_circles = 0"), ["coin_circles is 0", "1 to 99"]),
    "too many circles": (changed("coin_circles = 20", "coin_circles = 100"), ["coin_circles is 100", "1 to 99"]),
    "circles as text": (changed("coin_circles = 20", 'coin_circles = "20"'), ["coin_circles is '20'", "whole number"]),
    "circles as a boolean": (changed("coin_circles = 20", "coin_circles = true"), ["coin_circles is True"]),
    "circles as a fraction": (changed("coin_circles = 20", "coin_circles = 2.0"), ["coin_circles is 2.0"]),
    "no starting coins": (without("starting_coins"), ["starting_coins is missing"]),
    "more coins than circles": (changed("starting_coins = 1", "starting_coins = 21"), ["starting_coins is 21", "20"]),
    "negative coins": (changed("starting_coins = 1", "starting_coins = -1"), ["starting_coins is -1", "0 to 20"]),
    "title as a number": (changed('title = "House sheet"', "title = 5"), ["title is 5", "80 characters"]),
    "title too long": (changed('"House sheet"', f'"{"x" * 81}"'), ["title", "at most 80"]),
    # zones
    "zones as a number": (re.sub(r"\[zones.*?(?=^\[shapes)", "", TEXT, flags=re.DOTALL | re.MULTILINE), ["[zones]"]),
    "missing zone": (without("[zones.red]"), ["[zones.red] is missing", "squares, bonuses or block_points"]),
    "unknown zone": (TEXT + "\n[zones.pink]\nsquares = '.'\n", ["[zones]", "'pink'", "yellow, purple"]),
    "unknown field of a zone": (
        changed("end_points = 8", "end_points = 8\nluck = 1"),
        ["[zones.green]", "'luck'", "squares, bonuses or end_points"],
    ),
    "points of another zone": (changed("end_points = 8", "line_points = 8"), ["[zones.green]", "'line_points'"]),
    "ragged grid": (changed(".BBB.\n", ".BBB\n"), ["zone yellow, squares", "line 6 from the top", "4 squares", "5"]),
    "no drawing": (zone("yellow", "squares", '""'), ["zone yellow, squares is missing", "triple quotation marks"]),
    "drawing as a number": (zone("yellow", "squares", "5"), ["zone yellow, squares is missing"]),
    "no bonuses": (zone("blue", "bonuses", '""'), ["zone blue, bonuses is missing"]),
    "unknown mark": (changed(".BBB.\n", ".BXB.\n"), ["zone yellow, square c1", "'X'", "B, . or #"]),
    "an end in yellow": (changed(".BBB.\n", "EBBB.\n"), ["zone yellow, square a1", "'E'", "B, . or #"]),
    "a small letter in red": (changed("AAABBB\n", "AAaBBB\n"), ["zone red, square c6", "'a'", "letter A to Z"]),
    "a plain square in red": (changed("AAABBB\n", "AA.BBB\n"), ["zone red, square c6", "'.'", "letter A to Z"]),
    "too many squares": (
        zone("yellow", "squares", drawn(*["." * 8] * 7, "B" * 8)),
        ["zone yellow has 64 squares", "at most 63"],
    ),
    "too many columns": (zone("yellow", "squares", drawn("B" * 27)), ["zone yellow", "27 columns", "26"]),
    "too many rows": (zone("blue", "squares", drawn(*["#"] * 99, "B")), ["zone blue", "100 rows", "99"]),
    "no square at all": (zone("red", "squares", drawn("##")), ["zone red has 0 squares"]),
    "no bold square": (changed(".BBB.\n", ".....\n"), ["zone yellow has no bold square"]),
    "an unconnected square": (
        zone("blue", "squares", drawn("....", "....", "####", *["...."] * 11, "BBBB")),
        ["zone blue, square a14 is not connected to a bold square"],
    ),
    "an unconnected end": (
        zone("green", "squares", drawn("E##.#.E", "#......", "...#...", "E#.B.#E", "...#...", ".......", "E.#.#.E")),
        ["zone green, end a7 is not connected to a bold square"],
    ),
    # bonuses
    "unknown bonus": (changed("..$..\n", "..?..\n"), ["zone yellow, bonus '?' on c6 is unknown", "$, *, y"]),
    "a wild double": (changed("..$..\n", "..w..\n"), ["zone yellow, bonus 'w' on c6 is unknown"]),
    "bonus without a square": (
        zone("green", "bonuses", drawn("..$....", *["......."] * 6)),
        ["zone green, bonus '$' is on c7, where there is no square"],
    ),
    "bonuses of another size": (
        zone("yellow", "bonuses", drawn(*["....."] * 5)),
        ["zone yellow: bonuses are drawn on 5 by 5 squares", "5 by 6"],
    ),
    "ragged bonuses": (changed("....$\n", "....$.\n"), ["zone yellow, bonuses, line 6 from the top", "6 squares", "5"]),
    # points
    "too few rows": (zone("yellow", "row_points", "[8, 10]"), ["zone yellow, row_points", "list of 6 numbers"]),
    "rows as a table": (zone("yellow", "row_points", "{ 1 = 8 }"), ["zone yellow, row_points", "list of 6 numbers"]),
    "row of text": (
        zone("yellow", "row_points", '[8, 10, 12, 12, "14", 18]'),
        ["zone yellow, row_points of row 5 is '14'", "0 to 999"],
    ),
    "row of too many points": (zone("yellow", "row_points", "[8, 10, 12, 12, 14, 1000]"), ["of row 6 is 1000"]),
    "negative points": (zone("yellow", "row_points", "[-8, 10, 12, 12, 14, 18]"), ["of row 1 is -8", "0 to 999"]),
    "more than 16 rows": (
        zone("yellow", "squares", drawn(*["."] * 16, "B")).replace(
            re.search(r'(?<=bonuses = )""".*?"""', TEXT, flags=re.DOTALL)[0],
            drawn(*["."] * 17),
            1,  # type: ignore[index]
        ),
        ["zone yellow has 17 rows", "at most 16"],
    ),
    "group points missing": (
        changed("5 = 28, ", ""),
        ["zone purple, group_points has no number for 5 bold squares"],
    ),
    "group points that fall": (
        changed("5 = 28", "5 = 23"),
        ["group_points of 5 bold squares is 23", "less than for 4"],
    ),
    "group of one": (changed("{ 2 = 8, 3", "{ 1 = 2, 2 = 8, 3"), ["zone purple, group_points", "'1' bold squares"]),
    "group of nine": (changed("8 = 38", "8 = 38, 9 = 50"), ["'9' bold squares", "the zone does not have that"]),
    "group points as text": (changed("2 = 8, 3", "2 = '8', 3"), ["group_points of 2 bold squares is '8'"]),
    "no group points": (without("group_points"), ["zone purple, group_points is missing"]),
    "block without points": (changed("A = 12, ", ""), ["zone red, block A has no points in block_points"]),
    "points without block": (changed("A = 12", "A = 12, F = 9"), ["block_points names block 'F', which is not drawn"]),
    "block points as text": (changed("A = 12", "A = '12'"), ["zone red, block A is '12'", "0 to 999"]),
    "no block points": (without("block_points"), ["zone red, block_points is missing"]),
    "no end": (
        TEXT.replace("E.#.#.E", "..#.#..").replace("E#.B.#E", ".#.B.#."),
        ["zone green has no end E"],
    ),
    "no end points": (without("end_points"), ["zone green, end_points is missing", "0 to 999"]),
    "end points as a list": (changed("end_points = 8", "end_points = [8]"), ["zone green, end_points is [8]"]),
    "line beyond the zone": (changed("15 = 36", "16 = 36"), ["zone blue, line_points", "'16' row", "does not have"]),
    "line on row 0": (changed("{ 3 = 8, 6", "{ 0 = 8, 6"), ["zone blue, line_points", "'0' row"]),
    "line points that fall": (changed("9 = 24", "9 = 15"), ["line_points of row 9 is 15, less than for row 6"]),
    "no lines": (without("line_points"), ["zone blue, line_points is missing", "1 to 16"]),
    "empty lines": (zone("blue", "line_points", "{}"), ["zone blue, line_points is missing"]),
    # shapes
    "no shapes": (without("[shapes]"), ["[shapes] is missing", 'V3 = ["XX", "X."]']),
    "shape as a text": (changed('D2 = ["XX"]', 'D2 = "XX"'), ["shape D2 must be a list of lines"]),
    "empty shape": (changed('D2 = ["XX"]', "D2 = []"), ["shape D2 must be a list of lines"]),
    "shape of no square": (changed('D2 = ["XX"]', 'D2 = [".."]'), ["shape D2 has 0 squares", "1 to 8"]),
    "shape of nine": (changed('D2 = ["XX"]', 'D2 = ["XXXXXXXXX"]'), ["shape D2 has 9 squares", "1 to 8"]),
    "ragged shape": (changed('V3 = ["XX", "X."]', 'V3 = ["XX", "X"]'), ["shape V3, line 2 is 'X'", "2 of X and ."]),
    "unknown mark in a shape": (changed('V3 = ["XX", "X."]', 'V3 = ["XX", "Xo"]'), ["shape V3, line 2 is 'Xo'"]),
    "unconnected shape": (changed('V3 = ["XX", "X."]', 'V3 = ["X.", ".X"]'), ["shape V3 is not connected"]),
    "shape twice": (changed("[shapes]", '[shapes]\nQ5 = ["XXXX", "X..."]'), ["shape L5 is the same as Q5"]),
    "shape twice, mirrored": (
        changed('X5 = [".X.", "XXX", ".X."]', 'X5 = [".X", ".X", "XX"]'),
        ["shape X5 is the same as L4, rotated or mirrored"],
    ),
    "shape name": (changed('D2 = ["XX"]', '"D-2" = ["XX"]'), ["shape 'D-2'", "1 to 8 letters and digits"]),
    "shape name twice": (changed('X5 = [".X.", "XXX", ".X."]', 'v5 = [".X.", "XXX", ".X."]'), ["shape v5", "twice"]),
    "too many shapes": (
        changed("[shapes]", f"[shapes]\n{MORE_SHAPES}"),
        ["there are 24 shapes besides single and double blocks", "at most 22"],
    ),
    # cards
    "no cards": (without("[cards]"), ["[cards] is missing", "yellow, purple, red, green, blue or wild"]),
    "unknown colour of cards": (changed("[cards]", "[cards]\npink = []"), ["[cards]", "'pink'"]),
    "47 cards": (TEXT.replace('"O4", "P5"]', '"O4"]'), ["there are 47 cards; a deck has 48"]),
    "49 cards": (TEXT.replace('"O4", "P5"]', '"O4", "P5", "P5"]'), ["there are 49 cards; a deck has 48"]),
    "cards as a text": (TEXT.replace(CARDS, 'yellow = "D2"'), ["cards, yellow must be a list"]),
    "unknown shape on a card": (
        TEXT.replace('"O4", "P5"]', '"O4", "P9"]'),
        ["cards, yellow: 'P9' is not a shape", "D2"],
    ),
    "two coins on a card": (TEXT.replace('"O4", "P5"]', '"O4", "P5$$"]'), ["cards, yellow: 'P5$$' is not a shape"]),
    "a coin alone": (TEXT.replace('"O4", "P5"]', '"O4", "$"]'), ["cards, yellow: '$' is not a shape"]),
    "a number on a card": (TEXT.replace('"O4", "P5"]', '"O4", 5]'), ["cards, yellow: 5 is not a shape"]),
    "a list on a card": (TEXT.replace('"O4", "P5"]', '"O4", ["P5"]]'), ["cards, yellow: ['P5'] is not a shape"]),
    "a shape that does not fit": (
        TEXT.replace('"O4", "P5"]', '"O4", "I7"]').replace("[shapes]", '[shapes]\nI7 = ["XXXXXXX"]'),
        ["cards, yellow: shape I7 fits nowhere in the zone"],
    ),
    # solo
    "solo as a number": (
        re.sub(r"^\[solo\].*", "", TEXT, flags=re.DOTALL | re.MULTILINE).replace(
            "coin_circles", "solo = 3\ncoin_circles", 1
        ),
        ["[solo]", "ranks"],
    ),
    "unknown field of solo": (TEXT + "\nluck = 1\n", ["[solo]", "'luck'", "ranks"]),
}


WITHOUT_RANKS = re.sub(r"^\[solo\].*", "", TEXT, flags=re.DOTALL | re.MULTILINE)


def with_ranks(*ranks: str) -> str:
    return WITHOUT_RANKS + f"[solo]\nranks = [{', '.join(ranks)}]\n"


def rank(points: object, **titles: str) -> str:
    words = {"en": "a", "de": "b", "fr": "c"} | titles
    return "{ points = " + str(points) + "".join(f', {key} = "{text}"' for key, text in words.items()) + " }"


WRONG |= {
    "ranks not ascending": (with_ranks(rank(40), rank(40)), ["solo, rank 2", "40", "above the previous one, 40"]),
    "rank without points": (with_ranks('{ en = "a", de = "b", fr = "c" }'), ["solo, rank 1, points is missing"]),
    "rank of negative points": (with_ranks(rank(-1)), ["solo, rank 1, points is -1", "0 to 9990"]),
    "rank without a language": (with_ranks('{ points = 1, en = "a", de = "b" }'), ["solo, rank 1, fr"]),
    "rank with an unknown field": (with_ranks(rank(1, it="d")), ["solo, rank 1", "'it'", "points, en, de or fr"]),
    "rank with a long title": (with_ranks(rank(1, en="x" * 81)), ["solo, rank 1, en", "at most 80 characters"]),
    "rank as a number": (with_ranks("3"), ["[solo, rank 1]", "points, en, de or fr"]),
    "ranks as a number": (WITHOUT_RANKS + "[solo]\nranks = 3\n", ["solo, ranks must be a list"]),
}


@pytest.mark.clause("LOCUS-01")
@pytest.mark.parametrize("fault", WRONG)
def test_errors_name_the_place(fault: str) -> None:
    text, words = WRONG[fault]
    assert text != TEXT
    with pytest.raises(BadInput) as caught:
        Setup(GAME, 2, edition=Edition("mine", text, foreign=True))
    message = str(caught.value)
    assert message.startswith("edition 'mine' of locus")
    assert "\n" not in message
    for word in words:
        assert word in message, message


@pytest.mark.clause("LOCUS-28")
def test_ranks_are_read() -> None:
    sheet = read(with_ranks(rank(0), rank(100, en="Great")))
    assert [(one.points, one.titles["en"]) for one in sheet.ranks] == [(0, "a"), (100, "Great")]
    assert read(WITHOUT_RANKS).ranks == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(changed("coin_circles = 20", "coin_circles = 1"), id="one circle"),
        pytest.param(changed("starting_coins = 1", "starting_coins = 0"), id="no coin at the start"),
        pytest.param(changed('title = "House sheet"', ""), id="no title"),
        pytest.param(zone("yellow", "row_points", "[0, 0, 0, 0, 0, 999]"), id="points of any size"),
        pytest.param(changed("5 = 28", "5 = 24"), id="group points that stay equal"),
        pytest.param(TEXT.replace("\n", "\r\n"), id="CRLF line ends"),
        pytest.param(changed(YELLOW, "".join(f"   {line}\n" for line in YELLOW.split())), id="indented"),
        pytest.param(changed('D2 = ["XX"]', 'D2 = ["X", "X"]'), id="shape drawn rotated"),
    ],
)
def test_valid_variations_are_accepted(text: str) -> None:
    assert len(read(text).cards) == 48


@pytest.mark.clause("LOCUS-20")
def test_row_without_squares_is_rejected() -> None:
    """A row without squares would be complete from the start."""
    text = zone("yellow", "squares", drawn("..B..", "#####", ".....", ".....", ".....", ".BBB."))
    text = text.replace("\n*....\n", "\n.....\n", 1)  # the bonus of that row
    with pytest.raises(BadInput, match="zone yellow, row 5 has no square"):
        read(text)


def test_messages_stay_on_one_line() -> None:
    for text in (
        changed("A = 12", 'A = 12, "F\\nG" = 9'),
        changed("end_points = 8", 'end_points = 8\n"luck\\nx" = 1'),
        changed('D2 = ["XX"]', '"D\\n2" = ["XX"]'),
        TEXT.replace('"O4", "P5"]', '"O4", "P\\n5"]'),
        changed("..$..\n", "..\\f..\n"),
    ):
        with pytest.raises(BadInput) as caught:
            read(text)
        assert "\n" not in str(caught.value)


def test_duplicate_shape_name_is_rejected() -> None:
    with pytest.raises(BadInput, match="shape d2 is listed twice"):
        read(changed('D2 = ["XX"]', 'D2 = ["X"]\nd2 = ["XX"]'))


MARKS = sorted({*TEXT, *"Ω?\0\t[]{}\"'=,#$*-9ABEX", "\U0001f600"})


@settings(max_examples=times(250, 60))
@given(st.integers(0, len(TEXT) - 1), st.sampled_from([*MARKS, ""]))
def test_changed_character_gives_a_sheet_or_a_message(place: int, mark: str) -> None:
    text = TEXT[:place] + mark + TEXT[place + 1 :]
    try:
        sheet = read(text)
    except BadInput as error:
        message = str(error)
    else:
        assert len(sheet.cards) == 48
        return
    assert "\n" not in message
    assert message.startswith("edition 'mine' of locus")


@settings(max_examples=times(60, 10))
@given(st.integers(0, len(TEXT) - 1), st.integers(1, 200))
def test_removed_text_gives_a_sheet_or_a_message(place: int, length: int) -> None:
    try:
        read(TEXT[:place] + TEXT[place + length :])
    except BadInput as error:
        message = str(error)
    else:
        return
    assert "\n" not in message


# What the rules text says about the house edition.


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_name_the_points_and_ranks_of_the_house_edition(language: str) -> None:
    rules, sheet = GAME.about.rules_text(language), read_sheet(HOUSE)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in rules.splitlines() if line[:1] == "|"]
    for zone in sheet.zones:
        points = ", ".join(map(str, zone.points.values()))
        assert any(row[1:2] == [str(len(zone.squares))] and row[-1] == points for row in rows)
    for rank in sheet.ranks:
        assert [str(rank.points), rank.titles[language]] in rows
