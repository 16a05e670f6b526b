"""`locarium prune`: delete abandoned tables."""

from __future__ import annotations

import os
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from locarium.kernel.errors import BadInput

from .data_dir import DatabaseOption, DataOption, address_in, claim, data_folder

if TYPE_CHECKING:
    import sqlalchemy as sa

    from locarium.server.storage.database import Database
    from locarium.server.tables.pruning import AbandonedTable

DAY = 86400.0  # seconds
SHOWN = 6  # characters of a table's name; the full name is its secret address


def prune(
    days: Annotated[
        int, typer.Option(help="Delete tables without activity for this many days.", min=1, max=36500)
    ] = 90,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="List the tables without deleting them.")] = False,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Delete old tables that never started or never finished. Finished games stay. Stop the server first."""
    from locarium.server.storage.database import Database

    store = Database(database or address_in(data or data_folder()))
    held = None
    try:
        if not dry_run and not store.is_shared:
            held = claim(Path(store.name).parent)
        with store.engine.begin() as connection:
            if not dry_run:
                _check_unused(store, connection)
            _prune(connection, time.time() - days * DAY, dry_run=dry_run)
    finally:
        store.close()
        if held is not None:
            os.close(held)


def _check_unused(store: Database, connection: sa.Connection) -> None:
    from locarium.server.tables.pruning import is_in_use

    if store.is_shared and is_in_use(connection):
        raise BadInput(f"a server is running on {store.shown}; stop it first, or use --dry-run")


def _prune(connection: sa.Connection, before: float, *, dry_run: bool) -> None:
    from locarium.server.tables.pruning import delete_tables, find_abandoned

    found = find_abandoned(connection, before)
    for table in found:
        typer.echo(_describe(table))
    if not dry_run:
        delete_tables(connection, [table.name for table in found])
    events = sum(table.events for table in found)
    typer.echo(f"{'Would delete' if dry_run else 'Deleted'} {len(found)} tables with {events} events.")


def _describe(table: AbandonedTable) -> str:
    day = datetime.fromtimestamp(table.last).astimezone().strftime("%Y-%m-%d")
    return f"{table.name[:SHOWN]}…  {table.game}, {table.status}, {table.events} events, last activity {day}"
