"""GENIUS LOCI: the effect of each spirit on a priest, and how spirits move."""

from __future__ import annotations

import pytest

from games.genius_loci.script import CELLS, GAME, board, landings, legal, pieces, play, play_on, stand, staying
from games.refusals import refusal


def cells_of(priests: str) -> list[tuple[str, str]]:
    """Split `d2:d3 a1:` into priests with their landings."""
    return [(pair.split(":")[0], " ".join(pair.split(":")[1].split("+")).strip()) for pair in priests.split()]


# One cell on every line of d4 at distances 1 to 3, and off its lines; then at the edge.


@pytest.mark.clause("GENIUS-11")
@pytest.mark.parametrize(
    ("at", "priest", "landing"),
    [
        *[
            ("d4", *pair)
            for pair in cells_of("d6:d5 d7:d6 d2:d3 d1:d2 b4:c4 a4:b4 b2:c3 a1:b2 f2:e3 g1:f2 f4:e4 g4:f4")
        ],
        *[("d4", *pair) for pair in cells_of("d5: c4: c3: d3: e3: e4: b3: c2: c5: e2: e5: f3: a2: g3:")],
        *[("d1", *pair) for pair in cells_of("d7:d6 a1:b1 a2: g1:f1 c2: a4: d2:")],
    ],
)
def test_tractor_moves_a_priest_one_step_closer_on_a_line(at: str, priest: str, landing: str) -> None:
    assert landings("T", at, priest) == landing


@pytest.mark.clause("GENIUS-12")
@pytest.mark.parametrize(
    ("at", "priest", "landing"),
    [
        *[("d4", *pair) for pair in cells_of("d5:d6 d6:d7 d3:d2 c4:b4 b4:a4 c3:b2 b2:a1 e3:f2 f2:g1 e4:f4 f4:g4")],
        *[("d4", *pair) for pair in cells_of("d7: d1: a4: a1: g1: g4: b3: c2: c5: e2: e5: f3: a2: g3:")],
        *[("d1", *pair) for pair in cells_of("d2:d3 d6:d7 d7: b1:a1 a1: f1:g1 g1: c2: e2:")],
    ],
)
def test_pulsor_moves_a_priest_one_step_away_on_a_line(at: str, priest: str, landing: str) -> None:
    assert landings("P", at, priest) == landing


@pytest.mark.clause("GENIUS-13")
@pytest.mark.parametrize(
    ("at", "priest", "landing"),
    [
        *[
            ("d4", *pair)
            for pair in cells_of("d5:d3 d6:d2 d7:d1 c4:e3 b4:f2 a4:g1 c3:e4 b2:f4 a1:g4 e3:c4 f2:b4 g1:a4")
        ],
        *[("d4", *pair) for pair in cells_of("b3: c2: c5: e2: e5: f3: a2: g3:")],
        *[("d2", *pair) for pair in cells_of("d1:d3 d3:d1 d4: d5: c1:e2 e2:c1 e1:c2 c2:e1 f2: b2:")],
    ],
)
def test_saltator_moves_a_priest_to_the_same_distance_on_the_other_side(at: str, priest: str, landing: str) -> None:
    assert landings("S", at, priest) == landing


@pytest.mark.clause("GENIUS-13")
@pytest.mark.parametrize("between", [{}, {"w": "d2 d3 d5"}, {"b": "d2 d5 d6"}, {"T": "d3", "P": "d5", "Y": "d6"}])
def test_pieces_in_between_do_not_matter(between: dict[str, str]) -> None:
    humans = {"w": f"d1 {between.get('w', '')}", "b": f"d7 {between.get('b', '')}"}
    assert "d1 Sxd7" in legal(play(stand(**between | humans, S="d4")))


@pytest.mark.clause("GENIUS-14")
@pytest.mark.parametrize(
    ("at", "priest", "landing"),
    [
        *[("d4", *pair) for pair in cells_of("d5:c4 c4:c3 c3:d3 d3:e3 e3:e4 e4:d5")],
        *[("d4", *pair) for pair in cells_of("d6: b4: a1: b3: e2:")],
        *[("d1", *pair) for pair in cells_of("e1:d2 d2:c1 c1: b1:")],
        *[("g2", *pair) for pair in cells_of("g3:f3 f3:f2 f2:g1 g1: g4:")],
    ],
)
def test_scylla_moves_a_priest_one_step_clockwise(at: str, priest: str, landing: str) -> None:
    assert landings("Y", at, priest) == landing


@pytest.mark.clause("GENIUS-15")
@pytest.mark.parametrize(
    ("at", "priest", "landing"),
    [
        *[("d4", *pair) for pair in cells_of("d5:e4 e4:e3 e3:d3 d3:c3 c3:c4 c4:d5")],
        *[("d4", *pair) for pair in cells_of("d6: b4: a1: b3: e2:")],
        *[("d1", *pair) for pair in cells_of("c1:d2 d2:e1 e1: b1:")],
        *[("g2", *pair) for pair in cells_of("g1:f2 f2:f3 f3:g3 g3: g4:")],
    ],
)
def test_charybdis_moves_a_priest_one_step_anticlockwise(at: str, priest: str, landing: str) -> None:
    assert landings("C", at, priest) == landing


# Landings.


@pytest.mark.clause("GENIUS-10")
@pytest.mark.parametrize(("w", "b"), [("d2 d3", "g2"), ("d2", "d3 g2")])
def test_own_and_enemy_humans_can_be_sacrificed(w: str, b: str) -> None:
    history = play(stand(w=w, b=b, T="d5"), "d2 Txd3")
    assert pieces(board(history)) == pieces(stand(w="d3", b="g2", T="d5"))


@pytest.mark.clause("GENIUS-10")
@pytest.mark.parametrize("other", "PSYC")
def test_priest_never_lands_on_a_spirit(other: str) -> None:
    history = play(stand(w="d2 b4 b5", b="a3 c4 c6 b3 f4", T="d5", **{other: "d3"}))
    assert not staying([step for step in legal(history, "T") if step.startswith("d2 ")])
    assert refusal(history, 0, "d2 Txd3") == "no-human-there"


@pytest.mark.clause("GENIUS-10")
def test_priest_beside_tractor_cannot_step_onto_it() -> None:
    history = play(stand(w="d4 b4 b5", b="a3 c4 c6 b3 f4", T="d5"))
    assert not staying([step for step in legal(history, "T") if step.startswith("d4 ")])
    assert refusal(history, 0, "d4 Txd5") == "no-human-there"


@pytest.mark.clause("GENIUS-10")
def test_all_spirits_stay_on_the_board() -> None:
    history = play(stand(w="d2", b="d3 e3", T="d5"), "d2 Txd3")
    assert all(board(history).count(letter) == 1 for letter in "TPSYC")


@pytest.mark.clause("GENIUS-16")
@pytest.mark.parametrize(
    ("spirits", "step", "reason"),
    [
        ({"T": "d5"}, "d2 Txd3", "no-human-there"),  # onto an empty cell
        ({"P": "d4"}, "d2 Pxd1", "no-human-there"),
        ({"S": "d4"}, "d2 Sxd6", "no-human-there"),
        ({"Y": "d3"}, "d2 Yxe2", "no-human-there"),
        ({"C": "d3"}, "d2 Cxc2", "no-human-there"),
        ({"T": "d5", "P": "d3"}, "d2 Txd3", "no-human-there"),  # onto a spirit
        ({"P": "d4", "S": "d1"}, "d2 Pxd1", "no-human-there"),
        ({"S": "d4", "Y": "d6"}, "d2 Sxd6", "no-human-there"),
        ({"Y": "d3", "C": "e2"}, "d2 Yxe2", "no-human-there"),
        ({"C": "d3", "T": "c2"}, "d2 Cxc2", "no-human-there"),
        ({"T": "d5"}, "d2 Txf4", "spirit-forbids"),  # onto a human that the spirit doesn't lead to
        ({"P": "d4"}, "d2 Pxf4", "spirit-forbids"),
        ({"S": "d4"}, "d2 Sxf4", "spirit-forbids"),
        ({"Y": "d3"}, "d2 Yxc2", "spirit-forbids"),
        ({"C": "d3"}, "d2 Cxe2", "spirit-forbids"),
        ({"T": "d5"}, "d2 Txd2", "spirit-forbids"),  # onto the priest itself
    ],
)
def test_invalid_sacrifice_is_rejected(spirits: dict[str, str], step: str, reason: str) -> None:
    history = play(stand(w="d2 b4 b5", b="a3 c4 c6 b3 f4", **spirits))
    assert step not in legal(history)
    assert refusal(history, 0, step) == reason


@pytest.mark.clause("GENIUS-16")
@pytest.mark.parametrize(
    ("spirit", "at", "priest"),
    [("P", "d5", "d7"), ("P", "b2", "a1"), ("S", "d2", "d5"), ("S", "g2", "f2"), ("Y", "d1", "c1"), ("C", "d1", "e1")],
)
def test_step_off_the_board_is_not_a_sacrifice(spirit: str, at: str, priest: str) -> None:
    assert landings(spirit, at, priest) == ""


# Movement of spirits.


def goals(spirit: str, at: str, **others: str) -> str:
    """Return the cells a spirit may move to, whichever sacrifice it then takes."""
    history = play(stand(**others, **{spirit: at}))
    parse, rules = GAME.notation.parse, history.setup.fields
    priest = others["w"].split()[0]
    faults = {cell: history.position.fault(0, parse(rules, f"{priest} {spirit}-{cell}x{priest}")) for cell in CELLS}
    assert set(faults.values()) == {"spirit-cannot-go", "spirit-forbids"}
    return " ".join(cell for cell, fault in faults.items() if fault == "spirit-forbids")


@pytest.mark.clause("GENIUS-09")
def test_spirit_moves_along_a_line_to_any_empty_cell() -> None:
    others = {"w": "b3", "b": "b1 b2 b4", "P": "a1", "S": "a2", "Y": "a3", "C": "a4"}
    assert goals("T", "d4", **others) == "c3 c4 d1 d2 d3 d5 d6 d7 e3 e4 f2 f4 g1 g4"
    assert goals("T", "g4", **others) == "c3 d4 d7 e4 e6 f4 f5 g1 g2 g3"


@pytest.mark.clause("GENIUS-09")
def test_spirit_moves_over_empty_and_occupied_cells() -> None:
    """A human of each side and a spirit are between d4 and d7. The spirit can't move onto any of them."""
    others = {"w": "d5 a2", "b": "d6 a3", "P": "d3", "S": "d2", "Y": "a1", "C": "a4"}
    assert goals("T", "d4", **others) == "b2 b4 c3 c4 d1 d7 e3 e4 f2 f4 g1 g4"


@pytest.mark.clause("GENIUS-09")
def test_spirit_cannot_move_to_its_own_cell() -> None:
    history = play(stand(w="d2", b="d3", T="d5"))
    assert "d2 Txd3" in legal(history)
    assert refusal(history, 0, "d2 T-d5xd3") == "spirit-cannot-go"


@pytest.mark.clause("GENIUS-09")
@pytest.mark.parametrize("cell", ["f3", "b3", "e5", "d2", "d3", "g1"])
def test_spirit_cannot_move_off_its_lines_or_onto_a_piece(cell: str) -> None:
    """d2 and d3 have humans, g1 has Saltator."""
    history = play(stand(w="d2", b="d3", T="d4", S="g1"))
    assert refusal(history, 0, f"d2 T-{cell}xd3") == "spirit-cannot-go"


@pytest.mark.clause("GENIUS-08", "GENIUS-09")
def test_spirit_moves_before_it_takes_the_sacrifice() -> None:
    """On f3 Tractor shares no line with d2. From d5 it draws the priest from d2 to d3."""
    history = play(stand(w="d2", b="d3", T="f3"))
    assert legal(history, "T") == ["d2 T-d5xd3"]
    assert refusal(history, 0, "d2 Txd3") == "spirit-forbids"
    play_on(history, "d2 T-d5xd3")
    assert board(history) == stand("b", w="d3", T="d5")


@pytest.mark.clause("GENIUS-09")
def test_spirit_can_move_to_a_cell_the_priest_has_left() -> None:
    """Not in the same sacrifice, where the spirit moves before the priest."""
    history = play(stand(w="d2", b="d3 d4", T="d6", P="d5"))
    assert refusal(history, 0, "d2 T-d2xd3") == "spirit-cannot-go"
    assert refusal(history, 0, "d2 P-d2xd3") == "spirit-cannot-go"
    play_on(history, "d2 Txd3, P-d2xd4")
    assert board(history) == stand("b", w="d4", T="d6", P="d2")
