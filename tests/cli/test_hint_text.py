"""`locarium record hint` and `locarium record analyse`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from games.loco.script import play_steps
from games.locus import script as locus
from locarium.kernel.about import LANGUAGES
from locarium.kernel.texts import read_words
from locarium.search.analysis import Analysis

if TYPE_CHECKING:
    from .conftest import Call

QUICK = ("--simulations", "20")
STOPPED = play_steps(2, "r0! b, r1 r, r2 b, r3 r, r4 b", hands={0: "r5"})
BLUNDER = play_steps(2, "r0! r, r1 b, r2 r, r3 b, r4 r, r5 g", hands={0: "r5"})
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def written(history, observer=-1):
    return history.record(observer).to_json()


def keys(words):
    return {(section, key) for section, table in words.all_sections().items() for key in table}


@in_every_language
def test_every_language_has_the_same_messages(language: str) -> None:
    assert keys(read_words("locarium.cli", language)) == keys(read_words("locarium.cli", "en"))


# Hints.


def test_hint_gives_the_best_step_its_chance_and_a_reason(call: Call) -> None:
    answer = call("record", "hint", "-", "--seconds", "0.2", stdin=written(STOPPED))
    assert answer.code == 0
    best, why, following = answer.lines
    found = re.fullmatch(r"Best: (r5 \S) \((\d+) % to win, ± \d+ %\)\.", best)
    assert found
    assert int(found[2]) > 90
    assert why.startswith("It ends the game, and you win ")
    assert following.startswith("Next best: ")


def test_hint_gives_the_chance_of_a_seat_without_a_choice(call: Call) -> None:
    answer = call("record", "hint", "-", "--seat", "1", stdin=written(STOPPED))
    assert re.fullmatch(r"Seat 1 has nothing to choose now: \d+ % to win, ± \d+ %\.\n", answer.out)


@pytest.mark.clause("LOCUS-18")
def test_hint_is_for_the_active_seat_by_default(call: Call) -> None:
    record = written(locus.start(2, "y-d2 p-i4 r-u5", "0 take y-d2", order="printed"))
    assert call("record", "hint", "-", "--seat", "0", stdin=record).out.startswith("Seat 0 has nothing to choose now: ")
    assert call("record", "hint", "-", "--seconds", "0.05", stdin=record).out.startswith("Best: take ")


def test_hint_covers_all_active_seats(call: Call) -> None:
    record = call("record", "random", "lokus", "--seats", "3").out
    steps = json.loads(record)
    steps["steps"] = steps["steps"][:2]
    del steps["result"]
    answer = call("record", "hint", "-", "--seconds", "0.05", stdin=json.dumps(steps))
    assert [line for line in answer.lines if line.startswith("For ")] == ["For seat 1:", "For seat 2:"]
    assert answer.out.count("Best: play ") == 2


@in_every_language
def test_hint_is_translated(call: Call, language: str) -> None:
    words = read_words("locarium.cli", language)
    answer = call("record", "hint", "-", "--seconds", "0.05", "--lang", language, stdin=written(STOPPED))
    assert answer.out.startswith(words.get("hints", "best", step="@", chance="@").partition("@")[0])


@pytest.mark.parametrize(
    ("record", "arguments", "expected"),
    [
        (written(BLUNDER), (), "The game is over."),
        (written(STOPPED), ("--seat", "2"), "there is no seat 2; this game has seats 0 to 1"),
        (written(STOPPED, 0), (), "is hidden; a redacted record can be shown but not replayed"),
    ],
)
def test_hint_explains_why_there_is_none(call: Call, record: str, arguments: tuple[str, ...], expected: str) -> None:
    answer = call("record", "hint", "-", *arguments, stdin=record)
    assert expected in answer.out + answer.err


# Analyses.


def test_analysis_lists_steps_costs_and_totals(call: Call) -> None:
    answer = call("record", "analyse", "-", "--simulations", "400", stdin=written(BLUNDER))
    assert answer.code == 0
    assert answer.lines[0].startswith("After every move, ")
    last = answer.lines[8]
    assert re.fullmatch(r"   7  0 r5 g  −\d+ % < \S+ \S +0 \(0\) % +100 \(100\) %", last)  # noqa: RUF001
    found = re.fullmatch(
        r"seat 0 started with 50 %\. Luck: (\S+) %, own moves: (\S+) %, other players. moves: (\S+) %\. "
        r"Result: 0 %\. Compared with the best moves found, 3 choices cost \d+ % in total\.",
        answer.lines[9],
    )
    assert found
    assert 50 + sum(int(change.replace("−", "-")) for change in found.groups()) == pytest.approx(0, abs=2)  # noqa: RUF001
    assert len(answer.lines) == 11


def test_unfinished_game_is_analysed(call: Call) -> None:
    answer = call("record", "analyse", "-", *QUICK, stdin=written(STOPPED))
    assert "The record stops here. The game is not over." in answer.lines


def test_redacted_record_cannot_be_analysed(call: Call) -> None:
    answer = call("record", "analyse", "-", *QUICK, stdin=written(STOPPED, 0))
    assert answer.code == 2
    assert "can be shown but not replayed" in answer.err


def test_json_output_is_the_analysis(call: Call) -> None:
    first, second = (call("record", "analyse", "-", *QUICK, "--json", stdin=written(BLUNDER)).out for _ in range(2))
    assert first == second
    analysis = msgspec.json.decode(first, type=Analysis)
    assert (analysis.game, analysis.seats, analysis.is_finished) == ("loco", 2, True)
    assert len(analysis.moments) == 7


@in_every_language
def test_analysis_is_translated(call: Call, language: str) -> None:
    words = read_words("locarium.cli", language)
    answer = call("record", "analyse", "-", *QUICK, "--lang", language, stdin=written(BLUNDER))
    assert answer.lines[0] == words.get("analysis", "head")
    assert len(answer.lines) == 11
