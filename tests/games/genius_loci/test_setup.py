"""GENIUS LOCI: starting positions, and positions as text."""

from __future__ import annotations

from itertools import permutations, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.cases import times
from conformance.fairness import looks_uniform
from games.genius_loci.referee import BOARD, CELL_OF, Cell, seen_from
from games.genius_loci.script import (
    CELLS,
    GAME,
    OWN,
    SPIRITS,
    START,
    board,
    legal,
    marks_of,
    play,
    setup,
    start,
    view_of,
    written,
)
from locarium.games.genius_loci.setup import parse_placement, show_placement
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.history import History
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

SPIRIT_CELLS = ["b3", "c6", "d4", "e1", "f3"]
PETALS = ["a1", "a2", "a3", "b2", "c3", "d5", "d6", "d7", "e2", "e3", "e5", "e6", "f1", "f2", "f5", "g1"]
ALIGNED = "wwww/wwwww/wwwwww/wbTPSYC/bbbbbb/bbbbb/bbbb w"  # five spirits in row d
APART = "wwww/wwTww/Ywwwww/wwwPbbb/bbbbbC/bbSbb/bbbb w"


def drawn(seed: int, **options: object) -> History:
    """Return a game after its chance step."""
    history = History(setup(**options))
    history.draw(random_digits(history.position, new_rng(seed)))
    return history


def spirits(history: History) -> dict[str, str]:
    return {spirit.letter: spirit.cell for spirit in view_of(history).spirits}


def share_a_line(cells: list[str]) -> bool:
    return any(CELL_OF[a] in seen_from(CELL_OF[b]) for a, b in product(cells, repeat=2))


@pytest.mark.clause("GENIUS-01")
@pytest.mark.parametrize("name", ["house", "petals", "random"])
def test_board_is_full_at_the_start(name: str) -> None:
    view = view_of(drawn(3, setup=name))
    assert [len(humans) for humans in view.humans] == [16, 16]
    assert len({spirit.cell for spirit in view.spirits}) == 5
    assert sorted([*view.humans[0], *view.humans[1], *(spirit.cell for spirit in view.spirits)]) == sorted(CELLS)
    assert "." not in view.position


@pytest.mark.clause("GENIUS-01")
def test_edition_has_five_spirits() -> None:
    names = {spirit.letter: spirit.names["en"] for spirit in view_of(start()).spirits}
    assert names == {"T": "Tractor", "P": "Pulsor", "S": "Saltator", "Y": "Scylla", "C": "Charybdis"}


@pytest.mark.parametrize("seats", [-1, 0, 1, 3])
def test_unsupported_player_counts_are_rejected(seats: int) -> None:
    with pytest.raises(BadInput, match=rf"is for 2 players, not {seats}"):
        Setup(GAME, seats)


@pytest.mark.clause("GENIUS-02")
def test_house_setup_places_the_humans() -> None:
    view = view_of(start())
    first = [cell for cell in CELLS if (cell[0] in "abc" or cell in ("d1", "d2", "d3")) and cell not in SPIRIT_CELLS]
    assert view.humans[0] == first
    assert view.humans[1] == [cell for cell in CELLS if cell not in [*first, *SPIRIT_CELLS]]
    assert view.position == START
    assert view.active == [0], "the first player starts"


@pytest.mark.clause("GENIUS-02")
def test_no_two_spirit_cells_share_a_line() -> None:
    assert sorted(spirits(drawn(5)).values()) == SPIRIT_CELLS
    assert not share_a_line(SPIRIT_CELLS)


@pytest.mark.clause("GENIUS-03")
@pytest.mark.parametrize("name", ["house", "petals"])
def test_every_order_of_the_spirits_can_be_drawn(name: str) -> None:
    begin = setup(setup=name).begin()
    assert begin.radices() == [5, 4, 3, 2]
    found = set()
    for digits in product(*map(range, begin.radices())):
        history = History(setup(setup=name))
        history.draw(digits)
        found.add(tuple(spirits(history).values()))
    assert found == set(permutations(SPIRIT_CELLS))


@pytest.mark.clause("GENIUS-03")
@pytest.mark.parametrize("cells", [tuple(SPIRIT_CELLS), ("f3", "e1", "d4", "c6", "b3"), ("d4", "b3", "f3", "c6", "e1")])
def test_chance_step_names_the_spirits_cells(cells: tuple[str, ...]) -> None:
    text = " ".join(["spirits", *(f"{letter} {cell}" for letter, cell in zip("TPSYC", cells, strict=True))])
    history = start(text)
    assert spirits(history) == dict(zip("TPSYC", cells, strict=True))
    assert history.texts() == [(None, text)]


@pytest.mark.clause("GENIUS-03")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "spirits",
        "spirits T b3 P c6 S d4 Y e1",
        f"{SPIRITS} ",
        SPIRITS.replace(" ", "  ", 1),
        SPIRITS.replace("spirits", "Spirits"),
        SPIRITS.replace("T b3 P c6", "P c6 T b3"),
        SPIRITS.replace("f3", "e1"),
        SPIRITS.replace("f3", "f4"),
        SPIRITS.replace("f3", "f9"),
        SPIRITS.replace("C", "c"),
        SPIRITS.replace("C", "Z"),
        f"place {START}",
    ],
)
def test_invalid_chance_steps_are_rejected(text: str) -> None:
    with pytest.raises(BadNotation):
        start(text)


@pytest.mark.clause("GENIUS-04")
def test_petals_setup_places_the_humans() -> None:
    view = view_of(start(setup="petals"))
    assert view.humans[0] == PETALS
    assert view.humans[1] == [cell for cell in CELLS if cell not in [*PETALS, *SPIRIT_CELLS]]


@pytest.mark.clause("GENIUS-04")
def test_random_setup_has_no_two_spirits_on_a_line() -> None:
    for seed in range(times(200, 30)):
        assert not share_a_line(list(spirits(drawn(seed, setup="random")).values()))


@pytest.mark.clause("GENIUS-04")
def test_aligned_option_allows_spirits_on_a_line() -> None:
    some = [share_a_line(list(spirits(drawn(seed, setup="random", aligned=True)).values())) for seed in range(30)]
    assert any(some)
    assert board(start(f"place {ALIGNED}", setup="random", aligned=True)) == ALIGNED
    with pytest.raises(BadNotation, match="no two on a line"):
        start(f"place {ALIGNED}", setup="random")


@pytest.mark.clause("GENIUS-04")
def test_aligned_option_does_not_affect_the_default_setup() -> None:
    assert setup(aligned=True).begin().radices() == setup().begin().radices()
    assert board(start(aligned=True)) == START


def ways_apart(chosen: int, cells: frozenset[Cell]) -> int:
    """Return the number of ways to choose this many cells, in order, with no two on a line."""
    if chosen == 0:
        return 1
    return sum(ways_apart(chosen - 1, cells - seen_from(cell).keys() - {cell}) for cell in cells)


@pytest.mark.clause("GENIUS-04")
def test_number_of_draws_equals_the_number_of_placements() -> None:
    """Each draw gives a different placement (see the round trip below), so all placements are equally likely."""
    spirits_apart = ways_apart(5, frozenset(BOARD))
    assert prod(setup(setup="random").begin().radices()) == spirits_apart * comb(32, 16)
    anywhere = 37 * 36 * 35 * 34 * 33
    assert prod(setup(setup="random", aligned=True).begin().radices()) == anywhere * comb(32, 16)
    assert 0 < spirits_apart < anywhere


@pytest.mark.clause("GENIUS-04")
@settings(max_examples=times(100, 20))
@given(st.booleans(), st.integers(0, 2**63 - 1))
def test_placement_round_trips_to_the_same_draw(aligned: bool, seed: int) -> None:
    options = {"setup": "random", "aligned": aligned}
    history = drawn(seed, **options)
    ((_, text),) = history.texts()
    assert text == f"place {board(history)}"
    assert start(text, **options).steps == history.steps


@pytest.mark.clause("GENIUS-04")
@pytest.mark.parametrize("aligned", [False, True])
def test_humans_and_spirits_are_spread_evenly(aligned: bool) -> None:
    """With aligned spirits, every cell is equally likely for each piece; without, symmetric cells are."""
    whites, tractors, humans = dict.fromkeys(CELLS, 0), dict.fromkeys(CELLS, 0), 0
    for seed in range(times(3000, 200)):
        marks = marks_of(board(drawn(seed, setup="random", aligned=aligned)))
        for cell in CELLS:
            whites[cell] += marks[cell] == "w"
            tractors[cell] += marks[cell] == "T"
            humans += marks[cell] in "wb"
    if aligned:
        assert looks_uniform(list(tractors.values()))
        assert looks_uniform(list(whites.values()))
    corners = ["a1", "a4", "d7", "g4", "g1", "d1"]
    assert looks_uniform([tractors[cell] for cell in corners])
    assert looks_uniform([whites[cell] for cell in corners])
    assert humans == 32 * times(3000, 200)
    assert sum(whites.values()) == humans / 2


@pytest.mark.clause("GENIUS-04")
@pytest.mark.parametrize(
    "text",
    [
        "place",
        "place ",
        START,
        f"Place {APART}",
        f"place {APART} ",
        f"place {APART.replace('wwww/', 'www./', 1)}",
        f"place {APART.replace('wwww/', 'bwww/', 1)}",
        f"place {APART[:-1]}b",
        f"place {APART.replace('T', 'w')}",
        f"place {APART.replace('T', 'Q')}",
        SPIRITS,
    ],
)
def test_invalid_placements_are_rejected(text: str) -> None:
    assert board(start(f"place {APART}", setup="random")) == APART
    with pytest.raises(BadNotation):
        start(text, setup="random")


@pytest.mark.clause("GENIUS-04")
@pytest.mark.parametrize("to_move", ["w", "b"])
def test_position_text_needs_no_chance(to_move: str) -> None:
    position = f"..b./...../..w.C./.w.bY.P/...T../..S../..bw {to_move}"
    history = play(position)
    assert board(history) == position
    assert history.texts() == []
    assert history.position.active == ["wb".index(to_move)]
    assert legal(history)


@pytest.mark.clause("GENIUS-04")
def test_position_text_is_a_setup_in_a_record() -> None:
    record = play(START, "d3 Txc3").record()
    assert record.options == {"setup": START}
    assert record.steps == [(0, "d3 Txc3")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["7 rows from g to a", "w or b"]),
        ("house ", ["7 rows from g to a"]),
        (START[:-2], ["7 rows", "a space and w or b"]),
        (START[:-1], ["a space and w or b"]),
        (f"{START[:-1]}x", ["w or b"]),
        (f"{START}\n", ["w or b"]),
        (START.replace(" ", "  "), ["w or b"]),
        (START.replace("bbbb/", "", 1), ["7 rows"]),
        (f"bbbb/{START}", ["7 rows"]),
        (START.replace("bbbb/", "bbb/", 1), ["row g", "'bbb'", "4 characters"]),
        (START.replace("wwww ", "wwwww "), ["row a", "'wwwww'", "4 characters"]),
        (START.replace("wwwSbbb", "wwwSbb"), ["row d", "'wwwSbb'", "7 characters"]),
        (START.replace("wwwSbbb", "wwwSbbW"), ["row d", "T P S Y C"]),
        (START.replace("wwwSbbb", "wwwSbb?"), ["row d", "w, b, ."]),
        (START.replace("C", "T"), ["spirit T", "2 times", "once"]),
        (START.replace("C", "."), ["spirit C", "0 times", "once"]),
        (START.replace("C", "w"), ["spirit C", "0 times"]),
        (START.replace("bbbb/", "bbbw/", 1), ["17 of w", "the limit is 16"]),
        (START.replace("wwww ", "bwww "), ["17 of b", "the limit is 16"]),
    ],
)
def test_invalid_position_is_rejected(text: str, words: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        play(text)
    for word in words:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)


def test_notation_uses_the_letters_of_the_edition() -> None:
    own = START.translate(str.maketrans("TPSYC", "MBSWJ"))
    assert board(play(own, edition=OWN)) == own
    with pytest.raises(BadInput, match="M B S W J"):
        play(START, edition=OWN)


@given(st.permutations(CELLS), st.integers(0, 16), st.integers(0, 16), st.sampled_from("wb"))
def test_positions_round_trip(cells: list[str], w: int, b: int, to_move: str) -> None:
    marks = dict(zip(cells, "TPSYC" + w * "w" + b * "b", strict=False))
    text = written(marks, to_move)
    assert marks_of(text) == marks
    assert show_placement(parse_placement(text, "TPSYC"), "TPSYC") == text
