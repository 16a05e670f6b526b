"""`locarium solve`, `certify` and `perft`: proofs and counts for GENIUS LOCI positions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Answer, Call

START = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"
ONE_TURN = "TPY./...../....../Cwb.S../....../...../.... w"
FOUR_TURNS = "T.S./.P.../.....w/.....bY/b.w.../...C./bbw. w"
MANY_POSITIONS = "Y.../..wSC/.b..../b..wb../..bT../...../P.ww b"  # its attack has 15
STUCK = "C.T./..b../..P.../......./.....S/...../Yw.. w"
VISITORS = "..../..L../..b.../.b.w.../..V.b./.wJ../P.C. w"
EDITIONS = Path(__file__).parents[1] / "conformance" / "editions"


def proven(answer: Answer) -> list[str]:
    """Return the output lines without the time taken."""
    assert (answer.code, answer.err) == (0, "")
    first, *rest = answer.lines
    found = re.fullmatch(r"(.+) \([\d,]+ nodes in \d+\.\d\d s\)", first)
    assert found
    return [found[1], *rest]


def refused(answer: Answer, *named: str) -> None:
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"locarium: .+\n", answer.err)
    for words in named:
        assert words in answer.err


# solve


def test_win_in_one_turn_is_proven(call: Call) -> None:
    first, line, attack, position = proven(call("solve", ONE_TURN))
    assert first == "w wins in 1 turn"
    turn = line.removeprefix("   1  w  ")
    assert attack == "attack: 1 position"
    assert position == f"  {ONE_TURN}  {turn}"


def test_win_in_four_turns_is_proven(call: Call) -> None:
    first, *lines = proven(call("solve", FOUR_TURNS))
    assert first == "b wins in 4 turns"
    assert [line.split()[:2] for line in lines[:4]] == [["1", "w"], ["2", "b"], ["3", "w"], ["4", "b"]]
    assert re.fullmatch(r"attack: \d positions", lines[4])
    assert all(re.fullmatch(r"  \S+ b  \S+ .+", line) for line in lines[5:-2])
    assert lines[-2] == "defence: 1 position"
    assert lines[-1].startswith(f"  {FOUR_TURNS}  ")


def test_long_certificates_are_shortened(call: Call) -> None:
    lines = proven(call("solve", MANY_POSITIONS))
    start = next(number for number, line in enumerate(lines) if line.startswith("attack: "))
    count = int(lines[start].split()[1])
    assert count > 12
    assert lines[start + 13] == f"  … {count - 12} more; --certificate FILE writes all of them"


def test_stuck_side_has_lost(call: Call) -> None:
    assert proven(call("solve", STUCK)) == ["b wins at once"]
    assert proven(call("solve", f"{STUCK[:-1]}b"))[0].startswith(("w wins", "b wins"))


def test_no_turns_option_skips_counting_turns(call: Call) -> None:
    first, *lines = proven(call("solve", FOUR_TURNS, "--no-turns"))
    assert first == "b wins"
    assert not any(line.startswith("defence") for line in lines)
    assert lines[0].split()[:2] == ["1", "w"]


@pytest.mark.parametrize("text", [START, FOUR_TURNS])
def test_exhausted_budget_reports_unknown(call: Call, text: str) -> None:
    answer = call("solve", text, "--nodes", "1")
    assert (answer.code, answer.err) == (0, "")
    expected = r"unknown: no proof found after 1 nodes in \d+\.\d\d s; raise --seconds or --nodes\n"
    assert re.fullmatch(expected, answer.out)


def test_zero_seconds_reports_unknown(call: Call) -> None:
    assert call("solve", START, "--seconds", "0").out.startswith("unknown: no proof found after 0 nodes")


def test_node_limit_replaces_the_time_limit(call: Call) -> None:
    assert proven(call("solve", FOUR_TURNS, "--nodes", "1000", "--seconds", "0"))[0] == "b wins in 4 turns"


def test_options_change_the_result(call: Call) -> None:
    answers = [
        proven(call("solve", FOUR_TURNS, *given))
        for given in (
            [],
            ["--option", "lines=any"],
            ["--option", "single=true"],
            ["--option", "lines=any", "--option", "single=true"],
            ["--option", "lines=axis", "--option", "single=false"],
        )
    ]
    assert answers[0] == answers[4]
    assert len({answer[1] for answer in answers[:4]}) > 2, "the lines differ between rules"
    turns = [line.split()[2:] for line in answers[2] if re.match(r" +\d+  [wb]  ", line)]
    assert turns
    assert all(len(words) == 2 for words in turns), "one sacrifice per turn"


def test_custom_spirits_are_solved(call: Call, tmp_path: Path) -> None:
    built_in = proven(call("solve", VISITORS, "--edition", "visitors"))
    assert re.match(r"[wb] wins in \d turn", built_in[0])
    file = tmp_path / "mine.toml"
    foreign = (EDITIONS / "genius-loci.toml").read_text("utf-8")
    file.write_text(foreign, "utf-8")
    position = VISITORS.translate(str.maketrans("LVJPC", "MWJBS"))
    proof = tmp_path / "proof.json"
    assert call("solve", position, "--edition", str(file), "--certificate", str(proof)).code == 0
    assert json.loads(proof.read_text("utf-8"))["edition"] == foreign
    assert call("certify", str(proof)).code == 0
    refused(call("solve", position), "row a", "T P S Y C")


# Certificates


def test_certificate_is_written_and_checked(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    lines = proven(call("solve", FOUR_TURNS, "--certificate", str(file)))
    assert lines[0] == "b wins in 4 turns"
    assert lines[-1] == f"Saved the certificate in {file}. Check it with: locarium certify {file}"
    answer = call("certify", str(file))
    assert (answer.code, answer.err) == (0, "")
    assert re.fullmatch(
        rf"{re.escape(str(file))}: b wins in exactly 4 turns: "
        r"checked the attack in \d+ positions and the defence in 1\n",
        answer.out,
    )


def test_dash_prints_only_the_certificate(call: Call, tmp_path: Path) -> None:
    answer = call("solve", FOUR_TURNS, "--certificate", "-", "--no-turns")
    assert (answer.code, answer.err, len(answer.lines)) == (0, "", 1)
    fields = json.loads(answer.out)
    assert (fields["position"], fields["winner"], fields["turns"]) == (FOUR_TURNS, "b", None)
    file = tmp_path / "printed.json"
    file.write_text(answer.out, "utf-8")
    assert call("certify", str(file)).lines[0].startswith(f"{file}: b wins: checked the attack in ")


def test_unknown_result_has_no_certificate(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    assert call("solve", START, "--nodes", "1", "--certificate", str(file)).out.startswith("unknown")
    assert not file.exists()


def test_unwritable_file_is_reported(call: Call, tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nowhere" / "proof.json"):
        answer = call("solve", ONE_TURN, "--certificate", str(file))
        assert answer.code == 2
        assert answer.err.startswith(f"locarium: cannot write {str(file)!r}: ")


def test_several_certificates_are_checked(call: Call, tmp_path: Path) -> None:
    files = []
    for number, text in enumerate((ONE_TURN, FOUR_TURNS, STUCK)):
        files.append(str(tmp_path / f"{number}.json"))
        call("solve", text, "--certificate", files[-1])
    answer = call("certify", *files)
    assert [line.split(": ")[1] for line in answer.lines] == [
        "w wins in exactly 1 turn",
        "b wins in exactly 4 turns",
        "b wins in exactly 0 turns",
    ]


def test_doctored_certificate_is_rejected(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    fields = json.loads(call("solve", FOUR_TURNS, "--certificate", "-").out)
    file.write_text(json.dumps(fields | {"winner": "w"}), "utf-8")
    answer = call("certify", str(file))
    assert (answer.code, answer.err) == (1, "")
    assert answer.out == f"{file}: not a valid proof: there is no turn for {FOUR_TURNS}\n"


@pytest.mark.parametrize("content", [b"", b"{", b"3", b"[]", b"{}", b"\xff", b"[" * 100_000])
def test_malformed_certificate_is_rejected(call: Call, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "proof.json"
    file.write_bytes(content)
    answer = call("certify", str(file))
    assert (answer.code, answer.err, len(answer.lines)) == (1, "", 1)
    assert answer.out.startswith(f"{file}: not a valid proof: ")


def test_unreadable_certificate_is_reported(call: Call, tmp_path: Path) -> None:
    refused(call("certify", str(tmp_path / "missing.json")), "missing.json", "No such file")
    refused(call("certify", str(tmp_path)), "directory")
    refused(call("certify"), "FILE")


# perft


def test_perft_counts_sequences(call: Call) -> None:
    answer = call("perft", START, "3")
    assert (answer.code, answer.out, answer.err) == (0, "  1  18\n  2  117\n  3  1012\n", "")


@pytest.mark.parametrize(
    ("given", "counts"), [("lines=any", ["56", "246"]), ("single=true", ["18", "494"]), ("lines=axis", ["18", "117"])]
)
def test_perft_respects_options(call: Call, given: str, counts: list[str]) -> None:
    answer = call("perft", START, "2", "--option", given)
    assert [line.split()[1] for line in answer.lines] == counts


def test_perft_handles_custom_spirits_and_finished_games(call: Call) -> None:
    assert call("perft", START.translate(str.maketrans("TPSYC", "LVJPC")), "1", "--edition", "visitors").code == 0
    assert call("perft", STUCK, "2").out == "  1  0\n  2  0\n"
    assert call("perft", START, "0").out == ""


@pytest.mark.parametrize("depth", ["-1", "63", "two"])
def test_perft_depth_is_bounded(call: Call, depth: str) -> None:
    refused(call("perft", START, *(["--"] if depth == "-1" else []), depth))


# Bad positions and options


@pytest.mark.parametrize("command", [["solve"], ["perft"]])
@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", ["'' is not a position", "7 rows from g to a"]),
        ("chess", ["'chess' is not a position"]),
        (START[:-2], ["is not a position", "w or b"]),
        (START[:-1] + "x", ["is not a position", "w or b"]),
        (
            START.replace("bbbb/", "bbb/", 1),
            ["row g of a position is 'bbb'", "it needs 4 characters from w, b, . and T P S Y C"],
        ),
        (START.replace("T", "Q"), ["row b of a position is 'wwQww'"]),
        (START.replace("T", "."), ["spirit T appears 0 times"]),
        (START.replace("T", "S"), ["spirit T appears 0 times"]),
        (START.replace("wwww w", "wwwT w"), ["spirit T appears 2 times"]),
        (START.replace("Ybb", "Ybw"), ["has 17 of w"]),
        *((name, [repr(name), "is the name of a setup"]) for name in ("house", "petals", "random")),
    ],
)
def test_bad_positions_are_rejected(call: Call, command: list[str], text: str, named: list[str]) -> None:
    refused(call(*command, text, *(["1"] if command == ["perft"] else [])), *named)


@pytest.mark.parametrize(
    ("option", "named"),
    [
        ("setup=petals", ["'setup' is not an option here", "the position already defines the setup"]),
        ("match=two", ["'match' is not an option here"]),
        ("lines=some", ["'lines'", "axis or any"]),
        ("single=yes", ["'single'", "false or true"]),
        ("single", ["name=value"]),
        ("speed=3", ["'speed'"]),
    ],
)
def test_bad_options_are_rejected(call: Call, option: str, named: list[str]) -> None:
    for command in (["solve", START], ["perft", START, "1"]):
        refused(call(*command, "--option", option), *named)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["--seconds", "-1"], ["--seconds", "greater than or equal to 0"]),
        (["--seconds", "soon"], ["--seconds", "number"]),
        (["--nodes", "0"], ["--nodes", "greater than or equal to 1"]),
        (["--nodes", "some"], ["--nodes", "integer"]),
        (["--edition", "castle"], ["'castle' is neither", "visitors"]),
    ],
)
def test_bad_arguments_are_rejected(call: Call, given: list[str], named: list[str]) -> None:
    refused(call("solve", START, *given), *named)
