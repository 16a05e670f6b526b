"""The figures as a page: charts, one table, remarks said once, and what was run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .charts import CHARTS, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .measure import Figure, Spread
    from .report import Report

HEAD = """# Figures

Written by `script/bench` (`locarium bench`; `--report` writes the page anew without measuring); do not edit. Each
figure is measured beside its peer in the same run, in turns, and compared as a ratio: the machine is shared and noisy.
In brackets the least and the most. Where the peer plays **another game**, the ratio compares programs that do different
work: it shows an order of magnitude, no more.
"""
GROUPS = {  # of figures, by how their names begin; the first that fits
    "Proofs in GENIUS LOCI": ("genius-loci-solved", "genius-loci-turns", "genius-loci-reference"),
    "Rules": ("loco-", "lokus-", "locus-", "genius-loci-"),
    "Start": ("start-",),
    "Bots think": ("bot-",),
    "Bots win": ("strength-",),
    "Research": ("pettingzoo-", "vector-"),
    "The server": ("server-",),
    "The server under attack": ("attack-",),
    "The first page": ("web-",),
}
OTHERS = "Others"
APART = re.compile(r" ?Measured apart from the others, on (?P<date>[^,]+), by `(?P<command>[^`]+)`\.")


def to_markdown(report: Report) -> str:
    """Charts, a table, remarks, commands."""
    machine = report.machine
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    lines = [HEAD, f"{report.date}, {machine.cpu}, {machine.cores} cores, {machine.system}; {versions}.\n"]
    lines += [f"![{chart.title}](figures/{chart.name}.svg)\n" for chart in CHARTS if chart.shown(report.figures)]
    lines += [
        "## All figures\n",
        "| figure | unit | ours | peer | ratio | beside | goal | reached |",
        "|---|---|---|---|---|---|---|---|",
    ]
    groups = grouped(report.figures)
    for group, figures in groups.items():
        lines += [f"| **{group}** | | | | | | | |", *(_row(figure) for figure in figures)]
    lines += ["", "## Remarks\n", *remarks([figure for figures in groups.values() for figure in figures])]
    lines += ["", "## What was run\n", *_runs(report), "", "Beside our own code:", ""]
    lines += [f"- {names}: `{command}`" for command, names in _peers(report).items()]
    return "\n".join(lines) + "\n"


def grouped(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    """Figures by what they are about, in the order of GROUPS; in each, comparisons on the same work come first."""
    found: dict[str, list[Figure]] = {group: [] for group in [*GROUPS, OTHERS]}
    for figure in by_likeness(figures):
        fitting = (group for group, starts in GROUPS.items() if figure.name.startswith(starts))
        found[next(fitting, OTHERS)].append(figure)
    order = ("Rules", *GROUPS, OTHERS)
    return {group: found[group] for group in dict.fromkeys(order) if found[group]}


def by_likeness(figures: Sequence[Figure]) -> list[Figure]:
    """Comparisons on the same work, then what has no peer, then comparisons with another game."""
    return sorted(figures, key=lambda figure: 2 if figure.other_game else 0 if figure.ratio else 1)


def remarks(figures: Sequence[Figure]) -> list[str]:
    """What has to be said, once for all figures of which it holds; when they were measured is said elsewhere."""
    by_note: dict[str, list[str]] = {}
    for figure in figures:
        note = APART.sub("", figure.note).strip()
        if note:
            by_note.setdefault(note, []).append(figure.name)
    return [f"- {_names(names)}: {note}" for note, names in by_note.items()]


def _runs(report: Report) -> list[str]:
    """The commands that measured, each with its day and its figures."""
    runs: dict[tuple[str, str], list[str]] = {}
    for figure in report.figures:
        apart = APART.search(figure.note)
        run = (apart["date"], apart["command"]) if apart else (report.date, report.commands["run"])
        runs.setdefault(run, []).append(figure.name)
    return [f"- {date}, `{command}`: {_names(names)}" for (date, command), names in runs.items()]


def _peers(report: Report) -> dict[str, str]:
    peers: dict[str, list[str]] = {}
    for name, command in report.commands.items():
        if name != "run":
            peers.setdefault(command, []).append(name)
    return {command: _names(names) for command, names in peers.items()}


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"**{name}**" for name in names)


def _row(figure: Figure) -> str:
    met = {True: "met", False: "**missed**", None: ""}[figure.met]
    cells = [f"**{figure.name}**: {figure.what}", figure.unit]
    cells += [_cell(each) for each in (figure.ours, figure.peer, figure.ratio)]
    cells += ["another game" if figure.other_game else "", str(figure.goal or ""), met]
    return f"| {' | '.join(cells)} |"


def _cell(numbers: Spread | None) -> str:
    if numbers is None:
        return "-"
    if numbers.least == numbers.most:
        return number(numbers.median)
    return f"{number(numbers.median)} ({number(numbers.least)}..{number(numbers.most)})"
