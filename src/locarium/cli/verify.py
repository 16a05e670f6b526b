"""`locarium verify`: whether games were dealt fairly, from their records alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

import typer

from locarium.kernel.errors import BadRecord
from locarium.kernel.record import read_record

from .progress import progress
from .records import File, game_of, record_texts

if TYPE_CHECKING:
    from locarium.table.verification import Finding

MARKS = {"right": "ok", "wrong": "WRONG", "unchecked": "not checked", "note": "note"}
VERDICTS = {
    "right": "all of it is right",
    "wrong": "it is not what it says",
    "unchecked": "nothing wrong was found, but not all could be checked",
}
WRONG, UNCHECKED = 1, 3  # exit codes; 2 is for mistakes in the call

Verdict = Literal["right", "wrong", "unchecked"]


def verify(file: File) -> None:
    """Check fair deals offline: commitment, lot and every draw of finished games, then replay them.

    Says line by line what was checked and names the place of whatever is wrong. Exit code: 0 all is right,
    1 something is wrong, 3 nothing is wrong but something could not be checked. The method: docs/fair.md.
    """
    verdicts = Counter(_tell(number, text) for number, text in progress(record_texts(file), "records"))
    if verdicts.total() > 1:
        counts = (verdicts["right"], verdicts["wrong"], verdicts["unchecked"])
        typer.echo("{} records: {} right, {} wrong, {} not wholly checked".format(verdicts.total(), *counts))
    if verdicts["wrong"]:
        raise typer.Exit(WRONG)
    if verdicts["unchecked"]:
        raise typer.Exit(UNCHECKED)


def _tell(number: int, text: str) -> Verdict:
    """Print what is found out about a record."""
    from locarium.table.verification import verify as findings_of

    try:
        record = read_record(text)
        game = game_of(record)
    except BadRecord as error:
        typer.echo(f"record {number}: {error}")
        return "wrong"
    seats = "one seat" if record.seats == 1 else f"{record.seats} seats"
    typer.echo(f"record {number}: {game.about.title}, {seats}")
    found: list[Finding] = []
    for finding in findings_of(record, game):
        typer.echo(f"  {MARKS[finding.verdict]:<11}  {finding.place}: {finding.sentence}")
        found.append(finding)
    verdict = _verdict(found)
    typer.echo(f"record {number}: {VERDICTS[verdict]}")
    return verdict


def _verdict(findings: list[Finding]) -> Verdict:
    said = {finding.verdict for finding in findings}
    return "wrong" if "wrong" in said else "unchecked" if "unchecked" in said else "right"
