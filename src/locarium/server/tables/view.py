"""Render what a client may see, in its language."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, cast

import msgspec

from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.table.events import Bot, Clock, Person

from .messages import (
    ChatLine,
    ClockInfo,
    Ending,
    HintMark,
    LogLine,
    SeatClock,
    SeatInfo,
    TableInfo,
    TableListing,
    TableState,
)

if TYPE_CHECKING:
    from locarium.catalogue import GameView
    from locarium.kernel.options import Options
    from locarium.table.table import Table

MAX_CHAT_LINES = 100  # chat lines for a new client
MAX_VOIDED = 10  # maximum number of voided deals to explain
encoder = msgspec.json.Encoder()


def describe_table(table: Table) -> TableInfo:
    """Return the public information about a table."""
    about = table.setup.game.about
    settings = table.opened.settings
    return TableInfo(
        table=table.opened.table,
        game=about.name,
        title=about.title,
        status=table.status,
        seats=_describe_seats(table),
        game_number=table.game_number,
        wins=table.wins,
        options=table.opened.options,
        table_options=_with_defaults(table.table_options),
        practice=table.opened.practice,
        method=table.opened.method,
        commitment=table.commitment,
        seed_commitments=table.seeds.commitments,
        unopened=table.unopened,
        voided=len(table.voided),
        voided_by=[list(names) for names in table.voided[-MAX_VOIDED:]],
        edition=table.setup.edition.name if about.has_editions else None,
        host=table.seat_of(settings.host),
        public=settings.public,
        spectators=settings.spectators,
        chat=settings.chat,
        clock=_describe_clock(settings.clock),
        paused=table.is_paused,
        pause_requests=sorted(table.pause_requests),
        hint_requests=sorted(table.hint_requests),
        gives_hints=table.gives_hints,
        hints=[HintMark(hint.seat, hint.line) for hint in table.hints],
        next_table=table.next_table,
        contest=table.opened.deal.rpartition("/")[0] or None,
    )


def list_table(table: Table) -> TableListing:
    """Return the table's entry in lists."""
    about = table.setup.game.about
    return TableListing(
        table=table.opened.table,
        game=about.name,
        title=about.title,
        status=table.status,
        seats=_describe_seats(table),
        options=table.opened.options,
        clock=_describe_clock(table.opened.settings.clock),
        spectators=table.opened.settings.spectators,
    )


@lru_cache
def _with_defaults(options: Options) -> dict[str, object]:
    """Return all options, including defaults, by their names in records."""
    return {field.encode_name: getattr(options, field.name) for field in msgspec.structs.fields(options)}


def _describe_clock(clock: Clock | None) -> ClockInfo | None:
    return ClockInfo(clock.seconds, clock.reserve, clock.per) if clock else None


def _describe_seats(table: Table) -> list[SeatInfo]:
    return [
        _describe_seat(who, table.substitutes[seat], table.reservations[seat][1])
        for seat, who in enumerate(table.seats)
    ]


@lru_cache
def _describe_seat(who: Person | Bot | None, substitute: Bot | None, reserved_for: str) -> SeatInfo:
    match who:
        case None:
            return SeatInfo("open", reserved_for)
        case Bot():
            return SeatInfo("bot", who.name, who.level)
        case Person():
            return SeatInfo("person", who.name, substitute.level if substitute else None, who.program)


class Viewer(msgspec.Struct):
    """The client that a table is rendered for, and what it already has."""

    seat: int | None  # None: a spectator
    language: str = "en"
    version: int = 0  # last version that the client saw; 0 if none
    has_view: bool = False  # whether the client already has the static part of the view
    blocked: frozenset[str] = frozenset()  # person ids whose chat is hidden
    may_act: bool = True  # False: the client only watches, even from a seat
    sees_all: bool = False  # whether the game is over and fully visible


class SharedView:
    """The part of a view that all subscribers share, rendered once per change."""

    def __init__(self, table: Table, before: SharedView | None) -> None:
        self.table = table
        self._facts = (table.status, len(table.events) - len(table.history.steps))  # steps alone don't change these
        self._lines: dict[tuple[int, str, str, bool], LogLine] = {}
        self.info: TableInfo  # already encoded
        if before is not None and before.table.opened is table.opened and before._facts == self._facts:
            self.info = before.info
        else:
            self.info = cast("TableInfo", msgspec.Raw(encoder.encode(describe_table(table))))

    def line(self, number: int, language: str, seat: int | None, text: str, *, forgotten: bool) -> LogLine:
        """Return a log line for readers who may see this text. With `forgotten`, hide details of its consequences."""
        key = number, language, text, forgotten
        line = self._lines.get(key)
        if line is None:
            telling, texts, names = self.table.setup.game.telling, self.table.setup.texts(language), self.table.names
            then = telling.follow(texts, names, *self.table.before_and_after(number, forgotten=forgotten))
            line = LogLine(seat, text, telling.tell(texts, names, seat, text), then)
            self._lines[key] = line
        return line


def show_state(shared: SharedView, viewer: Viewer, now: float) -> TableState:
    """Render the table as a seat or spectator may see it."""
    table, seat = shared.table, viewer.seat
    observer = TRUTH if viewer.sees_all else SPECTATOR if seat is None else seat
    begun = table.status != "waiting"
    log_from = table.lines_kept(viewer.version, observer)
    acts = seat is not None and viewer.may_act and table.substitutes[seat] is None
    return TableState(
        version=table.version,
        info=shared.info,
        seat=seat,
        view=_show_view(table, observer, whole=not viewer.has_view) if begun else None,
        legal=table.legal_texts(seat) if seat is not None and acts else [],
        locked_in=table.position.sealed,
        can_undo=seat is not None and acts and table.undo_target(seat) is not None,
        log=_show_log(shared, observer, viewer.language, log_from),
        log_from=log_from,
        ending=_ending(table, viewer.language),
        chat=_chat(table, viewer) if table.chat else [],
        clocks=_show_clocks(table, now) if table.opened.settings.clock else None,
    )


def _chat(table: Table, viewer: Viewer) -> list[ChatLine]:
    new = takewhile(lambda chat: chat.version > viewer.version, reversed(table.chat))
    lines = [ChatLine(chat.who.name, chat.text, chat.time) for chat in new if chat.who.person_id not in viewer.blocked]
    return lines[:MAX_CHAT_LINES][::-1]


def _show_clocks(table: Table, now: float) -> list[SeatClock]:
    deadlines = table.deadlines()
    return [
        SeatClock(max(0.0, deadlines[seat] - now) if seat in deadlines else None, reserve)
        for seat, reserve in enumerate(table.clocks.reserve)
    ]


def _show_view(table: Table, observer: int, *, whole: bool) -> GameView:
    game = table.setup.game
    view = game.view(table.shown_to(observer))
    return cast("GameView", view if whole else game.trimmed(view))


def _show_log(shared: SharedView, observer: int, language: str, start: int) -> list[LogLine]:
    """Return the log as sentences, starting at line `start`."""
    forgotten = shared.table.lines_forgotten(observer)
    return [
        shared.line(number, language, seat, text, forgotten=number < forgotten)
        for number, (seat, text) in enumerate(shared.table.log(observer, start), start)
    ]


def _ending(table: Table, language: str) -> Ending | None:
    outcome = table.outcome
    if outcome is None:
        return None
    sentence = table.setup.texts(language).get("endings", outcome.reason)
    return Ending(outcome.scores, outcome.winners, sentence)
