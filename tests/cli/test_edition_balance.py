"""`locarium edition balance` from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from locarium.kernel.jit import IS_COMPILED

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Call

ZONES = ["yellow", "purple", "red", "green", "blue"]
FEW = ("--games", "6" if IS_COMPILED else "2", "--workers", "1")
NO_STRONG = ("--strong-games", "0")


def test_house_edition_meets_the_goals(call: Call) -> None:
    answer = call("edition", "balance", "house", *FEW, *NO_STRONG, "--seats", "1")
    assert answer.code == 0
    assert answer.lines[0] == f"greedy, solo, {FEW[1]} games"
    names = [line.split()[0] for line in answer.lines if line.startswith("  ")]
    assert names[1:] == ["total", *ZONES, "coins", "unspent", "discards", "percentiles", *(
        f"{each}th" for each in (10, 30, 50, 70, 90, 99)
    )]  # fmt: skip
    assert len([line for line in answer.lines if line.startswith("greedy, solo: ")]) == 3
    assert answer.out == call("edition", "balance", *FEW, *NO_STRONG, "--seats", "1").out, "deals are reproducible"


@pytest.mark.compiled
def test_json_has_the_results_of_both_bots(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    answer = call(
        "edition", "balance", "house", *FEW, "--strong-games", "2", "--simulations", "1", "--seed", "3",
        "--json", str(file),
    )  # fmt: skip
    assert answer.code == 0
    written = json.loads(file.read_text("utf-8"))
    assert written["seed"] == 3
    samples = written["samples"]
    assert [(each["player"], each["seats"]) for each in samples] == [
        ("greedy", 1), ("greedy", 2), ("master:simulations=1", 1), ("master:simulations=1", 2),
    ]  # fmt: skip
    assert [bool(each["percentiles"]) for each in samples] == [True, False, True, False], "only solo games have ranks"
    assert samples[2]["total"]["value"] > samples[0]["total"]["value"]


def test_unbalanced_edition_misses_the_goals(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call("edition", "new", "rich")
    file = tmp_path / "rich.toml"
    file.write_text(file.read_text("utf-8").replace("end_points = 8", "end_points = 99"), "utf-8")
    answer = call("edition", "balance", "rich.toml", *FEW, *NO_STRONG, "--seats", "1")
    assert "±15 % of their mean: missed (green +" in answer.out
    assert "mean total 140 to 190: missed" in answer.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["house", "--game", "lokus"], "works for locus only; lokus has no zones"),
        (["house", "--strong-games", "1"], "an interval needs at least 2 games"),
        (["house", "--seats", "9"], "players, not 9"),
        (["house", "--json", "/no/where.json"], "the folder '/no' does not exist"),
        (["castle"], "neither house nor an edition file"),
    ],
)
def test_errors_name_the_problem(call: Call, arguments: list[str], message: str) -> None:
    answer = call("edition", "balance", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
