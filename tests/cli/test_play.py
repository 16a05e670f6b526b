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

FIRST = "r1 r"  # the first step of the game of seed 4
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def first_listed(out: str) -> str:
    """The first of the steps that were listed last."""
    line = out.rpartition("You may play:\n")[2].splitlines()[0]
    heads, _, tails = line.partition("  with  ")
    return f"{heads.split()[0]} {tails.split()[0]}" if tails else heads.split()[0]


def first_steps(typed: list[str], most: int = 100) -> Iterator[str]:
    """Ask for the steps, take the first one, and so on."""
    for _ in range(most):
        yield "steps"
        typed.append(first_listed(sys.stdout.getvalue()))  # type: ignore[attr-defined]
        yield typed[-1]


def told(answer: Answer) -> list[str]:
    """What was told of the game; what is typed is not echoed here, so it may follow the prompt."""
    return re.findall("· .*", answer.out)


def own_steps(answer: Answer) -> list[str]:
    """What was told of the person's steps."""
    return [line for line in told(answer) if line.startswith("· Ada plays")]


def stored(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_the_table_is_drawn_and_explained(play: Play) -> None:
    answer = play()
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("LOCO! against bots.")
    for shown in ("· Fabula deals", "▸ Ada", "14 cards", "hand:", "r1", "Your turn", "step> "):
        assert shown in answer.out


def test_the_same_seed_deals_the_same_cards(play: Play) -> None:
    hands = [
        re.search("hand: .*", play("play", "loco", "--seed", seed, "--seconds", "0.002").out)
        for seed in ("4", "4", "5")
    ]
    shown = [hand[0] if hand else "" for hand in hands]
    assert shown[0] == shown[1] != shown[2]


def test_help_names_all_commands(play: Play) -> None:
    answer = play(lines=["help"])
    for command in ("steps", "hint", "undo", "save FILE", "rules", "help", "quit"):
        assert f"\n  {command} " in answer.out


def test_steps_are_listed(play: Play) -> None:
    answer = play(lines=["steps"])
    assert "You may play:\n  r1 r2 r5 g1 g2 g3 g4 g5 p0! p3 y1 y2 y3 y4  with  r b g p y\n  p0\n" in answer.out


def test_a_table_that_shouts_lists_no_forgotten_shout(play: Play) -> None:
    answer = play(*QUICK, "--option", "shout=auto", lines=["steps", "p0"])
    assert "p0! p3 y1 y2 y3 y4  with  r b g p y\nYour turn" in answer.out
    assert "Not possible: this table does not allow it, though the rules would." in answer.out


def test_a_hint_names_a_step_that_can_be_played(play: Play) -> None:
    def lines() -> Iterator[str]:
        yield "hint"
        found = re.search(r"Best: (\S+ \S) \((\d+) % to win, ± \d+ %\)", sys.stdout.getvalue())  # type: ignore[attr-defined]
        assert found
        assert 0 <= int(found[2]) <= 100
        yield found[1]

    answer = play("play", "loco", "--seed", "4", "--seconds", "0.1", lines=lines())
    assert "Then come " in answer.out
    assert len(own_steps(answer)) == 1


def test_a_step_is_told_and_the_bots_answer(play: Play) -> None:
    answer = play(lines=[FIRST])
    assert own_steps(answer) == ["· Ada plays the red 1 and takes a red marker"]
    assert answer.out.count("· Fabula plays") == 1
    assert answer.out.count("Your turn") == 2


def test_undo_takes_back_the_own_step_and_the_bots(play: Play) -> None:
    answer = play(lines=[FIRST, "undo", "steps", FIRST])
    assert answer.out.count("Taken back.") == 1
    assert "  r1 r2 r5 g1" in answer.out.partition("Taken back.")[2]
    assert len(own_steps(answer)) == 2
    assert "Not possible: there is nothing that this seat may take back now." in play(lines=["undo"]).out


def test_the_rules_are_shown(play: Play) -> None:
    assert "shout" in play(lines=["rules"]).out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonsense", "“nonsense” is neither a step nor a command; steps lists what you may play, help the commands."),
        ("r9 x", "“r9 x” is neither a step nor a command"),
        ("[bold]r1[/bold] {x}", "“[bold]r1[/bold] {x}” is neither a step nor a command"),
        ("r3 y", "Not possible: this card is not in the hand; only cards from the hand can be played."),
        ("r1", "Not possible: it does not say which marker is taken"),
        ("r1 -", "Not possible: a marker has to be taken while any is in stock"),
        ("r1! b", "Not possible: only a Loco card is played with a shout"),
        ("p0 b", "Not possible: a Loco card without a shout brings no marker"),
    ],
)
def test_wrong_input_is_explained(play: Play, typed: str, said: str) -> None:
    answer = play(lines=[typed, FIRST])
    assert said in answer.out
    assert (answer.code, answer.err) == (0, "")
    assert len(own_steps(answer)) == 1


def test_empty_lines_and_blanks_are_no_faults(play: Play) -> None:
    answer = play(lines=["", "   ", f"  {FIRST}  ", "STEPS"])
    assert len(own_steps(answer)) == 1
    assert "neither" not in answer.out
    assert "You may play:" in answer.out


# Keeping games.


@pytest.mark.parametrize("lines", [["quit"], [FIRST, "quit"], [FIRST]])
def test_quit_and_end_of_input_keep_the_game(play: Play, data: Path, lines: list[str]) -> None:
    answer = play(lines=lines)
    file = data / "loco.jsonl"
    assert f"Saved in {file}. Go on with: locarium play loco --resume {file}\n" in answer.out
    assert answer.out.endswith("Until next time.\n")
    steps = [(event["seat"], event["text"]) for event in stored(file) if event["kind"] == "stepped"]
    assert steps[:1] == ([(0, FIRST)] if FIRST in lines else [])


def test_an_interrupt_keeps_the_game(play: Play, data: Path) -> None:
    def lines() -> Iterator[str]:
        yield FIRST
        raise KeyboardInterrupt

    answer = play(lines=lines())
    assert (answer.code, answer.err) == (0, "")
    assert len(stored(data / "loco.jsonl")) == 6


def test_a_saved_game_goes_on(play: Play, tmp_path: Path, data: Path) -> None:
    file = tmp_path / "my games" / "one.jsonl"
    first = play(lines=[FIRST, f"save {file}", "quit"])
    assert f"Saved in {file}." in first.out
    resumed = play("play", "loco", "--resume", str(file), lines=["quit"])
    assert (data / "loco.jsonl").read_bytes() == file.read_bytes()
    assert told(resumed) == told(first)
    assert re.findall("hand: .*", resumed.out)[-1] == re.findall("hand: .*", first.out)[-1]
    again = play("play", "loco", "--resume", str(file), "--seconds", "0.002", lines=["undo", "r2 b"])
    assert "Taken back." in again.out
    assert own_steps(again)[-1] == "· Ada plays the red 2 and takes a blue marker"


def test_every_step_counts_after_refused_ones(play: Play, data: Path) -> None:
    """A refused step must not use up what a later one needs."""
    play(lines=["undo"] * 5 + ["r3 y"] * 10 + [FIRST])
    typed: list[str] = []
    answer = play("play", "loco", "--resume", str(data / "loco.jsonl"), "--seconds", "0.002", lines=first_steps(typed))
    assert len(own_steps(answer)) == 1 + len(typed)


def test_saving_may_fail(play: Play, tmp_path: Path) -> None:
    answer = play(lines=[f"save {tmp_path}", FIRST])
    assert f"Not possible: {tmp_path}: Is a directory." in answer.out
    assert len(own_steps(answer)) == 1


def damaged(change: Callable[[list[dict]], object]) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        events = stored(file)
        change(events)
        file.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")

    return damage


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "no JSON": lambda file: file.write_bytes(b"PK\x03\x04"),
    "no text": lambda file: file.write_bytes(b'{"kind":"opened","table":"\xff"}'),
    "another JSON": lambda file: file.write_text('{"format": "locarium/1", "game": "loco"}'),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-20]),
    "a line is damaged": lambda file: file.write_bytes(file.read_bytes().replace(b"seated", b"sated")),
    "no beginning": damaged(lambda events: events.pop(0)),
    "no seats": damaged(lambda events: events.__delitem__(slice(1, None))),
    "no deal": damaged(lambda events: events.__delitem__(slice(3, None))),
    "deal is missing": damaged(lambda events: events.pop(3)),
    "seat": damaged(lambda events: events[1].update(seat=9)),
    "all people": damaged(lambda events: events[2].update(who=events[1]["who"])),
    "step": damaged(lambda events: events[4].update(text="r3 b")),
    "no step": damaged(lambda events: events[4].update(text="hello")),
    "take-back": damaged(lambda events: events.append({"kind": "taken-back", "seat": 0, "to": -9, "key": "k"})),
    "secret": damaged(lambda events: events[0].update(secret="xyz")),
    "option": damaged(lambda events: events[0].update(options={"speed": 3})),
    "number of seats": damaged(lambda events: events[0].update(seats=12)),
    "game": damaged(lambda events: events[0].update(game="lokus")),
    "folder": lambda file: (file.unlink(), file.mkdir()),
    "gone": lambda file: file.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_game_is_refused_in_one_line(play: Play, data: Path, damage: str) -> None:
    play(lines=[FIRST])
    file = data / "loco.jsonl"
    DAMAGE[damage](file)
    answer = play("play", "loco", "--resume", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"locarium: .+\n", answer.err)
    if damage not in ("option", "number of seats"):  # these are named themselves
        assert str(file) in answer.err


# Languages.


@in_every_language
def test_commands_and_prompts_in_every_language(play: Play, data: Path, language: str) -> None:
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
def test_english_commands_work_everywhere(play: Play, language: str) -> None:
    words = read_words("locarium.cli", language)
    answer = play(*QUICK, "--lang", language, lines=["help", "steps", "quit", "never read"])
    assert words.get("play", "help").strip() in answer.out
    assert words.get("play", "steps") in answer.out
    assert words.get("play", "goodbye") in answer.out


# Whole games.


@pytest.mark.parametrize("arguments", [(), ("--seats", "4"), ("--option", "match=full")], ids=str)
def test_a_whole_game(play: Play, data: Path, arguments: tuple[str, ...]) -> None:
    typed: list[str] = []
    answer = play(*QUICK, *arguments, lines=first_steps(typed))
    assert (answer.code, answer.err) == (0, "")
    assert len(own_steps(answer)) == len(typed) >= 2
    ending = "Everyone has dealt once" if "match=full" in arguments else "The sixth card of a colour has been played"
    assert ending in answer.lines[-2]
    assert re.search(r"\b(wins|share the win)\b", answer.lines[-1])
    assert not data.exists()  # nothing to go on with


def test_a_finished_game_can_be_looked_at(play: Play, data: Path) -> None:
    """Saved before the last step, ended, saved again by hand: resuming it shows the end."""
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


# The call itself.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "unknown game 'chess'"),
        (("loco", "--seats", "7"), "loco cannot be played by 7"),
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
        (("loco", "--option", "match"), "--option 'match' is not written name=value"),
        (("loco", "--lang", "la"), "there are no texts in 'la'"),
        (("loco", "--seconds", "0"), "--seconds"),
        (("loco", "--seed", "-1"), "--seed"),
        (("loco", "--resume", "nowhere.jsonl"), "cannot read 'nowhere.jsonl': No such file or directory"),
    ],
)
def test_a_mistake_in_the_call_is_one_line(play: Play, arguments: tuple[str, ...], said: str) -> None:
    answer = play("play", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"locarium: .+\n", answer.err)
    assert said in answer.err


def test_as_a_process(data: Path) -> None:
    command = [sys.executable, "-m", "locarium", *QUICK]
    done = subprocess.run(
        command, input=f"steps\n{FIRST}\n", capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "· Ada plays the red 1 and takes a red marker" in done.stdout
    assert done.stdout.endswith("Until next time.\n")
    assert (data / "loco.jsonl").exists()


@pytest.mark.clause("LOCUS-18")
def test_the_printed_order_is_played_and_named(play: Play) -> None:
    wish = ("play", "locus", "--seats", "2", "--seed", "3", "--seconds", "0.002", "--option", "order=printed")
    answer = play(*wish, lines=["steps"])
    assert answer.lines[1] == catalogue.about("locus").texts("en").get("choices", "order.printed")
    card = re.search(r"take  with  (\S+)", answer.out)
    assert card is not None
    answer = play(*wish, lines=[f"take {card[1]}", "steps", "discard", "end"])
    steps = [line for line in told(answer) if "Ada" in line]
    assert answer.out.count("Round 1 of 8, turn 1 of 2") >= 2
    assert any("discards" in line for line in steps)
