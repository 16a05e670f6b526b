"""`--edition` with built-in editions and files, and `locarium edition`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Call, Play

FREE = f"# nothing costs anything\nminus-points = {[0] * 23}\n"
PLAY = ("play", "lokus", "--seed", "4", "--seconds", "0.002")
RANDOM = ("record", "random", "lokus")


@pytest.fixture
def free(tmp_path: Path) -> Path:
    """Return an edition file in which rolls cost nothing."""
    path = tmp_path / "free.toml"
    path.write_text(FREE, "utf-8")
    return path


def test_random_games_use_an_edition_file(call: Call, free: Path) -> None:
    answer = call(*RANDOM, "--edition", str(free))
    assert (answer.code, answer.err) == (0, "")
    record = json.loads(answer.out)
    assert record["edition_text"] == FREE, "the record contains the whole text"
    assert "edition" not in record
    assert record["result"] == {"scores": [0, 0, 0], "winners": [0, 1, 2]}
    assert call("record", "check", "-", stdin=answer.out).out == "ok\n"


def test_random_games_use_a_built_in_edition(call: Call) -> None:
    assert call(*RANDOM, "--edition", "house").out == call(*RANDOM).out


def test_built_in_name_takes_precedence_over_a_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house").write_text(FREE, "utf-8")
    assert call(*RANDOM, "--edition", "house").out == call(*RANDOM).out
    assert "edition_text" in call(*RANDOM, "--edition", "./house").out


def test_table_uses_an_edition_file(play: Play, free: Path, data: Path) -> None:
    answer = play(*PLAY, "--edition", str(free), lines=["play e6", "quit"])
    assert (answer.code, answer.err) == (0, "")
    assert "· Ada plays the grey 6" in answer.out
    opened = json.loads((data / "lokus.jsonl").read_text("utf-8").splitlines()[0])
    assert opened["edition_text"] == FREE
    resumed = play("play", "lokus", "--resume", str(data / "lokus.jsonl"), lines=["quit"])
    assert (resumed.code, resumed.err) == (0, "")


def test_table_uses_a_built_in_edition(play: Play) -> None:
    assert play(*PLAY, "--edition", "house").out == play(*PLAY).out


@pytest.fixture(params=["record", "play"])
def refusal(request: pytest.FixtureRequest, play: Play):
    """Return a function that calls one of the commands and returns its error line."""

    def ask(*arguments: str) -> str:
        answer = play(*(RANDOM if request.param == "record" else PLAY), *arguments)
        assert (answer.code, answer.out) == (2, "")
        assert re.fullmatch(r"locarium: .+\n", answer.err)
        return answer.err

    return ask


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"minus-points = [0", ["not TOML"]),
        (b"", ["minus-points must be a list of 21 whole numbers"]),
        (b"minus-points = [1]", ["number 1 (for 0 rolls) cannot be 1", "without rolls it must be 0"]),
        (b"minus-points = [0, 2, 1]", ["number 3 (for 2 rolls) cannot be 1", "at least 2"]),
        (b"minus-points = [0, 1]", ["ends with its number for 1 rolls", "need 21"]),
        (b"points = [0, 1]", ["unknown field 'points'", "minus-points"]),
        (b"\xff\xfe", ["mine.toml", "UTF-8"]),
        (b"#" * 65_537, ["at most 65536 characters", "longer"]),
    ],
)
def test_invalid_edition_file_is_rejected(refusal, tmp_path: Path, content: bytes, named: list[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    expected = refusal("--edition", str(file))
    for words in named:
        assert words in expected


def test_unknown_edition_is_rejected(refusal, tmp_path: Path) -> None:
    assert "'castle' is neither house nor an edition file: No such file" in refusal("--edition", "castle")
    assert "directory" in refusal("--edition", str(tmp_path))


def test_short_table_of_minus_points_is_rejected_for_eleven_cards_only(refusal, call: Call, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f"minus-points = {[0] * 21}", "utf-8")
    assert "hands of 11 cards need 23" in refusal("--edition", str(file), "--option", "hand=11")
    assert call(*RANDOM, "--edition", str(file)).code == 0


def test_game_without_editions_rejects_an_edition_file(call: Call, free: Path) -> None:
    answer = call("record", "random", "loco", "--edition", str(free))
    assert (answer.code, answer.out) == (2, "")
    assert "loco takes no edition text; it has no edition data" in answer.err
    assert call("record", "random", "loco", "--edition", "house").code == 0


# `locarium edition …`


def test_edition_check_accepts_a_valid_file(call: Call, free: Path) -> None:
    answer = call("edition", "check", str(free))
    assert (answer.code, answer.out, answer.err) == (0, "ok: LOKUS\n", ""), "the game is detected from the fields"
    assert call("edition", "check", "house", "--game", "lokus").out == "ok: LOKUS\n"


def test_edition_check_names_options_that_do_not_fit(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(f"minus-points = {[0] * 21}", "utf-8")
    answer = call("edition", "check", str(file))
    assert (answer.code, answer.lines[0]) == (0, "ok: LOKUS")
    assert answer.lines[1].startswith("but not with hand=11")
    assert "hands of 11 cards need 23" in answer.lines[1]


def test_edition_check_names_the_place_of_an_error(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "falling.toml"
    file.write_text(f"minus-points = {[0, 5, 4, *[9] * 20]}", "utf-8")
    answer = call("edition", "check", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert "number 3 (for 2 rolls) cannot be 4; the numbers never fall, so it must be at least 5" in answer.err


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_edition_show_draws_the_edition(call: Call, free: Path, language: str) -> None:
    house = call("edition", "show", "--game", "lokus", "--lang", language)
    assert (house.code, house.err) == (0, "")
    assert [int(line.split()[-1]) for line in house.lines[1:]] == [n * (n + 1) // 2 for n in range(21)]
    own = call("edition", "show", str(free), "--lang", language)
    assert [int(line.split()[-1]) for line in own.lines[1:]] == [0] * 21


def test_edition_new_copies_the_house_edition(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = call("edition", "new", "mine", "--game", "lokus")
    assert (answer.code, answer.err) == (0, "")
    assert call("edition", "check", "mine.toml").out == "ok: LOKUS\n"
    played = [json.loads(call(*RANDOM, *given).out) for given in ((), ("--edition", "mine.toml"))]
    assert played[0]["result"] == played[1]["result"]
    again = call("edition", "new", "mine", "--game", "lokus")
    assert again.code == 2
    assert "already exists" in again.err
