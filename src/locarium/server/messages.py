"""What goes over the wire: one definition for the server, the API's description and the front end's types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from locarium.catalogue import GameView
from locarium.play.table import Status
from locarium.search.levels import DEFAULT, LEVELS


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what comes in: unknown fields are refused."""


# HTTP


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game or of its tables."""

    name: str
    kind: Literal["rules", "table"]
    choices: list[str | int | bool]  # the first one is the default
    own_text: bool  # a text of one's own is accepted as well; the game checks it
    own_label: str  # of that choice
    explanation: str
    labels: list[str]  # of the choices
    fewest: list[int]  # seats, by choice, with everything else as by default
    most: list[int]


class GameInfo(msgspec.Struct, frozen=True):
    """A game of the house."""

    name: str
    title: str
    tagline: str
    players: str
    minutes: str
    fewest: int  # seats
    most: int
    options: list[OptionInfo]
    editions: list[str]  # built in; empty if the game has no edition data


class NewTable(Closed, frozen=True):
    """A table to be made."""

    game: str
    seats: int
    bots: list[int] = []  # seats that bots take
    level: Annotated[int, msgspec.Meta(ge=1, le=LEVELS)] = DEFAULT  # of the bots, the weakest is 1
    options: dict[str, Any] = {}  # of the rules
    manners: dict[str, Any] = {}  # of the table
    practice: bool = False  # everything may be taken back
    edition: str | None = None  # a built-in one by its name
    edition_text: str | None = None  # or one brought along


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: int | None = None  # of a bot


class TableInfo(msgspec.Struct, frozen=True):
    """What everybody may know of a table."""

    table: str  # its name, part of its address
    game: str
    title: str
    status: Status
    seats: list[SeatInfo]
    game_number: int  # of its match, from 1
    wins: list[int]  # games of the match won, by seat
    options: dict[str, Any]
    manners: dict[str, Any]  # defaults included
    practice: bool
    commitment: str  # of the house to its secret, see fair deals
    edition: str | None  # by its name, `foreign` if it was brought along; null if the game has no edition data


class Join(Closed, frozen=True):
    """Somebody takes a seat."""

    name: str
    seed: str = ""  # 16 random bytes in hexadecimal that the client adds to the draws
    seat: int | None = None  # the first open one if null


class Joined(msgspec.Struct, frozen=True):
    """The seat is theirs; whoever has the token acts for it."""

    seat: int
    token: str


class Fault(msgspec.Struct, frozen=True):
    """Why something was refused."""

    key: str  # for programs
    message: str  # for people, in their language


# Live: from the client


class Hello(Closed, frozen=True, tag="hello", tag_field="kind"):
    """The first message: who is there, and what they have."""

    token: str | None = None  # null: a spectator
    language: str = "en"
    version: int = 0  # of the table the client last saw; 0 if it has nothing


class MakeStep(Closed, frozen=True, tag="step", tag_field="kind"):
    """A step of the seat."""

    key: str  # made up by the client, used again when it tries again
    version: int  # of the table when it was chosen
    step: str  # one of the legal ones


class TakeBack(Closed, frozen=True, tag="take-back", tag_field="kind"):
    """Take back the seat's last step."""

    key: str


class NextGame(Closed, frozen=True, tag="next-game", tag_field="kind"):
    """Begin the next game of a match; anyone who sits at the table may."""

    key: str
    game: int  # its number in the match; if it has begun already, nothing happens


FromClient = Hello | MakeStep | TakeBack | NextGame


# Live: to the client


class LogLine(msgspec.Struct, frozen=True):
    """A step that was made, as this client may know it."""

    seat: int | None  # null: chance
    step: str
    sentence: str  # in the client's language
    then: list[str]  # what followed from it by itself, in sentences


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    scores: list[int]
    winners: list[int]
    sentence: str  # why, in the client's language


class TableState(msgspec.Struct, frozen=True, tag="state", tag_field="kind"):
    """The table as this client may know it now. Sent after the greeting and after every change."""

    version: int
    info: TableInfo
    seat: int | None  # the client's; null for a spectator
    view: GameView | None  # null before the game begins
    legal: list[str]  # steps that the seat may make now
    chosen: list[int]  # seats whose choice lies face down
    may_take_back: bool
    log: list[LogLine]  # from the line with the number log_from on
    log_from: int  # so many earlier lines stay as the client has them
    ending: Ending | None


class Acknowledged(msgspec.Struct, frozen=True, tag="acknowledged", tag_field="kind"):
    """What was asked is done and will survive a crash."""

    key: str
    version: int


class Refusal(msgspec.Struct, frozen=True, tag="refused", tag_field="kind"):
    """What was asked is not done; nothing has changed."""

    key: str
    fault: Fault


ToClient = TableState | Acknowledged | Refusal
