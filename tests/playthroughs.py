"""Golden playthroughs: readable transcripts of whole games, replayed and compared line by line.

A change of rules, notation, sentences, legal lists or views shows up as a text difference. If the change is intended,
write the transcripts again and read the diff:

    PYTHONPATH=tests python -m playthroughs --write
"""

from __future__ import annotations

import difflib
import hashlib
import re
import sys
import textwrap
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from locarium import catalogue
from locarium.kernel.about import LANGUAGES
from locarium.kernel.edition import HOUSE
from locarium.kernel.errors import LocariumError
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.options import option_from_text
from locarium.kernel.playout import chooser, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.kernel.position import Position

COMMAND = "PYTHONPATH=tests python -m playthroughs --write"
TESTS = Path(__file__).parent
WIDTH = 116
MANY = 80  # more legal steps than this are summarised
UNBROKEN = "\N{NO-BREAK SPACE}"
STEP = re.compile(r"step \d+: (chance|seat \d+) \| (.*)")


@dataclass(frozen=True)
class Playthrough:
    """A game with a transcript."""

    game: str
    name: str  # name of the file
    seats: int
    options: dict[str, object] = field(default_factory=dict)
    seed: int = 1
    player: Literal["random", "greedy", "mixed"] = "mixed"
    edition: str = HOUSE

    @property
    def path(self) -> Path:
        return folder(self.game) / f"{self.name}.txt"


PLAYTHROUGHS = (
    Playthrough("loco", "two", 2),
    Playthrough("loco", "three", 3, seed=2),
    Playthrough("loco", "four-match", 4, {"match": "full"}, seed=3),
    Playthrough("loco", "five-family", 5, {"family": True}, seed=4),
    Playthrough("loco", "two-strict-marker", 2, {"strict-marker": True}, seed=5),
    Playthrough("lokus", "three", 3),
    Playthrough("lokus", "four-eleven", 4, {"hand": 11}, seed=2),
    Playthrough("lokus", "five", 5, seed=3),
    Playthrough("lokus", "two-crowd", 2, {"crowd": True}, seed=4),
    Playthrough("lokus", "six-crowd-eleven", 6, {"hand": 11, "crowd": True}, seed=5),
    Playthrough("locus", "solo", 1, player="greedy"),
    Playthrough("locus", "two", 2, seed=2),
    Playthrough("locus", "three", 3, seed=3, player="greedy"),
    Playthrough("locus", "two-english", 2, {"coins": "english"}, seed=4),
    Playthrough("locus", "three-german-printed", 3, {"coins": "german", "order": "printed"}, seed=5),
    Playthrough("genius-loci", "house", 2, seed=8, player="greedy"),
    Playthrough("genius-loci", "random-lines", 2, {"setup": "random", "lines": "any"}, seed=6),
    Playthrough("genius-loci", "visitors-petals-single", 2, {"setup": "petals", "single": True}, edition="visitors"),
)


def folder(game: str) -> Path:
    """Return the folder with a game's transcripts."""
    return TESTS / "games" / game.replace("-", "_") / "playthroughs"


def of_game(game: str) -> list[Playthrough]:
    """Return the playthroughs of a game of the catalogue."""
    return [playthrough for playthrough in PLAYTHROUGHS if playthrough.game == game]


def check_complete(game: str) -> None:
    """Check that a game has playthroughs, and that files and list match."""
    listed = {playthrough.name for playthrough in of_game(game)}
    found = {path.stem for path in folder(game).glob("*.txt")}
    assert listed, f"{game} has no playthrough; list some in tests/playthroughs.py, then run: {COMMAND}"
    assert found == listed, f"missing {sorted(listed - found)}, left over {sorted(found - listed)}; run: {COMMAND}"


def check_unchanged(playthrough: Playthrough) -> None:
    """Check that replaying a transcript from its header and steps gives the same text."""
    written = playthrough.path.read_text("utf-8").splitlines()
    replayed = transcript(replay(written)).splitlines()
    if replayed == written:
        return
    difference = difflib.unified_diff(written, replayed, "as written", "as replayed", n=3, lineterm="")
    raise AssertionError(
        f"{playthrough.path.name} has changed; if that is intended, run: {COMMAND}\n" + "\n".join(difference)
    )


def replay(lines: list[str]) -> History:
    """Replay the game of a transcript."""
    header = dict(line.split(": ", 1) for line in lines[: lines.index("")])
    game = catalogue.game(header["game"])
    written = [text.split("=") for text in header["options"].split() if text != "none"]
    options = {name: option_from_text(game.about.options, name, value) for name, value in written}
    edition = game.about.edition(header.get("edition", HOUSE))
    history = History(Setup(game, int(header["seats"]), options, edition))
    for step in filter(None, map(STEP.fullmatch, lines)):
        history.play_text(None if step[1] == "chance" else int(step[1].removeprefix("seat ")), step[2])
    return history


def set_up(playthrough: Playthrough) -> Setup:
    game = catalogue.game(playthrough.game)
    return Setup(game, playthrough.seats, playthrough.options, game.about.edition(playthrough.edition))


def play(playthrough: Playthrough) -> History:
    """Play a new game with a seed."""
    setup = set_up(playthrough)
    return write_game(setup, new_rng(playthrough.seed), chooser(setup.game, playthrough.player))


def keep_or_play(playthrough: Playthrough) -> History:
    """Replay the game of the transcript, so that only the text changes. Play a new one if the rules now forbid it."""
    try:
        kept = replay(playthrough.path.read_text("utf-8").splitlines())
    except (OSError, LocariumError):
        return play(playthrough)
    wanted = set_up(playthrough)
    is_same = (kept.setup.seats, kept.setup.options, kept.setup.edition.name) == (
        wanted.seats,
        wanted.options,
        wanted.edition.name,
    )
    return kept if is_same and kept.position.is_over else play(playthrough)


def transcript(history: History) -> str:
    """Render a game as readable text."""
    return "\n".join(line.rstrip() for line in _lines(history)) + "\n"


def _lines(history: History) -> Iterator[str]:
    about = history.setup.game.about
    options = msgspec.to_builtins(history.setup.options).items()
    yield f"game: {about.name}"
    yield f"seats: {history.setup.seats}"
    yield f"options: {' '.join(f'{name}={str(value).lower()}' for name, value in options) or 'none'}"
    if history.setup.edition.name != HOUSE:
        yield f"edition: {history.setup.edition.name}"
    for number, position, seat, text in _steps_as_made(history):
        yield ""
        yield f"step {number}: {'chance' if seat is None else f'seat {seat}'} | {text}"
        yield from _describe(position, seat, text)
    yield ""
    yield from _end(history)


def _steps_as_made(history: History) -> Iterator[tuple[int, Position, int | None, str]]:
    """Yield each step's number, position before, seat and text. Simultaneous choices stay in the order made."""
    notation, rules, written = history.setup.game.notation, history.setup.fields, history.texts()
    for index, step in enumerate(history.steps):
        text = written[index][1] if step.seat is None else notation.show(rules, step.action)
        yield index + 1, history.positions[index], step.seat, text


def _describe(position: Position, seat: int | None, text: str) -> Iterator[str]:
    """Yield a step as a sentence, its alternatives, and the views."""
    game = position.setup.game
    texts = position.setup.texts("en")
    names = [texts.get("words", "seat", seat=other) for other in range(position.setup.seats)]
    yield f"  {game.telling.tell(texts, names, seat, text)}"
    if seat is None:
        yield from _wrapped(f"  draws below {' '.join(map(str, position.radices()))}")
        return
    legal = position.legal_texts(seat)
    yield from _wrapped(f"  {len(legal)} legal: " + ", ".join(step.replace(" ", UNBROKEN) for step in _few(legal)))
    yield from _view(position, seat)


def _few(steps: list[str]) -> list[str]:
    """List the steps. Summarise a large group with the same prefix by its size and a digest."""
    if len(steps) <= MANY:
        return steps
    for words in (3, 1, 0):
        kinds = Counter(" ".join(step.split(" ")[:words]) for step in steps)
        if len(kinds) <= MANY:
            break
    digest = hashlib.sha256("\n".join(steps).encode()).hexdigest()[:12]
    return [*(kind if count == 1 else f"{kind} … {count}" for kind, count in kinds.items()), f"digest {digest}"]


def _view(position: Position, observer: int) -> Iterator[str]:
    """Yield an observer's view: short values on one line, then one line per long or compound value."""
    game = position.setup.game
    view = msgspec.to_builtins(game.trimmed(game.view(position.concealed(observer))))
    short = {name: value for name, value in view.items() if not isinstance(value, list | dict)}
    yield from _wrapped(f"  sees {_pairs(short)}")
    for name, value in view.items():
        if isinstance(value, list) and any(isinstance(element, dict) for element in value):
            yield from (
                f"    {name}[{i}] {_pairs(element) if isinstance(element, dict) else _compact(element)}"
                for i, element in enumerate(value)
            )
        elif name not in short:
            yield from _wrapped(f"    {name} {_compact(value)}")


def _pairs(struct: dict[str, Any]) -> str:
    return " ".join(f"{name}={_compact(value)}" for name, value in struct.items())


def _compact(value: Any) -> str:
    if isinstance(value, dict) and set(value) == set(LANGUAGES):
        return str(value["en"])
    if isinstance(value, dict):
        return f"{{{_pairs(value)}}}"
    if isinstance(value, list):
        return f"[{' '.join(map(_compact, value))}]"
    return "-" if value is None else str(value)


def _wrapped(line: str) -> list[str]:
    lines = textwrap.wrap(line, WIDTH, subsequent_indent="      ", break_long_words=False, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def _end(history: History) -> Iterator[str]:
    """Yield the result, and the chance steps as the observers see them."""
    outcome = history.position.outcome()
    assert outcome is not None
    winners = " ".join(map(str, outcome.winners))
    yield f"over: {outcome.reason}, scores {' '.join(map(str, outcome.scores))}, winners {winners}"
    for name, observer in (("seat 0", 0), ("seat 1", 1), ("a spectator", SPECTATOR)):
        if observer < history.setup.seats:
            chance = [(i, text) for i, (seat, text) in enumerate(history.texts(observer), start=1) if seat is None]
            yield from (f"step {number} for {name}: {text}" for number, text in chance)


def write_all() -> None:
    """Write every transcript and delete all other files in the folders."""
    for playthrough in PLAYTHROUGHS:
        playthrough.path.parent.mkdir(parents=True, exist_ok=True)
        playthrough.path.write_text(transcript(keep_or_play(playthrough)), "utf-8")
    for path in (path for game in catalogue.NAMES for path in folder(game).glob("*.txt")):
        if path not in {playthrough.path for playthrough in PLAYTHROUGHS}:
            path.unlink()


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write_all()
