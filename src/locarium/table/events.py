"""The events of a table. The server stores a table as the list of its events."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .fairness import FAIR_1


class Person(msgspec.Struct, frozen=True, tag="person", omit_defaults=True):
    """A person at a seat."""

    name: str
    person_id: str = msgspec.field(name="proof")  # the SHA-256 of the user id
    program: bool = False  # whether the owner declared that an outside program plays


class Bot(msgspec.Struct, frozen=True, tag="bot", omit_defaults=True):
    """One of the server's bots."""

    name: str
    seconds: float | None = None  # thinking time per step
    simulations: int | None = None  # simulations per step, instead of seconds
    level: int | None = None  # playing strength from 1; None: full strength


BOT_NAMES = ("Fabula", "Lemur", "Vesta", "Penas", "Larva", "Camena")  # one per seat


class Clock(msgspec.Struct, frozen=True):
    """The time limit of a seat."""

    seconds: float  # seconds per step or turn
    reserve: float = 0.0  # extra seconds for the whole game
    per: Literal["step", "turn"] = "step"


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings with which the server runs a table. They do not affect the rules."""

    host: str = ""  # person id of the host
    public: bool = False  # whether it is listed in the lobby
    spectators: bool = True
    chat: bool = True
    clock: Clock | None = None
    reserved: tuple[str, ...] = ()  # by seat: the only person id that can take it; empty for anyone
    names: tuple[str, ...] = ()  # display names for the reserved seats
    # server time until which the draws are hidden from others
    embargoed_until: float = msgspec.field(name="sealed_until", default=0.0)


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events. Times are Unix timestamps of the server, or 0 if unknown."""


class Opened(Event, frozen=True, tag="opened"):
    """A table was created. None of these fields change later."""

    table: str  # its name
    game: str
    rules: int  # version of the rules
    seats: int
    options: dict[str, Any]  # rule options, defaults left out
    table_options: dict[str, Any] = msgspec.field(name="manners")  # table options, defaults left out
    secret: str  # hexadecimal; not revealed before the end
    practice: bool = False  # whether undo is unlimited
    edition: str | None = None
    edition_text: str | None = None
    settings: TableSettings = msgspec.field(name="terms", default=TableSettings())
    deal: str = ""  # tables with the same secret and deal name have the same draws
    method: str = FAIR_1  # the method that derives the draws


class Seated(Event, frozen=True, tag="seated"):
    """A player took an open seat."""

    seat: int
    who: Person | Bot
    seed: str = ""  # fair/1: the client's contribution to the draws, hexadecimal
    time: float = 0.0
    commitment: str = ""  # fair/2: the commitment to the client's seed; empty if the client adds none


class Left(Event, frozen=True, tag="left"):
    """A player left a seat before the game started."""

    seat: int
    person_id: str = msgspec.field(name="proof", default="")  # the person who left
    kicked: bool = msgspec.field(name="barred", default=False)  # whether the host removed them, so they cannot return


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    """A client committed to a new seed after a voided deal."""

    seat: int
    commitment: str
    time: float = 0.0


class SeedOpened(Event, frozen=True, tag="seed-opened"):
    """A client revealed its seed after seeing all commitments. The last seed starts the game."""

    seat: int
    seed: str
    time: float = 0.0


class DealVoided(Event, frozen=True, tag="deal-voided"):
    """Not every seed was revealed. The table gets a new secret, and all clients commit again. No card was shown."""

    seats: list[int]  # the seats that caused it
    time: float = 0.0


class Begun(Event, frozen=True, tag="begun"):
    """A game of the match starts. Seats are drawn at random (first game) or rotated (later games)."""

    order: list[int]  # by seat: where its player sat before
    time: float = 0.0


class Drawn(Event, frozen=True, tag="drawn"):
    """The result of a chance step."""

    text: str


class Stepped(Event, frozen=True, tag="stepped"):
    """A player made a step. A second step at the same point replaces a face-down choice."""

    seat: int
    text: str
    key: str  # idempotency key of the request
    time: float = 0.0


class Undone(Event, frozen=True, tag="taken-back"):
    """A player undid a step. The first `to` steps remain."""

    seat: int
    to: int  # steps that remain
    key: str
    time: float = 0.0


class BotTookOver(Event, frozen=True, tag="stood-in"):
    """A bot took over a person's seat, or the person reclaimed it."""

    seat: int
    bot: Bot | None
    time: float = 0.0
    why: Literal["own", "absent", "time"] = "own"  # by choice, away too long, or out of time


class PauseRequested(Event, frozen=True, tag="pause-wished"):
    """A player asked to pause or to resume. It takes effect when all people at the table agree."""

    seat: int
    pause: bool
    time: float = 0.0


class HintsRequested(Event, frozen=True, tag="hints-wished"):
    """A player agreed to hints or withdrew their consent. Hints are on while all people agree."""

    seat: int
    wanted: bool
    time: float = 0.0


class HintGiven(Event, frozen=True, tag="hint-given"):
    """A player received a hint. The event does not contain the hint's text."""

    seat: int
    time: float = 0.0


class Downtime(Event, frozen=True, tag="slept"):
    """The server was down. Clocks ignore this time."""

    since: float
    until: float


class EndedEarly(Event, frozen=True, tag="ended-early"):
    """A two-seat game ended outside its rules. The other seat wins."""

    seat: int
    by: Literal["resigned", "time", "abandoned"]  # abandoned: only in imported games
    time: float = 0.0


class ChatMessage(Event, frozen=True, tag="said"):
    """A player sent a chat message."""

    seat: int
    text: str
    key: str  # idempotency key of the request
    time: float = 0.0


class Muted(Event, frozen=True, tag="silenced"):
    """The host muted or unmuted a player."""

    seat: int
    muted: bool = msgspec.field(name="silent")


class RematchOpened(Event, frozen=True, tag="followed"):
    """A rematch was opened."""

    table: str  # name of the new table


class PersonAnonymized(Event, frozen=True, tag="forgotten"):
    """A person deleted their account. Their name and chat are gone from all earlier events."""

    person_id: str = msgspec.field(name="proof")  # the person who deleted their account


AnyEvent = (
    Opened
    | Seated
    | Left
    | SeedCommitted
    | SeedOpened
    | DealVoided
    | Begun
    | Drawn
    | Stepped
    | Undone
    | BotTookOver
    | PauseRequested
    | HintsRequested
    | HintGiven
    | Downtime
    | EndedEarly
    | ChatMessage
    | Muted
    | RematchOpened
    | PersonAnonymized
)

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """Encode an event for storage."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """Decode a stored event."""
    return _decoder.decode(data)
