"""`locarium reports` lists and closes players' reports."""

from __future__ import annotations

import asyncio
from pathlib import Path

from locarium.server.people.users import Users
from locarium.server.storage.database import Database
from locarium.server.storage.signing import person_id_of

from .conftest import Call


def test_reports_are_listed_and_closed(call: Call, tmp_path: Path) -> None:
    async def report() -> None:
        database = Database(f"sqlite:///{tmp_path / 'locarium.sqlite'}")
        people = Users(database)
        ada, eve = [(await people.welcome(name))[0].user_id for name in ("Ada", "Eve")]
        await people.report(ada, "window", 1, person_id_of(eve), "chat", "rude\x1b[2J words")
        await people.report(ada, "door", 2, person_id_of(eve), "absence", "")
        database.close()

    asyncio.run(report())
    where = ["--data", str(tmp_path)]
    listed = call("reports", *where)
    assert listed.code == 0
    assert len(listed.lines) == 3
    assert "chat  table window, seat 1" in listed.lines[0]
    assert listed.lines[1].strip() == "rude [2J words"
    assert call("reports", *where, "--close", "1").out == "Closed report 1.\n"
    again = call("reports", *where, "--close", "1")
    assert (again.code, again.err) == (2, "locarium: there is no open report 1\n")
    assert len(call("reports", "--database", f"sqlite:///{tmp_path / 'locarium.sqlite'}").lines) == 1
    call("reports", *where, "--close", "2")
    assert call("reports", *where).out == "There are no open reports.\n"


def test_folder_without_data_is_rejected(call: Call, tmp_path: Path) -> None:
    answer = call("reports", "--data", str(tmp_path))
    assert answer.code == 2
    assert str(tmp_path) in answer.err
    assert not list(tmp_path.iterdir())
