"""The language of a request."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import parse_qs

from litestar.params import FromQuery

from locarium.kernel.about import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT = LANGUAGES[0]
MAX_BYTES = 200  # bytes of Accept-Language that are read and cached
Language: TypeAlias = FromQuery[str]  # query parameter `?language=` of a handler


def language_of(scope: Mapping[str, Any]) -> str:
    """Return `?language=` if supported, else the best of Accept-Language, else English."""
    asked = _asked(scope.get("query_string", b""))
    if asked in LANGUAGES:
        return asked
    accepted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return _best(accepted[:MAX_BYTES])


@lru_cache(maxsize=256)
def _asked(query: bytes) -> str:
    return parse_qs(query.decode("latin-1")).get("language", [""])[-1] if b"language" in query else ""


@lru_cache(maxsize=256)
def _best(accepted: bytes) -> str:
    """Return the first of the highest-weighted languages, e.g. of `fr-CH, fr;q=0.9, en;q=0.8`."""
    weighed = [_weigh(entry) for entry in accepted.decode("latin-1").lower().split(",")]
    spoken = [(weight, tag) for weight, tag in weighed if tag in LANGUAGES and weight > 0]
    return max(spoken, key=lambda entry: entry[0])[1] if spoken else DEFAULT


def _weigh(entry: str) -> tuple[float, str]:
    tag, _, weight = entry.strip().partition(";q=")
    try:
        return float(weight or 1), tag.partition("-")[0].strip()
    except ValueError:
        return 0.0, ""
