"""`locarium verify`: check from records that games were dealt fairly."""

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
    "right": "everything is correct",
    "wrong": "verification failed",
    "unchecked": "nothing wrong was found, but some parts could not be checked",
}
WRONG, UNCHECKED = 1, 3  # exit codes; 2 means wrong arguments

Verdict = Literal["right", "wrong", "unchecked"]


def verify(file: File) -> None:
    """Verify the shuffles of finished games offline.

    Checks the commitment, the seat draw and every other draw, then replays each game. Prints one line per check and
    names the place of any error. Exit codes: 0 if everything is correct, 1 if something is wrong, 3 if nothing is wrong
    but some parts could not be checked. docs/fair.md explains the method.
    """
    verdicts = Counter(_verify(number, text) for number, text in progress(record_texts(file), "records"))
    if verdicts.total() > 1:
        counts = (verdicts["right"], verdicts["wrong"], verdicts["unchecked"])
        typer.echo("{} records: {} correct, {} wrong, {} partly unchecked".format(verdicts.total(), *counts))
    if verdicts["wrong"]:
        raise typer.Exit(WRONG)
    if verdicts["unchecked"]:
        raise typer.Exit(UNCHECKED)


def _verify(number: int, text: str) -> Verdict:
    """Verify a record and print the findings."""
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
