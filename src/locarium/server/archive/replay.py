"""Replay finished games: apply a record's steps to a table and render each state."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, cast

import msgspec

from locarium import catalogue
from locarium.kernel.errors import BadRecord, LocariumError, Refused
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import read_record, read_records
from locarium.server.base.workers import check_stopped
from locarium.server.http.errors import LocalizedError, localize
from locarium.server.tables.detached import event_of, open_table, show_table
from locarium.server.tables.view import Viewer, describe_table, encoder
from locarium.table.events import Bot, Drawn, EndedEarly, Person, Seated, Stepped

from .imports import MAX_BYTES, read_replayed
from .messages import FinishedGame, Frame, GamePlayer, PlayedStep, Replay
from .writer import hints_in, names_in

if TYPE_CHECKING:
    from locarium.kernel.record import Record
    from locarium.kernel.texts import Texts
    from locarium.server.tables.messages import TableInfo
    from locarium.table.events import AnyEvent
    from locarium.table.table import Table

MAX_FRAMES = 50  # maximum frames per response
MAX_CACHED = 32  # cached games


@dataclass(frozen=True)
class Timeline:
    """The events of a game, step by step."""

    record: Record
    moves: list[list[AnyEvent]]  # by number of steps made: the step and the chance after it; first the deal
    draws: list[int]  # by number of steps made: draws so far
    turns: list[int]  # by number of steps made: turn, in games that count turns
    scores: list[list[int]]  # by number of steps made: scores by seat if the game had ended there
    is_over: bool

    @property
    def made(self) -> list[PlayedStep]:
        """Return the player steps."""
        return [PlayedStep(seat, text) for seat, text in self.record.steps if seat is not None]


@dataclass(frozen=True)
class ReplayQuery:
    """Which part of a game to replay, and for whom."""

    seat: int | None = None  # point of view; None: spectator
    start: int = 0  # first step
    language: str = "en"
    sees_all: bool = False  # whether to show hidden information
    instead: str | None = None  # a step to play instead of the first one; the replay ends after it


def replay(game: FinishedGame, record: bytes, query: ReplayQuery) -> Replay:
    """Replay part of a game as a seat or a spectator saw it, or with everything visible."""
    if query.seat is not None and query.seat >= len(game.players):
        raise Refused("no-such-seat", seat=query.seat)
    timeline = timeline_of(record)
    if query.start >= len(timeline.moves):
        raise Refused("no-such-step", step=query.start, steps=len(timeline.moves) - 1)
    if query.sees_all and not timeline.is_over:
        raise Refused("unfinished")
    table = _open(timeline.record, game, query.language)
    for move in timeline.moves[: query.start]:
        table.apply_events(move)
    many = MAX_FRAMES if query.instead is None else 1
    frames: list[Frame] = []
    for step, move in enumerate(timeline.moves[query.start : query.start + many], query.start):
        check_stopped()
        reader = Viewer(query.seat, query.language, table.version, bool(frames), may_act=False, sees_all=query.sees_all)
        if query.instead is None:
            table.apply_events(move)
        else:
            _play_instead(table, timeline, query, query.instead)
        hands = _hands(table) if query.sees_all else None
        frames.append(Frame(step, show_table(table, reader, info=_describe(table, game)), hands))
    return Replay(game, timeline.draws, timeline.turns, timeline.scores, timeline.made, frames)


def _play_instead(table: Table, timeline: Timeline, query: ReplayQuery, instead: str) -> None:
    """Make an alternative step. Simultaneous face-down choices of other seats are revealed with it."""
    if query.start == 0:
        raise Refused("no-such-step", step=0, steps=len(timeline.moves) - 1)
    made = timeline.moves[query.start][0]
    assert isinstance(made, Stepped)
    try:
        table.apply_events([Stepped(made.seat, instead, key="")])
    except LocariumError as error:
        raise LocalizedError(localize(error, table.setup.texts(query.language), made.seat)) from error
    for others in timeline.moves[query.start + 1 :]:
        if not table.position.has_sealed:
            return
        table.apply_events(others[:1])


def _hands(table: Table) -> list[list[str]] | None:
    """Return all hands, each as its owner sees it."""
    views = (table.setup.game.view(table.seen_by(seat)) for seat in range(len(table.seats)))
    hands = [hand for view in views if (hand := getattr(view, "hand", None)) is not None]
    return hands or None


def replay_pasted(text: str, query: ReplayQuery) -> Replay:
    """Replay a record that is not stored, after checking it."""
    record = checked(text)
    return replay(_describe_pasted(record), record.to_json().encode(), query)


@lru_cache(maxsize=MAX_CACHED)
def checked(text: str) -> Record:
    """Read a record and check that it replays."""
    if (size := len(text.encode(errors="replace"))) > MAX_BYTES:
        raise BadRecord(f"this record has {size} bytes; the limit is {MAX_BYTES}")
    records = list(islice(read_records(io.StringIO(text)), 2))
    if not records:
        raise BadRecord("the text is empty; paste one record as JSON")
    if len(records) > 1:
        raise BadRecord("these are several records; paste only one here, or import all of them under “Finished games”")
    return read_replayed(records[0][1])[0]


def check_over(text: str) -> bytes:
    """Check that a record replays to the end of a game, and return it."""
    record = checked(text)
    if record.result is None:
        raise Refused("unfinished")
    return record.to_json().encode()


def _describe_pasted(record: Record) -> FinishedGame:
    about = catalogue.about(record.game)
    edition = about.edition_brought(record.edition, record.edition_text)
    winners, scores = (record.result.winners, record.result.scores) if record.result else ([], None)
    players = [
        GamePlayer("unknown", name, None, False, seat in winners, None if scores is None else scores[seat])
        for seat, name in enumerate(names_in(record))
    ]
    return FinishedGame(
        id="",
        table=None,
        number=1,
        game=record.game,
        title=about.title,
        rules=record.rules,
        options=record.options,
        edition=edition.name if about.has_editions else None,
        finished=0.0,
        public=False,
        practice=False,
        embargoed=False,
        hints=hints_in(record),
        steps=len(record.steps),
        ended=None if record.ended is None else record.ended.by,
        seat=None,
        players=players,
    )


@lru_cache(maxsize=MAX_CACHED)
def timeline_of(record: bytes) -> Timeline:
    """Return the timeline of a record."""
    written = read_record(record.decode())
    moves: list[list[AnyEvent]] = [[]]
    for seat, text in written.steps:
        if seat is not None:
            moves.append([])
        moves[-1].append(event_of(seat, text))
    if written.ended is not None:
        moves[-1].append(EndedEarly(written.ended.seat, written.ended.by))
    table = open_table(written)
    draws: list[int] = []
    turns: list[int] = []
    scores: list[list[int]] = []
    for move in moves:
        check_stopped()
        table.apply_events(move)
        draws.append(sum(isinstance(event, Drawn) for event in move) + (draws[-1] if draws else 0))
        turns.append(getattr(table.setup.game.view(table.seen_by(SPECTATOR)), "turn", 0))
        scores.append(table.position.scores())
    return Timeline(written, moves, draws, turns, scores, table.outcome is not None)


def _open(record: Record, game: FinishedGame, language: str) -> Table:
    """Create the table before the first step, with all players seated."""
    table = open_table(record)
    texts = table.setup.texts(language)
    table.apply_events(Seated(seat, _seated(player, seat, texts)) for seat, player in enumerate(game.players))
    return table


def _seated(player: GamePlayer, seat: int, texts: Texts) -> Person | Bot:
    if player.kind == "bot":
        return Bot(player.name, level=player.level)
    number = texts.get("words", "seat", seat=seat + 1)
    return Person(player.name or number[0].upper() + number[1:], person_id=str(seat), program=player.program)


def _describe(table: Table, game: FinishedGame) -> TableInfo:
    """Describe the table. A record contains neither its settings nor its commitment."""
    info = msgspec.structs.replace(
        describe_table(table),
        table=game.table or "",
        game_number=game.number,
        practice=game.practice,
        public=game.public,
        table_options={},
        commitment="",
    )
    return cast("TableInfo", msgspec.Raw(encoder.encode(info)))
