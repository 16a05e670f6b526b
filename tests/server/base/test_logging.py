"""Log output contains no secrets."""

from __future__ import annotations

import base64
import io
import json
import logging
import random
import secrets
from collections.abc import Iterator

import pytest

from locarium.server.base.logging import JsonFormatter, TextFormatter, without_secrets


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer {secret}",
        "{{'authorization': 'Bearer {secret}'}}",
        "b'cookie': b'locarium={secret}; theme=dark'",
        "password={secret}",
        '{{"password": "{secret}"}}',
        "/api/tables/{secret}/live",
        "/table/{secret}",
        "GET http://localhost/api/tables/{secret}?language=de",
        "token {secret} is unknown",
        "loc_{secret}",
        "('{secret}', 3)",
    ],
)
def test_secrets_are_masked(text: str) -> None:
    draw = random.Random(1)
    for _ in range(300):
        secret = base64.urlsafe_b64encode(draw.randbytes(16)).decode().rstrip("=")
        shown = without_secrets(text.format(secret=secret))
        assert secret[6:] not in shown


def test_ids_and_codes_are_masked() -> None:
    person = secrets.token_hex(16)
    assert person[6:] not in without_secrets(f"person {person}")
    assert without_secrets("recovered by 7KQ2-M4XA-9TZB") == "recovered by …"
    assert without_secrets("API token loc_abc") == "API token loc_…"


@pytest.mark.parametrize(
    "text",
    [
        "internal error",
        "in _create_exception_from_validation, line 12",
        "ImproperlyConfiguredException: nothing",
        "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~^^^^^^^^",
        "------------------------------",
        "/api/games/{game}/editions/{edition}",
    ],
)
def test_other_text_is_unchanged(text: str) -> None:
    assert without_secrets(text) == text


@pytest.fixture(params=[JsonFormatter, TextFormatter])
def logged(request: pytest.FixtureRequest) -> Iterator[tuple[logging.Logger, io.StringIO]]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(request.param())
    logger = logging.Logger("locarium.test")
    logger.addHandler(handler)
    yield logger, stream
    handler.close()


def test_tracebacks_are_logged_without_secrets(logged: tuple[logging.Logger, io.StringIO]) -> None:
    logger, stream = logged
    secret = secrets.token_urlsafe(16)
    try:
        {}[secret]
    except KeyError:
        logger.exception("table %s", secret, extra={"fields": {"table": secret, "ms": 1.5}})
    text = stream.getvalue()
    assert secret[6:] not in text
    assert secret[:6] in text
    assert "KeyError" in text


def test_json_log_has_one_object_per_line() -> None:
    record = logging.LogRecord("locarium.access", logging.INFO, "", 0, "GET %s\n", ("/api",), None)
    record.fields = {"status": 200, "ms": 0.3, "odd": {1, 2}}
    line = JsonFormatter().format(record)
    assert "\n" not in line
    happened = json.loads(line)
    assert happened["message"] == "GET /api\n"
    assert (happened["level"], happened["status"]) == ("info", 200)
