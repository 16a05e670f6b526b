"""Old records of every version of the rules still replay exactly."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from conformance.cases import CASES, FOREIGN
from locarium import catalogue
from locarium.kernel.edition import HOUSE
from locarium.kernel.record import Record, read_record
from locarium.kernel.replay import replay
from locarium.table.fairness import METHODS
from locarium.table.verification import verify

FILES = sorted(Path(__file__).parent.glob("*.jsonl"))


@lru_cache
def read(path: Path) -> list[tuple[str, Record]]:
    """Return the lines of a file and their records."""
    return [(line, read_record(line)) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_record_replays(path: Path) -> None:
    for number, (line, record) in enumerate(read(path), start=1):
        written = replay(record, catalogue.game(record.game)).record()
        again = msgspec.structs.replace(written, fair=record.fair, meta=record.meta, ended=record.ended)
        if record.ended is not None:
            again = msgspec.structs.replace(again, result=record.result)
        assert msgspec.structs.replace(again, rules=record.rules).to_json() == line, f"{path.name}, record {number}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_proof_verifies_by_its_own_method(path: Path) -> None:
    proven = [record for _, record in read(path) if record.fair is not None]
    assert {record.fair["method"] for record in proven if record.fair} == set(METHODS)
    for record in proven:
        wrong = [
            found for found in verify(record, catalogue.game(record.game)) if found.verdict in ("wrong", "unchecked")
        ]
        assert wrong == []


def test_every_rules_version_has_records() -> None:
    wanted = {f"{name}-{version}" for name in catalogue.NAMES for version in versions(name)}
    assert {path.stem for path in FILES} == wanted
    for path in FILES:
        name, _, version = path.stem.rpartition("-")
        assert {(record.game, record.rules) for _, record in read(path)} == {(name, int(version))}


def versions(game: str) -> range:
    return range(1, catalogue.about(game).rules_version + 1)


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_every_seat_count_option_and_edition_has_a_record(game: str) -> None:
    """When you add an option or an edition, add records with it to a new file."""
    records = [record for path in FILES for _, record in read(path) if record.game == game]
    there = {(record.seats, tuple(sorted(record.options.items())), edition_of(record)) for record in records}
    for case in CASES:
        if case.name == game:
            assert (case.seats, tuple(sorted(case.options)), case.edition) in there, str(case)
    assert any(record.fair for record in records)
    assert any(record.ended for record in records) == (2 in {record.seats for record in records})


def edition_of(record: Record) -> str:
    if record.edition_text is not None:
        assert record.edition_text == FOREIGN[record.game]
        return "foreign"
    return record.edition or HOUSE
