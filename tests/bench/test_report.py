"""What is kept of figures that were measured apart."""

from __future__ import annotations

from bench.measure import Figure, Machine
from bench.report import Report, merged

MACHINE = Machine("a processor", 2, "Linux", {})


def report(date: str, run: str, **figures: str) -> Report:
    found = [Figure(name=name, what="something", unit="s", note=note) for name, note in figures.items()]
    return Report(date, MACHINE, {"run": run} | {name: f"peer of {name}" for name in figures}, found)


def test_newer_figures_take_the_place_of_older_ones_and_say_so():
    kept = merged(report("1 May", "all", first="old", second="old"), report("2 May", "some", second="new", third=""))
    assert [(figure.name, figure.note) for figure in kept.figures] == [
        ("first", "old"),
        ("second", "new Measured apart from the others, on 2 May, by `some`."),
        ("third", "Measured apart from the others, on 2 May, by `some`."),
    ]
    assert kept.date == "1 May"
    assert kept.commands == {name: f"peer of {name}" for name in ("first", "second", "third")} | {"run": "all"}
