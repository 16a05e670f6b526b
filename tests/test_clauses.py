"""Every clause of the rules is proven by a test that names it, and the pages are up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import clauses
from locarium import catalogue

if TYPE_CHECKING:
    from pathlib import Path

of_every_game = pytest.mark.parametrize("game", catalogue.NAMES)


@of_every_game
def test_every_clause_has_a_test(game: str) -> None:
    proven = {proof.clause for proof in clauses.find_proofs()}
    unproven = [clause.id for clause in clauses.read_clauses(game) if clause.id not in proven]
    assert not unproven, f'no test is marked @pytest.mark.clause("{unproven[0]}")'


def test_every_mark_names_an_existing_clause() -> None:
    known = {clause.id for game in catalogue.NAMES for clause in clauses.read_clauses(game)}
    unknown = [proof for proof in clauses.find_proofs() if proof.clause not in known]
    assert not unknown, f"{unknown[0].path}::{unknown[0].test} names the unknown clause {unknown[0].clause}"


@of_every_game
def test_page_is_up_to_date(game: str) -> None:
    path = clauses.path_of(game)
    written = path.read_text("utf-8") if path.exists() else ""
    assert written == clauses.page(game, clauses.find_proofs()), f"the page is stale; run: {clauses.COMMAND}"


def test_only_games_have_rule_pages() -> None:
    assert {path.stem for path in clauses.PAGES.glob("*.md")} == set(catalogue.NAMES)


def test_marks_are_found_without_importing_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "CHECKOUT", tmp_path)
    source = """
import pytest

@pytest.mark.slow
@pytest.mark.clause("A-1", "A-2")
def test_one(): ...

@pytest.mark.clause("A-3")
class TestMany:
    @pytest.mark.clause("A-3", "A-4")
    async def test_two(self): ...
    def test_three(self): ...
    def helper(self): ...
"""
    path = tmp_path / "test_some.py"
    path.write_text(source)
    found = [(proof.clause, proof.test) for proof in clauses.read_proofs(path)]
    assert found == [
        ("A-1", "test_one"),
        ("A-2", "test_one"),
        ("A-3", "TestMany::test_two"),
        ("A-4", "TestMany::test_two"),
        ("A-3", "TestMany::test_three"),
    ]
