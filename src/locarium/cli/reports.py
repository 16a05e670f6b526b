"""`locarium reports`: players' reports about other players."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from locarium.kernel.errors import BadInput

from .data_dir import DatabaseOption, DataOption, address_in, data_folder

if TYPE_CHECKING:
    import sqlalchemy as sa


def reports(
    close: Annotated[int | None, typer.Option(help="Close the report with this number.", min=1, max=2**31 - 1)] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """List open reports, or close one."""
    from locarium.server.people.reports import close_report, open_reports
    from locarium.server.storage.database import Database

    store = Database(database or address_in(data or data_folder()))
    try:
        with store.engine.begin() as connection:
            if close is None:
                _print(list(open_reports(connection)))
            elif close_report(connection, close):
                typer.echo(f"Closed report {close}.")
            else:
                raise BadInput(f"there is no open report {close}")
    finally:
        store.close()


def _print(found: list[sa.Row[Any]]) -> None:
    if not found:
        typer.echo("There are no open reports.")
    for report in found:
        day = datetime.fromtimestamp(report.created).astimezone().strftime("%Y-%m-%d %H:%M")
        typer.echo(f"{report.number}  {day}  {report.reason}  table {report.table}, seat {report.seat}")
        if report.text:
            typer.echo(f"    {report.text}")
