"""Every lesson is played through by the rules: accepted steps are legal and the coach's claims are true."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from locarium import catalogue
from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import BadInput
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.position import Setup
from locarium.server.learn.lesson_scripts import (
    LEARNER,
    Lesson,
    LessonScript,
    LessonStage,
    LessonTexts,
    read_lesson,
    read_line,
)
from locarium.table.events import Stepped

if TYPE_CHECKING:
    from collections.abc import Iterator

of_every_game = pytest.mark.parametrize("game", catalogue.NAMES)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def begin(game: str) -> History:
    script = read_lesson(catalogue.about(game)).script
    history = History(Setup(catalogue.game(game), script.seats, script.options))
    play(history, script.opening)
    return history


def play(history: History, lines: list[str]) -> None:
    for event in map(read_line, lines):
        history.play_text(event.seat if isinstance(event, Stepped) else None, event.text)


def branches(history: History, stages: list[LessonStage]) -> Iterator[tuple[LessonStage, History]]:
    """Yield every stage with the game after it, for all accepted steps before."""
    if not stages:
        return
    stage = stages[0]
    legal = history.position.legal_texts(LEARNER)
    accepted = [step for step in legal if stage.takes(step)] if stage.accept else [""]
    assert accepted, f"{stage.name}: no step matching {stage.accept} is legal"
    for step in accepted:
        after = History(history.setup)
        for made in history.steps:
            after.draw(made.digits) if made.seat is None else after.play(made.seat, made.action)
        play(after, ([f"{LEARNER}: {step}"] if step else []) + stage.then)
        yield stage, after
        yield from branches(after, stages[1:])


@pytest.mark.skipif(not IS_COMPILED, reason="too slow in plain Python")
@of_every_game
def test_lesson_follows_the_rules(game: str) -> None:
    """In all of its branches, every step is legal and the coach's claims are true."""
    script = read_lesson(catalogue.about(game)).script
    seen = set()
    for stage, history in branches(begin(game), script.stages):
        seen.add(stage.name)
        position = history.position
        if stage.scores is not None:
            assert position.scores() == stage.scores, stage.name
        outcome = position.outcome()
        assert (outcome and outcome.winners) == stage.winners, stage.name
        if not position.is_over:
            assert LEARNER in position.active, f"{stage.name}: it is never the learner's turn"
    assert seen == {stage.name for stage in script.stages}


@of_every_game
def test_every_pattern_is_needed(game: str) -> None:
    """Each pattern accepts a legal step, and each slip is a legal step that isn't accepted."""
    history = begin(game)
    for stage in read_lesson(catalogue.about(game)).script.stages:
        legal = history.position.legal_texts(LEARNER)
        for pattern in stage.accept:
            assert any(fnmatchcase(step, pattern) for step in legal), (stage.name, pattern)
        for pattern in stage.slips:
            slips = [step for step in legal if fnmatchcase(step, pattern) and not stage.takes(step)]
            assert slips, (stage.name, pattern)
        step = next((step for step in legal if stage.takes(step)), None)
        play(history, ([f"{LEARNER}: {step}"] if step else []) + stage.then)


@of_every_game
def test_lesson_is_short(game: str) -> None:
    stages = read_lesson(catalogue.about(game)).script.stages
    assert 5 <= len(stages) <= 10
    assert all(one.accept or other.accept for one, other in pairwise(stages)), "two text-only stages in a row"


@of_every_game
@in_every_language
def test_coach_is_brief(game: str, language: str) -> None:
    words = read_lesson(catalogue.about(game)).words[language]
    for name, sentence in (words.says | words.otherwise).items():
        assert sentence == sentence.strip(), name
        assert sentence[-1] in ".!?", name
        assert len(sentence) < 380, name


@of_every_game
@in_every_language
def test_coach_says_the_same_numbers_in_every_language(game: str, language: str) -> None:
    def numbers(of: str) -> dict[str, list[str]]:
        said = read_lesson(catalogue.about(game)).words[of].says
        return {name: sorted(re.findall(r"\d+", sentence)) for name, sentence in said.items()}

    assert numbers(language) == numbers("en")


@of_every_game
def test_french_uses_french_typography(game: str) -> None:
    text = (catalogue.about(game).folder / "texts" / "fr" / "lesson.toml").read_text("utf-8")
    assert "'" not in text, "the apostrophe is curved"
    assert not re.search(r" [:;!?»]|« ", text), "no-break space before : ; ! ? and inside quotes"


# Mistakes that authors of lessons may make.


@pytest.mark.parametrize("line", ["r3 y", "1 r3 y", "Ben: r3 y", ": r3 y"])
def test_line_without_an_actor_is_rejected(line: str) -> None:
    with pytest.raises(BadInput, match="invalid script line"):
        read_line(line)


def lesson(says: dict[str, str], otherwise: dict[str, str], others: list[str]) -> Lesson:
    stages = [LessonStage("hello"), LessonStage("go", accept=["r3 y"])]
    return Lesson(LessonScript(2, stages, []), {"en": LessonTexts("Ada", others, says, otherwise)})


@pytest.mark.parametrize(
    ("says", "otherwise", "others", "message"),
    [
        ({"hello": "Hi."}, {"go": "No."}, ["Ben"], r"\[says\] is missing 'closing'"),
        (
            {"hello": "Hi.", "go": "Go.", "closing": "Bye.", "odd": "?"},
            {"go": "No."},
            ["Ben"],
            "has the unused entry 'odd'",
        ),
        ({"hello": "Hi.", "go": "Go.", "closing": "Bye."}, {}, ["Ben"], r"\[otherwise\] is missing 'go'"),
        ({"hello": "Hi.", "go": "Go.", "closing": "Bye."}, {"go": "No."}, [], "names 0 other players; expected 1"),
    ],
)
def test_texts_that_do_not_match_are_rejected(
    says: dict[str, str], otherwise: dict[str, str], others: list[str], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        lesson(says, otherwise, others)
