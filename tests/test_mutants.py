"""`script/mutants` plants bugs in the right places, and always the same ones for a seed."""

from __future__ import annotations

import ast

import pytest

import mutants


def mutated_lines(source: str) -> list[str]:
    """Return all mutants of a source, after checking that they parse and differ from it."""
    found = list(mutants.mutants_of("src/locarium/x.py", source))
    for mutant in found:
        assert mutant.source != source
        ast.parse(mutant.source)
    return [mutant.source for mutant in found]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a in b", ["x = (a not in b)"]),
        ("x = a + b", ["x = (a - b)"]),
        ("x = (a or b) and c", ["x = ((a or b) or c)", "x = ((a and b)) and c"]),
        ("x = 3", ["x = 4", "x = 2"]),
        ("x = 0", ["x = 1"]),
        ("x = True", ["x = False"]),
        ("x = not a", ["x = (a)"]),
        ("if a: b()", ["if (not (a)): b()", "if a: pass"]),
        ("a.b = c", ["pass"]),
        ("a += b", ["pass"]),
        ("def f(): return g", ["def f(): return None"]),
        ("raise Refused('ü' + 'b', 3)", ["pass"]),
        ("ü = 'ü'; x = a == b", ["ü = 'ü'; x = (a != b)"]),
    ],
)
def test_expected_mutants_are_planted(source: str, expected: list[str]) -> None:
    assert mutated_lines(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""Text with 1 < 2."""',
        "x: Literal[3]",
        "def f(x: Array[3] = None) -> Array[3]: ...",
        "log.warning('x', 3)",
        "x = f'{a + b}'",
        "x = 'a' + b",
        "__all__ = [1]",
        "MAX_STEPS = 3",
        "assert a < b",
        "if TYPE_CHECKING:\n    x = 3",
        "@compiled(3)\nclass A(Struct, frozen=True): ...",
    ],
)
def test_irrelevant_code_gets_no_mutants(source: str) -> None:
    assert mutated_lines(source) == []


def test_seed_chooses_the_same_mutants_from_all_areas() -> None:
    chosen = mutants.choose(list(mutants.AREAS), 20, 7)
    assert [area for area, _ in chosen] == [*mutants.AREAS] * 4
    assert len({str(mutant) for _, mutant in chosen}) == 20
    assert chosen == mutants.choose(list(mutants.AREAS), 40, 7)[:20]
    assert chosen != mutants.choose(list(mutants.AREAS), 20, 8)


def test_rule_mutants_run_in_plain_python_first() -> None:
    (first, own), (second, named), (third, compiled), *_ = mutants.stages("src/locarium/games/loco/rules.py")
    assert first == second == {"NUMBA_DISABLE_JIT": "1"}
    assert third == {}
    assert "tests/games/loco/test_turns.py" in own
    assert named[-2:] == compiled[-2:] == ["-k", "loco"]


def test_closest_tests_run_first() -> None:
    ((_, tests),) = mutants.stages("src/locarium/server/storage/event_log.py")
    assert tests[0] == "tests/server/storage/test_event_log.py"
    assert not [test for test in tests if test.startswith(("tests/browser", "tests/docs"))]
