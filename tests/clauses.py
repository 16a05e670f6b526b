"""Clauses of the rules and the tests that prove them, for the pages docs/rules/<game>.md.

PYTHONPATH=tests python -m clauses --write
"""

from __future__ import annotations

import ast
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from locarium import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = "PYTHONPATH=tests python -m clauses --write"
TESTS = Path(__file__).parent
CHECKOUT = TESTS.parent
PAGES = CHECKOUT / "docs" / "rules"

SOURCES = {
    "seed": "the publisher's rules",
    "ruling": "**our ruling**",
    "other sources": "other sources",
    "ours": "**our own addition**",
    "option": "an option of the table",
    "edition data": "edition data",
}


@dataclass(frozen=True)
class Clause:
    """A numbered rule."""

    id: str
    text: str
    sources: tuple[str, ...]  # "ruling: tie" names the part that is a ruling


@dataclass(frozen=True)
class Proof:
    """A test that names a clause."""

    clause: str
    path: str  # from the checkout
    test: str  # "test_a", or "TestA::test_a"


def read_clauses(game: str) -> list[Clause]:
    """Return the clauses of a game from its package."""
    table = tomllib.loads((catalogue.about(game).folder / "clauses.toml").read_text("utf-8"))
    return [Clause(entry["id"], entry["text"], tuple(entry["from"])) for entry in table["clause"]]


def find_proofs() -> list[Proof]:
    """Return all tests that name clauses, in the order of the files."""
    return [proof for path in sorted(TESTS.rglob("test_*.py")) for proof in read_proofs(path)]


def read_proofs(path: Path) -> Iterator[Proof]:
    """Yield the tests of a file that name clauses, without importing it."""
    where = path.relative_to(CHECKOUT).as_posix()
    for test, marks in _tests(ast.parse(path.read_text("utf-8")).body):
        yield from (Proof(clause, where, test) for clause in marks)


def _tests(
    body: list[ast.stmt], prefix: str = "", marks: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield name and clauses of every test. The clauses of a class apply to all its tests."""
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests(node.body, f"{prefix}{node.name}::", marks + _marks(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield f"{prefix}{node.name}", tuple(dict.fromkeys(marks + _marks(node)))


def _marks(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> tuple[str, ...]:
    calls = [call for call in node.decorator_list if isinstance(call, ast.Call)]
    named = [call for call in calls if ast.unparse(call.func) == "pytest.mark.clause"]
    return tuple(ast.literal_eval(argument) for call in named for argument in call.args)


def page(game: str, proofs: list[Proof]) -> str:
    """Render the clauses of a game as Markdown, each with its sources and tests."""
    return "\n".join(_lines(game, proofs)) + "\n"


def _lines(game: str, proofs: list[Proof]) -> Iterator[str]:
    yield f"# {catalogue.about(game).title}: the rules, clause by clause"
    yield ""
    yield f"Made by `{COMMAND}`; do not edit. `script/test` runs the tests named here and fails if one is missing."
    for clause in read_clauses(game):
        yield from ("", f"## {clause.id}", "", clause.text, "")
        yield f"From: {', '.join(map(_source, clause.sources))}."
        yield ""
        yield "Proven by:"
        yield ""
        yield from (_link(proof) for proof in proofs if proof.clause == clause.id)


def _source(written: str) -> str:
    kind, _, what = written.partition(": ")
    return f"{SOURCES[kind]} ({f'`{what}`' if kind == 'option' else what})" if what else SOURCES[kind]


def _link(proof: Proof) -> str:
    return f"- [{proof.path.removeprefix('tests/')}::{proof.test}](../../{proof.path})"


def path_of(game: str) -> Path:
    """Return the path of a game's page."""
    return PAGES / f"{game}.md"


def write_all() -> None:
    """Write the pages of all games."""
    PAGES.mkdir(parents=True, exist_ok=True)
    proofs = find_proofs()
    for game in catalogue.NAMES:
        path_of(game).write_text(page(game, proofs), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write_all()
