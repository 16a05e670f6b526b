"""Guided first games: data that a table is led through, checked when they are read.

`lesson.toml` beside a game's rules says what happens, `texts/LANGUAGE/lesson.toml` what the coach says.
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

LEARNER = 0  # the seat
CHANCE = "chance"
CLOSING = "closing"  # what the coach says in the end
FEWEST, MOST = 5, 12  # stages


class LessonStage(StrictStruct, frozen=True):
    """One thing that the learner does, or only hears of."""

    name: str  # of what the coach says
    # steps that lead on, with * ? [] as in names of files; none: the learner reads on
    accept: list[str] = msgspec.field(default_factory=list)
    # other steps, written likewise -> what the coach says of them instead of `otherwise`
    slips: dict[str, str] = msgspec.field(default_factory=dict)
    # what the coach points at, `hand=r3`; parts inside each other with a space between
    point: list[str] = msgspec.field(default_factory=list)
    then: list[str] = msgspec.field(default_factory=list)  # what happens next: `1: r3 y`, `chance: deal …`
    hurry: bool = False  # of that only the end is shown
    scores: list[int] | None = None  # what the coach relies on: the scores after all this, as if the game ended there
    winners: list[int] | None = None  # and who has won; the game is over then

    def takes(self, step: str) -> bool:
        """Whether this step leads on."""
        return any(fnmatchcase(step, pattern) for pattern in self.accept)


class LessonScript(StrictStruct, frozen=True):
    """What happens in a lesson."""

    seats: int
    stages: Annotated[list[LessonStage], msgspec.Meta(min_length=FEWEST, max_length=MOST)]
    opening: list[str]  # before the learner does anything
    options: dict[str, Any] = msgspec.field(default_factory=dict)  # of the rules


class LessonTexts(StrictStruct, frozen=True):
    """What the coach says, in one language."""

    learner: str  # a name for whoever has told none
    others: list[str]  # the names of the other seats
    says: dict[str, str]  # by stage, and in the end
    # by stage, or by name of a slip: of a step that does not lead on
    otherwise: dict[str, str] = msgspec.field(default_factory=dict)


class Lesson:
    """A guided first game, with its words in all languages."""

    def __init__(self, script: LessonScript, words: dict[str, LessonTexts]) -> None:
        self.script, self.words = script, words
        for language, said in words.items():
            _check_words(script, said, language)

    @property
    def opening(self) -> list[Drawn | Stepped]:
        """What happened before the first stage."""
        return [read_line(line) for line in self.script.opening]


def read_line(line: str) -> Drawn | Stepped:
    """What a line of a script makes happen."""
    who, colon, text = line.partition(": ")
    if colon and who == CHANCE:
        return Drawn(text)
    if not colon or not who.isdecimal():
        raise BadInput(f"{line!r} is no line of a script; it is a seat or {CHANCE!r}, a colon and a step: '1: r3 y'")
    return Stepped(int(who), text, key="")


def _check_words(script: LessonScript, words: LessonTexts, language: str) -> None:
    """All that is said, and nothing else."""
    said = {stage.name for stage in script.stages} | {CLOSING}
    slips = {name for stage in script.stages for name in stage.slips.values()}
    refused = {stage.name for stage in script.stages if stage.accept} | slips
    for section, expected, found in (("says", said, words.says), ("otherwise", refused, words.otherwise)):
        if odd := expected ^ found.keys():
            fault = "misses" if odd & expected else "has, but nothing asks for it,"
            raise BadInput(f"the lesson in {language!r}: [{section}] {fault} {min(odd)!r}")
    if len(words.others) != script.seats - 1:
        raise BadInput(f"the lesson in {language!r} names {len(words.others)} others; {script.seats - 1} sit there")


@lru_cache
def read_lesson(about: About) -> Lesson:
    """The guided first game of a game."""
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
