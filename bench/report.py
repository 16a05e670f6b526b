"""Run the benchmarks, print the figures as a table and save them as JSON."""

from __future__ import annotations

import datetime
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table

from locarium.kernel.errors import BadInput
from locarium.kernel.jit import IS_COMPILED

from . import (
    c_version,
    editions,
    first_page,
    genius_loci_playouts,
    genius_loci_solver,
    holding,
    loco_playouts,
    locus_playouts,
    lokus_playouts,
    open_spiel_bots,
    research,
    server,
    start,
    strength,
    thinking,
    under_attack,
)
from .charts import CHARTS, draw
from .measure import Figure, Machine, Spread, describe_machine, one_core
from .page import by_likeness, to_markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

AVAILABLE: dict[str, Callable[[float], list[Figure]]] = {
    "loco-playouts": loco_playouts.measure,
    "lokus-playouts": lokus_playouts.measure,
    "locus-playouts": locus_playouts.measure,
    "genius-loci-playouts": genius_loci_playouts.measure,
    "genius-loci-solver": genius_loci_solver.measure,
    "c-version": c_version.measure,
    "start": start.measure,
    "thinking": thinking.measure,
    "server": server.measure,
    "server-memory": holding.measure,
    "attacks": under_attack.measure,
    "first-page": first_page.measure,
    "reference": strength.measure_reference,
    "pettingzoo": research.measure_turns,
    "vectors": research.measure_vectors,
    "threads": research.measure_threads,
}
LONG = (  # figures that are measured only if named, on all cores
    strength.AVAILABLE | open_spiel_bots.AVAILABLE | editions.AVAILABLE | under_attack.AVAILABLE
)
PEER_COMMANDS = {
    "loco-playouts": loco_playouts.COMMAND,
    "lokus-playouts": lokus_playouts.COMMAND,
    "locus-playouts": locus_playouts.COMMAND,
    "genius-loci-playouts": genius_loci_playouts.COMMAND,
    "genius-loci-solver": genius_loci_solver.COMMAND,
    "c-version": c_version.COMMAND,
    "start": start.COMMAND,
    "thinking": thinking.COMMAND,
    "server": server.COMMAND,
    "server-memory": holding.COMMAND,
    "first-page": first_page.COMMAND,
    "pettingzoo": research.TURN_COMMAND,
    "vectors": research.VECTOR_COMMAND,
    "threads": research.THREADS_COMMAND,
    **dict.fromkeys(["reference", *strength.AVAILABLE], strength.COMMAND),
    **dict.fromkeys(["attacks", *under_attack.AVAILABLE], under_attack.COMMAND),
    **dict.fromkeys(open_spiel_bots.AVAILABLE, open_spiel_bots.COMMAND),
    **dict.fromkeys(editions.AVAILABLE, editions.COMMAND),
}
TABLE_WIDTH = 100


class Report(msgspec.Struct, frozen=True):
    """The saved results."""

    date: str
    machine: Machine
    commands: dict[str, str]  # the run itself, and the peer command of each figure
    figures: list[Figure]


CHECKOUT = Path(__file__).resolve().parents[1]
RESULTS, PAGE = CHECKOUT / "bench" / "results.json", CHECKOUT / "docs" / "figures.md"


def run(names: Sequence[str], seconds: float, output: Path | None = None, *, update: bool = False) -> list[Figure]:
    """Measure figures, each side for `seconds`, and print them.

    Without names, measure all figures and write the repository's results and page. With names, write them only if
    `update` is set.
    """
    is_complete = not names
    names = names or list(AVAILABLE)
    if not IS_COMPILED:
        raise BadInput("benchmarks need compiled rules: unset NUMBA_DISABLE_JIT")
    if is_complete or update:
        check_environment(Path(sys.prefix))
    if update and not is_complete:
        check_interpreter(read_results().machine, describe_machine())
    figures: list[Figure] = []
    for name in names:
        with one_core() if name in AVAILABLE else nullcontext():
            figures += (AVAILABLE | LONG)[name](seconds)
    commands = {"run": shlex.join(["locarium", "bench", *names, "--seconds", f"{seconds:g}"])}
    commands |= {name: PEER_COMMANDS[name] for name in names}
    report = Report(datetime.datetime.now(datetime.UTC).date().isoformat(), describe_machine(), commands, figures)
    show(report, Console(width=max(Console().width, TABLE_WIDTH), highlight=False))
    if is_complete or update:
        before = read_results()
        kept = with_long(before, report) if is_complete else merged(before, report)
        write(kept, RESULTS)
        write_page(kept)
    if output is not None:
        write(report, output)
    return figures


def check_environment(prefix: Path) -> None:
    """Reject any Python other than the one that script/setup picks."""
    if prefix.resolve() != CHECKOUT / ".venv":
        raise BadInput(f"the figures on the page must be measured in .venv, not in {prefix}; run script/bench")


def check_interpreter(before: Machine, now: Machine) -> None:
    """Reject a mix of figures from two interpreters."""
    theirs, ours = before.versions["python"], now.versions["python"]
    if theirs != ours:
        raise BadInput(
            f"the other figures were measured with Python {theirs}, but this is Python {ours}; "
            "run script/bench to measure all of them again"
        )


def read_results() -> Report:
    """Read the repository's results."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=Report)


def write_page(report: Report) -> None:
    """Write the page of figures and its charts."""
    for path, text in page_files(report).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


def page_files(report: Report) -> dict[Path, str]:
    """Return the content of the page and its charts, by path."""
    figures = by_likeness(report.figures)
    charts = {
        PAGE.with_suffix("") / f"{chart.name}.svg": draw(chart, figures) for chart in CHARTS if chart.shown(figures)
    }
    return {PAGE: to_markdown(report)} | charts


def with_long(before: Report, now: Report) -> Report:
    """Keep the old figures that are measured only if named, unless they come from another Python."""
    if before.machine.versions["python"] != now.machine.versions["python"]:
        return now
    figures = [figure for figure in before.figures if figure.name in LONG]
    commands = {name: command for name, command in before.commands.items() if name in LONG}
    return msgspec.structs.replace(now, figures=[*now.figures, *figures], commands=now.commands | commands)


def merged(before: Report, now: Report) -> Report:
    """Replace the figures that were measured again, and note when and how."""
    separate = f"Measured separately on {now.date} by `{now.commands['run']}`."
    newer = {
        figure.name: msgspec.structs.replace(figure, note=f"{figure.note} {separate}".lstrip())
        for figure in now.figures
    }
    figures = [newer.pop(figure.name, figure) for figure in before.figures]
    commands = before.commands | now.commands | {"run": before.commands["run"]}
    return msgspec.structs.replace(before, figures=[*figures, *newer.values()], commands=commands)


def write(report: Report, output: Path) -> None:
    """Save as readable JSON."""
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")


def show(report: Report, console: Console) -> None:
    """Print the machine, one line per figure, and the notes."""
    machine = report.machine
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    console.print(f"{report.date}, {machine.cpu}, one of {machine.cores} cores, {machine.system}\n{versions}\n")
    columns = ("figure", "unit", "ours", "peer", "ratio", "range", "comparison", "goal", "")
    table = Table(*columns, box=None, pad_edge=False)
    for figure in by_likeness(report.figures):
        table.add_row(*_row(figure))
    console.print(table)
    for figure in report.figures:
        console.print(f"\n{figure.name}: {figure.what}. {figure.note}")


def _row(figure: Figure) -> list[str]:
    met = {True: "met", False: "MISSED", None: ""}[figure.met]
    ours, peer, ratio = (_median(numbers) for numbers in (figure.ours, figure.peer, figure.ratio))
    range_text = f"{figure.ratio.least:.2f}..{figure.ratio.most:.2f}" if figure.ratio else ""
    comparison = "another game" if figure.other_game else ""
    return [figure.name, figure.unit, ours, peer, ratio, range_text, comparison, str(figure.goal or ""), met]


def _median(numbers: Spread | None) -> str:
    return f"{numbers.median:.2f}" if numbers else "-"
