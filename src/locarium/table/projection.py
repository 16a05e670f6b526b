"""A table derived from the list of its events.

Replaying the events gives the same table again. A projection checks nothing; `Table` decides which events may happen.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

import msgspec

from locarium.kernel.errors import BadInput, Refused
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.history import History
from locarium.kernel.outcome import Outcome
from locarium.kernel.position import Setup

from . import choices, fairness
from .clocks import Clocks
from .events import (
    AnyEvent,
    Begun,
    Bot,
    BotTookOver,
    ChatMessage,
    DealVoided,
    Downtime,
    Drawn,
    EndedEarly,
    HintGiven,
    HintsRequested,
    Left,
    Muted,
    Opened,
    PauseRequested,
    Person,
    RematchOpened,
    Seated,
    SeedCommitted,
    SeedOpened,
    Stepped,
    Undone,
)
from .seeds import Seeds

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from locarium.kernel.game import Game
    from locarium.kernel.history import Step
    from locarium.kernel.position import Position

    Played: TypeAlias = tuple[Step, Position]  # a step and the position after it

T = TypeVar("T")
Status: TypeAlias = Literal["waiting", "running", "between", "over"]
# Optional events: the game itself does not need them.
EXTRAS = (
    Left,
    DealVoided,
    Undone,
    BotTookOver,
    PauseRequested,
    HintsRequested,
    HintGiven,
    ChatMessage,
    Muted,
)


@dataclass(frozen=True)
class Hint:
    """A hint that a seat received."""

    seat: int
    line: int  # number of steps made before the hint


@dataclass(frozen=True)
class GameOfMatch:
    """One game of the match, with its seating."""

    history: History
    seats: tuple[Person | Bot | None, ...]
    ended: EndedEarly | None = None
    hints: tuple[Hint, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """Return the result, or None while the game runs."""
        if self.ended is None:
            return self.history.position.outcome()
        return Outcome(scores=[], winners=[1 - self.ended.seat], reason=self.ended.by)


@dataclass(frozen=True)
class ChatEntry:
    """A chat message and when it was sent."""

    version: int  # version of the table after the message
    who: Person
    text: str
    time: float


# The attributes of a projection, by what a fork does with them. Everything that rarely changes is replaced instead of
# changed, so that forks can share it. In a fork, slots are faster to read than a copied dict.
FORKED = ("history", "seeds", "clocks")
COPIED = ("events", "_keys", "_lengths", "_choosing_since")
SHARED = (
    "setup",
    "table_options",
    "opened",
    "deal",
    "commitment",
    "seats",
    "substitutes",
    "reservations",
    "finished",
    "voided",
    "chat",
    "muted",
    "next_table",
    "is_paused",
    "pause_requests",
    "hint_requests",
    "hints",
    "downtime_until",
    "match_length",
    "lot",
    "status",
    "_ended",
    "_kicked",
    "_time",
    "_paused_at",
    "_memory",
    "_extras",
    "_undos",
    "_seen_at",
    "_seen",
)
_shared_values = attrgetter(*SHARED)


class Projection:
    """The events of a table, and everything that follows from them."""

    __slots__ = (*FORKED, *COPIED, *SHARED)

    def __init__(self, game: Game, opened: Opened) -> None:
        game.about.check_rules_version(opened.rules)
        edition = game.about.edition_brought(opened.edition, opened.edition_text)
        self.setup = Setup(game, opened.seats, opened.options, edition)
        self.table_options = game.about.read_manners(opened.table_options)
        self.opened = opened
        if opened.method not in fairness.METHODS:
            raise BadInput(f"unknown shuffle method {opened.method!r}; supported: {', '.join(fairness.METHODS)}")
        self.seeds = Seeds(opened.seats)
        self.voided: list[tuple[str, ...]] = []  # by voided deal: names of the players who caused it
        self.deal = self._new_deal()
        self.commitment = self.deal.commitment  # shown before anyone takes a seat
        self.events: list[AnyEvent] = [opened]
        self.seats: list[Person | Bot | None] = [None] * opened.seats
        self.history = History(self.setup)  # history of the current game
        self.finished: list[GameOfMatch] = []  # earlier games of the match
        self.substitutes: list[Bot | None] = [None] * opened.seats  # the bot that plays for a person, by seat
        unset = ("",) * opened.seats
        self.reservations = list(zip(opened.settings.reserved or unset, opened.settings.names or unset, strict=True))
        self.chat: list[ChatEntry] = []
        self.muted: frozenset[str] = frozenset()  # ids of people whom the host has muted
        self.next_table: str | None = None  # name of the rematch
        self.is_paused = False
        self.pause_requests: frozenset[int] = frozenset()  # seats that asked to pause or resume
        self.hint_requests: frozenset[int] = frozenset()  # seats that agree to hints
        self.hints: list[Hint] = []  # hints given in the current game
        self.clocks = Clocks(opened.settings.clock, opened.seats)
        self._ended: EndedEarly | None = None  # how the current game ended outside its rules
        self._kicked: frozenset[str] = frozenset()  # ids of people whom the host removed
        self._time = 0.0  # time of the last event
        self._paused_at = 0.0
        self.downtime_until = 0.0  # end of the last downtime that the table recorded
        self.match_length = game.games(self.table_options)
        self._memory = game.memory(self.table_options)
        self.lot: int | None = None  # the seat that was drawn to go first
        self.status: Status = "waiting"  # waiting: for players or seeds; between: between games of a match
        self._keys: set[tuple[str, str]] = set()  # person id and request key
        self._extras = 0  # optional events so far
        self._lengths = [0, 0]  # version -> number of steps
        self._choosing_since = [0] * opened.seats  # version at which each seat was last asked to choose or chose
        self._undos: list[tuple[int, int]] = []  # (version, steps that remained)
        self._seen_at: Position | None = None  # the position that _seen belongs to
        self._seen: dict[int, Position] = {}  # observer -> concealed position

    @classmethod
    def replayed(cls, game: Game, events: Iterable[AnyEvent]) -> Self:
        """Rebuild a table from its events. The first one must be Opened."""
        first, *rest = events
        if not isinstance(first, Opened):
            raise TypeError("the first event opens the table")
        table = cls(game, first)
        table.apply_events(rest)
        return table

    def fork(self) -> Self:
        """Return a copy that can change on its own. Steps, positions and finished games are shared."""
        fork = object.__new__(type(self))
        for name, value in zip(SHARED, _shared_values(self), strict=True):
            setattr(fork, name, value)
        for name in COPIED:
            setattr(fork, name, getattr(self, name).copy())
        fork.history, fork.seeds, fork.clocks = self.history.fork(), self.seeds.fork(), self.clocks.fork()
        return fork

    def apply_events(self, events: Iterable[AnyEvent]) -> None:
        """Apply events that another process has stored."""
        for event in events:
            self.append(event)

    @property
    def version(self) -> int:
        """Return the public version of the table. Replacing a face-down choice does not change it."""
        return len(self._lengths) - 1

    def _find_status(self) -> Status:
        if None in self.seats or self.seeds.are_awaited:
            return "waiting"
        if not self._is_over:
            return "running"
        return "over" if self.game_number == self.match_length else "between"

    @property
    def _is_over(self) -> bool:
        return self._ended is not None or self.position.is_over

    @property
    def game_number(self) -> int:
        """Return the number of the current game in its match, from 1."""
        return len(self.finished) + 1

    @property
    def wins(self) -> list[int]:
        """Return how many games of the match each player has won. A shared win counts for all who share it."""
        wins = [0] * len(self.seats)
        for game in self.games:
            for seat in game.outcome.winners if game.outcome else ():
                wins[self.seats.index(game.seats[seat])] += 1
        return wins

    @property
    def names(self) -> tuple[str, ...]:
        """Return the player names by seat, empty for open seats."""
        return tuple(who.name if who else "" for who in self.seats)

    @property
    def position(self) -> Position:
        """Return the full position, which no client may see."""
        return self.history.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """Return the result of the current game, or None while it runs."""
        return self._current_game().outcome if self._is_over else None

    def _current_game(self) -> GameOfMatch:
        return GameOfMatch(self.history, tuple(self.seats), self._ended, tuple(self.hints))

    @property
    def games(self) -> list[GameOfMatch]:
        """Return all games of the match, including the current one."""
        return [*self.finished, self._current_game()]

    def seat_of(self, person_id: str) -> int | None:
        """Return the person's seat, or None."""
        for seat, who in enumerate(self.seats):
            if isinstance(who, Person) and who.person_id == person_id:
                return seat
        return None

    def _person(self, seat: int) -> Person:
        """Return the person at a seat. Raise Refused if it has none."""
        self.check_seat(seat)
        who = self.seats[seat]
        if not isinstance(who, Person):
            raise Refused("nobody-there", seat=seat)
        return who

    def check_seat(self, seat: int) -> None:
        """Raise Refused if there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refused("no-such-seat", seat=seat)

    def own_seat(self, person_id: str) -> int:
        """Return the person's seat. Raise Refused if they have none."""
        seat = self.seat_of(person_id)
        if seat is None:
            raise Refused("not-your-seat")
        return seat

    def acting_seat(self, person_id: str) -> int:
        """Return the seat that a person plays. Raise Refused if they have none, or if a bot plays it."""
        return self.check_acts(self.seat_of(person_id))

    def check_acts(self, seat: int | None) -> int:
        """Return a seat. Raise Refused for a spectator (None), or if a bot plays for the seat."""
        if seat is None:
            raise Refused("not-your-seat")
        if self.substitutes[seat] is not None:
            raise Refused("bot-plays")
        return seat

    def controller(self, seat: int) -> Person | Bot | None:
        """Return the player who makes the seat's steps: its owner or the substitute bot."""
        return self.substitutes[seat] or self.seats[seat]

    def people(self) -> list[int]:
        """Return the seats that people play themselves."""
        return [seat for seat in range(len(self.seats)) if isinstance(self.controller(seat), Person)]

    def deadlines(self) -> dict[int, float]:
        """Return when each seat with a running clock runs out of time."""
        if self.is_paused or self.opened.settings.clock is None:
            return {}
        times = ((seat, self.clocks.deadline(seat)) for seat in self.people())
        return {seat: time for seat, time in times if time is not None}

    @property
    def last_time(self) -> float:
        """Return the time of the last event."""
        return self._time

    @property
    def is_dealing(self) -> bool:
        """Return whether all seats are taken and the game waits only for commitments or seeds."""
        return self.status == "waiting" and None not in self.seats

    @property
    def unopened(self) -> list[int]:
        """Return the seats that must reveal their seeds now. There are none before all commitments are in."""
        return self.seeds.closed if self.is_dealing and not self.seeds.owing else []

    # What observers see.

    def lines_at(self, version: int) -> int:
        """Return how many steps had been made at a version."""
        return self._lengths[version]

    def lines_kept(self, version: int, observer: int = TRUTH) -> int:
        """Return how many of the lines at a version are still unchanged for an observer."""
        written = lines = self.lines_at(version)
        if self._undos:
            lines = min([lines, *(to for at, to in self._undos if at > version)])
        settled = self.history.settled(lines)
        if self._memory is None:
            return settled
        if self._is_over or lines < written:  # forgotten lines reappear, or shown ones are forgotten
            return 0
        return self._memory.recall_from(self.history, observer, settled)

    def lines_forgotten(self, observer: int) -> int:
        """Return how many of the first lines are no longer shown in full to an observer."""
        if self._memory is None or self._is_over or observer == TRUTH:
            return 0
        return self._memory.recall_from(self.history, observer, len(self.history.steps))

    def log(self, observer: int, start: int = 0) -> list[tuple[int | None, str]]:
        """Return the steps from line `start` on, as an observer may see them."""
        forgotten = self.lines_forgotten(observer)
        if self._memory is None or forgotten <= start:
            return self.history.texts(observer, start)
        told = self.history.texts(SPECTATOR, start)[: forgotten - start]
        forget = self._memory.forget_text
        lines = [(seat, forget(self.history, line, seat, text)) for line, (seat, text) in enumerate(told, start)]
        return [*lines, *self.history.texts(observer, forgotten)]

    def before_and_after(self, line: int, *, forgotten: bool) -> tuple[Position, Position]:
        """Return the positions before and after a line as a spectator knew them then.

        With `forgotten`, return them as they are shown now.
        """
        before, after = self.history.followed(line)
        if self._memory is None or not forgotten:
            return before, after
        return self._memory.forget(before), self._memory.forget(after)

    def shown_to(self, observer: int) -> Position:
        """Return the position as the table shows it to an observer. The observer may know more (see `seen_by`)."""
        seen, forgotten = self.seen_by(observer), self.lines_forgotten(observer)
        if self._memory is None or not forgotten or self.history.settled(len(self.history.steps)) > forgotten:
            return seen
        return self._memory.forget(seen)

    def seen_by(self, observer: int) -> Position:
        """Return the position as a seat or SPECTATOR may know it. The result is cached and shared."""
        position = self.position
        if self._seen_at is not position:
            self._seen_at, self._seen = position, {}
        seen = self._seen.get(observer)
        if seen is None:
            seen = self._seen[observer] = position.concealed(observer)
        return seen

    # How events change the table.

    def _key(self, seat: int, key: str) -> tuple[str, str]:
        """Combine a request key with the person's id, because people change seats between the games of a match."""
        who = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return (who.person_id if isinstance(who, Person) else "", key)

    def _changes_mind(self, event: AnyEvent) -> bool:
        """Return whether the event replaces a face-down choice."""
        position = self.position
        return position.has_sealed and isinstance(event, Stepped) and event.seat in position.sealed

    def append(self, event: AnyEvent, played: Played | None = None) -> None:
        """Add an event. A caller that has already checked its step passes the step and the position after it."""
        changes_mind = self._changes_mind(event)
        self._extras += changes_mind or isinstance(event, EXTRAS)
        could_act = self.position.may_act
        self._time = getattr(event, "time", 0.0) or self._time
        acted = self._apply(event, played)
        self.status = self._find_status()
        self.events.append(event)
        if not changes_mind:
            self._lengths.append(len(self.history.steps))
            for other in self.position.may_act:
                if other not in could_act or other == acted:
                    self._choosing_since[other] = self.version
        asked = self.position.active if self.status == "running" else []
        self.clocks.ask(asked, self._time, acted=acted)

    def _apply(self, event: AnyEvent, played: Played | None) -> int | None:  # noqa: PLR0912, PLR0915  # one case per event
        """Update the projections. Return the seat that gets a new choice, if any."""
        acted = None
        match event:
            case Stepped(seat, text, key):
                acted = seat
                self._play(seat, text, played)
                self._keys.add(self._key(seat, key))
            case Drawn(text):
                self._play(None, text, played)
            case Seated(seat, who, seed):
                self.seats = _replaced(self.seats, seat, who)
                self.seeds.commit(seat, event.commitment, self._time)
                self.seeds.open(seat, seed)
            case Left(seat, person_id, kicked):
                if kicked:
                    self._kicked |= {person_id}
                self.seats = _replaced(self.seats, seat, None)
                self.reservations = _replaced(self.reservations, seat, ("", ""))
                self.seeds.commit(seat, "", self._time)
            case SeedCommitted(seat, commitment):
                self.seeds.commit(seat, commitment, self._time)
            case SeedOpened(seat, seed):
                self.seeds.open(seat, seed)
            case DealVoided(seats):
                self.voided = [*self.voided, tuple(self.names[seat] for seat in seats)]
                self.seeds.void(self._time)
                self.deal = self._new_deal()
                self.commitment = self.deal.commitment
            case Begun(order):
                self._begin(order)
            case Undone(seat, to, key):
                acted = seat
                self._ended = None
                self.status = self._find_status()
                were_active = self.position.active
                if not self._undo(seat, to) or self.position.active != were_active:  # everyone has a new choice
                    self._choosing_since = [self.version + 1] * len(self.seats)
                self._keys.add(self._key(seat, key))
                self._undos = [*self._undos, (self.version + 1, to)]
                # hints still count after an undo
                self.hints = [Hint(hint.seat, min(hint.line, to)) for hint in self.hints]
            case BotTookOver(seat, bot):
                acted = seat
                self.substitutes = _replaced(self.substitutes, seat, bot)
                self.pause_requests -= {seat}
                self.clocks.restart(seat, self._time)
            case PauseRequested(seat, pause, time):
                self._apply_pause(seat, time, pause=pause)
            case HintsRequested(seat, wanted):
                self.hint_requests = self.hint_requests | {seat} if wanted else self.hint_requests - {seat}
            case HintGiven(seat):
                self.hints = [*self.hints, Hint(seat, len(self.history.steps))]
            case Downtime(since, until):
                self.downtime_until = until
                if not self.is_paused:
                    self.clocks.stand_still(since, until)
                self.seeds.stand_still(since, until)
            case EndedEarly():
                self._ended = event
            case ChatMessage(seat, text, key, time):
                self.chat = [*self.chat, ChatEntry(self.version + 1, self._person(seat), text, time)]
                self._keys.add(self._key(seat, key))
            case Muted(seat, muted):
                person_ids = {self._person(seat).person_id}
                self.muted = self.muted | person_ids if muted else self.muted - person_ids
            case RematchOpened(table):
                self.next_table = table
        return acted

    def _apply_pause(self, seat: int, time: float, *, pause: bool) -> None:
        if pause == self.is_paused:
            self.pause_requests -= {seat}  # the request is withdrawn
            return
        self.pause_requests |= {seat}
        if not self._agree_to_turn_pause():
            return
        if self.is_paused:
            self.clocks.stand_still(self._paused_at, time)
        self.is_paused, self._paused_at = pause, time
        self.pause_requests = frozenset()

    def _agree_to_turn_pause(self) -> bool:
        return bool(self.pause_requests) and self.pause_requests.issuperset(self.people())

    def _begin(self, order: list[int]) -> None:
        if self._is_over:
            self.finished = [*self.finished, self._current_game()]
            self.history = History(self.setup)
            self.clocks = Clocks(self.opened.settings.clock, len(self.seats))
            self._ended = None
            self._undos = [*self._undos, (self.version + 1, 0)]  # the next game starts with an empty log
            self.hints = []
        else:
            self.lot = order[0]
            self.clocks.move(order)
        self.seats = [self.seats[seat] for seat in order]
        self.substitutes = [self.substitutes[seat] for seat in order]
        self.hint_requests = frozenset(seat for seat, was in enumerate(order) if was in self.hint_requests)
        self.pause_requests = frozenset()

    def _undo(self, seat: int, to: int) -> bool:
        """Undo a seat's step. Return True if later independent steps were kept."""
        stand_apart = self._is_independent(to)
        others = self.history.steps[to + 1 :] if stand_apart else []
        self.history.undo_to(to)
        self._replay(others)
        return stand_apart

    def _replay(self, steps: Iterable[Step]) -> None:
        for step in steps:
            assert step.seat is not None
            self.history.play(step.seat, step.action)

    def _is_independent(self, index: int) -> bool:
        """Return whether a step can be undone without the steps that other seats made after it."""
        seat = self.history.steps[index].seat
        if not self.setup.game.acts_apart or self.status != "running" or seat is None:
            return False
        return choices.is_independent(self.history, index, self.seen_by(seat))

    def _play(self, seat: int | None, text: str, played: Played | None) -> None:
        if seat is None or not self.position.has_sealed or seat not in self.position.sealed:
            if played is None:
                self.history.play_text(seat, text)
            else:
                self.history.add(*played)
            return
        start = choices.choice_point(self.history)
        others = [step for step in self.history.steps[start:] if step.seat != seat]
        self.history.undo_to(start)
        self._replay(others)
        self.history.play_text(seat, text)

    def _new_deal(self) -> fairness.Deal:
        opened, voided = self.opened, len(self.voided)
        return fairness.Deal(
            method=opened.method,
            table=opened.deal or opened.table,
            voided=voided,
            game=opened.game,
            rules=opened.rules,
            options=msgspec.to_builtins(self.setup.options),
            edition=self.setup.edition.digest,
            seats=opened.seats,
            secret=fairness.secret_after(bytes.fromhex(opened.secret), voided),
        )


def _replaced(items: list[T], index: int, item: T) -> list[T]:
    """Return a copy of a list with one item replaced."""
    return [*items[:index], item, *items[index + 1 :]]
