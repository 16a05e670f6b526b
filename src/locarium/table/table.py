"""Commands at a table. A table checks them and turns them into events. It has no network, storage or clock.

Callers pass in the current time.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from locarium.kernel.errors import IllegalStep, Refused
from locarium.kernel.game import SPECTATOR
from locarium.kernel.record import Result

from . import choices, fairness
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
from .projection import Hint, Projection
from .records import write_record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from locarium.kernel.game import Game
    from locarium.kernel.position import Position
    from locarium.kernel.record import Record

MAX_NAME = 40  # characters of a name
MAX_CHAT = 300  # characters of a chat message
MAX_EXTRAS = 1000  # events per table beyond the game itself: chat, undo, pauses, hints, seat changes, changed choices
SERVER_KEY = ""  # key of steps that the table makes for a seat; clients cannot use it


class BotInput(NamedTuple):
    """The input from which a bot chooses an action for a seat."""

    seen: Position
    legal_actions: list[int]
    seed: int
    level: int | None  # None: full strength


class Table(Projection):
    """A table that checks commands and turns them into events."""

    __slots__ = ()

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

    def legal_actions(self, seat: int) -> list[int]:
        """Return the actions that a seat can choose from at this table."""
        if self.status != "running" or self.is_paused:
            return []
        if choices.chooses_at(self.history, seat).turn_fault(seat):
            return []
        return self.setup.game.offered(self.table_options, self.choice_position(seat).legal(seat))

    def choice_position(self, seat: int) -> Position:
        """Return what a seat knows at its choice: now, or when it made its face-down choice."""
        position = choices.chooses_at(self.history, seat)
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
        return write_record(self, self._current_game(), observer, embargoed=embargoed)

    def records(self, observer: int = SPECTATOR, *, embargoed: bool = False) -> list[Record]:
        """Return the records of all games of the match, as `record` does for the current one."""
        return [write_record(self, game, observer, embargoed=embargoed) for game in self.games]

    def result(self) -> Result | None:
        """Return the scores and winners of a finished game."""
        return Result(self.outcome.winners, self.outcome.scores) if self.outcome else None

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
        self.append(Seated(seat, who, time=now, commitment=commitment if adds else ""))
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
        self.append(SeedCommitted(seat, commitment, now))

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
        self.append(SeedOpened(seat, seed, now))
        self._advance()

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
            self.append(DealVoided(seats, now))

    def _free(self, seat: int, *, kicked: bool = False) -> None:
        who = self.seats[seat]
        if who is not None or self.reservations[seat] != ("", ""):
            self.append(Left(seat, who.person_id if isinstance(who, Person) else "", kicked))

    def step(self, seat: int, text: str, *, at: int, key: str, now: float = 0.0) -> None:
        """Make a step that was chosen at version `at`. A repeated key is ignored."""
        if not self._is_used(seat, key):
            self._check_choice(seat, at)
            self._step(seat, self.setup.game.notation.parse(self.setup.fields, text), text, key, now)

    def play(self, seat: int, action: int, *, at: int, key: str, now: float = 0.0) -> None:
        """Make a step given as an action, like `step`."""
        if not self._is_used(seat, key):
            self._check_choice(seat, at)
            self._step(seat, action, self.setup.game.notation.show(self.setup.fields, action), key, now)

    def _check_choice(self, seat: int, at: int) -> None:
        if self.status == "waiting":
            raise Refused("table-waiting")
        if self.is_paused:
            raise Refused("paused")
        if not self.is_current(seat, at):
            raise Refused("stale")

    def _step(self, seat: int, action: int, text: str, key: str, now: float) -> None:
        if reason := self._fault(seat, action):
            raise IllegalStep(reason, text)
        stepped = Stepped(seat, text, key, now)
        if self._changes_mind(stepped):
            self._add_extra(stepped)
        else:
            self.append(stepped, self.history.after(seat, action))
        self._advance()

    def start_next_game(self, game: int, *, now: float = 0.0) -> None:
        """Start the next game of a match with rotated seats. Ignore the call if it has already started."""
        if game <= self.game_number:
            return
        if self.status != "between" or game != self.game_number + 1:
            raise Refused("no-next-game")
        self.append(Begun([(seat + 1) % len(self.seats) for seat in range(len(self.seats))], now))
        self._advance()

    def hand_to_bot(
        self, seat: int, bot: Bot, *, now: float = 0.0, why: Literal["own", "absent", "time"] = "own"
    ) -> None:
        """Hand a person's seat to a bot."""
        self.check_seat(seat)
        if self.status not in ("running", "between"):
            raise Refused("not-running")
        if isinstance(self.controller(seat), Person):
            add = self._add_extra if why == "own" else self.append
            add(BotTookOver(seat, bot, now, why))
            self._settle_pause(now)

    def reclaim(self, seat: int, *, now: float = 0.0) -> None:
        """Give a seat back to its person."""
        if self.substitutes[seat] is not None:
            self.append(BotTookOver(seat, None, now))

    def resign(self, seat: int, *, now: float = 0.0) -> None:
        """Resign a two-seat game. Games with more seats cannot be resigned."""
        if len(self.seats) != 2:
            raise Refused("no-resigning")
        if self.status != "running":
            raise Refused("not-running")
        self.append(EndedEarly(seat, "resigned", now))

    def request_pause(self, seat: int, *, pause: bool, now: float = 0.0) -> None:
        """Agree to pause or resume. It takes effect when all people at the table agree."""
        if self.status != "running":
            raise Refused("not-running")
        if (pause != self.is_paused) != (seat in self.pause_requests):
            add = self._add_extra if pause else self.append  # resuming must always be possible
            add(PauseRequested(seat, pause, now))
            self._settle_pause(now)

    def _settle_pause(self, now: float) -> None:
        """Pause or resume if all remaining people agree."""
        if self._agree_to_turn_pause():
            seat = min(self.pause_requests)
            self.append(PauseRequested(seat, not self.is_paused, now))

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
            add = self._add_extra if wanted else self.append
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
        self.append(Downtime(since, until))

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
                self.append(EndedEarly(seat, "time", now))
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
            add = self._add_extra if muted else self.append
            add(Muted(seat, muted))

    def open_rematch(self, table: str) -> None:
        """Record that a rematch was opened."""
        if self.status != "over":
            raise Refused("not-over")
        if self.next_table is None:
            self.append(RematchOpened(table))

    def anonymize(self, person_id: str, bot: Bot, *, now: float = 0.0) -> None:
        """Free the seat of a person who deletes their account, or hand it to a bot.

        `anonymize_events` removes the name and the chat.
        """
        seat = self.seat_of(person_id)
        if seat is not None and self.status == "waiting":
            self._void_deal([seat], now)
            self.append(Left(seat, person_id))
        elif seat is not None and self.status != "over" and isinstance(self.controller(seat), Person):
            self.append(BotTookOver(seat, bot, now))
            self._settle_pause(now)
        self.append(PersonAnonymized(person_id))

    def undo(self, seat: int, *, key: str, now: float = 0.0) -> None:
        """Undo the seat's last step. At a practice table, also undo everything after it."""
        if self._is_used(seat, key):
            return
        if self.is_paused:
            raise Refused("paused")
        to = self.undo_target(seat)
        if to is None:
            raise Refused("no-undo")
        self._add_extra(Undone(seat, to, key, now))

    def undo_target(self, seat: int) -> int | None:
        """Return how many steps would remain after the seat's player undoes one, or None if they cannot."""
        steps = self.history.steps
        if self.position.has_sealed and seat in self.position.sealed:
            return None
        if not (self.opened.practice or self.setup.game.acts_apart) and (not steps or steps[-1].seat != seat):
            return None
        last = choices.last_choice(self.history, seat)
        if last is None or self.opened.practice or self._is_independent(last):
            return last
        is_last = last == len(steps) - 1 and self.status == "running"
        return last if is_last and not choices.reveals(self.history, last, self.seen_by(seat)) else None

    def bots_to_act(self) -> list[int]:
        """Return the bot seats that have a choice to make."""
        if self.status != "running" or self.is_paused:
            return []
        return [seat for seat in self.position.active if isinstance(self.controller(seat), Bot)]

    def bot_input(self, seat: int) -> BotInput:
        """Return what a bot may know to play for a seat, and an unpredictable seed."""
        seed = hmac.digest(self.deal.secret, f"bot\n{self.version}\n{seat}".encode(), "sha256")
        legal_actions = self.setup.game.offered_to_bots(self.legal_actions(seat))
        who = self.controller(seat)
        level = who.level if isinstance(who, Bot) else None
        return BotInput(self.position.concealed(seat), legal_actions, int.from_bytes(seed[:6], "big"), level)

    def _is_used(self, seat: int, key: str) -> bool:
        return self._key(seat, key) in self._keys

    def _add_extra(self, event: AnyEvent) -> None:
        """Append an optional event within the limit per table, because opening a table replays all its events."""
        self._check_extras()
        self.append(event)

    def _check_extras(self) -> None:
        if self._extras >= MAX_EXTRAS:
            raise Refused("too-many-events", most=MAX_EXTRAS)

    def _advance(self) -> None:
        """Make due chance steps and forced steps until a player has to choose."""
        while self.status == "running":
            if self.lot is None and self.setup.game.draws_lot:
                first = self._stream.lot()
                self.append(Begun([(first + seat) % len(self.seats) for seat in range(len(self.seats))]))
            elif self.position.chance_is_due:
                drawn = self._stream.draw(self.history)
                self.append(Drawn(fairness.chance_text(drawn[1])), drawn)
            elif (only := self._only_choice()) is not None:
                text = self.setup.game.notation.show(self.setup.fields, only[1])
                self.append(Stepped(only[0], text, SERVER_KEY, self._time), self.history.after(*only))
            else:
                return

    @property
    def _stream(self) -> fairness.FairStream:
        deal = self.deal
        return fairness.stream_of(deal.method, deal.secret, deal.table, self.commitment, self.seeds.opened)

    def _only_choice(self) -> tuple[int, int] | None:
        """Return the seat and its only legal step, in games where the table plays forced steps."""
        if not self.setup.game.plays_only_choice:
            return None
        legal = ((seat, self.position.legal(seat)) for seat in self.position.active)
        return next(((seat, actions[0]) for seat, actions in legal if len(actions) == 1), None)

    def _fault(self, seat: int, action: int) -> str | None:
        """Return why a seat cannot take this action at this table, or None."""
        if reason := choices.chooses_at(self.history, seat).fault(seat, action):
            return reason
        return None if self.setup.game.offered(self.table_options, [action]) else "not-at-this-table"

    def is_current(self, seat: int, at: int) -> bool:
        """Return whether the seat's choice is unchanged since version `at`. Other seats may have acted."""
        if at == self.version:
            return True
        may_choose = seat in self.position.may_act or seat in self.position.sealed
        return may_choose and self._choosing_since[seat] <= at < self.version
