"""Every error has a message in all languages and a suitable status."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import locarium
from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import BadInput, BadNotation, IllegalStep, Refused
from locarium.kernel.texts import shared_texts
from locarium.server.http import errors
from locarium.server.http.errors import LocalizedError, localize

SOURCE = Path(locarium.__file__).parent
LAYERS = ("kernel", "table", "server")  # games have their own texts
SAYING = ("Refused", "IllegalStep", "error_info")
MALFORMED = {  # wrong regardless of the table: 400
    *("address", "field", "input", "json", "key", "label", "login", "message", "name", "notation", "chat", "seed"),
    *("seed-commitment", "text"),
}
NOT_AS_IT_SHOULD_BE = {f"bad-{what}" for what in MALFORMED} | {
    *("missing-body", "missing-field", "unknown-field", "no-greeting", "late-greeting", "clock-alone", "not-yourself"),
    *("wrong-seed", "no-such-seat", "chance-due", "chance-not-due", "not-at-this-table"),
    *("bad-duel", "duplicate-alone", "nothing-drawn"),
}
ELSEWHERE = {"bad-method", "internal", "unavailable"}  # status set elsewhere: by Litestar, 500 or 503


def trees(*layers: str) -> Iterator[ast.AST]:
    for layer in layers:
        for file in sorted((SOURCE / layer).rglob("*.py")):
            yield ast.parse(file.read_text("utf-8"))


def constants(node: ast.AST) -> Iterator[str]:
    """Return the strings that an expression can evaluate to."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(_, one, other):
            yield from constants(one)
            yield from constants(other)


def raised() -> set[str]:
    """Return the keys of all raised errors."""
    return {
        key
        for tree in trees(*LAYERS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING and node.args
        for key in constants(node.args[0])
    } | set(errors.KEYS.values())


def mentioned() -> set[str]:
    """Return every string in the code."""
    nodes = (node for tree in trees(*LAYERS) for node in ast.walk(tree))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def sentences(language: str) -> dict[str, str]:
    words = files("locarium.kernel") / "words" / f"{language}.toml"
    told: dict[str, str] = tomllib.loads(words.read_text("utf-8"))["faults"]
    return told


def test_error_keys_are_found_in_the_code() -> None:
    assert {"no-such-table", "too-fast", "has-account", "no-account", "stale", "missing-body"} <= raised()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_a_message_and_every_message_is_used(language: str) -> None:
    told = sentences(language)
    assert raised() - told.keys() == set()
    assert told.keys() - mentioned() == set()
    assert all(told.values())


def test_every_error_has_a_status() -> None:
    assert set(sentences("en")) - errors.STATUS.keys() == NOT_AS_IT_SHOULD_BE | ELSEWHERE
    assert errors.STATUS.keys() <= set(sentences("en"))
    assert all(400 <= status < 500 for status in errors.STATUS.values())


def test_status_depends_on_the_error() -> None:
    texts = shared_texts("en")
    assert errors.status_of(Refused("no-such-table")) == 404
    assert errors.status_of(LocalizedError(localize(Refused("stale"), texts))) == 409
    assert errors.status_of(IllegalStep("not-your-turn")) == 409
    assert errors.status_of(LocalizedError(localize(IllegalStep("not-your-turn"), texts))) == 409
    assert errors.status_of(BadInput("no such game")) == errors.status_of(BadNotation("x", "y")) == 400


def test_throttled_responses_say_when_to_retry() -> None:
    error = Refused("too-fast", seconds=3)
    assert errors.headers_of(error) == {"Retry-After": "3"}
    told = LocalizedError(localize(error, shared_texts("de")))
    told.__cause__ = error
    assert errors.headers_of(told) == {"Retry-After": "3"}
    assert errors.headers_of(Refused("stale")) == {}
