"""Log formats: one line per event, without secrets."""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import msgspec

Style: TypeAlias = Literal["text", "json"]

SHORT_NAME = 6  # characters of a table's name: enough to distinguish tables, too few to open one

_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+\S+")
_FIELD = re.compile(
    r"""(?i)\b(cookie|authorization|password|token|code|secret|seed)(["']?\s*[=:]\s*)(b?["']?)[^\s"',;}&]+"""
)
_TOKEN = re.compile(r"\bloc_[\w-]+")
_CODE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2,}\b")
_TABLE = re.compile(rf"(/tables?/[\w-]{{1,{SHORT_NAME}}})[\w-]*")
_SECRET = re.compile(r"(?<![\w-])[\w-]{22,}(?![\w-])")  # 128 random bits or more in base64url
_IDENTIFIER = re.compile(r"[a-z_]+|[A-Z_]+|[a-z-]+|_*[A-Z]{0,5}(?:[A-Z][a-z]{2,})+")  # identifiers in code
_UNDERLINE = re.compile(r"[-_~^]+")  # underlines in tracebacks


def without_secrets(text: str) -> str:
    """Shorten table names and mask everything that looks like a key."""
    text = _BEARER.sub(r"\1 …", text)
    text = _FIELD.sub(r"\1\2…", text)
    text = _TOKEN.sub("loc_…", text)
    text = _CODE.sub("…", text)
    text = _TABLE.sub(r"\1", text)
    return _SECRET.sub(_shorten, text)


def _shorten(found: re.Match[str]) -> str:
    word = found[0]
    return word if _IDENTIFIER.fullmatch(word) or _UNDERLINE.fullmatch(word) else f"{word[:SHORT_NAME]}…"


class _Formatter(logging.Formatter):
    """Base of the formatters: collects the parts of a log record, including the extra `fields`."""

    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        happened = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        for name, value in getattr(record, "fields", {}).items():
            happened[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            happened["traceback"] = without_secrets(self.formatException(record.exc_info))
        return happened


class JsonFormatter(_Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(self.parts(record), enc_hook=str).decode()


class TextFormatter(_Formatter):
    """One readable line, followed by the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        time, level, _, message = (parts.pop(name) for name in ("time", "level", "logger", "message"))
        traceback = parts.pop("traceback", None)
        added = "".join(f" {name}={value}" for name, value in parts.items())
        line = f"{time[11:19]} {level:7} {message}{added}"
        return line if traceback is None else f"{line}\n{traceback}"


def _is_relevant(record: logging.LogRecord) -> bool:
    """Filter out a uvicorn warning about WebSocket connections that were rejected with an HTTP response."""
    return "without completing handshake" not in record.getMessage()


def configure(style: Style = "text", level: str | None = None) -> None:
    """Log messages of at least `level` to standard error. The default is `info` for JSON and `warning` for text."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    logging.root.handlers = [handler]
    logging.root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_relevant)
    logging.getLogger("locarium").setLevel((level or ("info" if style == "json" else "warning")).upper())
