"""`locarium record …`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from games.locus import script as locus
from locarium import catalogue
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Call


def random_records(call: Call, *arguments: str) -> list[dict[str, Any]]:
    answer = call("record", "random", "loco", *arguments)
    assert (answer.code, answer.err) == (0, "")
    return [json.loads(line) for line in answer.lines]


def changed(record: str, **fields: object) -> str:
    return json.dumps(json.loads(record) | fields)


def test_same_seed_gives_the_same_games(call: Call) -> None:
    one, again, other = (random_records(call, "--seed", seed, "--games", "3") for seed in ("5", "5", "6"))
    assert one == again
    assert one != other
    assert len({json.dumps(record) for record in one}) == 3, "the games of one run differ"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_number_of_seats_is_used(call: Call, seats: int) -> None:
    (record,) = random_records(call, "--seats", str(seats))
    assert record["seats"] == len(record["result"]["scores"]) == seats


def test_default_is_the_minimum_number_of_seats(call: Call) -> None:
    assert random_records(call)[0]["seats"] == 2


def test_record_holds_only_options_that_differ_from_defaults(call: Call) -> None:
    written = ["match=full", "family=true", "strict-marker=false"]
    (record,) = random_records(call, "--seats", "5", *(word for text in written for word in ("--option", text)))
    assert record["options"] == {"match": "full", "family": True}
    assert "options" not in random_records(call, "--option", "match=single")[0]


@pytest.mark.parametrize("player", ["random", "greedy", "mixed"])
def test_all_bots_play_legal_games(call: Call, player: str) -> None:
    games = call("record", "random", "loco", "--player", player, "--games", "3", "--legal").out
    assert call("record", "check", "-", stdin=games).out == "ok (3 records)\n"


def test_legal_option_adds_legal_steps(call: Call) -> None:
    (record,) = random_records(call, "--legal")
    assert record["legal"][0] is None
    for (_, text), legal in zip(record["steps"][1:], record["legal"][1:], strict=True):
        assert text in legal
    assert "legal" not in random_records(call)[0]


def test_valid_record_passes_the_check(call: Call, file: Path) -> None:
    answer = call("record", "check", str(file))
    assert (answer.code, answer.out, answer.err) == (0, "ok\n", "")


def test_dash_reads_standard_input(call: Call, record: str) -> None:
    assert call("record", "check", "-", stdin=record).out == "ok\n"
    assert call("record", "check", "-", stdin=f"{record}\n\n{record}").out == "ok (2 records)\n"


def test_record_can_span_several_lines(call: Call, file: Path, record: str) -> None:
    file.write_text(json.dumps(json.loads(record), indent=2), "utf-8")
    assert call("record", "check", str(file)).out == "ok\n"


def test_errors_name_the_record_and_step(call: Call, record: str) -> None:
    steps = json.loads(record)["steps"]
    lines = [
        record.strip(),
        changed(record, steps=[*steps[:4], [steps[4][0], "x9"], *steps[5:]]),
        changed(record, steps=[*steps[:2], steps[3]]),
        changed(record, result={"scores": [0, 0, 0], "winners": [0, 1, 2]}),
        changed(record, colour="red"),
        changed(record, game="chess"),
        changed(record, options={"match": "half"}),
        changed(record, legal=[]),
        record.replace('"seats"', '"seats'),
        "[1, 2]",
        record.strip(),
    ]
    answer = call("record", "check", "-", stdin="\n".join(lines))
    assert (answer.code, answer.err) == (1, "")
    expected = [
        (2, "step 5: ", "'x9'"),
        (3, "step 3: ", "turn"),
        (4, "", "result"),
        (5, "", "'colour'"),
        (6, "", "'chess'"),
        (7, "", "single or full"),
        (8, "", "'legal'"),
        (9, "", "JSON"),
        (10, "", "a list"),
    ]
    assert len(answer.lines) == len(expected)
    for line, (number, step, culprit) in zip(answer.lines, expected, strict=True):
        assert line.startswith(f"record {number}: {step}")
        assert culprit in line


def test_illegal_step_is_explained(call: Call, record: str) -> None:
    deal, (seat, text), *_ = json.loads(record)["steps"]
    answer = call("record", "check", "-", stdin=changed(record, steps=[deal, [seat, text], [(seat + 1) % 3, text]]))
    assert answer.out == (
        f"record 1: step 3: {text!r} of seat {(seat + 1) % 3}: This card isn’t in your hand. Play one that is.\n"
    )


def test_legal_command_lists_the_steps_at_the_end_of_a_record(call: Call, record: str) -> None:
    whole = json.loads(record)
    del whole["result"]
    for count in (1, 5):
        stopped = json.dumps(whole | {"steps": whole["steps"][:count]})
        position = replay(read_record(stopped), catalogue.game("loco")).position
        answer = call("record", "legal", "-", stdin=stopped)
        assert answer.lines == position.legal_texts(position.active[0])
        assert (answer.code, answer.err) == (0, "")


@pytest.mark.clause("LOCUS-18")
def test_legal_command_includes_seats_that_act_out_of_turn(call: Call) -> None:
    history = locus.start(2, "y-d2 p-i4 r-u5", "0 take y-d2", order="printed")
    answer = call("record", "legal", "-", stdin=history.record().to_json())
    assert answer.lines[0] == "0: discard"
    assert answer.lines[-2:] == ["1: take p-i4", "1: take r-u5"]


def test_legal_command_explains_why_no_seat_can_act(call: Call, record: str) -> None:
    over = call("record", "legal", "-", stdin=record)
    assert (over.code, over.out, over.err) == (0, "", "the game is over\n")
    begun = json.loads(record) | {"steps": []}
    del begun["result"]
    due = call("record", "legal", "-", stdin=json.dumps(begun))
    assert (due.code, due.out, due.err) == (0, "", "a random draw comes next\n")


@pytest.mark.parametrize(("language", "word"), [("en", "plays the"), ("de", "spielt"), ("fr", "joue")])
def test_game_is_narrated(call: Call, file: Path, record: str, language: str, word: str) -> None:
    answer = call("record", "show", str(file), "--lang", language)
    steps = json.loads(record)["steps"]
    assert (answer.code, answer.err) == (0, "")
    assert len(answer.lines) == 1 + len(steps) + 1 + 1
    assert answer.lines[2].strip() == steps[0][1]  # the deal has a line of its own
    assert answer.lines[0].startswith("LOCO!  3 ")
    assert word in answer.lines[3]
    assert answer.lines[3].split()[0] == "2"
    for score in json.loads(record)["result"]["scores"]:
        assert str(score) in answer.lines[-1]


def sentences(narrated: str, record: str) -> str:
    """Return the narration without the deal's text and without column padding."""
    deal = json.loads(record)["steps"][0][1]
    assert narrated.count(deal) == 1
    return " ".join(narrated.replace(deal, "").split())


@pytest.mark.parametrize("observer", [0, 2, SPECTATOR])
def test_redacted_game_is_narrated_like_the_full_one(call: Call, record: str, observer: int) -> None:
    redacted = replay(read_record(record), catalogue.game("loco")).record(observer).to_json()
    assert "?" in redacted
    narrated, whole = (sentences(call("record", "show", "-", stdin=each).out, each) for each in (redacted, record))
    assert narrated == whole
    answer = call("record", "check", "-", stdin=redacted)
    assert answer.code == 1
    assert "can be shown but not replayed" in answer.out


@pytest.mark.parametrize(
    ("steps", "culprit"),
    [
        ([[None, "deal 9 / ? / ? / ? / ?"]], "step 1: 'deal 9'"),
        ([[None, "?"]], "step 1: '?'"),
        ([[None, "deal 0 / ?"], [7, "r1 y"]], "step 2: There is no seat 7"),
        ([[None, "deal 0 / ?"], [1, "banana"]], "step 2: 'banana'"),
        ([[None, "deal 0 / ?"], [1, "r3! y"]], "step 2: 'r3! y': Only Loco cards"),
    ],
)
def test_invalid_redacted_game_is_rejected(call: Call, record: str, steps: list[object], culprit: str) -> None:
    answer = call("record", "show", "-", stdin=changed(record, steps=steps))
    assert answer.code == 2
    assert answer.err.startswith(f"locarium: record 1: {culprit}")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("command", ["legal", "show"])
def test_other_commands_name_an_invalid_record(call: Call, record: str, command: str) -> None:
    steps = [*json.loads(record)["steps"][:3], [0, "x9"]]
    answer = call("record", command, "-", stdin=record + changed(record, steps=steps))
    assert answer.code == 2
    assert "locarium: record 2: step 4: " in answer.err
