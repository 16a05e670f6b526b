"""What can happen at a table. A table is the list of its events; they are what is stored."""

from __future__ import annotations

from typing import Any

import msgspec


class Person(msgspec.Struct, frozen=True, tag="person"):
    """Somebody who plays."""

    name: str
    proof: str  # digest of the token that lets a client act for the seat


class Bot(msgspec.Struct, frozen=True, tag="bot"):
    """A program of the house."""

    name: str
    seconds: float | None = None  # how long it may think about a step
    simulations: int | None = None  # or how much
    level: int | None = None  # how strong it plays, from 1; None: as well as it can


BOT_NAMES = ("Fabula", "Lemur", "Vesta", "Penas", "Larva", "Camena")  # one for every seat


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of the events."""


class Opened(Event, frozen=True, tag="opened"):
    """A table was made; nothing of it can change later."""

    table: str  # its name
    game: str
    rules: int  # version of the rules
    seats: int
    options: dict[str, Any]  # rule options, defaults left out
    manners: dict[str, Any]  # how the table is run, defaults left out
    secret: str  # hexadecimal; never leaves the house before the end
    practice: bool = False  # everything may be taken back
    edition: str | None = None
    edition_text: str | None = None


class Seated(Event, frozen=True, tag="seated"):
    """Somebody took a seat, or gave it to somebody else."""

    seat: int
    who: Person | Bot
    seed: str = ""  # what the client adds to the draws, hexadecimal


class Begun(Event, frozen=True, tag="begun"):
    """The seats are drawn by lot before a first game, or rotated for the next game of a match."""

    order: list[int]  # by seat: at which one its holder sat before


class Drawn(Event, frozen=True, tag="drawn"):
    """Chance."""

    text: str


class Stepped(Event, frozen=True, tag="stepped"):
    """A seat made a step; a sealed choice is made anew by another one at the same point."""

    seat: int
    text: str
    key: str  # of the request: a retry is harmless


class TakenBack(Event, frozen=True, tag="taken-back"):
    """A seat took back; the game goes on after its first steps."""

    seat: int
    to: int  # steps that stay
    key: str


AnyEvent = Opened | Seated | Begun | Drawn | Stepped | TakenBack

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """As it is stored."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """The inverse of encode."""
    return _decoder.decode(data)
