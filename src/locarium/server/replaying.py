"""Finished games step by step: a table is led through a record again and shown after every step."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import msgspec

from locarium import catalogue
from locarium.kernel.errors import Refused
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record
from locarium.play.events import Bot, Drawn, EndedEarly, Opened, Person, Seated, Stepped, Terms
from locarium.play.table import Table

from .archive_messages import Frame, Replay
from .rendering import Reader, Shared, describe_table, encoder, show_state

if TYPE_CHECKING:
    from locarium.kernel.record import Record
    from locarium.kernel.texts import Texts
    from locarium.play.events import AnyEvent

    from .archive_messages import FinishedGame, Sitter
    from .messages import TableInfo, TableState

MOST_FRAMES = 50  # in an answer
KEPT = 32  # games whose course is remembered
NO_SECRET = "00" * 32  # nothing is drawn here


@dataclass(frozen=True)
class Course:
    """What happened in a game, step by step."""

    record: Record
    moves: list[list[AnyEvent]]  # by steps made: the last one, and the chance that followed; first what was dealt
    draws: list[int]  # by steps made: how often chance has drawn
    turns: list[int]  # by steps made: the turn, in games that count them


class Replays:
    """Shows games one after the other: whoever watches does not keep others from playing."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="replays")

    async def show(self, game: FinishedGame, record: bytes, seat: int | None, start: int, language: str) -> Replay:
        """Some steps of a game, as a seat knew them, or (None) a spectator."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, replay, game, record, seat, start, language)

    def close(self) -> None:
        """Nobody watches any more."""
        self._thread.shutdown(cancel_futures=True)


def replay(game: FinishedGame, record: bytes, seat: int | None, start: int, language: str) -> Replay:
    """The steps from one on, as a seat knew them, or (None) a spectator."""
    if seat is not None and seat >= len(game.sitters):
        raise Refused("no-such-seat", seat=seat)
    course = course_of(record)
    if start >= len(course.moves):
        raise Refused("no-such-step", step=start, steps=len(course.moves) - 1)
    table = _open(course.record, game, language)
    for move in course.moves[:start]:
        table.follow(move)
    frames: list[Frame] = []
    for step, move in enumerate(course.moves[start : start + MOST_FRAMES], start):
        reader = Reader(seat, language, table.version, has_view=bool(frames), may_act=False)
        table.follow(move)
        frames.append(Frame(step, _show(table, reader, game)))
    return Replay(game, course.draws, course.turns, frames)


@lru_cache(maxsize=KEPT)
def course_of(record: bytes) -> Course:
    """The course of a written game."""
    written = read_record(record.decode())
    moves: list[list[AnyEvent]] = [[]]
    for seat, text in written.steps:
        if seat is None:
            moves[-1].append(Drawn(text))
        else:
            moves.append([Stepped(seat, text, key="")])
    if written.ended is not None:
        moves[-1].append(EndedEarly(written.ended.seat, written.ended.by))
    table = open_record(written)
    draws: list[int] = []
    turns: list[int] = []
    for move in moves:
        table.follow(move)
        draws.append(sum(isinstance(event, Drawn) for event in move) + (draws[-1] if draws else 0))
        turns.append(getattr(table.setup.game.view(table.seen_by(SPECTATOR)), "turn", 0))
    return Course(written, moves, draws, turns)


def open_record(record: Record) -> Table:
    """The table before anybody sat down."""
    opened = Opened(
        table="",
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=record.options,
        manners={},
        secret=NO_SECRET,
        edition=record.edition,
        edition_text=record.edition_text,
        terms=Terms(chat=False),
    )
    return Table(catalogue.game(record.game), opened)


def _open(record: Record, game: FinishedGame, language: str) -> Table:
    """The table before the first step, with everybody in their seats."""
    table = open_record(record)
    texts = table.setup.texts(language)
    table.follow(Seated(seat, _seated(sitter, seat, texts)) for seat, sitter in enumerate(game.sitters))
    return table


def _seated(sitter: Sitter, seat: int, texts: Texts) -> Person | Bot:
    if sitter.kind == "bot":
        return Bot(sitter.name, level=sitter.level)
    number = texts.get("words", "seat", seat=seat + 1)
    return Person(sitter.name or number[0].upper() + number[1:], proof=str(seat), program=sitter.program)


def _show(table: Table, reader: Reader, game: FinishedGame) -> TableState:
    state = show_state(Shared(table, None), reader, now=0.0)
    return msgspec.structs.replace(state, info=_describe(table, game))


def _describe(table: Table, game: FinishedGame) -> TableInfo:
    """What everybody may know: a record tells neither how the table was run nor what the house promised."""
    info = msgspec.structs.replace(
        describe_table(table),
        table=game.table or "",
        game_number=game.number,
        practice=game.practice,
        public=game.public,
        manners={},
        commitment="",
    )
    return cast("TableInfo", msgspec.Raw(encoder.encode(info)))
