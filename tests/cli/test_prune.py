"""`locarium prune` deletes abandoned tables and keeps finished games."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.table.events import AnyEvent, Begun, ChatMessage, EndedEarly, Opened, Seated, Stepped
from server.server_process import ServerProcess
from server.stored import PEOPLE, write_table
from services import Postgres

from .conftest import Call

DAY = 86400.0
OLD, NEW = time.time() - 100 * DAY, time.time() - 10 * DAY


def seated(at: float) -> list[AnyEvent]:
    return [Seated(seat, PEOPLE[seat], time=at) for seat in range(2)]


def opened(name: str) -> Opened:
    return Opened(name, "loco", 1, 2, {}, {}, "ab" * 32)


TABLES: dict[str, tuple[str, list[AnyEvent]]] = {
    "never-begun": ("waiting", seated(OLD)[:1]),
    "left-unfinished": ("running", [*seated(OLD), Stepped(0, "r1 y", "k", OLD)]),
    "drawn-by-lot": ("running", [*seated(OLD), Begun([1, 0])]),
    "still-played": ("running", [*seated(OLD), Stepped(0, "r1 y", "k", NEW)]),
    "still-talking": ("waiting", [*seated(OLD)[:1], ChatMessage(0, "hello?", "k", NEW)]),
    "finished": ("over", [*seated(OLD), EndedEarly(0, "resigned", OLD)]),
    "between-games": ("between", [*seated(OLD), EndedEarly(0, "resigned", OLD)]),
    "second-game": ("running", [*seated(OLD), Stepped(0, "a", "k", OLD), Begun([1, 0], OLD)]),
    "second-game-after-resigning": ("running", [*seated(OLD), EndedEarly(0, "resigned", OLD), Begun([1, 0], OLD)]),
    "in-a-contest": ("running", seated(OLD)),
}
ABANDONED = {"never-begun", "left-unfinished", "drawn-by-lot"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    address = f"sqlite:///{tmp_path / 'locarium.sqlite'}"
    for name, (status, events) in TABLES.items():
        write_table(address, [opened(name), *events], status=status)
    database = Database(address)
    with database.engine.begin() as connection:
        connection.execute(sa.update(schema.tables).values(opened=OLD))
        entry = {"contest": "c", "deal": 1, "entrant": 0, "place": 0, "seat": 0, "table": "in-a-contest"}
        connection.execute(sa.insert(schema.entries).values(entry))
    database.close()
    return tmp_path


def stored(data: Path) -> dict[str, set[str]]:
    """Return the table names stored in each database table."""
    database = Database(f"sqlite:///{data / 'locarium.sqlite'}")
    columns = {"tables": schema.tables.c.name, "events": schema.events.c.table, "seats": schema.seats.c.table}
    with database.engine.connect() as connection:
        found = {name: set(connection.execute(sa.select(column)).scalars()) for name, column in columns.items()}
    database.close()
    return found


def test_dry_run_lists_tables_without_deleting(call: Call, data: Path) -> None:
    before = stored(data)
    listed = call("prune", "--data", str(data), "--dry-run")
    assert listed.code == 0
    assert {line.split("…")[0] for line in listed.lines[:-1]} == {name[:6] for name in ABANDONED}
    assert "last activity" in listed.lines[0]
    assert listed.lines[-1] == "Would delete 3 tables with 10 events."
    assert stored(data) == before


def test_only_abandoned_tables_are_deleted(call: Call, data: Path) -> None:
    pruned = call("prune", "--data", str(data))
    assert pruned.code == 0, pruned.err
    assert pruned.lines[-1] == "Deleted 3 tables with 10 events."
    for names in stored(data).values():
        assert names == TABLES.keys() - ABANDONED
    assert call("prune", "--data", str(data)).out == "Deleted 0 tables with 0 events.\n"


def test_days_option_changes_the_age(call: Call, data: Path) -> None:
    assert "Would delete 0 tables" in call("prune", "--data", str(data), "--dry-run", "--days", "200").out
    assert "Would delete 5 tables" in call("prune", "--data", str(data), "--dry-run", "--days", "5").out
    assert call("prune", "--data", str(data), "--days", "0").code == 2


def test_prune_fails_while_the_server_runs(call: Call, data: Path) -> None:
    server = ServerProcess(data)
    try:
        refused = call("prune", "--data", str(data))
        assert refused.code == 2
        assert "stop it first" in refused.err
        assert call("prune", "--data", str(data), "--dry-run").code == 0
    finally:
        server.stop()
    assert call("prune", "--data", str(data)).code == 0


def test_prune_fails_while_a_server_on_postgresql_runs(call: Call, tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.create_database()
    write_table(address, [opened("never-begun")])
    server = ServerProcess(tmp_path, database=address)
    try:
        refused = call("prune", "--database", address)
        assert refused.code == 2
        assert "stop it first" in refused.err
    finally:
        server.stop()
    assert call("prune", "--database", address).lines[-1] == "Deleted 1 tables with 1 events."
    postgres.drop_database(address)


def test_folder_without_data_is_rejected(call: Call, tmp_path: Path) -> None:
    answer = call("prune", "--data", str(tmp_path))
    assert answer.code == 2
    assert str(tmp_path) in answer.err
