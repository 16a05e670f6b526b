"""The state and rules of one table, in memory. It has no network, storage or clock of its own.

A table is the list of its events. Each command is checked and becomes an event, and the event updates the projections:
seats, game history, clocks, request keys. Replaying the events rebuilds the same table. Callers pass in the current
time.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from locarium.kernel import entry
from locarium.kernel.errors import BadInput, IllegalStep, Refused
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.history import History
from locarium.kernel.outcome import Outcome
from locarium.kernel.position import Setup
from locarium.kernel.record import Ended, Result
from locarium.search.levels import level_of, master

from . import fairness
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
    PersonAnonymized,
    RematchOpened,
    Seated,
    SeedCommitted,
    SeedOpened,
    Stepped,
    TableSettings,
    Undone,
)
from .seeds import Seeds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from locarium.kernel.game import Game
    from locarium.kernel.history import Step
    from locarium.kernel.position import Position
    from locarium.kernel.record import Record
    from locarium.search import thinker as bots

MAX_NAME = 40  # characters
MAX_CHAT = 300  # characters
MAX_EXTRAS = 1000  # events per table beyond the game itself: chat, undo, pauses, hints, seat changes, changed choices
Status: TypeAlias = Literal["waiting", "running", "between", "over"]
# Events that a game can do without.
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
SERVER_KEY = ""  # key of steps that the table makes for a seat; clients cannot use it


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

    version: int  # of the table after the message
    who: Person
    text: str
    time: float


class Table:
    """Seats, events and their projections."""

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
        self._deal = self._new_deal()
        self.commitment = self._deal.commitment  # shown before anyone takes a seat
        self.events: list[AnyEvent] = [opened]
        self.seats: list[Person | Bot | None] = [None] * opened.seats
        self.history = History(self.setup)  # of the current game
        self.finished: list[GameOfMatch] = []  # earlier games of the match
        self.substitutes: list[Bot | None] = [None] * opened.seats  # the bot that plays for a person, by seat
        unset = ("",) * opened.seats
        self.reservations = list(zip(opened.settings.reserved or unset, opened.settings.names or unset, strict=True))
        self.chat: list[ChatEntry] = []
        self.muted: set[str] = set()  # person ids that the host has muted
        self.next_table: str | None = None  # name of the rematch
        self.is_paused = False
        self.pause_requests: set[int] = set()  # seats that asked to pause or resume
        self.hint_requests: set[int] = set()  # seats that agree to hints
        self.hints: list[Hint] = []  # given in the current game
        self.clocks = Clocks(opened.settings.clock, opened.seats)
        self._ended: EndedEarly | None = None  # how the current game ended outside its rules
        self._kicked: set[str] = set()  # person ids that the host removed
        self._time = 0.0  # time of the last event
        self._paused_at = 0.0
        self.downtime_until = 0.0  # end of the last downtime that the table recorded
        self._games = game.games(self.table_options)
        self._memory = game.memory(self.table_options)
        self._lot: int | None = None  # the seat that was drawn to go first
        self.status: Status = "waiting"  # waiting: for players or seeds; between: between two games of a match
        self._keys: set[tuple[str, str]] = set()  # person id and request key
        self._extras = 0  # optional events so far
        self._lengths = [0, 0]  # version -> number of steps
        self._choosing_since = [0] * opened.seats  # version at which each seat was last asked to choose or chose
        self._undos: list[tuple[int, int]] = []  # (version, steps that remained)
        self._seen_at: Position | None = None  # the position that _seen belongs to
        self._seen: dict[int, Position] = {}  # observer -> concealed position

    @classmethod
    def open(
        cls,
        game: Game,
        *,
        name: str,
        secret: bytes,
        seats: int,
        options: Mapping[str, object] | None = None,
        table_options: Mapping[str, object] | None = None,
        edition: str | None = None,
        edition_text: str | None = None,
        practice: bool = False,
        settings: TableSettings | None = None,
        deal: str = "",
        method: str = fairness.METHOD,
    ) -> Table:
        """Create a table. Raise BadInput if its options are invalid."""
        checked_options = msgspec.to_builtins(game.about.read_options(options or {}))
        checked_table_options = msgspec.to_builtins(game.about.read_manners(table_options or {}))
        opened = Opened(
            table=name,
            game=game.about.name,
            rules=game.about.rules_version,
            seats=seats,
            options=checked_options,
            table_options=checked_table_options,
            secret=secret.hex(),
            practice=practice,
            edition=edition,
            edition_text=edition_text,
            settings=settings or TableSettings(),
            deal=deal,
            method=method,
        )
        return cls(game, opened)

    @classmethod
    def replayed(cls, game: Game, events: Iterable[AnyEvent]) -> Table:
        """Rebuild a table from its events. The first must be Opened."""
        first, *rest = events
        if not isinstance(first, Opened):
            raise TypeError("the first event must be Opened")
        table = cls(game, first)
        table.apply_events(rest)
        return table

    def apply_events(self, events: Iterable[AnyEvent]) -> None:
        """Apply events that another process has stored."""
        for event in events:
            self._append(event)

    # State.

    @property
    def version(self) -> int:
        """Return the public version of the table. Replacing a face-down choice does not change it."""
        return len(self._lengths) - 1

    def _find_status(self) -> Status:
        if None in self.seats or self.seeds.are_awaited:
            return "waiting"
        if not self._is_over:
            return "running"
        return "over" if self.game_number == self._games else "between"

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
    def due(self) -> float | None:
        """Return when the server must act next: 0 for a waiting bot, a deadline, or None."""
        if self.bots_to_act():
            return 0.0
        if self.is_dealing:
            return self.seeds.deadline
        return min(self.deadlines().values(), default=None)

    def is_overdue(self, now: float) -> bool:
        """Return whether a deadline has passed, so `expire` should be called."""
        if self.is_dealing:
            return self.seeds.deadline <= now
        return any(deadline <= now for deadline in self.deadlines().values())

    @property
    def is_dealing(self) -> bool:
        """Return whether all seats are taken and the game waits only for commitments or seeds."""
        return self.status == "waiting" and None not in self.seats

    @property
    def unopened(self) -> list[int]:
        """Return the seats that must reveal their seeds now, once all commitments are in."""
        return self.seeds.closed if self.is_dealing and not self.seeds.owing else []

    def lines_at(self, version: int) -> int:
        """Return how many steps had been made at a version."""
        return self._lengths[version]

    def lines_kept(self, version: int, observer: int = TRUTH) -> int:
        """Return how many lines written at a version still stand unchanged for an observer."""
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
        """Return the positions before and after a line as a spectator knew them, or with `forgotten` as still shown."""
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

    def legal_actions(self, seat: int) -> list[int]:
        """Return the actions that a seat can choose from at this table."""
        if self.status != "running" or self.is_paused:
            return []
        if self._chooses_at(seat).turn_fault(seat):
            return []
        return self.setup.game.offered(self.table_options, self.choice_position(seat).legal(seat))

    def choice_position(self, seat: int) -> Position:
        """Return what a seat knows at its choice: now, or when it made its face-down choice."""
        position = self._chooses_at(seat)
        return self.seen_by(seat) if position is self.position else position.concealed(seat)

    def legal_texts(self, seat: int) -> list[str]:
        """Return the legal actions of a seat as text."""
        show, rules = self.setup.game.notation.show, self.setup.fields
        return [show(rules, action) for action in self.legal_actions(seat)]

    def is_embargoed(self, now: float) -> bool:
        """Return whether other players still have to play this deal."""
        return now < self.opened.settings.embargoed_until

    def record(self, observer: int = SPECTATOR, *, embargoed: bool = False) -> Record:
        """Return the record of the current game.

        While the game runs or is embargoed, it contains what the observer may know. Afterwards it is complete, with
        secret and seeds.
        """
        return self._record(self._current_game(), observer, embargoed=embargoed)

    def records(self, observer: int = SPECTATOR, *, embargoed: bool = False) -> list[Record]:
        """Return the records of all games of the match, like `record`."""
        return [self._record(game, observer, embargoed=embargoed) for game in self.games]

    def _record(self, game: GameOfMatch, observer: int, *, embargoed: bool) -> Record:
        is_open = self.status == "over" and not embargoed
        deal = self._deal
        fair: dict[str, object] = {"method": deal.method, "table": deal.table, "commitment": self.commitment}
        if deal.method != fairness.FAIR_1 and self.status != "waiting":
            fair |= {"voided": deal.voided, "seed_commitments": self.seeds.commitments}
        if is_open:
            fair |= {"secret": deal.secret.hex(), "seeds": self.seeds.opened}
            fair |= {} if self._lot is None else {"lot": self._lot}
        names = [who.name if who else None for who in game.seats]
        record = game.history.record(TRUTH if is_open else observer)
        if game.history is self.history and not is_open:
            record = msgspec.structs.replace(record, steps=self.log(observer))
        if game.ended is not None and game.outcome is not None:
            ended = Ended(game.ended.by, game.ended.seat)
            record = msgspec.structs.replace(record, ended=ended, result=Result(game.outcome.winners))
        meta: dict[str, object] = {"names": names}
        if game.hints:
            meta["hints"] = [sum(hint.seat == seat for hint in game.hints) for seat in range(len(names))]
        return msgspec.structs.replace(record, rules=self.opened.rules, fair=fair, meta=meta)

    def result(self) -> Result | None:
        """Return the scores and winners of a finished game."""
        return Result(self.outcome.winners, self.outcome.scores) if self.outcome else None

    # Commands.

    def sit(self, seat: int, who: Person | Bot, commitment: str = "", *, now: float = 0.0) -> None:
        """Take an open seat, optionally with a commitment to the client's seed.

        When the last seat is taken, the game starts, or the clients that committed reveal their seeds.
        """
        self.check_seat(seat)
        if self.seats[seat] is not None:
            raise Refused("seat-taken", seat=seat)
        if isinstance(who, Person):
            self._check_welcome(seat, who)
        if commitment:
            self._check_commitment(commitment)
        if not who.name.strip() or len(who.name) > MAX_NAME or not who.name.isprintable():
            raise Refused("bad-name", most=MAX_NAME)
        # shared deals and fair/1 take no commitments
        adds = not self.opened.deal and self.opened.method != fairness.FAIR_1
        self._append(Seated(seat, who, time=now, commitment=commitment if adds else ""))
        self._advance()

    @staticmethod
    def _check_commitment(commitment: str) -> None:
        if not fairness.is_hexadecimal(commitment, fairness.DIGEST_DIGITS):
            raise Refused("bad-seed-commitment", expected=fairness.DIGEST_DIGITS)

    def commit_seed(self, seat: int, commitment: str, *, now: float = 0.0) -> None:
        """Commit to a new seed after a voided deal. Repeating it is harmless."""
        self._check_commitment(commitment)
        if self.seeds.commitments[seat] == commitment:
            return
        if seat not in self.seeds.owing:
            raise Refused("no-seed-due")
        self._append(SeedCommitted(seat, commitment, now))

    def open_seed(self, seat: int, seed: str, *, now: float = 0.0) -> None:
        """Reveal the seed that a seat committed to. Repeating it is harmless. The last seed starts the game."""
        if not fairness.is_hexadecimal(seed, 2 * fairness.SEED_BYTES):
            raise Refused("bad-seed", expected=2 * fairness.SEED_BYTES)
        if self.seeds.opened[seat] == seed:
            return
        if seat not in self.unopened:
            raise Refused("no-seed-due")
        if not self.seeds.is_of(seat, self.commitment, seed):
            raise Refused("wrong-seed")
        self._append(SeedOpened(seat, seed, now))
        self._advance()

    def check_seat(self, seat: int) -> None:
        """Raise Refused if there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise Refused("no-such-seat", seat=seat)

    def _check_welcome(self, seat: int, who: Person) -> None:
        if who.person_id in self._kicked:
            raise Refused("kicked")
        if self.seat_of(who.person_id) is not None:
            raise Refused("seated-already")
        if self.reservations[seat][0] not in ("", who.person_id):
            raise Refused("seat-reserved", seat=seat)

    def seat_for(self, person_id: str) -> int:
        """Return the first seat that a person can take, preferring one reserved for them."""
        free = [seat for seat, who in enumerate(self.seats) if who is None]
        for wanted in (person_id, ""):
            for seat in free:
                if self.reservations[seat][0] == wanted:
                    return seat
        raise Refused("seat-reserved", seat=free[0]) if free else Refused("table-full")

    def leave(self, seat: int, *, kicked: bool = False, by: int | None = None, now: float = 0.0) -> None:
        """Free a seat before the game has started. A kicked person cannot return.

        If seeds may already be revealed, this voids the deal and blames the seat, or `by` if another player freed it.
        """
        self.check_seat(seat)
        if self.status != "waiting":
            raise Refused("game-begun")
        self._check_extras()
        self._void_deal([seat if by is None else by], now)
        self._free(seat, kicked=kicked)

    def _void_deal(self, seats: list[int], now: float) -> None:
        """Void the deal and blame these seats, if seeds may already be revealed."""
        if self.unopened:
            self._append(DealVoided(seats, now))

    def _free(self, seat: int, *, kicked: bool = False) -> None:
        who = self.seats[seat]
        if who is not None or self.reservations[seat] != ("", ""):
            self._append(Left(seat, who.person_id if isinstance(who, Person) else "", kicked))

    def step(self, seat: int, text: str, *, at: int, key: str, now: float = 0.0) -> None:
        """Make a step that was chosen at version `at`. A repeated key is ignored."""
        if self._is_used(seat, key):
            return
        if self.status == "waiting":
            raise Refused("table-waiting")
        if self.is_paused:
            raise Refused("paused")
        if not self.is_current(seat, at):
            raise Refused("stale")
        action = self.setup.game.notation.parse(self.setup.fields, text)
        if reason := self._fault(seat, action):
            raise IllegalStep(reason, text)
        stepped = Stepped(seat, text, key, now)
        (self._add_extra if self._changes_mind(stepped) else self._append)(stepped)
        self._advance()

    def start_next_game(self, game: int, *, now: float = 0.0) -> None:
        """Start the next game of a match with rotated seats. Ignore the call if it has already started."""
        if game <= self.game_number:
            return
        if self.status != "between" or game != self.game_number + 1:
            raise Refused("no-next-game")
        self._append(Begun([(seat + 1) % len(self.seats) for seat in range(len(self.seats))], now))
        self._advance()

    def hand_to_bot(
        self, seat: int, bot: Bot, *, now: float = 0.0, why: Literal["own", "absent", "time"] = "own"
    ) -> None:
        """Hand a person's seat to a bot."""
        self.check_seat(seat)
        if self.status not in ("running", "between"):
            raise Refused("not-running")
        if isinstance(self.controller(seat), Person):
            add = self._add_extra if why == "own" else self._append
            add(BotTookOver(seat, bot, now, why))
            self._settle_pause(now)

    def reclaim(self, seat: int, *, now: float = 0.0) -> None:
        """Give a seat back to its person."""
        if self.substitutes[seat] is not None:
            self._append(BotTookOver(seat, None, now))

    def resign(self, seat: int, *, now: float = 0.0) -> None:
        """Resign a two-seat game. Games with more seats cannot be resigned."""
        if len(self.seats) != 2:
            raise Refused("no-resigning")
        if self.status != "running":
            raise Refused("not-running")
        self._append(EndedEarly(seat, "resigned", now))

    def request_pause(self, seat: int, *, pause: bool, now: float = 0.0) -> None:
        """Agree to pause or resume. It takes effect when all people at the table agree."""
        if self.status != "running":
            raise Refused("not-running")
        if (pause != self.is_paused) != (seat in self.pause_requests):
            add = self._add_extra if pause else self._append  # resuming must always be possible
            add(PauseRequested(seat, pause, now))
            self._settle_pause(now)

    def _settle_pause(self, now: float) -> None:
        """Pause or resume if all remaining people agree."""
        if self._agree_to_turn_pause():
            seat = min(self.pause_requests)
            self._append(PauseRequested(seat, not self.is_paused, now))

    def _agree_to_turn_pause(self) -> bool:
        return bool(self.pause_requests) and self.pause_requests.issuperset(self.people())

    @property
    def is_contest(self) -> bool:
        """Return whether other tables play the same deal for comparison."""
        return bool(self.opened.deal) and not self.opened.practice

    @property
    def gives_hints(self) -> bool:
        """Return whether all people who play here agree to hints."""
        people = self.people()
        return bool(people) and self.hint_requests.issuperset(people)

    def request_hints(self, seat: int, *, wanted: bool, now: float = 0.0) -> None:
        """Agree to hints or withdraw consent. Hints need the consent of all people."""
        if self.is_contest:
            raise Refused("no-hints-in-contests")
        if self.status != "running":
            raise Refused("not-running")
        if wanted != (seat in self.hint_requests):
            add = self._add_extra if wanted else self._append
            add(HintsRequested(seat, wanted, now))

    def give_hint(self, seat: int, *, now: float = 0.0) -> None:
        """Record that a seat receives a hint. Repeated requests at the same step count once."""
        if not self.gives_hints:
            raise Refused("no-hints")
        if self.is_paused:
            raise Refused("paused")
        if self.status != "running" or seat not in self.position.active:
            raise Refused("nothing-to-choose")
        if Hint(seat, len(self.history.steps)) not in self.hints:
            self._add_extra(HintGiven(seat, now))

    def record_downtime(self, since: float, until: float) -> None:
        """Record that the server was down."""
        self._append(Downtime(since, until))

    def expire(self, bot: Bot, now: float) -> None:
        """Handle passed deadlines.

        Before the game, free the seats that did not respond. In a two-seat game, a seat that is out of time loses. With
        more seats, a bot takes over.
        """
        if self.is_dealing and self.is_overdue(now):
            self._free_unresponsive(now)
            return
        overdue = [seat for seat, deadline in self.deadlines().items() if deadline <= now]
        for seat in sorted(overdue, key=lambda seat: self.deadlines()[seat]):
            if self.status != "running":
                return
            if len(self.seats) == 2:
                self._append(EndedEarly(seat, "time", now))
            else:
                self.hand_to_bot(seat, bot, now=now, why="time")

    def _free_unresponsive(self, now: float) -> None:
        """Free the seats whose clients did not respond in time. Void the deal if seeds may already be revealed."""
        unresponsive = self.seeds.owing or self.seeds.closed
        self._void_deal(unresponsive, now)
        for seat in unresponsive:
            self._free(seat)

    def send_chat(self, seat: int, text: str, *, key: str, now: float = 0.0) -> None:
        """Send a chat message to the table. A repeated key is ignored."""
        if self._is_used(seat, key):
            return
        if not self.opened.settings.chat:
            raise Refused("no-chat")
        if self._person(seat).person_id in self.muted:
            raise Refused("muted")
        chat = " ".join(text.split())
        if not chat or len(chat) > MAX_CHAT or not chat.isprintable():
            raise Refused("bad-chat", most=MAX_CHAT)
        self._add_extra(ChatMessage(seat, chat, key, now))

    def mute(self, seat: int, *, muted: bool) -> None:
        """Mute or unmute a player at this table."""
        if (self._person(seat).person_id in self.muted) != muted:
            add = self._add_extra if muted else self._append
            add(Muted(seat, muted))

    def open_rematch(self, table: str) -> None:
        """Record that a rematch was opened."""
        if self.status != "over":
            raise Refused("not-over")
        if self.next_table is None:
            self._append(RematchOpened(table))

    def anonymize(self, person_id: str, bot: Bot, *, now: float = 0.0) -> None:
        """Free the seat of a person who deletes their account, or hand it to a bot.

        `anonymize_events` removes the name and the chat.
        """
        seat = self.seat_of(person_id)
        if seat is not None and self.status == "waiting":
            self._void_deal([seat], now)
            self._append(Left(seat, person_id))
        elif seat is not None and self.status != "over" and isinstance(self.controller(seat), Person):
            self._append(BotTookOver(seat, bot, now))
            self._settle_pause(now)
        self._append(PersonAnonymized(person_id))

    def undo(self, seat: int, *, key: str, now: float = 0.0) -> None:
        """Undo the seat's last step, and at a practice table everything after it."""
        if self._is_used(seat, key):
            return
        if self.is_paused:
            raise Refused("paused")
        to = self.undo_target(seat)
        if to is None:
            raise Refused("no-undo")
        self._add_extra(Undone(seat, to, key, now))

    def undo_target(self, seat: int) -> int | None:
        """Return how many steps remain if the seat undoes, or None if it cannot."""
        steps = self.history.steps
        if self.position.has_sealed and seat in self.position.sealed:
            return None
        if not (self.opened.practice or self.setup.game.acts_apart) and (not steps or steps[-1].seat != seat):
            return None
        last = len(steps) - 1
        while last >= 0 and not (steps[last].seat == seat and self._had_choice(last)):
            last -= 1
        if last < 0:
            return None
        if self.opened.practice or self._stand_apart(seat, last):
            return last
        is_last = last == len(steps) - 1
        return last if is_last and self.status == "running" and not self._reveals(last) else None

    def _stand_apart(self, seat: int, index: int) -> bool:
        """Return whether all steps after this one are independent of it, so it can be undone alone."""
        if not self.setup.game.acts_apart or self.status != "running":
            return False
        could_act_on = all(seat in position.may_act for position in self.history.positions[index + 1 :])
        return could_act_on and not self._reveals(index) and self._are_legal_without(index)

    def _are_legal_without(self, index: int) -> bool:
        """Return whether the later steps would be legal without this one."""
        position = self.history.positions[index].copy()
        try:
            for step in self.history.steps[index + 1 :]:
                assert step.seat is not None
                position.play(step.seat, step.action)
        except IllegalStep:
            return False
        return True

    # Bots.

    def bots_to_act(self) -> list[int]:
        """Return the bot seats that have a choice to make."""
        if self.status != "running" or self.is_paused:
            return []
        return [seat for seat in self.position.active if isinstance(self.controller(seat), Bot)]

    def new_bot(self, seat: int) -> bots.Bot:
        """Create the bot for a seat, with an unpredictable seed."""
        message = f"bot\n{self.version}\n{seat}".encode()
        seed = hmac.digest(self._deal.secret, message, "sha256")
        legal_actions = self.setup.game.offered_to_bots(self.legal_actions(seat))
        who = self.controller(seat)
        number = who.level if isinstance(who, Bot) else None
        think = master if number is None else level_of(self.setup.game, number).bot
        return think(self.position.concealed(seat), legal_actions, int.from_bytes(seed[:6], "big"))

    # Event application.

    def _key(self, seat: int, key: str) -> tuple[str, str]:
        """Return a request key by person, because people change seats between the games of a match."""
        who = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return (who.person_id if isinstance(who, Person) else "", key)

    def _is_used(self, seat: int, key: str) -> bool:
        return self._key(seat, key) in self._keys

    def _changes_mind(self, event: AnyEvent) -> bool:
        """Return whether the event replaces a face-down choice."""
        position = self.position
        return position.has_sealed and isinstance(event, Stepped) and event.seat in position.sealed

    def _add_extra(self, event: AnyEvent) -> None:
        """Append an optional event within the limit per table, because opening a table replays all its events."""
        self._check_extras()
        self._append(event)

    def _check_extras(self) -> None:
        if self._extras >= MAX_EXTRAS:
            raise Refused("too-many-events", most=MAX_EXTRAS)

    def _append(self, event: AnyEvent) -> None:
        changes_mind = self._changes_mind(event)
        self._extras += changes_mind or isinstance(event, EXTRAS)
        could_act = self.position.may_act
        self._time = getattr(event, "time", 0.0) or self._time
        acted = self._apply(event)
        self.status = self._find_status()
        self.events.append(event)
        if not changes_mind:
            self._lengths.append(len(self.history.steps))
            for other in self.position.may_act:
                if other not in could_act or other == acted:
                    self._choosing_since[other] = self.version
        asked = self.position.active if self.status == "running" else []
        self.clocks.ask(asked, self._time, acted=acted)

    def _apply(self, event: AnyEvent) -> int | None:  # noqa: PLR0912, PLR0915  # an event, a case
        """Update the projections. Return the seat that gets a new choice, if any."""
        acted = None
        match event:
            case Seated(seat, who, seed):
                self.seats[seat] = who
                self.seeds.commit(seat, event.commitment, self._time)
                self.seeds.open(seat, seed)
            case Left(seat, person_id, kicked):
                if kicked:
                    self._kicked.add(person_id)
                self.seats[seat] = None
                self.reservations[seat] = ("", "")
                self.seeds.commit(seat, "", self._time)
            case SeedCommitted(seat, commitment):
                self.seeds.commit(seat, commitment, self._time)
            case SeedOpened(seat, seed):
                self.seeds.open(seat, seed)
            case DealVoided(seats):
                self.voided.append(tuple(self.names[seat] for seat in seats))
                self.seeds.void(self._time)
                self._deal = self._new_deal()
                self.commitment = self._deal.commitment
            case Begun(order):
                self._begin(order)
            case Drawn(text):
                self.history.play_text(None, text)
            case Stepped(seat, text, key):
                acted = seat
                self._apply_step(seat, text)
                self._keys.add(self._key(seat, key))
            case Undone(seat, to, key):
                acted = seat
                self._ended = None
                self.status = self._find_status()
                were_active = self.position.active
                if not self._undo(seat, to) or self.position.active != were_active:  # everyone has a new choice
                    self._choosing_since = [self.version + 1] * len(self.seats)
                self._keys.add(self._key(seat, key))
                self._undos.append((self.version + 1, to))
                # hints still count after an undo
                self.hints = [Hint(hint.seat, min(hint.line, to)) for hint in self.hints]
            case BotTookOver(seat, bot):
                acted = seat
                self.substitutes[seat] = bot
                self.pause_requests.discard(seat)
                self.clocks.restart(seat, self._time)
            case PauseRequested(seat, pause, time):
                self._apply_pause(seat, time, pause=pause)
            case HintsRequested(seat, wanted):
                (self.hint_requests.add if wanted else self.hint_requests.discard)(seat)
            case HintGiven(seat):
                self.hints.append(Hint(seat, len(self.history.steps)))
            case Downtime(since, until):
                self.downtime_until = until
                if not self.is_paused:
                    self.clocks.stand_still(since, until)
                self.seeds.stand_still(since, until)
            case EndedEarly():
                self._ended = event
            case ChatMessage(seat, text, key, time):
                self.chat.append(ChatEntry(self.version + 1, self._person(seat), text, time))
                self._keys.add(self._key(seat, key))
            case Muted(seat, muted):
                person_id = self._person(seat).person_id
                (self.muted.add if muted else self.muted.discard)(person_id)
            case RematchOpened(table):
                self.next_table = table
        return acted

    def _apply_pause(self, seat: int, time: float, *, pause: bool) -> None:
        if pause == self.is_paused:
            self.pause_requests.discard(seat)  # the request is withdrawn
            return
        self.pause_requests.add(seat)
        if not self._agree_to_turn_pause():
            return
        if self.is_paused:
            self.clocks.stand_still(self._paused_at, time)
        self.is_paused, self._paused_at = pause, time
        self.pause_requests.clear()

    def _begin(self, order: list[int]) -> None:
        if self._is_over:
            self.finished.append(self._current_game())
            self.history = History(self.setup)
            self.clocks = Clocks(self.opened.settings.clock, len(self.seats))
            self._ended = None
            self._undos.append((self.version + 1, 0))  # the next game starts with an empty log
            self.hints = []
        else:
            self._lot = order[0]
            self.clocks.move(order)
        self.seats = [self.seats[seat] for seat in order]
        self.substitutes = [self.substitutes[seat] for seat in order]
        self.hint_requests = {seat for seat, was in enumerate(order) if was in self.hint_requests}
        self.pause_requests.clear()

    def _undo(self, seat: int, to: int) -> bool:
        """Undo a seat's step. Return True if later independent steps were kept."""
        stand_apart = self._stand_apart(seat, to)
        others = self.history.steps[to + 1 :] if stand_apart else []
        self.history.undo_to(to)
        self._replay(others)
        return stand_apart

    def _replay(self, steps: Iterable[Step]) -> None:
        for step in steps:
            assert step.seat is not None
            self.history.play(step.seat, step.action)

    def _apply_step(self, seat: int, text: str) -> None:
        if not self.position.has_sealed or seat not in self.position.sealed:
            self.history.play_text(seat, text)
            return
        start = self._choice_point()
        others = [step for step in self.history.steps[start:] if step.seat != seat]
        self.history.undo_to(start)
        self._replay(others)
        self.history.play_text(seat, text)

    def _advance(self) -> None:
        """Make due chance steps and forced steps until a player has to choose."""
        while self.status == "running":
            if self._lot is None and self.setup.game.draws_lot:
                first = self._stream.lot()
                self._append(Begun([(first + seat) % len(self.seats) for seat in range(len(self.seats))]))
            elif self.position.chance_is_due:
                self._append(Drawn(self._stream.step(self.history)))
            elif (only := self._only_choice()) is not None:
                self._append(Stepped(*only, SERVER_KEY, self._time))
            else:
                return

    @property
    def _stream(self) -> fairness.FairStream:
        deal = self._deal
        return fairness.stream_of(deal.method, deal.secret, deal.table, self.commitment, self.seeds.opened)

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

    def _only_choice(self) -> tuple[int, str] | None:
        """Return the seat and its only legal step, in games where the table plays forced steps."""
        if not self.setup.game.plays_only_choice:
            return None
        choices = ((seat, self.position.legal_texts(seat)) for seat in self.position.active)
        return next(((seat, texts[0]) for seat, texts in choices if len(texts) == 1), None)

    def _had_choice(self, index: int) -> bool:
        """Return whether the seat made this step by choice."""
        seat = self.history.steps[index].seat
        assert seat is not None
        return not self.setup.game.plays_only_choice or len(self.history.positions[index].legal(seat)) > 1

    def _fault(self, seat: int, action: int) -> str | None:
        """Return why a seat cannot take this action at this table, or None."""
        if reason := self._chooses_at(seat).fault(seat, action):
            return reason
        return None if self.setup.game.offered(self.table_options, [action]) else "not-at-this-table"

    def is_current(self, seat: int, at: int) -> bool:
        """Return whether the seat's choice is unchanged since version `at`. Other seats may have acted."""
        if at == self.version:
            return True
        may_choose = seat in self.position.may_act or seat in self.position.sealed
        return may_choose and self._choosing_since[seat] <= at < self.version

    def _choice_point(self) -> int:
        """Return the step index at which the current face-down choices started."""
        start = len(self.history.steps)
        while start > 0 and self.history.positions[start].sealed:
            start -= 1
        return start

    def _chooses_at(self, seat: int) -> Position:
        """Return the position in which a seat chooses: the current one, or where it made its face-down choice."""
        position = self.position
        if not position.has_sealed or seat not in position.sealed:
            return position
        index = next(i for i in reversed(range(len(self.history.steps))) if self.history.steps[i].seat == seat)
        return self.history.positions[index]

    def _reveals(self, index: int) -> bool:
        """Return whether a step revealed something that its seat did not know before."""
        before, after = self.history.positions[index : index + 2]
        if before.has_sealed:
            return True
        step = self.history.steps[index]
        assert step.seat is not None
        foreseen = before.concealed(step.seat)
        foreseen.ask(entry.APPLY, step.seat, step.action)
        foreseen.ask(entry.CONCEAL, step.seat)
        seen = self.seen_by(step.seat) if after is self.position else after.concealed(step.seat)
        return bool(foreseen.words.tobytes() != seen.words.tobytes())
