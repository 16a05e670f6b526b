"""The language of a request."""

from __future__ import annotations

import pytest

from locarium.server.http.locale import language_of


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        (b"", b"", "en"),
        (b"language=de", b"fr", "de"),
        (b"game=2&language=fr", b"", "fr"),
        (b"language=la", b"fr", "fr"),
        (b"language=%ff", b"", "en"),
        (b"", b"de-AT", "de"),
        (b"", b"fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"),
        (b"", b"es, de;q=0.5, fr;q=0.7", "fr"),
        (b"", b"la, *", "en"),
        (b"", b"de;q=0, fr;q=0.1", "fr"),
        (b"", b"de;q=much, \xff;q=1", "en"),
        (b"", b"DE", "de"),
    ],
)
def test_language_comes_from_query_then_browser_then_default(query: bytes, accepted: bytes, language: str) -> None:
    assert language_of({"query_string": query, "headers": [(b"accept-language", accepted)]}) == language
