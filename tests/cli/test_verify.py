"""`locarium verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from locarium.kernel.rng import new_rng
from table.tables import finish, full_table

if TYPE_CHECKING:
    from .conftest import Call


@pytest.fixture
def fair() -> str:
    """Return the record of a finished table."""
    return finish(full_table(seats=3, seeds=[0, 2], bots=[1], options={"match": "full"}), new_rng(1)).record().to_json()


def doctored(record: str) -> str:
    fields = json.loads(record)
    fields["fair"]["seeds"].reverse()
    return json.dumps(fields)


def test_each_check_is_printed(call: Call, fair: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(fair, "utf-8")
    answer = call("verify", str(file))
    assert (answer.code, answer.err) == (0, "")
    first, *lines, last = answer.lines
    assert (first, last) == ("record 1: LOCO!, 3 seats", "record 1: everything is correct")
    marks = [line[2:13].strip() for line in lines]
    assert marks == ["ok", "ok", "note", "ok", "ok", "ok", "ok", "note"]
    places = [
        "commitment",
        "seed commitments",
        "seeds",
        "draw 0 (step 1)",
        "draw 1 (step",
        "draw 2 (step",
        "steps",
        "names",
    ]
    assert all(line[15:].startswith(place) for line, place in zip(lines, places, strict=True))
    deals = [text for seat, text in json.loads(fair)["steps"] if seat is None]
    assert all(deal in line for deal, line in zip(deals, lines[3:6], strict=True))


def test_verify_names_the_manipulated_record_and_places(call: Call, fair: str) -> None:
    answer = call("verify", "-", stdin="\n".join([fair, doctored(fair), fair]))
    assert (answer.code, answer.err) == (1, "")
    assert answer.lines[-1] == "3 records: 2 correct, 1 wrong, 0 partly unchecked"
    begin = answer.lines.index("record 2: LOCO!, 3 seats")
    end = answer.lines.index("record 2: verification failed")
    wrong = [line for line in answer.lines if "WRONG" in line]
    assert wrong == [line for line in answer.lines[begin:end] if "WRONG" in line]
    places = [line.split(":")[0].removeprefix("  WRONG").strip().split(" (")[0] for line in wrong]
    seeds = ["seed commitments, seat 0", "seed commitments, seat 2"]
    assert places == [*seeds, "draw 0", "draw 1", "draw 2"]


def test_record_that_cannot_be_checked_exits_with_code_3(call: Call, record: str) -> None:
    answer = call("verify", "-", stdin=record)
    assert answer.code == 3
    assert answer.lines[1].startswith("  not checked  fair: the field is missing")
    assert answer.lines[-1] == "record 1: nothing wrong was found, but some parts could not be checked"
    running = full_table(seeds=[0]).record().to_json()
    assert call("verify", "-", stdin=running).code == 3


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "locarium/1", "game": "chess", "seats": 2, "steps": []}'])
def test_invalid_record_counts_as_wrong(call: Call, fair: str, text: str) -> None:
    answer = call("verify", "-", stdin=f"{fair}\n{text}")
    assert answer.code == 1
    assert answer.lines[-2].startswith("record 2: ")
    assert answer.lines[-1] == "2 records: 1 correct, 1 wrong, 0 partly unchecked"


def test_missing_file_is_reported(call: Call) -> None:
    answer = call("verify", "nowhere.json")
    assert answer.code == 2
    assert "nowhere.json" in answer.err


def test_help_explains_the_checks(call: Call) -> None:
    answer = call("verify", "--help")
    for word in ("commitment", "seat draw", "every other draw", "Exit code", "docs/fair.md"):
        assert word in " ".join(answer.out.split())
