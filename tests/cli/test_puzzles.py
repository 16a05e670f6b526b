"""`locarium puzzles` generates and checks puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Call


@pytest.mark.compiled
def test_generated_puzzles_pass_the_check(call: Call, tmp_path: Path) -> None:
    made = call("puzzles", "make", "genius-loci", "--games", "6", "--each", "3", "--seed", "3")
    assert (made.code, made.err) == (0, "")
    assert made.lines
    file = tmp_path / "mine.jsonl"
    file.write_text(made.out, "utf-8")
    assert call("puzzles", "check", "genius-loci", str(file)).out == f"ok ({len(made.lines)} puzzles)\n"
    file.write_text(made.out.replace('"effort":', '"effort":7'), "utf-8")
    refused = call("puzzles", "check", "genius-loci", str(file))
    assert (refused.code, refused.out) == (2, "")
    assert "effort" in refused.err


def test_bad_arguments_are_rejected_with_a_reason(call: Call, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xfe")
    for arguments, reason in (
        (("make", "loco"), "loco has no puzzles; choose genius-loci or locus"),
        (("check", "chess"), "unknown game 'chess'"),
        (("check", "locus", str(tmp_path / "nothing")), "No such file"),
        (("check", "locus", str(tmp_path / "picture")), "not UTF-8"),
        (("make", "locus", "--each", "0"), "--each"),
    ):
        answer = call("puzzles", *arguments)
        assert answer.code == 2
        assert reason in answer.err
