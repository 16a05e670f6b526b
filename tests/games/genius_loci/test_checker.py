"""GENIUS LOCI: the checker's own rules match the real ones."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import times
from games.genius_loci.endings import TABLES, ending, last_steps
from games.genius_loci.referee import BOARD, CELL_OF, Referee, distance, seen_from
from games.genius_loci.script import HOUSE, START, setup
from locarium.games.genius_loci import certificate, checker
from locarium.games.genius_loci.certificate import after_turn, show_position, turns_of
from locarium.games.genius_loci.checker import Rules, Turn, Wrong, read_position
from locarium.kernel.position import Position

MANY = {"house": 14, "lines": 8, "single": 20, "lines-single": 14, "visitors": 12, "own": 7}  # humans


def rules_of(table: str) -> Rules:
    edition, options = TABLES[table]
    return Rules(edition.text, options)


def between_turns(table: str) -> list[Position]:
    """Return positions of random games, including finished ones."""
    games = [last_steps(table, MANY[table], seed) for seed in range(times(4, 1))]
    return [position for game in games for position in game.positions if position.fields.priest < 0]


@pytest.mark.parametrize("table", TABLES)
def test_turns_lead_to_the_same_positions(table: str) -> None:
    rules, stuck = rules_of(table), 0
    for position in between_turns(table):
        found = {checker.show_position(outcome) for outcome in rules.outcomes(read_position(show_position(position)))}
        assert found == {show_position(after) for _, after in turns_of(position)}
        assert position.is_over == (not found)
        stuck += position.is_over
    assert stuck


@pytest.mark.parametrize("table", TABLES)
def test_written_turns_lead_to_the_right_position(table: str) -> None:
    rules = rules_of(table)
    position = next(each for each in (ending(table, 9, seed) for seed in range(99)) if not each.is_over)
    here, some = read_position(show_position(position)), list(turns_of(position))[: times(200, 20)]
    for turn, after in some:
        assert checker.show_position(rules.follow(here, turn)) == show_position(after)
        assert show_position(after_turn(position, turn)) == show_position(after)


@pytest.mark.parametrize("table", TABLES)
def test_sacrifices_match_the_referee(table: str) -> None:
    """Compare every step, also during turns."""
    edition, options = TABLES[table]
    rules = rules_of(table)
    history = last_steps(table, MANY[table], 5)
    referee = Referee(show_position(history.positions[0]), edition=edition.text, **options)
    for _, step in history.texts():
        pieces, mover = read_position(referee.position)
        names = [referee.priest] if referee.priest else [cell for cell, piece in pieces if piece == mover]
        found = set()
        for priest in names:
            assert priest is not None
            named = "" if referee.priest else f"{BOARD[priest]} "
            turn = Turn(dict(pieces), mover, priest, frozenset(referee.given))
            found |= {f"{named}{text}" for text, _ in rules.sacrifices(turn)}
        assert found == referee.sacrifices()
        referee.apply(step)
    assert referee.is_over


def test_first_turn_of_a_game_matches_the_rules() -> None:
    position = setup(setup=START).begin()
    found = {checker.show_position(outcome) for outcome in Rules(HOUSE.text, {}).outcomes(read_position(START))}
    assert found == {show_position(after) for _, after in turns_of(position)}


def test_cells_distances_and_lines_match_the_board() -> None:
    assert checker.CELLS == CELL_OF
    for a in BOARD:
        for b in BOARD:
            assert checker.distance(a, b) == distance(a, b)
            assert checker.aligned(a, b) == (b in seen_from(a))


def test_positions_round_trip() -> None:
    for text in (START, "..b./..wT./.bbw.b/..wSbw./.wb..P/bYCww/w.b. b"):
        assert checker.show_position(read_position(text)) == text


@pytest.mark.parametrize("text", ["", "w", START[:-2], START[:-1] + "x", START.replace("/", "", 1), START + " w"])
def test_invalid_position_is_rejected(text: str) -> None:
    with pytest.raises(Wrong, match="is not a position"):
        read_position(text)


@pytest.mark.parametrize(
    ("turn", "fault"),
    [
        ("", "'' is not a turn in"),
        ("d3", "'d3' is not a turn in"),
        ("d3 end", "'d3 end' is not a turn in"),
        ("d5 Txc3", "is not a turn in"),  # an enemy
        ("d4 Txc3", "is not a turn in"),  # a spirit
        ("z9 Txc3", "is not a turn in"),
        ("d3 Txc4 end", "'Txc4' of 'd3 Txc4 end' is not a sacrifice in"),
        ("d3 Txc3 Txc4 end", "'Txc4' of"),  # twice to one spirit
        ("d3 Txc3", "a turn needs 'end' if it could go on, and only then"),
        ("d3  Txc3 end", "'' of"),
        ("d3 Txc3 end end", "'end' of"),
    ],
)
def test_invalid_turn_is_rejected_with_its_place(turn: str, fault: str) -> None:
    rules = Rules(HOUSE.text, {})
    assert checker.show_position(rules.follow(read_position(START), "d3 Txc3 end"))[-1] == "b"
    with pytest.raises(Wrong) as caught:
        rules.follow(read_position(START), turn)
    assert fault in str(caught.value)
    assert START in str(caught.value)


def test_turn_cannot_contain_an_end_with_option_single() -> None:
    rules = Rules(HOUSE.text, {"single": True})
    assert rules.follow(read_position(START), "d3 Txc3")
    with pytest.raises(Wrong, match="if it could go on, and only then"):
        rules.follow(read_position(START), "d3 Txc3 end")


def test_unknown_move_is_rejected() -> None:
    with pytest.raises(Wrong, match="'sideways' is not a spirit's move"):
        Rules(HOUSE.text.replace('"mirror"', '"sideways"'), {}).outcomes(read_position(START))


def test_checker_imports_only_the_standard_library() -> None:
    tree = ast.parse(Path(checker.__file__).read_text("utf-8"))
    imported: list[Any] = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imported if isinstance(node, ast.Import) for alias in node.names}
    names |= {f"{'.' * node.level}{node.module or ''}" for node in imported if isinstance(node, ast.ImportFrom)}
    assert names
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
    assert not {"importlib", "runpy"} & names


def test_checker_and_writer_use_the_same_format() -> None:
    assert checker.FORMAT == certificate.FORMAT
