"""Figures that were measured separately replace older ones, if the same Python measured them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from bench.measure import Figure, Machine
from bench.report import CHECKOUT, Report, check_environment, check_interpreter, merged, with_long

from locarium.kernel.errors import BadInput

MACHINE = Machine("a processor", 2, "Linux", {"python": "3.13.1 in /usr"})
OTHER = Machine("a processor", 2, "Linux", {"python": "3.13.1 in /opt"})


def report(date: str, run: str, **figures: str) -> Report:
    found = [Figure(name=name, what="something", unit="s", note=note) for name, note in figures.items()]
    return Report(date, MACHINE, {"run": run} | {name: f"peer of {name}" for name in figures}, found)


def test_newer_figures_replace_older_ones_with_a_note():
    kept = merged(report("1 May", "all", first="old", second="old"), report("2 May", "some", second="new", third=""))
    assert [(figure.name, figure.note) for figure in kept.figures] == [
        ("first", "old"),
        ("second", "new Measured separately on 2 May by `some`."),
        ("third", "Measured separately on 2 May by `some`."),
    ]
    assert kept.date == "1 May"
    assert kept.commands == {name: f"peer of {name}" for name in ("first", "second", "third")} | {"run": "all"}


def test_figures_from_two_interpreters_are_not_mixed():
    check_interpreter(MACHINE, MACHINE)
    with pytest.raises(BadInput, match=r"Python 3\.13\.1 in /usr, but this is Python 3\.13\.1 in /opt.*script/bench"):
        check_interpreter(MACHINE, OTHER)


def test_page_requires_the_python_of_script_setup():
    check_environment(CHECKOUT / ".venv")
    with pytest.raises(BadInput, match="not in /usr; run script/bench"):
        check_environment(Path("/usr"))


def test_slow_figures_from_another_interpreter_are_dropped():
    before, now = report("1 May", "all", **{"strength-loco": ""}), report("2 May", "all", first="")
    assert [figure.name for figure in with_long(before, now).figures] == ["first", "strength-loco"]
    elsewhere = msgspec.structs.replace(now, machine=OTHER)
    assert with_long(before, elsewhere) == elsewhere
