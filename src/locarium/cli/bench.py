"""`locarium bench`: the figures of the repository's bench/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from locarium.kernel.errors import BadInput, one_of

from .options import check_folders

CHECKOUT = Path(__file__).resolve().parents[3]


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Which figures; if none is named all but those of strength.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each side is measured.", min=0.1)] = 5.0,
    output: Annotated[Path | None, typer.Option(help="Also write the figures to this file.")] = None,
    update: Annotated[bool, typer.Option("--update", help="Replace these figures in bench/ and docs/.")] = False,
    report_only: Annotated[
        bool, typer.Option("--report", help="Measure nothing; write docs/figures.md anew from bench/results.json.")
    ] = False,
) -> None:
    """Measure speed beside peers in the same run; needs a checkout. All figures go to bench/ and docs/ too."""
    if not (CHECKOUT / "bench" / "report.py").exists():
        raise BadInput("bench is part of a checkout of the repository, not of the installed package")
    sys.path.insert(0, str(CHECKOUT))
    from bench import report

    if report_only:
        if names or output or update:
            raise BadInput("--report measures nothing: leave out figures, --output and --update")
        report.write_page(report.read_results())
        return
    known = report.AVAILABLE | report.LONG
    unknown = [name for name in names or [] if name not in known]
    if unknown:
        raise BadInput(f"there is no figure {unknown[0]!r}; there are {one_of(sorted(known))}")
    check_folders(output)
    report.run(names or [], seconds, output, update=update)
