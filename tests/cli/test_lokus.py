"""LOKUS in the terminal and as records: simultaneous choices and translations."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

from locarium import catalogue
from locarium.kernel.about import LANGUAGES
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.texts import read_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .conftest import Answer, Call, Play

QUICK = ("play", "lokus", "--seed", "4", "--seconds", "0.002")
HAND = "e2 g3 b3 e3 b5 e6 y8 g10 e10 y12"  # with seed 4
GAME = catalogue.game("lokus")
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def random_record(call: Call, *arguments: str) -> dict[str, Any]:
    answer = call("record", "random", "lokus", *arguments)
    assert (answer.code, answer.err) == (0, "")
    record: dict[str, Any] = json.loads(answer.out)
    return record


# Records.


def test_random_game_is_complete_and_reproducible(call: Call) -> None:
    record = random_record(call, "--seed", "3")
    assert (record["game"], record["seats"], record["rules"]) == ("lokus", 3, 1)
    assert set(record) == {"format", "game", "rules", "seats", "steps", "result"}
    steps = record["steps"]
    assert [text.split(" ")[0] for seat, text in steps if seat is None] == ["deal"] * 3
    assert sum(text.startswith("play ") for _, text in steps) == 3 * 3 * 10
    assert {text for _, text in steps if text.startswith("row")} == {"row 1", "row 2"}
    assert record == random_record(call, "--seed", "3")
    scores = record["result"]["scores"]
    assert record["result"]["winners"] == [seat for seat, score in enumerate(scores) if score == min(scores)]


@pytest.mark.parametrize("player", ["random", "greedy", "mixed"])
def test_random_games_replay_with_all_legal_steps(call: Call, player: str) -> None:
    games = call("record", "random", "lokus", "--seats", "4", "--player", player, "--games", "2", "--legal").out
    assert call("record", "check", "-", stdin=games).out == "ok (2 records)\n"


@pytest.mark.parametrize(
    ("seats", "options", "written"),
    [
        ("6", ["hand=11", "crowd=true"], {"hand": 11, "crowd": True}),
        ("2", ["crowd=true"], {"crowd": True}),
        ("5", ["hand=10", "crowd=false"], None),
    ],
)
def test_record_holds_only_options_that_differ_from_defaults(
    call: Call, seats: str, options: list[str], written: dict[str, object] | None
) -> None:
    record = random_record(call, "--seats", seats, *(word for text in options for word in ("--option", text)))
    assert record.get("options") == written
    assert call("record", "check", "-", stdin=json.dumps(record)).out == "ok\n"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("--seats 2", ["2", "3 to 5 players"]),
        ("--seats 6", ["6", "3 to 5 players"]),
        ("--seats 7 --option crowd=true", ["7", "2 to 6 players"]),
        ("--option hand=12", ["'hand'", "'12'", "10 or 11"]),
        ("--option hand=ten", ["'hand'", "'ten'", "10 or 11"]),
        ("--option crowd=yes", ["'crowd'", "'yes'", "false or true"]),
        ("--option match=full", ["'match'", "hand or crowd"]),
    ],
)
def test_bad_arguments_are_rejected(call: Call, arguments: str, named: list[str]) -> None:
    answer = call("record", "random", "lokus", *arguments.split(" "))
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"locarium: .+\n", answer.err)
    for word in named:
        assert word in answer.err


def stopped(record: dict[str, Any], count: int) -> str:
    """Return a record of only the first steps."""
    return json.dumps(
        {name: value for name, value in record.items() if name != "result"} | {"steps": record["steps"][:count]}
    )


def test_legal_steps_of_several_seats_name_their_seats(call: Call) -> None:
    record = random_record(call)
    hands = [group.split() for group in record["steps"][0][1].split("/")[1:4]]
    answer = call("record", "legal", "-", stdin=stopped(record, 1))
    assert answer.lines == [f"{seat}: play {card}" for seat, hand in enumerate(hands) for card in hand]
    answer = call("record", "legal", "-", stdin=stopped(record, 3))  # only the third seat can act
    assert answer.lines == [f"play {card}" for card in hands[2]]


def test_legal_command_lists_both_rows(call: Call) -> None:
    record = random_record(call)
    first = next(i for i, (_, text) in enumerate(record["steps"]) if text.startswith("row"))
    assert call("record", "legal", "-", stdin=stopped(record, first)).lines == ["row 1", "row 2"]


def test_order_of_simultaneous_choices_does_not_matter(call: Call) -> None:
    record = random_record(call)
    steps = record["steps"]
    swapped = record | {"steps": [steps[0], steps[3], steps[1], steps[2], *steps[4:]]}
    assert call("record", "check", "-", stdin=json.dumps(swapped)).out == "ok\n"


def test_illegal_step_is_explained(call: Call) -> None:
    record = random_record(call)
    wrong = [*record["steps"][:3], [2, record["steps"][1][1]]]
    answer = call("record", "check", "-", stdin=json.dumps(record | {"steps": wrong}))
    assert answer.code == 1
    assert answer.out == (
        f"record 1: step 4: {wrong[3][1]!r} of seat 2: This card isn’t in your hand. Play one that is.\n"
    )


@in_every_language
def test_play_by_play_includes_effects(call: Call, language: str) -> None:
    record = random_record(call, "--seed", "3")
    answer = call("record", "show", "-", "--lang", language, stdin=json.dumps(record))
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[0].startswith("LOKUS  3 ")
    assert "{" not in answer.out
    numbered = [line for line in answer.lines if re.match(r" *\d+  ", line)]
    assert len(numbered) == len(record["steps"])
    texts = GAME.about.texts(language)
    for number in (1, 2, 3):
        assert texts.get("steps", "round-ends", number=number, points="@").partition("@")[0] in answer.out
    assert len(answer.lines) > len(record["steps"]) + 3 * 10, "every turn is followed by rolls"


@pytest.mark.parametrize("observer", [0, 2, SPECTATOR])
def test_redacted_game_is_shown(call: Call, observer: int) -> None:
    record = random_record(call)
    history = replay(read_record(stopped(record, 3)), GAME)
    redacted = history.record(observer).to_json()
    assert redacted.count("play ?") == (1 if observer == 0 else 2)
    answer = call("record", "show", "-", stdin=redacted)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("has chosen") == redacted.count("play ?")
    assert "can be shown but not replayed" in call("record", "check", "-", stdin=redacted).out


@pytest.mark.parametrize(
    ("steps", "culprit"),
    [
        ([[None, "?"]], "step 1: '?'"),
        ([[None, "deal / ? / ? / ?"]], "step 1: 'deal / ? / ? / ?'"),
        ([[None, "deal / ? / ? / ? / b6 p7"]], "step 1: 'p7'"),
        ([[None, "deal / ? / ? / ? / b6 r7"], [7, "play r1"]], "step 2: There is no seat 7"),
        ([[None, "deal / ? / ? / ? / b6 r7"], [1, "row 3"]], "step 2: 'row 3'"),
        ([[None, "deal / ? / ? / ? / b6 r7"], [1, "play x1"]], "step 2: 'x1'"),
    ],
)
def test_invalid_redacted_game_is_rejected(call: Call, steps: list[object], culprit: str) -> None:
    record = json.dumps({"format": "locarium/1", "game": "lokus", "seats": 3, "steps": steps})
    answer = call("record", "show", "-", stdin=record)
    assert answer.code == 2
    assert answer.err.startswith(f"locarium: record 1: {culprit}")
    assert answer.err.count("\n") == 1


# In the terminal.


def written() -> str:
    """Return the output so far."""
    text: str = sys.stdout.getvalue()  # type: ignore[attr-defined]
    return text


def first_listed() -> str:
    """Return the first move in the list printed last."""
    head, _, tails = written().rpartition("Legal moves:\n")[2].splitlines()[0].partition("  with  ")
    return f"{head.strip()} {tails.split()[0]}"


def play_first_listed(typed: list[str]) -> Iterator[str]:
    """List the moves and play the first one, repeatedly."""
    while True:
        yield "moves"
        typed.append(first_listed())
        yield typed[-1]


def test_table_is_drawn_with_face_down_bot_choices(play: Play) -> None:
    answer = play(*QUICK)
    assert (answer.code, answer.err) == (0, "")
    for shown in ("LOKUS against bots.", "Round 1 of 3, turn 1 of 10", "│ 1 │", "│ 2 │", "stock 40", "▸ Ada", "▒▒"):
        assert shown in answer.out
    assert f"hand:  {'  '.join(HAND.split())}" in answer.out


def test_moves_are_grouped_by_their_first_word(play: Play) -> None:
    assert f"Legal moves:\n  play  with  {HAND}\n" in play(*QUICK, lines=["moves"]).out


def test_turn_is_narrated_after_every_seat_has_chosen(play: Play) -> None:
    answer = play(*QUICK, lines=["play e6", "row 1"])  # the row, in case there is a choice
    narration = re.findall("· .*", answer.out)
    assert len(narration) >= 4
    assert narration[1] == "· Ada plays the grey 6"
    assert re.fullmatch(r"· \w+ plays the \w+ \d+", narration[2])
    assert re.search(r"^  .+ (gets? a roll|get a roll each)", answer.out, re.MULTILINE)
    before = answer.out.partition("· Ada plays the grey 6")[0]
    assert before.count("plays the") == 0, "face-down choices are not narrated"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("e6", "“e6” is neither a move nor a command"),
        ("play x6", "“play x6” is neither a move nor a command"),
        ("play r1", "Not possible: This card "),
        ("row 1", "Not possible: There is no card to place yet."),
    ],
)
def test_wrong_input_is_explained(play: Play, typed: str, expected: str) -> None:
    answer = play(*QUICK, lines=[typed, "play e6"])
    assert (answer.code, answer.err) == (0, "")
    assert expected in answer.out
    assert "· Ada plays the grey 6" in answer.out


def test_hint_is_a_legal_move(play: Play) -> None:
    answer = play(*QUICK, lines=["hint"])
    hint = re.search(r"Best: play (\w+) ", answer.out)
    assert hint
    assert hint[1] in HAND.split()


def test_undo_reverts_to_the_players_choice(play: Play) -> None:
    answer = play(*QUICK, lines=["play e6", "undo", "moves", "play e2"])
    assert "Move undone." in answer.out
    assert f"  play  with  {HAND}\n" in answer.out.partition("Move undone.")[2]
    assert "· Ada plays the grey 2" in answer.out


def test_saved_game_resumes(play: Play, data: Path) -> None:
    first = play(*QUICK, lines=["play e6", "quit"])
    resumed = play("play", "lokus", "--resume", str(data / "lokus.jsonl"), lines=["quit"])
    narration = [re.findall("· .*", answer.out) for answer in (first, resumed)]
    assert narration[0] == narration[1]


@pytest.mark.clause("LOKUS-05")
@pytest.mark.parametrize(("memory", "forgets"), [("open", False), ("closed", True)])
def test_resumed_table_hides_rolls_with_closed_memory(play: Play, data: Path, memory: str, *, forgets: bool) -> None:
    """Cards are narrated when revealed. After resuming, past turns name only the cards in rows."""
    lines = ["play e6", "row 1", "row 1", "play e2", "row 1", "row 1", "quit"]
    first = play(*QUICK, "--option", f"memory={memory}", lines=lines)
    assert len(re.findall("· .* plays the", first.out)) == 6
    resumed = play("play", "lokus", "--resume", str(data / "lokus.jsonl"), lines=["quit"])
    narration = re.findall("· .* (?:plays the .*|has chosen)", resumed.out)
    assert ("has chosen" in " ".join(narration[:3])) == forgets
    assert "has chosen" not in " ".join(narration[3:])
    assert len(narration) == 6


@pytest.mark.clause("LOKUS-05")
def test_unknown_memory_option_is_rejected(play: Play) -> None:
    answer = play(*QUICK, "--option", "memory=shut", lines=[])
    assert answer.code == 2
    assert "option 'memory' of lokus cannot be 'shut'; it takes open or closed" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [("--seats", "4", "--option", "hand=11"), ("--option", "crowd=true"), ("--seats", "5")],
    ids=["four-eleven", "two", "five"],
)
def test_whole_game_is_played(play: Play, data: Path, arguments: tuple[str, ...]) -> None:
    typed: list[str] = []
    answer = play(*QUICK, *arguments, lines=play_first_listed(typed))
    assert (answer.code, answer.err) == (0, "")
    turns = 10 if "hand=11" not in arguments else 11
    assert sum(step.startswith("play") for step in typed) == 3 * (turns - 1), "the last card is played automatically"
    assert "Three rounds have been played" in answer.lines[-2]
    assert re.search(r"\b(wins|share the win)\b", answer.lines[-1])
    assert answer.out.count("is over, minus points") == 3
    assert not data.exists()


@in_every_language
def test_session_is_translated(play: Play, language: str) -> None:
    words, texts = read_words("locarium.cli", language), GAME.about.texts(language)
    commands = [words.get("commands", name) for name in ("help", "steps", "hint", "rules")]
    lines = [*commands, "play r1", "nonsense", "play e6", words.get("commands", "undo"), "play g10", "row 1"]
    answer: Answer = play(*QUICK, "--lang", language, lines=[*lines, words.get("commands", "quit")])
    assert (answer.code, answer.err) == (0, "")
    for key in ("turn", "steps", "undone", "goodbye"):
        assert words.get("play", key) in answer.out
    assert words.get("play", "welcome", title="LOKUS") in answer.out
    assert words.get("play", "refused", reason=texts.get("faults", "card-not-in-hand")) in answer.out
    assert texts.get("words", "turn-of", number=2, turns=10) in answer.out
    assert texts.get("colours", "e") in answer.out
