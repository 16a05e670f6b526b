"""`locarium bench`: run the benchmarks in the repository's bench/."""

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
        list[str] | None, typer.Argument(help="Benchmarks to run; by default all except those of bot strength.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Seconds to measure each side.", min=0.1)] = 5.0,
    output: Annotated[Path | None, typer.Option(help="Also write the results to this file.")] = None,
    update: Annotated[bool, typer.Option("--update", help="Update these results in bench/ and docs/.")] = False,
    report_only: Annotated[
        bool, typer.Option("--report", help="Only regenerate docs/figures.md from bench/results.json.")
    ] = False,
) -> None:
    """Measure speed, compared with peers in the same run. Needs a checkout. A full run updates bench/ and docs/."""
    if not (CHECKOUT / "bench" / "report.py").exists():
        raise BadInput("bench needs a checkout of the repository; the installed package does not include it")
    sys.path.insert(0, str(CHECKOUT))
    from bench import report

    if report_only:
        if names or output or update:
            raise BadInput("--report measures nothing; drop the benchmark names, --output and --update")
        report.write_page(report.read_results())
        return
    known = report.AVAILABLE | report.LONG
    unknown = [name for name in names or [] if name not in known]
    if unknown:
        raise BadInput(f"unknown benchmark {unknown[0]!r}; choose {one_of(sorted(known))}")
    check_folders(output)
    report.run(names or [], seconds, output, update=update)
