"""Follow the tutorial about a fifth game in a copy of the checkout."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from docs.blocks import CHECKOUT, Block, Runner, read_blocks

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [CHECKOUT / "docs" / f"fifth-game{part}.md" for part in ("", "-rules", "-view", "-tests")]
COPIED = ("src", "tests", "docs", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("static", "chromium", "node_modules", "pictures", ".hypothesis")


def edit(file: Path, diff: str, place: str) -> None:
    """Apply a diff, whose context lines must occur exactly once."""
    lines = diff.splitlines()
    before = "\n".join(line[1:] for line in lines if line[0] in " -")
    after = "\n".join(line[1:] for line in lines if line[0] in " +")
    text = file.read_text("utf-8")
    assert text.count(before) == 1, f"{place}: {file.name} does not have these lines once:\n{before}"
    file.write_text(text.replace(before, after), "utf-8")


def run_block(block: Block, runner: Runner) -> None:
    """Run a block of the tutorial: write a file, edit one, or run commands."""
    if block.language == "diff":
        assert block.title is not None
        edit(runner.folder / block.title, block.text, block.place)
    elif block.language == "markdown":
        assert block.title is not None
        (runner.folder / block.title).write_text(block.text + "\n", "utf-8")
    else:
        runner.run(block)


def run_tutorial(folder: Path, **variables: str) -> None:
    for name in COPIED:
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, folder / name, ignore=LEFT_OUT)
        else:
            shutil.copy(CHECKOUT / name, folder / name)
    runner = Runner(folder, variables={"PYTHONPATH": str(folder / "src"), "PYTEST_ADDOPTS": "", **variables})
    for page in PAGES:
        for block in read_blocks(page):
            run_block(block, runner)


@pytest.mark.slow
def test_tutorial_works_in_plain_python(tmp_path: Path) -> None:
    run_tutorial(tmp_path, NUMBA_DISABLE_JIT="1")


@pytest.mark.slow
@pytest.mark.compiled
def test_tutorial_works_compiled(tmp_path: Path) -> None:
    run_tutorial(tmp_path)


def test_edit_requires_matching_context(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("one\ntwo\n")
    edit(file, " one\n-two\n+three", "here")
    assert file.read_text() == "one\nthree\n"
    with pytest.raises(AssertionError, match="does not have these lines once"):
        edit(file, " two\n+four", "here")
