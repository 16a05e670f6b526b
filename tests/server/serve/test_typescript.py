"""The web client's types match the structs."""

from __future__ import annotations

from pathlib import Path

from locarium.server.serve.typescript import declarations

TYPES = Path(__file__).parents[3] / "web" / "src" / "api" / "types.ts"


def test_generated_types_are_up_to_date() -> None:
    assert TYPES.read_text("utf-8") == declarations(), "run script/types"
