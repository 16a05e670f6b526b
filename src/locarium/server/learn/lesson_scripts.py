"""Lesson scripts, validated when they are loaded.

`lesson.toml` next to a game's rules has the script. `texts/LANGUAGE/lesson.toml` has the coach's texts.
"""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import BadInput
from locarium.server.http.messages import StrictStruct
from locarium.table.events import Drawn, Stepped

if TYPE_CHECKING:
    from locarium.kernel.about import About

LEARNER = 0  # the learner's seat
CHANCE = "chance"
CLOSING = "closing"  # key of the coach's final text
FEWEST, MOST = 5, 12  # fewest and most stages in a lesson


class LessonStage(StrictStruct, frozen=True):
    """One stage: the learner makes a move or only reads."""

    name: str  # key of the coach's text
    # Accepted moves, with * ? [] as in file name patterns. None: the learner only reads.
    accept: list[str] = msgspec.field(default_factory=list)
    # Patterns of other moves -> key of a text that replaces `otherwise`.
    slips: dict[str, str] = msgspec.field(default_factory=dict)
    # What the coach points at, such as `hand=r3`. Nested parts are separated by spaces.
    point: list[str] = msgspec.field(default_factory=list)
    then: list[str] = msgspec.field(default_factory=list)  # what happens next: `1: r3 y`, `chance: deal …`
    hurry: bool = False  # show only the end of what happens next
    scores: list[int] | None = None  # expected scores if the game ended after this stage, used by the coach's text
    winners: list[int] | None = None  # expected winners, if the game is over

    def takes(self, step: str) -> bool:
        """Return whether a move is accepted."""
        return any(fnmatchcase(step, pattern) for pattern in self.accept)


class LessonScript(StrictStruct, frozen=True):
    """The script of a lesson."""

    seats: int
    stages: Annotated[list[LessonStage], msgspec.Meta(min_length=FEWEST, max_length=MOST)]
    opening: list[str]  # what happens before the learner's first move
    options: dict[str, Any] = msgspec.field(default_factory=dict)  # rule options


class LessonTexts(StrictStruct, frozen=True):
    """The coach's texts in one language."""

    learner: str  # default name of the learner
    others: list[str]  # names of the other seats
    says: dict[str, str]  # the coach's text for each stage, and the final text
    # By stage, or by the key of a pattern: the reply to a move that is not accepted.
    otherwise: dict[str, str] = msgspec.field(default_factory=dict)


class Lesson:
    """A lesson with its texts in all languages."""

    def __init__(self, script: LessonScript, words: dict[str, LessonTexts]) -> None:
        self.script, self.words = script, words
        for language, said in words.items():
            _check_words(script, said, language)

    @property
    def opening(self) -> list[Drawn | Stepped]:
        """Return the events before the first stage."""
        return [read_line(line) for line in self.script.opening]


def read_line(line: str) -> Drawn | Stepped:
    """Parse a line of a script into an event."""
    who, colon, text = line.partition(": ")
    if colon and who == CHANCE:
        return Drawn(text)
    if not colon or not who.isdecimal():
        raise BadInput(
            f"invalid script line {line!r}: expected a seat or {CHANCE!r}, a colon and a step, such as '1: r3 y'"
        )
    return Stepped(int(who), text, key="")


def _check_words(script: LessonScript, words: LessonTexts, language: str) -> None:
    """Check that the texts match the script exactly."""
    said = {stage.name for stage in script.stages} | {CLOSING}
    slips = {name for stage in script.stages for name in stage.slips.values()}
    refused = {stage.name for stage in script.stages if stage.accept} | slips
    for section, expected, found in (("says", said, words.says), ("otherwise", refused, words.otherwise)):
        if odd := expected ^ found.keys():
            fault = "is missing" if odd & expected else "has the unused entry"
            raise BadInput(f"the lesson in {language!r}: [{section}] {fault} {min(odd)!r}")
    if len(words.others) != script.seats - 1:
        raise BadInput(
            f"the lesson in {language!r} names {len(words.others)} other players; expected {script.seats - 1}"
        )


@lru_cache
def read_lesson(about: About) -> Lesson:
    """Load a game's lesson."""
    script = _read(about, LessonScript, "lesson.toml")
    words = {language: _read(about, LessonTexts, "texts", language, "lesson.toml") for language in LANGUAGES}
    for stage in script.stages:
        for line in stage.then:
            read_line(line)
    return Lesson(script, words)


def _read(about: About, kind: Any, *path: str) -> Any:
    text = about.folder.joinpath(*path).read_text("utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{'/'.join(path)} of {about.name}: {error}") from None
