"""`locarium arena` from the command line."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from locarium.kernel.record import read_record

from .conftest import Call


def test_contest_writes_json_records_and_chart(call: Call, tmp_path):
    files = {name: tmp_path / f"result.{name}" for name in ("json", "jsonl", "svg")}
    answer = call(
        "arena", "loco", "greedy", "random", "--games", "6", "--workers", "1",
        "--json", str(files["json"]), "--records", str(files["jsonl"]), "--chart", str(files["svg"]),
    )  # fmt: skip
    assert answer.code == 0
    assert "greedy" in answer.out
    assert "6 games" in answer.out
    result = json.loads(files["json"].read_text())
    assert {standing["name"] for standing in result["standings"]} == {"greedy", "random"}
    assert len([read_record(line) for line in files["jsonl"].read_text().splitlines()]) == 6
    assert ElementTree.fromstring(files["svg"].read_text()).tag.endswith("svg")


def test_sprt_stops_early_when_the_first_bot_is_stronger(call: Call):
    answer = call("arena", "genius-loci", "greedy", "random", "--games", "400", "--workers", "1", "--sprt")
    assert "first bot stronger by 20 Elo: proven" in answer.out
    assert int(answer.out.splitlines()[-2].split()[0]) < 400, "stops early"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["loco", "greedy"], "at least two bots"),
        (["loco", "greedy", "rondom"], "unknown bot 'rondom'"),
        (["loco", "greedy", "random", "--option", "shout=auto"], "'shout' is a table option"),
        (["lokus", "greedy", "random", "random", "--sprt"], "an even number of seats"),
        (["loco", "greedy", "random", "--json", "/no/where.json"], "the folder '/no' does not exist"),
        (["loco", "greedy", "random", "--seats", "9"], "players, not 9"),
    ],
)
def test_errors_name_the_problem(call: Call, arguments, message):
    answer = call("arena", *arguments)
    assert answer.code == 2
    assert message in answer.err


def test_ladder_plays_all_levels(call: Call, tmp_path):
    answer = call(
        "arena", "ladder", "genius-loci", "--games", "2", "--workers", "1",
        "--json", str(tmp_path / "ladder.json"), "--chart", str(tmp_path / "charts"),
    )  # fmt: skip
    assert answer.code == 0
    for upper, lower in zip(range(2, 6), range(1, 5), strict=True):
        assert f"level-{upper} beats level-{lower} in " in answer.out
    (found,) = json.loads((tmp_path / "ladder.json").read_text())
    assert len(found["standings"]) == 5
    assert ElementTree.fromstring((tmp_path / "charts" / "genius-loci.svg").read_text()).tag.endswith("svg")


def test_contest_is_the_default_arena_command(call: Call):
    short, long = (
        call("arena", *word, "loco", "greedy", "random", "--games", "4", "--workers", "1") for word in ([], ["contest"])
    )
    assert short.out == long.out
