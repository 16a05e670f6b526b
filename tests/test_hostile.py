"""Hostile input ends within bounded time and memory, with an error that is the sender's to mend, or with none."""

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


def drawn(makes: dict[str, Make], number: int) -> dict[str, str]:
    return {name: make(Random(number)) for name, make in makes.items()}


def lay(game: str, text: str) -> None:
    """As a table does."""
    about = catalogue.about(game)
    seats = about.seats(about.options())[0]
    Setup(catalogue.game(game), seats, {}, about.edition_brought(None, text)).begin()


def look_at_sheet(text: str) -> None:
    if len(text) <= MAX_TEXT:  # a request is refused before
        checked = check_sheet(SheetDraftRequest(text=text))
        assert len(msgspec.json.encode(checked)) < 10 * MAX_TEXT


def look_at_spirits(text: str) -> None:
    if len(text) <= MAX_TEXT:
        checked = check_spirits(SpiritDraftRequest(text=text))
        assert len(msgspec.json.encode(checked)) < 20 * MAX_TEXT


EDITION_DOORS: dict[str, Callable[[str], object]] = {
    "lokus": lambda text: lay("lokus", text),
    "locus": lambda text: lay("locus", text),
    "genius-loci": lambda text: lay("genius-loci", text),
    "sheet editor": look_at_sheet,
    "spirit workshop": look_at_spirits,
}
RECORD_DOORS: dict[str, Callable[[str], object]] = {
    "imports": lambda text: check_imports(text, "somebody"),
    "replay": lambda text: replay_pasted(text, ReplayQuery()),
    "review": check_over,
    "verify": lambda text: [list(verify(record, catalogue.game(record.game))) for record in [read_record(text)]],
}


def politely(door: Callable[[str], object]) -> Callable[[str], None]:
    """Accept errors that the sender can fix; anything else is a failure."""

    def enter(text: str) -> None:
        with contextlib.suppress(LocariumError):
            door(text)

    return enter


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """Load what is compiled before a child has to."""
    for game in ("lokus", "locus", "genius-loci"):
        lay(game, catalogue.about(game).edition().text)


def test_hostile_toml_is_bounded() -> None:
    guard(politely(EDITION_DOORS["lokus"]), drawn(TOML, 0))


@pytest.mark.parametrize("door", EDITION_DOORS)
def test_hostile_editions_are_bounded(door: str) -> None:
    guard(politely(EDITION_DOORS[door]), drawn(EDITIONS, 0))


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("door", EDITION_DOORS)
def test_all_hostile_editions_are_bounded_everywhere(door: str, rounds: Rounds) -> None:
    for number in rounds(2):
        guard(politely(EDITION_DOORS[door]), drawn(TOML | EDITIONS, number))


@pytest.mark.soak
@pytest.mark.parametrize("door", RECORD_DOORS)
def test_hostile_records_are_bounded(door: str, rounds: Rounds) -> None:
    for number in rounds(1):
        guard(politely(RECORD_DOORS[door]), drawn(RECORDS, number))


def test_hostile_positions_are_bounded() -> None:
    guard(politely(lambda text: show_position(PositionRequest(text), "en")), POSITIONS)


@pytest.mark.parametrize("kind", [NewTable, ReplayRequest, Import, FromClient])
def test_hostile_bodies_are_explained(kind: Any) -> None:
    def localize(text: str) -> None:
        try:
            msgspec.json.decode(text.encode(), type=kind)
        except UNREADABLE as error:
            fault = describe_decode_error(str(error), "en")
            assert len(fault.message) < 2000

    guard(localize, drawn(BODIES, 0))


def expressions() -> dict[str, re.Pattern[Any]]:
    """Every regular expression that a module keeps."""
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


def test_no_expression_takes_quadratic_time() -> None:
    found = expressions()
    assert len(found) > 15

    def search(name: str) -> None:
        for piece in PUMPED:
            for end in ("", "\n!"):
                text = piece * (100_000 // len(piece)) + end
                found[name].search(text if isinstance(found[name].pattern, str) else text.encode())

    guard(search, {name: name for name in found})
