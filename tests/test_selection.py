"""`script/test --changed` selects the tests that a change can affect."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import selection
from selection import HIDDEN, IGNORED, READERS, ROOT, Selection, changed_files, imports, select

within = selection.tests_in  # renamed, because pytest would collect it as a test


def files(chosen: Selection) -> set[str]:
    return chosen.plain | chosen.main | chosen.named.keys()


def test_rule_change_selects_only_tests_of_its_game() -> None:
    chosen = select(["src/locarium/games/genius_loci/rules.py"])
    assert "tests/games/genius_loci/test_turns.py" in chosen.plain
    assert chosen.plain <= within("tests/games/genius_loci")
    assert "tests/games/genius_loci/test_facts.py" in chosen.main  # many games, which are fast when compiled
    assert "tests/conformance/test_steps.py" in chosen.named
    assert "tests/games/test_playthroughs.py" in chosen.named
    assert set().union(*chosen.named.values()) == {"genius-loci"}
    assert not files(chosen) & within("tests/games/loco", "tests/games/lokus", "tests/games/locus", "tests/server")
    assert "--named=tests/games/test_playthroughs.py=genius-loci" in chosen.arguments()["plain"]
    assert "--named=tests/conformance/test_steps.py=genius-loci" in chosen.arguments()["main"]


def test_bot_change_selects_bot_tests() -> None:
    bots = {"tests/games/loco/test_bot.py", "tests/search/test_guided.py"}
    assert not bots & files(select(["src/locarium/games/loco/rules.py"]))
    assert bots <= select(["src/locarium/games/loco/network.py"]).main


def test_changes_in_two_games_select_both() -> None:
    chosen = select(["src/locarium/games/loco/rules.py", "src/locarium/games/lokus/view.py"])
    assert {"tests/games/loco/test_turns.py", "tests/games/lokus/test_turns.py"} <= chosen.plain
    assert chosen.named["tests/games/test_playthroughs.py"] == {"loco", "lokus"}


def test_fully_selected_file_is_not_filtered() -> None:
    chosen = select(["src/locarium/games/loco/rules.py", "src/locarium/kernel/rng.py"]).arguments()
    assert not [argument for stage in chosen.values() for argument in stage if argument.startswith("--named")]
    assert "plain" not in chosen


@pytest.mark.parametrize(
    ("changed", "selected", "not_selected"),
    [
        (
            "src/locarium/server/storage/event_log.py",
            ["tests/server", "tests/browser"],
            ["tests/kernel", "tests/games"],
        ),
        (
            "src/locarium/table/table.py",
            ["tests/table/test_table.py", "tests/server/live/test_live_play.py"],
            ["tests/kernel"],
        ),
        ("src/locarium/arena/ladder.py", ["tests/arena/test_ladder.py"], ["tests/table", "tests/games"]),
        (
            "src/locarium/server/storage/migrations/versions/0001_tables_and_events.py",
            ["tests/server"],
            ["tests/table"],
        ),
        ("src/locarium/adapters/observations.toml", ["tests/adapters/test_numbering.py"], ["tests/table"]),
        ("tests/table/tables.py", ["tests/table/test_table.py"], ["tests/games/loco", "tests/browser"]),
        ("tests/server/conftest.py", ["tests/server"], ["tests/table"]),
        ("tests/kernel/test_rng.py", ["tests/kernel/test_rng.py"], ["tests/kernel/test_bits.py"]),
        ("docs/play.md", ["tests/docs"], ["tests/server"]),
        ("web/src/main.ts", ["tests/browser"], ["tests/table"]),
        ("pyproject.toml", ["tests"], []),
        ("tests/conftest.py", ["tests"], []),
        ("LICENSE", [], ["tests"]),
        ("src/locarium/kernel/no_longer_there.py", ["tests/kernel"], []),
        ("tests/table/test_no_longer_there.py", ["tests/table"], ["tests/kernel"]),
    ],
)
def test_change_selects_the_right_tests(changed: str, selected: list[str], not_selected: list[str]) -> None:
    found = files(select([changed]))
    assert within(*selected) <= found
    assert not within(*not_selected) & found


def test_front_end_change_selects_front_end_tests() -> None:
    assert "web" in select(["web/src/main.ts"]).arguments()
    assert "web" not in select(["docs/play.md"]).arguments()


def test_no_changes_select_no_tests() -> None:
    assert select([]).arguments() == {}


def test_imports_are_found_in_functions_and_relative_to_the_package() -> None:
    assert "src/locarium/games/genius_loci/solver.py" in imports("src/locarium/cli/solve.py")
    assert "src/locarium/cli/serve.py" in imports("src/locarium/cli/main.py")
    assert "tests/server/server_process.py" in imports("tests/server/test_crash.py")
    assert "tests/server/conftest.py" in imports("tests/server/test_crash.py")


def test_selection_lists_name_existing_files() -> None:
    named = {*HIDDEN, *IGNORED, *(file for table in (HIDDEN, IGNORED) for files in table.values() for file in files)}
    named |= {test for tests in READERS.values() for test in tests}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_changed_files_are_relative_to_the_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "ROOT", tmp_path)

    def git(*arguments: str) -> None:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def commit(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", ".")
        git("commit", "-m", name)

    git("init", "--initial-branch", "main")
    commit("first")
    commit("second")
    assert changed_files() == ["second"]  # on a clean main: the last commit
    (tmp_path / "first").write_text("other")
    (tmp_path / "new").write_text("new")
    assert changed_files() == ["first", "new"]
    git("checkout", "-b", "branch")
    commit("third")
    assert changed_files() == ["first", "new", "third"]
    assert changed_files("HEAD") == []
    with pytest.raises(SystemExit, match="nowhere"):
        changed_files("nowhere")


def test_only_tests_that_name_the_game_run() -> None:
    """`--named` filters one file and leaves the others unchanged."""
    chosen = ["tests/games/test_playthroughs.py", "tests/kernel/test_winners.py"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *chosen, f"--named={chosen[0]}=loco"]
    ids = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "test_every_playthrough_exists[loco]" in ids
    assert "[lokus" not in ids
    assert "[genius-loci" not in ids
    assert "test_winners.py" in ids
