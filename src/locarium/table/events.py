"""What can happen at a table. A table is the list of its events; they are what is stored."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .fairness import FAIR_1


class Person(msgspec.Struct, frozen=True, tag="person", omit_defaults=True):
    """Somebody who plays."""

    name: str
    person_id: str = msgspec.field(name="proof")  # the SHA-256 of the user id
    program: bool = False  # an outside program plays for them, and says so


class Bot(msgspec.Struct, frozen=True, tag="bot", omit_defaults=True):
    """A program of the house."""

    name: str
    seconds: float | None = None  # how long it may think about a step
    simulations: int | None = None  # or how much
    level: int | None = None  # how strong it plays, from 1; None: as well as it can


BOT_NAMES = ("Fabula", "Lemur", "Vesta", "Penas", "Larva", "Camena")  # one for every seat


class Clock(msgspec.Struct, frozen=True):
    """How long a seat may take."""

    seconds: float  # for a step or a turn
    reserve: float = 0.0  # seconds beyond that, for a whole game
    per: Literal["step", "turn"] = "step"


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the house runs a table; nothing of it matters to the rules."""

    host: str = ""  # person id of who opened it
    public: bool = False  # listed for everybody
    spectators: bool = True
    chat: bool = True
    clock: Clock | None = None
    reserved: tuple[str, ...] = ()  # by seat: the person id of the only one who may take it; empty for anyone
    names: tuple[str, ...] = ()  # of those
    embargoed_until: float = msgspec.field(
        name="sealed_until", default=0.0
    )  # when others may see what was drawn, by the clock of the house


class Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of the events. Times are seconds since 1970 by the clock of the house; 0 where nobody looked."""


class Opened(Event, frozen=True, tag="opened"):
    """A table was made; nothing of it can change later."""

    table: str  # its name
    game: str
    rules: int  # version of the rules
    seats: int
    options: dict[str, Any]  # rule options, defaults left out
    table_options: dict[str, Any] = msgspec.field(name="manners")  # how the table is run, defaults left out
    secret: str  # hexadecimal; never leaves the house before the end
    practice: bool = False  # everything may be taken back
    edition: str | None = None
    edition_text: str | None = None
    settings: TableSettings = msgspec.field(name="terms", default=TableSettings())
    deal: str = ""  # what its draws are called; tables with the same secret and the same name of it have the same ones
    method: str = FAIR_1  # of its draws


class Seated(Event, frozen=True, tag="seated"):
    """Somebody took an open seat."""

    seat: int
    who: Person | Bot
    seed: str = ""  # fair/1: what the client adds to the draws, hexadecimal
    time: float = 0.0
    commitment: str = ""  # fair/2: to the seed that the client adds; empty if it adds nothing


class Left(Event, frozen=True, tag="left"):
    """A seat is open again, before the game has begun."""

    seat: int
    person_id: str = msgspec.field(name="proof", default="")  # of the person who sat there
    kicked: bool = msgspec.field(name="barred", default=False)  # they were sent away and may not come back


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    """A client committed to a new seed after a voided deal."""

    seat: int
    commitment: str
    time: float = 0.0


class SeedOpened(Event, frozen=True, tag="seed-opened"):
    """A client opened its seed after it was shown all commitments; with the last one the game begins."""

    seat: int
    seed: str
    time: float = 0.0


class DealVoided(Event, frozen=True, tag="deal-voided"):
    """Not every seed was opened: the table has a new secret, and everyone commits again. No card was seen."""

    seats: list[int]  # whose fault it is
    time: float = 0.0


class Begun(Event, frozen=True, tag="begun"):
    """The seats are drawn by lot before a first game, or rotated for the next game of a match."""

    order: list[int]  # by seat: at which one its holder sat before
    time: float = 0.0


class Drawn(Event, frozen=True, tag="drawn"):
    """Chance."""

    text: str


class Stepped(Event, frozen=True, tag="stepped"):
    """A seat made a step; a sealed choice is made anew by another one at the same point."""

    seat: int
    text: str
    key: str  # of the request: a retry is harmless
    time: float = 0.0


class Undone(Event, frozen=True, tag="taken-back"):
    """A seat took back; the game goes on after its first steps."""

    seat: int
    to: int  # steps that stay
    key: str
    time: float = 0.0


class BotTookOver(Event, frozen=True, tag="stood-in"):
    """From now on a bot plays for a person, or the person again."""

    seat: int
    bot: Bot | None
    time: float = 0.0
    why: Literal["own", "absent", "time"] = "own"  # wish, or because others waited in vain, or the clock ran out


class PauseRequested(Event, frozen=True, tag="pause-wished"):
    """A seat would like to pause, or to go on; it happens when all people at the table do."""

    seat: int
    pause: bool
    time: float = 0.0


class HintsRequested(Event, frozen=True, tag="hints-wished"):
    """A seat agrees that there are hints at the table, or does not any more; there are while all people agree."""

    seat: int
    wanted: bool
    time: float = 0.0


class HintGiven(Event, frozen=True, tag="hint-given"):
    """A seat was told what to do; what it was told is nobody else's concern."""

    seat: int
    time: float = 0.0


class Downtime(Event, frozen=True, tag="slept"):
    """The house was closed; that time counts for nobody."""

    since: float
    until: float


class EndedEarly(Event, frozen=True, tag="ended-early"):
    """The game of two seats has ended outside its rules: the other seat wins."""

    seat: int
    by: Literal["resigned", "time", "abandoned"]  # abandoned: only in games that were played elsewhere
    time: float = 0.0


class ChatMessage(Event, frozen=True, tag="said"):
    """Somebody at the table said something to all."""

    seat: int
    text: str
    key: str  # of the request: a retry is harmless
    time: float = 0.0


class Muted(Event, frozen=True, tag="silenced"):
    """The host does not want to read somebody, or wants to again."""

    seat: int
    muted: bool = msgspec.field(name="silent")


class RematchOpened(Event, frozen=True, tag="followed"):
    """There is a rematch."""

    table: str  # its name


class PersonAnonymized(Event, frozen=True, tag="forgotten"):
    """A person deleted their account: their name and their words are gone from all events before this one."""

    person_id: str = msgspec.field(name="proof")  # of the person


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
    """As it is stored."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """The inverse of encode."""
    return _decoder.decode(data)
