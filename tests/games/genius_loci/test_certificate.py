"""GENIUS LOCI: certificates convince the checker; doctored ones do not, and it says where."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import times
from games.genius_loci.endings import TABLES, ending
from games.genius_loci.script import HOUSE, play, setup, stand
from locarium.games.genius_loci import checker
from locarium.games.genius_loci.certificate import (
    FORMAT,
    Certificate,
    after_turn,
    best_line,
    certify,
    show_position,
    split_turn,
    turns_of,
)
from locarium.games.genius_loci.checker import MALFORMED, Wrong, check
from locarium.games.genius_loci.solver import Budget, OutOfBudget, Solver
from locarium.kernel.position import Position

ENOUGH = 200_000  # nodes
FEW = {"house": 8, "lines": 6, "single": 9, "lines-single": 7, "visitors": 7, "own": 5}

FIVE_TURNS = "b..b/.b.../TP.b.w/......w/....w./.Yw.S/..C. w"  # w wins in five
LATER = "b.../.b..S/TP.w.b/......w/....../.Yw../..C. w"  # its third turn, with best play
DEFENDED = "b..b/.b.../TP.w.w/....S.w/....../.Yw../..C. b"  # its second
ONE_TURN = stand(w="d2", b="d3", T="g1", P="g2", S="d5", Y="g3", C="d1")
STUCK = stand(w="a2", b="g3")


def certified(position: Position, *, with_turns: bool = True) -> Certificate:
    solver, budget = Solver(position.setup, 1 << 12), Budget(nodes=ENOUGH)
    solution = solver.solve(position, budget, with_turns=with_turns)
    assert solution.winner is not None
    return certify(solver, position, solution.winner, solution.turns, budget)


@lru_cache
def _written(text: str) -> str:
    return certified(setup(setup=text).begin()).to_json()


def written(text: str) -> dict[str, Any]:
    """The fields of a certificate; a copy for every test to doctor."""
    fields: dict[str, Any] = json.loads(_written(text))
    return fields


def refusal(fields: object) -> str:
    """What the checker says against a certificate; it never breaks down."""
    with pytest.raises(MALFORMED) as caught:
        check(fields)
    return str(caught.value)


# Whole ones


@pytest.mark.parametrize("with_turns", [True, False], ids=["turns", "no-turns"])
@pytest.mark.parametrize("table", TABLES)
def test_the_checker_is_convinced(table: str, with_turns: bool) -> None:
    for seed in range(times(5, 1)):
        certificate = certified(ending(table, FEW[table], seed), with_turns=with_turns)
        said = check(json.loads(certificate.to_json()))
        winner, count = "wb"[certificate.winner], len(certificate.attack)
        if with_turns:
            turns = "1 turn" if certificate.turns == 1 else f"{certificate.turns} turns"
            assert said.startswith(f"{winner} wins in {turns}, no sooner and no later: the attack was followed")
            assert f"through {count} positions, the defence through {len(certificate.defence)}" in said
        else:
            assert said == f"{winner} wins: the attack was followed through {count} positions"
            assert (certificate.turns, certificate.defence) == (None, {})


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_great_ones_are_convincing_too(seed: int) -> None:
    certificate = certified(ending("house", 12, seed))
    assert check(json.loads(certificate.to_json()))
    assert len(best_line(certificate)) == certificate.turns


def test_what_is_written() -> None:
    fields = written(FIVE_TURNS)
    assert list(fields) == [
        *("format", "rules", "options", "edition", "position", "winner", "turns", "attack", "defence")
    ]
    assert (fields["format"], fields["rules"], fields["options"]) == (FORMAT, 1, {})
    assert (fields["edition"], fields["position"]) == (HOUSE.text, FIVE_TURNS)
    assert (fields["winner"], fields["turns"]) == ("w", 5)
    assert set(fields["attack"]) >= {FIVE_TURNS, LATER}
    assert DEFENDED in fields["defence"]
    assert all(text.endswith(" w") for text in fields["attack"])
    assert all(text.endswith(" b") for text in fields["defence"])
    assert "\n" not in _written(FIVE_TURNS)


def test_options_and_editions_are_written() -> None:
    for table, (edition, options) in TABLES.items():
        fields = json.loads(certified(ending(table, 5, 0)).to_json())
        assert (fields["options"], fields["edition"]) == (options, edition.text)


def test_who_is_stuck_needs_no_proof() -> None:
    fields = written(STUCK)
    assert (fields["winner"], fields["turns"], fields["attack"], fields["defence"]) == ("b", 0, {}, {})
    assert check(fields).startswith("b wins in 0 turns, no sooner and no later")


def test_one_that_costs_too_much_is_not_made() -> None:
    position = setup(setup=FIVE_TURNS).begin()
    with pytest.raises(OutOfBudget):
        certify(Solver(position.setup, 1 << 12), position, 0, 5, Budget(nodes=3))


@pytest.mark.parametrize("table", TABLES)
def test_the_best_line_is_legal_and_as_long_as_it_says(table: str) -> None:
    for seed in range(times(8, 2)):
        position = ending(table, FEW[table], seed)
        certificate = certified(position)
        line = best_line(certificate)
        assert len(line) == certificate.turns
        for seat, turn in line:
            assert position.active == [seat]
            before = position.fields.turns
            for step in split_turn(turn):
                assert step in position.legal_texts(seat)
                position.play(seat, position.setup.game.notation.parse(position.setup.fields, step))
            assert position.fields.turns == before + 1
        assert position.is_over
        assert position.outcome().winners == [certificate.winner]  # type: ignore[union-attr]


def test_a_line_without_turns_ends_as_well() -> None:
    certificate = certified(setup(setup=FIVE_TURNS).begin(), with_turns=False)
    position = certificate.position
    for _, turn in best_line(certificate):
        position = after_turn(position, turn)
    assert position.is_over
    assert position.fields.first == 1


# Doctored ones


def test_a_missing_position_is_named() -> None:
    for name in ("attack", "defence"):
        for text in written(FIVE_TURNS)[name]:
            fields = written(FIVE_TURNS)
            del fields[name][text]
            assert refusal(fields) == f"nothing is said about {text}"


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("c3 C-d6xe6 end", "'c3 C-d6xe6 end' is no turn in"),  # nobody there
        ("e6 C-d6xe6 end", "'e6 C-d6xe6 end' is no turn in"),  # the other's
        ("d7 C-d5xe6 end", "'C-d5xe6' of 'd7 C-d5xe6 end' is no sacrifice in"),
        ("d7 C-d6xe5 end", "'C-d6xe5' of 'd7 C-d6xe5 end' is no sacrifice in"),
        ("d7 Qxe6 end", "'Qxe6' of 'd7 Qxe6 end' is no sacrifice in"),
        ("d7 C-d6xe6", "a turn is ended if it could go on, and only then"),
        ("d7 end", "'d7 end' is no turn in"),
        ("d7", "'d7' is no turn in"),
        ("", "'' is no turn in"),
    ],
)
def test_an_illegal_or_unfinished_turn_is_named(turn: str, said: str) -> None:
    fields = written(FIVE_TURNS)
    assert fields["attack"][LATER] == "d7 C-d6xe6 end"
    fields["attack"][LATER] = turn
    answer = refusal(fields)
    assert said in answer
    assert LATER in answer


def test_an_attack_that_does_not_win_is_refused() -> None:
    """Every other turn of the attack's first position: it leads somewhere of which nothing is said."""
    tried = 0
    for turn, after in turns_of(setup(setup=FIVE_TURNS).begin()):
        fields = written(FIVE_TURNS)
        if turn != fields["attack"][FIVE_TURNS]:
            fields["attack"][FIVE_TURNS] = turn
            answer = refusal(fields)
            assert answer.startswith("nothing is said about ")
            named = answer.removeprefix("nothing is said about ")
            assert named in {show_position(reply) for _, reply in turns_of(after)}
            tried += 1
    assert tried


def test_a_defence_that_does_not_last_is_refused() -> None:
    tried = 0
    for turn, _ in turns_of(setup(setup=DEFENDED).begin()):
        fields = written(FIVE_TURNS)
        if turn != fields["defence"][DEFENDED]:
            fields["defence"][DEFENDED] = turn
            assert refusal(fields) == "the defence does not last 5 turns"
            tried += 1
    assert tried


@pytest.mark.parametrize("text", [FIVE_TURNS, ONE_TURN, STUCK])
@pytest.mark.parametrize("more", [-2, -1, 1, 2, 3, 4])
def test_another_number_of_turns_is_refused(text: str, more: int) -> None:
    fields = written(text)
    turns = fields["turns"]
    fields["turns"] += more
    assert refusal(fields) == f"the attack takes up to {turns} turns, not {turns + more}"


def test_a_slow_attack_is_refused() -> None:
    """One that wins, but does not hurry, proves that it wins; not in how many turns."""
    position = setup(setup=FIVE_TURNS).begin()
    fields = json.loads(certified(position, with_turns=False).to_json())
    for turns in (3, 7):
        fields["turns"] = turns
        assert refusal(fields).startswith("the attack takes up to ")


@pytest.mark.parametrize("text", [FIVE_TURNS, ONE_TURN, STUCK])
def test_the_wrong_winner_is_refused(text: str) -> None:
    fields = written(text)
    fields["winner"] = "b" if fields["winner"] == "w" else "w"
    assert refusal(fields).startswith("nothing is said about ")
    fields["winner"] = "x"
    fields["turns"] = None
    assert refusal(fields) == "the winner is 'x'; it has to be w or b"


def test_another_position_is_refused() -> None:
    fields = written(FIVE_TURNS)
    fields["position"] = FIVE_TURNS.replace("Y", ".")
    assert "stand others than the spirits of the edition" in refusal(fields)
    fields["position"] = FIVE_TURNS[:-1] + "b"
    assert refusal(fields).startswith("nothing is said about ")
    fields["position"] = FIVE_TURNS[:-2]
    assert "is no position" in refusal(fields)


@pytest.mark.parametrize("name", ["edition", "options", "position", "winner", "turns", "attack", "defence"])
def test_a_missing_field_is_named(name: str) -> None:
    fields = written(FIVE_TURNS)
    del fields[name]
    assert refusal(fields) == f"it has no {name!r}"


@pytest.mark.parametrize("fields", [None, 3, "proof", [], ["format"], {}, {"format": "locarium/genius-loci-proof/2"}])
def test_what_is_no_certificate_is_refused(fields: object) -> None:
    assert refusal(fields) == f"a certificate is a JSON object with the format {FORMAT!r}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("attack", value) for value in (None, [], "x", {FIVE_TURNS: 3}, {"x": "d7"})),
        *(("defence", value) for value in (None, [], {"x": "d7"})),
        *(("position", value) for value in (None, 3, "")),
        *(("winner", value) for value in (None, 0, [], "")),
        *(("turns", value) for value in ("5", [], {})),
        *(("options", value) for value in (None, [], "x")),
        *(("edition", value) for value in (None, 3, "", "spirit = 3", "[[spirit]]", "[spirit]", "= =")),
    ],
)
def test_fields_of_another_kind_are_refused(name: str, value: object) -> None:
    assert refusal(written(FIVE_TURNS) | {name: value})


@pytest.mark.parametrize("options", [{"lines": "any"}, {"single": True}])
def test_other_options_are_refused(options: dict[str, object]) -> None:
    """A proof for other rules says nothing about some position, or names a turn that is none there."""
    with pytest.raises(Wrong) as caught:
        check(written(FIVE_TURNS) | {"options": options})
    assert "/" in str(caught.value), "it names a position"


def test_changed_spirits_are_refused() -> None:
    fields = written(FIVE_TURNS)
    house = fields["edition"]
    fields["edition"] = house.replace('move = "mirror"', 'move = "away"')
    assert "is no sacrifice in b..b/" in refusal(fields)
    fields["edition"] = house.replace('letter = "T"', 'letter = "Q"')
    assert "stand others than the spirits of the edition" in refusal(fields)
    fields["edition"] = house[: house.rindex("[[spirit]]")]
    assert "stand others than the spirits of the edition" in refusal(fields)


# On its own


def run_alone(*files: Path) -> subprocess.CompletedProcess[str]:
    """The checker as a script, where nothing of the house can be imported."""
    command = [sys.executable, "-I", "-S", checker.__file__, *map(str, files)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_checker_works_alone(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(_written(FIVE_TURNS), "utf-8")
    bad.write_text(json.dumps(written(FIVE_TURNS) | {"turns": 3}), "utf-8")
    done = run_alone(good, good)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == 2 * f"{good}: {check(written(FIVE_TURNS))}\n"
    done = run_alone(bad)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{bad} proves nothing: the attack takes up to 5 turns, not 3\n"
    bad.write_text("{", "utf-8")
    assert "proves nothing" in run_alone(bad).stderr


def test_alone_means_alone() -> None:
    command = [sys.executable, "-I", "-S", "-c", "import locarium"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert "No module named 'locarium'" in done.stderr


def test_turns_are_played_as_they_are_written() -> None:
    position = play(FIVE_TURNS).position
    after = after_turn(position, "c5 S-d5xe4")
    assert show_position(after) == DEFENDED
    assert show_position(position) == FIVE_TURNS, "it stays as it was"
    assert split_turn("d2 Yxd1 S-d2xd3 end") == ["d2 Yxd1", "S-d2xd3", "end"]
