"""`locarium bench`: the figures of the repository's bench/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from locarium.kernel.errors import BadInput, one_of

CHECKOUT = Path(__file__).resolve().parents[3]


def bench(
    names: Annotated[list[str] | None, typer.Argument(help="Which figures; all if none is named.")] = None,
    seconds: Annotated[float, typer.Option(help="How long each side is measured.", min=0.1)] = 5.0,
    output: Annotated[Path, typer.Option(help="Where the figures are written.")] = CHECKOUT / "bench" / "results.json",
) -> None:
    """Measure speed beside peers in the same run; needs a checkout of the repository."""
    if not (CHECKOUT / "bench" / "report.py").exists():
        raise BadInput("bench is part of a checkout of the repository, not of the installed package")
    sys.path.insert(0, str(CHECKOUT))
    from bench import report

    unknown = [name for name in names or [] if name not in report.AVAILABLE]
    if unknown:
        raise BadInput(f"there is no figure {unknown[0]!r}; there are {one_of(sorted(report.AVAILABLE))}")
    report.run(names or list(report.AVAILABLE), seconds, output)
