"""What the house writes about its own running: one line a happening, without anybody's secrets."""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import msgspec

Style: TypeAlias = Literal["text", "json"]

SHOWN = 6  # characters of a table's address: enough to tell tables apart, too few to find one

_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+\S+")
_FIELD = re.compile(
    r"""(?i)\b(cookie|authorization|password|token|code|secret|seed)(["']?\s*[=:]\s*)(b?["']?)[^\s"',;}&]+"""
)
_TOKEN = re.compile(r"\bloc_[\w-]+")
_CODE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2,}\b")
_TABLE = re.compile(rf"(/tables?/[\w-]{{1,{SHOWN}}})[\w-]*")
_LONG = re.compile(r"(?<![\w-])[\w-]{22,}(?![\w-])")  # 128 random bits or more, as the house writes them
_NAME = re.compile(r"[a-z_]+|[A-Z_]+|[a-z-]+|_*[A-Z]{0,5}(?:[A-Z][a-z]{2,})+")  # what code is called
_RULED = re.compile(r"[-_~^]+")  # lines that tracebacks draw


def without_secrets(text: str) -> str:
    """The text with addresses of tables shortened and whatever looks like a key blotted out."""
    text = _BEARER.sub(r"\1 …", text)
    text = _FIELD.sub(r"\1\2…", text)
    text = _TOKEN.sub("loc_…", text)
    text = _CODE.sub("…", text)
    text = _TABLE.sub(r"\1", text)
    return _LONG.sub(_shorten, text)


def _shorten(found: re.Match[str]) -> str:
    word = found[0]
    return word if _NAME.fullmatch(word) or _RULED.fullmatch(word) else f"{word[:SHOWN]}…"


class _Formatter(logging.Formatter):
    """The parts of a record; `fields` are what its logger adds beside the sentence."""

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
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(self.parts(record), enc_hook=str).decode()


class TextFormatter(_Formatter):
    """A line for people; a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        time, level, _, message = (parts.pop(name) for name in ("time", "level", "logger", "message"))
        traceback = parts.pop("traceback", None)
        added = "".join(f" {name}={value}" for name, value in parts.items())
        line = f"{time[11:19]} {level:7} {message}{added}"
        return line if traceback is None else f"{line}\n{traceback}"


def _is_news(record: logging.LogRecord) -> bool:
    """Uvicorn takes a live connection that was refused with an HTTP answer for one that was never answered."""
    return "without completing handshake" not in record.getMessage()


def configure(style: Style = "text", level: str | None = None) -> None:
    """Write to standard error: everything from a level on, which is `info` for programs and `warning` for people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    logging.root.handlers = [handler]
    logging.root.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    logging.getLogger("locarium").setLevel((level or ("info" if style == "json" else "warning")).upper())
