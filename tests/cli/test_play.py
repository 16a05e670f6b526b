"""`locarium play`: a game against bots in the terminal."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from locarium import catalogue
from locarium.kernel.about import LANGUAGES
from locarium.kernel.texts import read_words

from .conftest import QUICK, Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .conftest import Play

FIRST = "r1 r"  # a legal first move with seed 4
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def first_listed(out: str) -> str:
    """Return the first move in the list printed last."""
    line = out.rpartition("Legal moves:\n")[2].splitlines()[0]
    heads, _, tails = line.partition("  with  ")
    return f"{heads.split()[0]} {tails.split()[0]}" if tails else heads.split()[0]


def play_first_listed(typed: list[str], most: int = 100) -> Iterator[str]:
    """List the moves and play the first one, repeatedly."""
    for _ in range(most):
        yield "moves"
        typed.append(first_listed(sys.stdout.getvalue()))  # type: ignore[attr-defined]
        yield typed[-1]


def narration(answer: Answer) -> list[str]:
    """Return the narrated lines. Typed input is not echoed, so they may follow a prompt."""
    return re.findall("· .*", answer.out)


def own_moves(answer: Answer) -> list[str]:
    """Return the narrated moves of the person."""
    return [line for line in narration(answer) if line.startswith("· Ada plays")]


def stored(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_table_is_drawn_with_instructions(play: Play) -> None:
    answer = play()
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("LOCO! against bots.")
    for shown in ("· Fabula deals", "▸ Ada", "14 cards", "hand:", "r1", "Your turn", "move> "):
        assert shown in answer.out


def test_same_seed_deals_the_same_cards(play: Play) -> None:
    hands = [
        re.search("hand: .*", play("play", "loco", "--seed", seed, "--seconds", "0.002").out)
        for seed in ("4", "4", "5")
    ]
    shown = [hand[0] if hand else "" for hand in hands]
    assert shown[0] == shown[1] != shown[2]


def test_help_lists_all_commands(play: Play) -> None:
    answer = play(lines=["help"])
    for command in ("moves", "hint", "undo", "save FILE", "rules", "help", "quit"):
        assert f"\n  {command} " in answer.out


def test_moves_are_listed(play: Play) -> None:
    answer = play(lines=["moves"])
    assert "Legal moves:\n  r1 r2 r5 g1 g2 g3 g4 g5 p0! p3 y1 y2 y3 y4  with  r b g p y\n  p0\n" in answer.out


def test_automatic_shout_removes_unshouted_moves(play: Play) -> None:
    answer = play(*QUICK, "--option", "shout=auto", lines=["moves", "p0"])
    assert "p0! p3 y1 y2 y3 y4  with  r b g p y\nYour turn" in answer.out
    assert "Not possible: The rules allow this move, but this table" in answer.out


def test_hint_is_a_legal_move(play: Play) -> None:
    def lines() -> Iterator[str]:
        yield "hint"
        found = re.search(r"Best: (\S+ \S) \((\d+) % to win, ± \d+ %\)", sys.stdout.getvalue())  # type: ignore[attr-defined]
        assert found
        assert 0 <= int(found[2]) <= 100
        yield found[1]

    answer = play("play", "loco", "--seed", "4", "--seconds", "0.1", lines=lines())
    assert "Next best: " in answer.out
    assert len(own_moves(answer)) == 1


def test_move_is_narrated_and_bots_reply(play: Play) -> None:
    answer = play(lines=[FIRST])
    assert own_moves(answer) == ["· Ada plays the red 1 and takes a red marker"]
    assert answer.out.count("· Fabula plays") == 1
    assert answer.out.count("Your turn") == 2


def test_undo_reverts_the_players_move_and_the_replies(play: Play) -> None:
    answer = play(lines=[FIRST, "undo", "moves", FIRST])
    assert answer.out.count("Move undone.") == 1
    assert "  r1 r2 r5 g1" in answer.out.partition("Move undone.")[2]
    assert len(own_moves(answer)) == 2
    assert "Not possible: There is no move you can undo now." in play(lines=["undo"]).out


def test_rules_are_printed(play: Play) -> None:
    assert "shout" in play(lines=["rules"]).out


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("nonsense", "“nonsense” is neither a move nor a command. Type “moves” to list the legal moves, or “help” "),
        ("r9 x", "“r9 x” is neither a move nor a command"),
        ("[bold]r1[/bold] {x}", "“[bold]r1[/bold] {x}” is neither a move nor a command"),
        ("r3 y", "Not possible: This card isn’t in your hand. Play one that is."),
        ("r1", "Not possible: Say which marker you take"),
        ("r1 -", "Not possible: Take a marker while there are any in stock."),
        ("r1! b", "Not possible: Only Loco cards take a shout."),
        ("p0 b", "Not possible: You get no marker for a Loco card without a shout."),
    ],
)
def test_wrong_input_is_explained(play: Play, typed: str, expected: str) -> None:
    answer = play(lines=[typed, FIRST])
    assert expected in answer.out
    assert (answer.code, answer.err) == (0, "")
    assert len(own_moves(answer)) == 1


def test_empty_lines_and_blanks_are_ignored(play: Play) -> None:
    answer = play(lines=["", "   ", f"  {FIRST}  ", "MOVES"])
    assert len(own_moves(answer)) == 1
    assert "neither" not in answer.out
    assert "Legal moves:" in answer.out


# Saving games.


@pytest.mark.parametrize("lines", [["quit"], [FIRST, "quit"], [FIRST]])
def test_quit_and_end_of_input_save_the_game(play: Play, data: Path, lines: list[str]) -> None:
    answer = play(lines=lines)
    file = data / "loco.jsonl"
    assert f"Saved in {file}. Resume with: locarium play loco --resume {file}\n" in answer.out
    assert answer.out.endswith("See you next time.\n")
    steps = [(event["seat"], event["text"]) for event in stored(file) if event["kind"] == "stepped"]
    assert steps[:1] == ([(0, FIRST)] if FIRST in lines else [])


def test_interrupt_saves_the_game(play: Play, data: Path) -> None:
    def lines() -> Iterator[str]:
        yield FIRST
        raise KeyboardInterrupt

    answer = play(lines=lines())
    assert (answer.code, answer.err) == (0, "")
    assert len(stored(data / "loco.jsonl")) == 6


def test_saved_game_resumes(play: Play, tmp_path: Path, data: Path) -> None:
    file = tmp_path / "my games" / "one.jsonl"
    first = play(lines=[FIRST, f"save {file}", "quit"])
    assert f"Saved in {file}." in first.out
    resumed = play("play", "loco", "--resume", str(file), lines=["quit"])
    assert (data / "loco.jsonl").read_bytes() == file.read_bytes()
    assert narration(resumed) == narration(first)
    assert re.findall("hand: .*", resumed.out)[-1] == re.findall("hand: .*", first.out)[-1]
    again = play("play", "loco", "--resume", str(file), "--seconds", "0.002", lines=["undo", "r2 b"])
    assert "Move undone." in again.out
    assert own_moves(again)[-1] == "· Ada plays the red 2 and takes a blue marker"


def test_rejected_moves_do_not_block_later_moves(play: Play, data: Path) -> None:
    """A rejected move must not use up the idempotency key of a later one."""
    play(lines=["undo"] * 5 + ["r3 y"] * 10 + [FIRST])
    typed: list[str] = []
    answer = play(
        "play", "loco", "--resume", str(data / "loco.jsonl"), "--seconds", "0.002", lines=play_first_listed(typed)
    )
    assert len(own_moves(answer)) == 1 + len(typed)


def test_failed_save_is_reported(play: Play, tmp_path: Path) -> None:
    answer = play(lines=[f"save {tmp_path}", FIRST])
    assert f"Not possible: {tmp_path}: Is a directory" in answer.out
    assert len(own_moves(answer)) == 1


def damaged(change: Callable[[list[dict]], object]) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        events = stored(file)
        change(events)
        file.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")

    return damage


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "not JSON": lambda file: file.write_bytes(b"PK\x03\x04"),
    "not UTF-8": lambda file: file.write_bytes(b'{"kind":"opened","table":"\xff"}'),
    "other JSON": lambda file: file.write_text('{"format": "locarium/1", "game": "loco"}'),
    "truncated": lambda file: file.write_bytes(file.read_bytes()[:-20]),
    "damaged line": lambda file: file.write_bytes(file.read_bytes().replace(b"seated", b"sated")),
    "no first event": damaged(lambda events: events.pop(0)),
    "no seats": damaged(lambda events: events.__delitem__(slice(1, None))),
    "no deal": damaged(lambda events: events.__delitem__(slice(3, None))),
    "missing deal": damaged(lambda events: events.pop(3)),
    "unknown seat": damaged(lambda events: events[1].update(seat=9)),
    "no bots": damaged(lambda events: events[2].update(who=events[1]["who"])),
    "illegal step": damaged(lambda events: events[4].update(text="r3 b")),
    "not a step": damaged(lambda events: events[4].update(text="hello")),
    "bad undo": damaged(lambda events: events.append({"kind": "taken-back", "seat": 0, "to": -9, "key": "k"})),
    "bad secret": damaged(lambda events: events[0].update(secret="xyz")),
    "unknown option": damaged(lambda events: events[0].update(options={"speed": 3})),
    "number of seats": damaged(lambda events: events[0].update(seats=12)),
    "other game": damaged(lambda events: events[0].update(game="lokus")),
    "folder": lambda file: (file.unlink(), file.mkdir()),
    "missing": lambda file: file.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_game_is_rejected_in_one_line(play: Play, data: Path, damage: str) -> None:
    play(lines=[FIRST])
    file = data / "loco.jsonl"
    DAMAGE[damage](file)
    answer = play("play", "loco", "--resume", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"locarium: .+\n", answer.err)
    if damage not in ("unknown option", "number of seats"):  # their errors name the value instead of the file
        assert str(file) in answer.err


# Languages.


@in_every_language
def test_commands_and_prompts_are_translated(play: Play, data: Path, language: str) -> None:
    words, texts = read_words("locarium.cli", language), catalogue.about("loco").texts(language)
    names = {name: words.get("commands", name) for name in ("help", "steps", "hint", "undo", "rules", "save", "quit")}
    lines = [names["help"], names["steps"].upper(), names["hint"], FIRST, names["undo"], "r3 y", "?"]
    answer = play(
        *QUICK, "--lang", language, lines=[*lines, names["save"], names["rules"], names["quit"], "never read"]
    )
    assert (answer.code, answer.err) == (0, "")
    for key in ("turn", "prompt", "steps", "undone", "goodbye"):
        assert words.get("play", key) in answer.out
    assert words.get("play", "help").strip() in answer.out
    assert words.get("play", "welcome", title="LOCO!") in answer.out
    assert words.get("play", "refused", reason=texts.get("faults", "card-not-in-hand")) in answer.out
    assert words.get("play", "unknown", text="?") in answer.out
    assert (
        answer.out.count(words.get("play", "saved", file=data / "loco.jsonl", quoted=data / "loco.jsonl", game="loco"))
        == 2
    )
    assert words.get("hints", "best", step="@", chance="@").partition("@")[0] in answer.out
    assert texts.get("colours", "p") in answer.out


@in_every_language
def test_english_commands_work_in_every_language(play: Play, language: str) -> None:
    words = read_words("locarium.cli", language)
    answer = play(*QUICK, "--lang", language, lines=["help", "steps", "quit", "never read"])
    assert words.get("play", "help").strip() in answer.out
    assert words.get("play", "steps") in answer.out
    assert words.get("play", "goodbye") in answer.out


# Whole games.


@pytest.mark.parametrize("arguments", [(), ("--seats", "4"), ("--option", "match=full")], ids=str)
def test_whole_game_is_played(play: Play, data: Path, arguments: tuple[str, ...]) -> None:
    typed: list[str] = []
    answer = play(*QUICK, *arguments, lines=play_first_listed(typed))
    assert (answer.code, answer.err) == (0, "")
    assert len(own_moves(answer)) == len(typed) >= 2
    ending = "Everyone has dealt once" if "match=full" in arguments else "The sixth card of a colour has been played"
    assert ending in answer.lines[-2]
    assert re.search(r"\b(wins|share the win)\b", answer.lines[-1])
    assert not data.exists()  # there is nothing to resume


def test_finished_game_can_be_reopened(play: Play, data: Path) -> None:
    """Resuming a saved game that has ended shows its end."""
    from locarium.table import events
    from locarium.table.table import Table

    play(lines=[])
    file = data / "loco.jsonl"
    table = Table.replayed(catalogue.game("loco"), map(events.decode, file.read_bytes().splitlines()))
    while table.status == "running":
        seat = table.position.active[0]
        table.step(seat, table.legal_texts(seat)[0], at=table.version, key=str(table.version))
    file.write_bytes(b"".join(events.encode(event) + b"\n" for event in table.events))
    answer = play("play", "loco", "--resume", str(file), lines=["never read"])
    assert answer.code == 0
    assert re.search(r"\b(wins|share the win)\b", answer.lines[-1])
    assert "Your turn" not in answer.out


# Arguments.


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("chess",), "unknown game 'chess'"),
        (("loco", "--seats", "7"), "loco is for 2 to 4 players, not 7"),
        (("loco", "--option", "speed=3"), "loco has no option 'speed'"),
        (
            ("locus", "--option", "coins=french"),
            "option 'coins' of locus cannot be 'french'; it takes combined, english or german",
        ),
        (
            ("locus", "--option", "order=any"),
            "option 'order' of locus cannot be 'any'; it takes together or printed",
        ),
        (("loco", "--option", "shout=softly"), "option 'shout' of loco cannot be 'softly'"),
        (("loco", "--option", "match"), "write --option 'match' as name=value"),
        (("loco", "--lang", "la"), "there are no texts in 'la'"),
        (("loco", "--seconds", "0"), "--seconds"),
        (("loco", "--seed", "-1"), "--seed"),
        (("loco", "--resume", "nowhere.jsonl"), "cannot read 'nowhere.jsonl': No such file or directory"),
    ],
)
def test_bad_arguments_are_reported_in_one_line(play: Play, arguments: tuple[str, ...], expected: str) -> None:
    answer = play("play", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"locarium: .+\n", answer.err)
    assert expected in answer.err


def test_play_runs_as_a_process(data: Path) -> None:
    command = [sys.executable, "-m", "locarium", *QUICK]
    done = subprocess.run(
        command, input=f"moves\n{FIRST}\n", capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "· Ada plays the red 1 and takes a red marker" in done.stdout
    assert done.stdout.endswith("See you next time.\n")
    assert (data / "loco.jsonl").exists()


@pytest.mark.clause("LOCUS-18")
def test_printed_order_is_explained_and_played(play: Play) -> None:
    wish = ("play", "locus", "--seats", "2", "--seed", "3", "--seconds", "0.002", "--option", "order=printed")
    answer = play(*wish, lines=["steps"])
    assert answer.lines[1] == catalogue.about("locus").texts("en").get("choices", "order.printed")
    card = re.search(r"take  with  (\S+)", answer.out)
    assert card is not None
    answer = play(*wish, lines=[f"take {card[1]}", "steps", "discard", "end"])
    steps = [line for line in narration(answer) if "Ada" in line]
    assert answer.out.count("Round 1 of 8, turn 1 of 2") >= 2
    assert any("discards" in line for line in steps)
