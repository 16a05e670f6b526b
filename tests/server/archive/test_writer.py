"""Finished games are archived once, together with the event that ends them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from locarium import catalogue
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.server.archive import writer
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import Append, Conflict, EventLog
from locarium.table.events import Bot, Person, TableSettings
from locarium.table.table import Table

SECRET = bytes(32)
ADA, BEN = Person("Ada", "proof of Ada"), Bot("Ben", level=2)


def over(name: str = "t", *, public: bool = False, spectators: bool = True) -> Table:
    """Return a table where Ada resigned."""
    settings = TableSettings(public=public, spectators=spectators)
    table = Table.open(catalogue.game("genius-loci"), name=name, secret=SECRET, seats=2, settings=settings)
    table.sit(0, ADA)
    table.sit(1, BEN)
    table.resign(table.seat_of(ADA.person_id) or 0)
    return table


def summary(status: str) -> dict[str, object]:
    return {"game": "genius-loci", "opened": 7.0, "status": status}


@pytest.fixture
def database(database_address: str) -> Iterator[Database]:
    database = Database(database_address)
    yield database
    database.close()


def kept(database: Database) -> list[str]:
    with database.engine.connect() as connection:
        ids = list(connection.execute(sa.select(schema.games.c.id).order_by(schema.games.c.id)).scalars())
        assert set(connection.execute(sa.select(schema.players.c.game)).scalars()) == set(ids)
        return ids


def test_finished_table_becomes_an_archive_entry() -> None:
    [filed] = writer.file_table(over(), 5.0)
    assert filed.game.items() >= {"id": "t.1", "table": "t", "number": 1, "finished": 5.0, "bots": 1}.items()
    assert filed.game.items() >= {"game": "genius-loci", "seats": 2, "options": "{}", "ended": "resigned"}.items()
    players = {player["name"]: player for player in filed.players}
    assert players["Ada"].items() >= {"person_id": ADA.person_id, "is_bot": False, "level": None, "won": False}.items()
    assert players["Ben"].items() >= {"person_id": None, "is_bot": True, "level": 2, "won": True, "score": None}.items()


@pytest.mark.parametrize(("public", "spectators"), [(True, True), (True, False), (False, True)])
def test_game_is_public_if_spectators_could_watch(public: bool, spectators: bool) -> None:
    [filed] = writer.file_table(over(public=public, spectators=spectators), 0.0)
    assert filed.game["public"] == (public and spectators)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_counted_favourites_have_names(name: str) -> None:
    game = catalogue.game(name)
    setup = Setup(game, game.about.seats(game.about.options())[-1])
    record = write_game(setup, new_rng(3), choose_at_random).record()
    filed = writer.file_import(record, setup, "me", 0.0)
    assert game.taste is not None
    for player in filed.players:
        tally = json.loads(player["tallies"])
        assert tally
        for key, count in tally.items():
            assert setup.texts("fr").get(game.taste.section, key)
            assert count > 0


def test_game_is_archived_in_the_transaction_that_ends_it(database: Database) -> None:
    table = over()
    filed = writer.file_table(table, 5.0)
    end, go_on = (partial(writer.replace, table="t", filed=games) for games in (filed, []))

    async def run() -> None:
        log = EventLog(database)
        await log.append(Append("t", 1, table.events[:-1], summary("running")))
        last, version = table.events[-1:], len(table.events)
        ends = [log.append(Append("t", version, last, {"status": "over"}, then=[end])) for _ in range(3)]
        results = await asyncio.gather(*ends, return_exceptions=True)
        assert sorted(isinstance(result, Conflict) for result in results) == [False, True, True]
        assert kept(database) == ["t.1"]
        with pytest.raises(Conflict):  # an append that has not seen the end
            await log.append(Append("t", version, last, {"status": "running"}, then=[go_on]))
        assert kept(database) == ["t.1"]
        await log.append(Append("t", version + 1, last, {"status": "running"}, then=[go_on]))
        assert kept(database) == []
        await log.append(Append("t", version + 2, last, {"status": "over"}, then=[end]))
        await log.append(Append("t", version + 3, last))
        assert kept(database) == ["t.1"]
        log.close()

    asyncio.run(run())


def test_renaming_changes_only_names(database: Database) -> None:
    [filed] = writer.file_table(over(), 5.0)
    other = Table.replayed(catalogue.game("genius-loci"), over().events)
    other.seats = [Person("Zoe", who.person_id) if isinstance(who, Person) else who for who in other.seats]
    with database.engine.begin() as connection:
        writer.put(connection, [filed])
        writer.rename(connection, writer.file_table(other, 9.0))
        row = connection.execute(sa.select(schema.games)).one()
        names = connection.execute(sa.select(schema.players.c.name)).scalars().all()
    assert row.finished == 5.0
    assert "Zoe" in row.record.decode()
    assert sorted(names) == ["Ben", "Zoe"]
