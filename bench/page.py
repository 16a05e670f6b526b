"""The figures as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .measure import Figure, Spread
    from .report import Report

HEAD = """# Figures

Written by `script/bench` (`locarium bench`); do not edit. Each figure is measured beside its peer in the same run, in
turns, and compared as a ratio: the machine is shared and noisy. In brackets the least and the most.
"""


def to_markdown(report: Report) -> str:
    """A table, then what has to be said about each figure."""
    machine = report.machine
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    lines = [HEAD, f"{report.date}, {machine.cpu}, {machine.cores} cores, {machine.system}; {versions}.\n"]
    lines += ["| figure | unit | ours | peer | ratio | goal | |", "|---|---|---|---|---|---|---|"]
    lines += [_row(figure) for figure in report.figures]
    lines += ["", *(f"- **{figure.name}**: {figure.what}. {figure.note}".rstrip() for figure in report.figures)]
    lines += ["", "What was run beside our own code:", ""]
    lines += [f"- {name}: `{command}`" for name, command in report.commands.items()]
    return "\n".join(lines) + "\n"


def _row(figure: Figure) -> str:
    met = {True: "met", False: "missed", None: ""}[figure.met]
    cells = [figure.name, figure.unit, *(_cell(each) for each in (figure.ours, figure.peer, figure.ratio))]
    return f"| {' | '.join([*cells, str(figure.goal or ''), met])} |"


def _cell(numbers: Spread | None) -> str:
    return "-" if numbers is None else f"{numbers.median:.2f} ({numbers.least:.2f}..{numbers.most:.2f})"
