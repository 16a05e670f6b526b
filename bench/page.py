"""The page of figures: charts, one table, remarks (each listed once), and the commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .charts import CHARTS, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .measure import Figure, Spread
    from .report import Report

HEAD = """# Figures

Look up how fast and how strong Locarium is, compared with other software. `script/bench` measures the figures and
writes this page; `locarium bench --report` rewrites it without measuring. Do not edit it.

Each figure and its peer are measured alternately in the same run and compared as a ratio, because the machine is shared
and noisy. The range in brackets is minimum..maximum. If the peer plays **another game**, the two programs do different
work, and the ratio only shows an order of magnitude.
"""
GROUPS = {  # sections by prefix of the figure's name; the first match wins
    "Proofs in GENIUS LOCI": ("genius-loci-solved", "genius-loci-turns", "genius-loci-reference"),
    "Rules": ("loco-", "lokus-", "locus-", "genius-loci-"),
    "Start": ("start-",),
    "Response times of bots": ("bot-",),
    "Strength of bots": ("strength-",),
    "Research": ("pettingzoo-", "vector-"),
    "The server": ("server-",),
    "The server under attack": ("attack-",),
    "The first page": ("web-",),
}
OTHERS = "Others"
SEPARATE = re.compile(r" ?Measured separately on (?P<date>[^`]+?) by `(?P<command>[^`]+)`\.")


def to_markdown(report: Report) -> str:
    """Render charts, table, remarks and commands as Markdown."""
    machine = report.machine
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    lines = [HEAD, f"{report.date}, {machine.cpu}, {machine.cores} cores, {machine.system}; {versions}.\n"]
    lines += [f"![{chart.title}](figures/{chart.name}.svg)\n" for chart in CHARTS if chart.shown(report.figures)]
    lines += [
        "## All figures\n",
        "| figure | unit | ours | peer | ratio | comparison | goal | result |",
        "|---|---|---|---|---|---|---|---|",
    ]
    groups = grouped(report.figures)
    for group, figures in groups.items():
        lines += [f"| **{group}** | | | | | | | |", *(_row(figure) for figure in figures)]
    lines += ["", "## Remarks\n", *remarks([figure for figures in groups.values() for figure in figures])]
    lines += ["", "## What was run\n", *_runs(report), "", "Peers and setups:", ""]
    lines += [f"- {names}: `{command}`" for command, names in _peers(report).items()]
    return "\n".join(lines) + "\n"


def grouped(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    """Group the figures in the order of GROUPS. In each group, comparisons of the same work come first."""
    found: dict[str, list[Figure]] = {group: [] for group in [*GROUPS, OTHERS]}
    for figure in by_likeness(figures):
        fitting = (group for group, starts in GROUPS.items() if figure.name.startswith(starts))
        found[next(fitting, OTHERS)].append(figure)
    order = ("Rules", *GROUPS, OTHERS)
    return {group: found[group] for group in dict.fromkeys(order) if found[group]}


def by_likeness(figures: Sequence[Figure]) -> list[Figure]:
    """Sort comparisons of the same work first, then figures without a peer, then comparisons with another game."""
    return sorted(figures, key=lambda figure: 2 if figure.other_game else 0 if figure.ratio else 1)


def remarks(figures: Sequence[Figure]) -> list[str]:
    """List each remark once, with the figures it applies to, without the date of measurement."""
    by_note: dict[str, list[str]] = {}
    for figure in figures:
        note = SEPARATE.sub("", figure.note).strip()
        if note:
            by_note.setdefault(note, []).append(figure.name)
    return [f"- {_names(names)}: {note}" for note, names in by_note.items()]


def _runs(report: Report) -> list[str]:
    """List the commands that measured, each with its date and figures."""
    runs: dict[tuple[str, str], list[str]] = {}
    for figure in report.figures:
        separate = SEPARATE.search(figure.note)
        run = (separate["date"], separate["command"]) if separate else (report.date, report.commands["run"])
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
