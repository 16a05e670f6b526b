"""GENIUS LOCI: the checker accepts valid certificates and rejects tampered ones, with the place."""

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
LATER = "b.../.b..S/TP.w.b/......w/....../.Yw../..C. w"  # FIVE_TURNS in its third turn, with best play
DEFENDED = "b..b/.b.../TP.w.w/....S.w/....../.Yw../..C. b"  # FIVE_TURNS in its second turn
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
    """Return the fields of a certificate: a copy that the test can change."""
    fields: dict[str, Any] = json.loads(_written(text))
    return fields


def refusal(fields: object) -> str:
    """Return the checker's message for a bad certificate. The checker never crashes."""
    with pytest.raises(MALFORMED) as caught:
        check(fields)
    return str(caught.value)


# Valid certificates


@pytest.mark.parametrize("with_turns", [True, False], ids=["turns", "no-turns"])
@pytest.mark.parametrize("table", TABLES)
def test_checker_accepts_certificates(table: str, with_turns: bool) -> None:
    for seed in range(times(5, 1)):
        certificate = certified(ending(table, FEW[table], seed), with_turns=with_turns)
        said = check(json.loads(certificate.to_json()))
        winner, count = "wb"[certificate.winner], len(certificate.attack)
        if with_turns:
            turns = "1 turn" if certificate.turns == 1 else f"{certificate.turns} turns"
            assert said.startswith(f"{winner} wins in exactly {turns}: checked the attack")
            assert f"in {count} positions and the defence in {len(certificate.defence)}" in said
        else:
            assert said == f"{winner} wins: checked the attack in {count} positions"
            assert (certificate.turns, certificate.defence) == (None, {})


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_checker_accepts_large_certificates(seed: int) -> None:
    certificate = certified(ending("house", 12, seed))
    assert check(json.loads(certificate.to_json()))
    assert len(best_line(certificate)) == certificate.turns


def test_certificate_lists_winner_turns_and_strategies() -> None:
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


def test_certificate_contains_options_and_edition() -> None:
    for table, (edition, options) in TABLES.items():
        fields = json.loads(certified(ending(table, 5, 0)).to_json())
        assert (fields["options"], fields["edition"]) == (options, edition.text)


def test_stuck_position_needs_no_proof() -> None:
    fields = written(STUCK)
    assert (fields["winner"], fields["turns"], fields["attack"], fields["defence"]) == ("b", 0, {}, {})
    assert check(fields).startswith("b wins in exactly 0 turns")


def test_exhausted_budget_makes_no_certificate() -> None:
    position = setup(setup=FIVE_TURNS).begin()
    with pytest.raises(OutOfBudget):
        certify(Solver(position.setup, 1 << 12), position, 0, 5, Budget(nodes=3))


@pytest.mark.parametrize("table", TABLES)
def test_best_line_is_legal_and_as_long_as_claimed(table: str) -> None:
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


def test_best_line_without_turns_ends() -> None:
    certificate = certified(setup(setup=FIVE_TURNS).begin(), with_turns=False)
    position = certificate.position
    for _, turn in best_line(certificate):
        position = after_turn(position, turn)
    assert position.is_over
    assert position.fields.first == 1


# Tampered certificates


def test_missing_position_is_named() -> None:
    for name in ("attack", "defence"):
        for text in written(FIVE_TURNS)[name]:
            fields = written(FIVE_TURNS)
            del fields[name][text]
            assert refusal(fields) == f"there is no turn for {text}"


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("c3 C-d6xe6 end", "'c3 C-d6xe6 end' is not a turn in"),  # an empty cell
        ("e6 C-d6xe6 end", "'e6 C-d6xe6 end' is not a turn in"),  # an enemy
        ("d7 C-d5xe6 end", "'C-d5xe6' of 'd7 C-d5xe6 end' is not a sacrifice in"),
        ("d7 C-d6xe5 end", "'C-d6xe5' of 'd7 C-d6xe5 end' is not a sacrifice in"),
        ("d7 Qxe6 end", "'Qxe6' of 'd7 Qxe6 end' is not a sacrifice in"),
        ("d7 C-d6xe6", "a turn needs 'end' if it could go on, and only then"),
        ("d7 end", "'d7 end' is not a turn in"),
        ("d7", "'d7' is not a turn in"),
        ("", "'' is not a turn in"),
    ],
)
def test_illegal_or_unfinished_turn_is_named(turn: str, said: str) -> None:
    fields = written(FIVE_TURNS)
    assert fields["attack"][LATER] == "d7 C-d6xe6 end"
    fields["attack"][LATER] = turn
    answer = refusal(fields)
    assert said in answer
    assert LATER in answer


def test_attack_that_does_not_win_is_rejected() -> None:
    """Every other turn in the attack's first position leads to a position without a turn."""
    tried = 0
    for turn, after in turns_of(setup(setup=FIVE_TURNS).begin()):
        fields = written(FIVE_TURNS)
        if turn != fields["attack"][FIVE_TURNS]:
            fields["attack"][FIVE_TURNS] = turn
            answer = refusal(fields)
            assert answer.startswith("there is no turn for ")
            named = answer.removeprefix("there is no turn for ")
            assert named in {show_position(reply) for _, reply in turns_of(after)}
            tried += 1
    assert tried


def test_defence_that_does_not_last_is_rejected() -> None:
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
def test_wrong_number_of_turns_is_rejected(text: str, more: int) -> None:
    fields = written(text)
    turns = fields["turns"]
    fields["turns"] += more
    assert refusal(fields) == f"the attack takes up to {turns} turns, not {turns + more}"


def test_slow_attack_is_rejected() -> None:
    """An attack that wins slowly proves the winner, but not the number of turns."""
    position = setup(setup=FIVE_TURNS).begin()
    fields = json.loads(certified(position, with_turns=False).to_json())
    for turns in (3, 7):
        fields["turns"] = turns
        assert refusal(fields).startswith("the attack takes up to ")


@pytest.mark.parametrize("text", [FIVE_TURNS, ONE_TURN, STUCK])
def test_wrong_winner_is_rejected(text: str) -> None:
    fields = written(text)
    fields["winner"] = "b" if fields["winner"] == "w" else "w"
    assert refusal(fields).startswith("there is no turn for ")
    fields["winner"] = "x"
    fields["turns"] = None
    assert refusal(fields) == "the winner is 'x'; it must be w or b"


def test_wrong_position_is_rejected() -> None:
    fields = written(FIVE_TURNS)
    fields["position"] = FIVE_TURNS.replace("Y", ".")
    assert "does not contain each spirit of the edition" in refusal(fields)
    fields["position"] = FIVE_TURNS[:-1] + "b"
    assert refusal(fields).startswith("there is no turn for ")
    fields["position"] = FIVE_TURNS[:-2]
    assert "is not a position" in refusal(fields)


@pytest.mark.parametrize("name", ["edition", "options", "position", "winner", "turns", "attack", "defence"])
def test_missing_field_is_named(name: str) -> None:
    fields = written(FIVE_TURNS)
    del fields[name]
    assert refusal(fields) == f"the certificate has no {name!r}"


@pytest.mark.parametrize("fields", [None, 3, "proof", [], ["format"], {}, {"format": "locarium/genius-loci-proof/2"}])
def test_non_certificates_are_rejected(fields: object) -> None:
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
def test_fields_of_wrong_types_are_rejected(name: str, value: object) -> None:
    assert refusal(written(FIVE_TURNS) | {name: value})


@pytest.mark.parametrize("options", [{"lines": "any"}, {"single": True}])
def test_other_options_are_rejected(options: dict[str, object]) -> None:
    """A proof for other rules has no turn for some position, or one that is illegal there."""
    with pytest.raises(Wrong) as caught:
        check(written(FIVE_TURNS) | {"options": options})
    assert "/" in str(caught.value), "it names a position"


def test_changed_spirits_are_rejected() -> None:
    fields = written(FIVE_TURNS)
    house = fields["edition"]
    fields["edition"] = house.replace('move = "mirror"', 'move = "away"')
    assert "is not a sacrifice in b..b/" in refusal(fields)
    fields["edition"] = house.replace('letter = "T"', 'letter = "Q"')
    assert "does not contain each spirit of the edition" in refusal(fields)
    fields["edition"] = house[: house.rindex("[[spirit]]")]
    assert "does not contain each spirit of the edition" in refusal(fields)


# Standalone use


def run_alone(*files: Path) -> subprocess.CompletedProcess[str]:
    """Run the checker as a script where the package can't be imported."""
    command = [sys.executable, "-I", "-S", checker.__file__, *map(str, files)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_checker_works_standalone(tmp_path: Path) -> None:
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


def test_standalone_run_cannot_import_the_package() -> None:
    command = [sys.executable, "-I", "-S", "-c", "import locarium"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert "No module named 'locarium'" in done.stderr


def test_turns_are_played_as_written() -> None:
    position = play(FIVE_TURNS).position
    after = after_turn(position, "c5 S-d5xe4")
    assert show_position(after) == DEFENDED
    assert show_position(position) == FIVE_TURNS, "the position is unchanged"
    assert split_turn("d2 Yxd1 S-d2xd3 end") == ["d2 Yxd1", "S-d2xd3", "end"]
