"""Every code block on every page runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from docs.blocks import CHECKOUT, PAGES, TESTED_ELSEWHERE, Block, Runner, matches, read_blocks, read_commands
from server import forkserver
from server.client import become, open_table
from server.server_process import ServerProcess
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

QUICK = {
    "README.md",
    *(f"docs/{name}.md" for name in ("play", "fair")),
}  # the others take a minute or more together
MAX_SKIPPED = 4

NAMES = [str(page.relative_to(CHECKOUT)) for page in PAGES]
WITH_BLOCKS = [name for name in NAMES if name not in TESTED_ELSEWHERE and read_blocks(CHECKOUT / name)]
EVERY_PAGE = [pytest.param(name, marks=[pytest.mark.slow] * (name not in QUICK)) for name in WITH_BLOCKS]
ALL = [block for page in PAGES for block in read_blocks(page)]


def test_output_matches_with_ellipsis() -> None:
    assert matches("ok (…)\n…\nend", "ok (3)\nmore\nand more  \nend\n")
    assert not matches("ok (…)", "ok (3)\nmore")
    assert not matches("ok.", "okx")
    first, second, third = read_commands("$ one \\\n    more\nsaid\n$ two\n$ three\nwrong\nexit 2")
    assert (first.text, first.expected) == ("one \\\n    more", "said")
    assert (second.expected, second.code) == (None, 0)
    assert (third.expected, third.code) == ("wrong", 2)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def player(server: ServerProcess) -> dict[str, str]:
    """A user with a token who has finished a game against a bot, and has another open table."""
    token = become(server.url, "Ada")
    table = open_table(server.url, token, seats=2, bots=[{"seat": 1, "level": 1}])["table"]
    play = [sys.executable, str(CHECKOUT / "examples" / "table_bot.py"), server.url, token, table]
    subprocess.run(play, check=True, capture_output=True, timeout=PATIENCE)
    open_table(server.url, token, public=True, bots=[{"seat": 1, "level": 1}])
    return {"TOKEN": token, "TABLE": table}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a fast-starting `locarium`, because the pages call it about a hundred times."""
    folder = tmp_path_factory.mktemp("programs")
    forkserver.write_client(folder)
    return folder


@pytest.mark.parametrize("name", EVERY_PAGE)
def test_blocks_run(
    name: str, programs: Path, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = [block for block in read_blocks(CHECKOUT / name) if not block.not_run]
    runner = Runner(tmp_path, (programs,))
    if any(block.needs_server for block in blocks):
        runner.host = request.getfixturevalue("server").host
        runner.variables = request.getfixturevalue("player")
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        runner.run(block)


@pytest.mark.parametrize("block", [block for block in ALL if block.not_run], ids=lambda block: block.place)
def test_skipped_block_gives_a_reason(block: Block) -> None:
    assert block.language == "console"
    assert len(block.not_run.split()) >= 4, f"{block.place}: why is it not run?"
    assert read_commands(block.text)


def test_few_blocks_are_skipped() -> None:
    places = [f"{block.place}: {block.not_run}" for block in ALL if block.not_run]
    assert len(places) <= MAX_SKIPPED, "\n".join(places)
