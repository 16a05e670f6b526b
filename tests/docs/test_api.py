"""Check docs/api.md against the server: messages, error keys and headers."""

from __future__ import annotations

import re

import msgspec
import pytest

from docs.blocks import CHECKOUT
from locarium.server.base.workers import SIZES
from locarium.server.http.errors import STATUS
from locarium.server.http.responses import HEADERS, OVER_TLS
from locarium.server.tables.messages import FromClient, ToClient, WhyNot, WhyNotAnswer

PAGE = (CHECKOUT / "docs" / "api.md").read_text("utf-8")
SENT, RECEIVED = (re.findall(rf"^{arrow} (.+)$", PAGE, re.MULTILINE) for arrow in "→←")
TAGS = {kind.__struct_config__.tag for union in (FromClient, ToClient) for kind in union.__args__}
ROWS = re.findall(r"^\| (\d{3}(?:, \d{3})*) \| (.+) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("message", SENT)
def test_messages_to_the_server_are_valid(message: str) -> None:
    msgspec.json.decode(message, type=FromClient if '"kind"' in message else WhyNot)


@pytest.mark.parametrize("message", [message for message in RECEIVED if "…" not in message])
def test_messages_to_the_client_are_valid(message: str) -> None:
    decoded = msgspec.json.decode(message, type=ToClient if '"kind"' in message else WhyNotAnswer)
    assert msgspec.json.decode(msgspec.json.encode(decoded)) == msgspec.json.decode(message)


def test_page_names_every_message() -> None:
    assert "undo" in TAGS
    assert not {tag for tag in TAGS if f"`{tag}`" not in PAGE and f'"kind":"{tag}"' not in PAGE}


def test_error_keys_have_the_status_of_their_row() -> None:
    found = {key: statuses for statuses, text in ROWS for key in re.findall(r"`([a-z-]+)`", text)}
    assert len(found.keys() & STATUS.keys()) > 50
    assert not {key: row for key, row in found.items() if key in STATUS and str(STATUS[key]) not in row.split(", ")}
    assert {key for key, row in found.items() if row != "400"} - STATUS.keys() == {
        "bad-method",
        "internal",
        "unavailable",
    }


def test_every_security_header_is_listed() -> None:
    lines = {line.lower() for line in PAGE.splitlines()}
    assert not [name for name, value in HEADERS if f"{name.decode()}: {value.decode()}".lower() not in lines]
    assert ": ".join(part.decode() for part in OVER_TLS) in PAGE.lower()


def test_every_queue_is_listed_with_its_size() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| .+? \| (\d+ \| \d+, \d+, \d+) \|$", PAGE, re.MULTILINE))
    sizes = {
        kind: f"{size.at_once} | {size.person}, {size.address}, {size.everyone}"
        for kind, size in SIZES.items()
        if size.is_bounded
    }
    assert listed == sizes
