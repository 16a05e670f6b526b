"""An independent checker, written from docs/fair.md alone, agrees with `verify`, also on manipulated records."""

from __future__ import annotations

import ast
import json
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import FOREIGN
from locarium import catalogue
from locarium.kernel.record import read_record
from locarium.kernel.rng import new_rng
from locarium.table.verification import verify
from table import checker
from table.tables import finish, full_table, seed, times

POSITION = "..b./..wT./.bbw.b/..wSbw./.wb..P/bYCww/w.b. b"
CASES: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [  # game, seats, options, edition
    *(("loco", seats, {"family": True, "match": match}, {}) for seats in (2, 3, 4, 5) for match in ("single", "full")),
    *(("lokus", seats, {}, {}) for seats in (3, 4, 5)),
    *(("lokus", seats, {"crowd": True, "hand": 11}, {"edition_text": FOREIGN["lokus"]}) for seats in (2, 6)),
    *(("locus", seats, {}, {}) for seats in (1, 2, 3, 4, 5)),
    *(("locus", seats, {}, {"edition_text": FOREIGN["locus"]}) for seats in (1, 4)),
    *(("genius-loci", 2, {"setup": setup}, {}) for setup in ("house", "petals", "random", POSITION)),
    ("genius-loci", 2, {"setup": "random", "aligned": True, "lines": "any"}, {"edition": "visitors"}),
    ("genius-loci", 2, {"setup": "petals", "single": True}, {"edition_text": FOREIGN["genius-loci"]}),
    ("genius-loci", 2, {"setup": "random"}, {"edition_text": FOREIGN["genius-loci"]}),
]


@lru_cache
def played(case: int, who: str) -> tuple[str, str]:
    """Return a finished record and its edition text. `who` says which seats add seeds or are bots."""
    name, seats, options, edition = CASES[case]
    seeds = {"all": range(seats), "last": [seats - 1], "none": [], "bots": [0]}[who]
    bots = range(1, seats) if who == "bots" else []
    table = full_table(catalogue.game(name), seats, options=options, seeds=seeds, bots=bots, **edition)
    return finish(table, new_rng(case)).record().to_json(), table.setup.edition.text


def wrong(record: Any) -> list[str]:
    """Return the places that `verify` reports as wrong."""
    read = read_record(json.dumps(record))
    found = verify(read, catalogue.game(read.game))
    places = [re.split(r" \(|, seat", finding.place)[0] for finding in found if finding.verdict == "wrong"]
    return list(dict.fromkeys(places))


def of_draws(places: list[str]) -> list[str]:
    return [place for place in places if place.startswith("draw ")]


@pytest.mark.parametrize("who", ["all", "last", "none", "bots"])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_independent_checker_accepts_fair_records(case: int, who: str) -> None:
    text, edition_text = played(case, who)
    assert checker.faults(text, edition_text) == []
    seats, seeds = CASES[case][1], json.loads(text)["fair"]["seeds"]
    added = {"all": range(seats), "last": [seats - 1], "none": [], "bots": [0]}[who]
    assert seeds == [seed(seat) if seat in added else "" for seat in range(seats)]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_independent_checker_and_verify_report_the_same_draws(case: int) -> None:
    """A changed seed changes every draw. In a game without draws it can only change who goes first."""
    text, edition_text = played(case, "all")
    for number in range(times(5, 1)):
        record = json.loads(text)
        record["fair"]["seeds"][-1] = seed(100 + number)
        found = checker.faults(json.dumps(record), edition_text)
        assert found == wrong(record)
        assert of_draws(found) or not any(seat is None for seat, _ in record["steps"])


@pytest.mark.parametrize("case", range(len(CASES)))
def test_swapped_seeds_are_detected_in_every_game_with_draws(case: int) -> None:
    text, edition_text = played(case, "all")
    record = json.loads(text)
    if record["seats"] == 1:
        return
    seeds = record["fair"]["seeds"]
    seeds[0], seeds[-1] = seeds[-1], seeds[0]
    found = checker.faults(json.dumps(record), edition_text)
    assert found == wrong(record)
    assert of_draws(found) or not any(seat is None for seat, _ in record["steps"])


@pytest.mark.parametrize("case", range(len(CASES)))
def test_changes_to_committed_fields_are_detected(case: int) -> None:
    text, edition_text = played(case, "all")
    assert checker.faults(text, edition_text + "\n") != [], "another edition"
    for change in ({"options": {"single": True, "crowd": True, "family": False}}, {"game": "chess"}):
        record = json.loads(text) | change
        assert checker.commitment(record, edition_text) != record["fair"]["commitment"]
    record = json.loads(text)
    record["fair"]["secret"] = bytes(32).hex()
    assert checker.faults(json.dumps(record), edition_text)[0] == "commitment"


def sizes_of_decks(seats: int) -> list[int]:
    case = next(index for index, (name, count, *_) in enumerate(CASES) if (name, count) == ("locus", seats))
    steps = json.loads(played(case, "all")[0])["steps"]
    return [len(text.split()) - 1 for seat, text in steps if seat is None and text.startswith("deck")]


def test_locus_decks_are_reshuffled_with_and_without_open_cards() -> None:
    assert sizes_of_decks(1) == [48]
    assert sizes_of_decks(3)[:2] == [48, 48]
    assert sizes_of_decks(4)[:2] == [48, 45]


def test_deals_for_the_web_client_tests_are_fair() -> None:
    """Records with only the chance steps, used by web/src/games/deals.test.ts."""
    records = json.loads((Path(__file__).parent / "deals.json").read_text("utf-8"))
    assert {record["game"] for record in records} == set(catalogue.NAMES)
    for record in records:
        about = catalogue.about(record["game"])
        brought = FOREIGN[record["game"]] if "edition_text" in record else None
        edition = about.edition_brought(record.get("edition"), brought)
        assert checker.faults(json.dumps(record), edition.text) == []


def test_independent_checker_imports_only_the_standard_library() -> None:
    tree = ast.parse(Path(checker.__file__).read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
