"""Hostile input ends in bounded time and memory, with no error or one that the sender can fix."""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from bench.hostile import BODIES, EDITIONS, POSITIONS, RECORDS, TOML, Make

from guarding import guard
from locarium import catalogue, cli, games, kernel, server, table
from locarium.kernel.bounds import MAX_TEXT
from locarium.kernel.errors import LocariumError
from locarium.kernel.position import Setup
from locarium.kernel.record import read_record
from locarium.server.archive.imports import _check as check_imports
from locarium.server.archive.messages import Import, ReplayRequest
from locarium.server.archive.replay import ReplayQuery, check_over, replay_pasted
from locarium.server.http.errors import describe_decode_error
from locarium.server.learn.edition_editor import check_sheet, check_spirits
from locarium.server.learn.messages import PositionRequest, SheetDraftRequest, SpiritDraftRequest
from locarium.server.learn.positions import show_position
from locarium.server.live.connection import UNREADABLE
from locarium.server.tables.messages import FromClient, NewTable
from locarium.table.verification import verify

Rounds = Callable[[int], Iterator[int]]


def generate(generators: dict[str, Make], number: int) -> dict[str, str]:
    return {name: generator(Random(number)) for name, generator in generators.items()}


def open_edition(game: str, text: str) -> None:
    """Open a table with an edition."""
    about = catalogue.about(game)
    seats = about.seats(about.options())[0]
    Setup(catalogue.game(game), seats, {}, about.edition_brought(None, text)).begin()


def check_sheet_text(text: str) -> None:
    if len(text) <= MAX_TEXT:  # larger requests are rejected earlier
        checked = check_sheet(SheetDraftRequest(text=text))
        assert len(msgspec.json.encode(checked)) < 10 * MAX_TEXT


def check_spirits_text(text: str) -> None:
    if len(text) <= MAX_TEXT:
        checked = check_spirits(SpiritDraftRequest(text=text))
        assert len(msgspec.json.encode(checked)) < 20 * MAX_TEXT


EDITION_ENTRIES: dict[str, Callable[[str], object]] = {
    "lokus": lambda text: open_edition("lokus", text),
    "locus": lambda text: open_edition("locus", text),
    "genius-loci": lambda text: open_edition("genius-loci", text),
    "sheet editor": check_sheet_text,
    "spirit workshop": check_spirits_text,
}
RECORD_ENTRIES: dict[str, Callable[[str], object]] = {
    "imports": lambda text: check_imports(text, "ada"),
    "replay": lambda text: replay_pasted(text, ReplayQuery()),
    "review": check_over,
    "verify": lambda text: [list(verify(record, catalogue.game(record.game))) for record in [read_record(text)]],
}


def expecting_user_errors(entry: Callable[[str], object]) -> Callable[[str], None]:
    """Accept errors that the sender can fix. Any other error is a failure."""

    def call_entry(text: str) -> None:
        with contextlib.suppress(LocariumError):
            entry(text)

    return call_entry


@pytest.fixture(scope="module", autouse=True)
def _compiled_code() -> None:
    """Load compiled code before a child process needs it."""
    for game in ("lokus", "locus", "genius-loci"):
        open_edition(game, catalogue.about(game).edition().text)


def test_hostile_toml_is_bounded() -> None:
    guard(expecting_user_errors(EDITION_ENTRIES["lokus"]), generate(TOML, 0))


@pytest.mark.parametrize("entry", EDITION_ENTRIES)
def test_hostile_editions_are_bounded(entry: str) -> None:
    guard(expecting_user_errors(EDITION_ENTRIES[entry]), generate(EDITIONS, 0))


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("entry", EDITION_ENTRIES)
def test_every_hostile_edition_is_bounded_at_every_entry(entry: str, rounds: Rounds) -> None:
    for number in rounds(2):
        guard(expecting_user_errors(EDITION_ENTRIES[entry]), generate(TOML | EDITIONS, number))


@pytest.mark.soak
@pytest.mark.parametrize("entry", RECORD_ENTRIES)
def test_hostile_records_are_bounded(entry: str, rounds: Rounds) -> None:
    for number in rounds(1):
        guard(expecting_user_errors(RECORD_ENTRIES[entry]), generate(RECORDS, number))


def test_hostile_positions_are_bounded() -> None:
    guard(expecting_user_errors(lambda text: show_position(PositionRequest(text), "en")), POSITIONS)


@pytest.mark.parametrize("kind", [NewTable, ReplayRequest, Import, FromClient])
def test_hostile_bodies_get_an_explanation(kind: Any) -> None:
    def localize(text: str) -> None:
        try:
            msgspec.json.decode(text.encode(), type=kind)
        except UNREADABLE as error:
            fault = describe_decode_error(str(error), "en")
            assert len(fault.message) < 2000

    guard(localize, generate(BODIES, 0))


def expressions() -> dict[str, re.Pattern[Any]]:
    """Return every regular expression that a module defines."""
    for package in (kernel, games, table, server, cli):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in found.name:
                importlib.import_module(found.name)
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("locarium.")]
    return {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern)
    }


PUMPED = [" ", "\t", "\n", "\\", "\\\\", "`", "-", "_", ".", "/", "a", "A", "0", "a1 ", " a1", "AAAA-", "Aaa", "a-"]
PUMPED += [" - at `", "token ", "token=", "bearer ", "loc_", "/table/", '"', "'", "[", "fill card Y", "\\u0000", "="]


def test_regular_expressions_take_linear_time() -> None:
    found = expressions()
    assert len(found) > 15

    def search(name: str) -> None:
        for piece in PUMPED:
            for end in ("", "\n!"):
                text = piece * (100_000 // len(piece)) + end
                found[name].search(text if isinstance(found[name].pattern, str) else text.encode())

    guard(search, {name: name for name in found})
