"""What goes over the wire: one definition for the server, the API's description and the front end's types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from locarium.catalogue import GameView
from locarium.search.levels import DEFAULT, LEVELS
from locarium.server.http.messages import ErrorInfo, StrictStruct
from locarium.server.people.reports import MAX_CHARACTERS
from locarium.table.table import Status

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


Level = Annotated[int, msgspec.Meta(ge=1, le=LEVELS)]  # of a bot; the weakest is 1
DAY = 86400


class BotSeat(StrictStruct, frozen=True):
    """A bot to be seated."""

    seat: int
    level: Level = DEFAULT


class ClockSettings(StrictStruct, frozen=True):
    """How long a seat may take; days are seconds as well."""

    seconds: Annotated[float, msgspec.Meta(ge=5, le=30 * DAY)]  # for a step or a turn
    reserve: Annotated[float, msgspec.Meta(ge=0, le=30 * DAY)] = 0.0  # beyond that, for a whole game
    per: Literal["step", "turn"] = "step"


class NewTable(StrictStruct, frozen=True):
    """A table to be made."""

    game: str
    seats: int
    bots: list[BotSeat] = msgspec.field(default_factory=list)
    options: dict[str, Any] = msgspec.field(default_factory=dict)  # of the rules
    table_options: dict[str, Any] = msgspec.field(default_factory=dict)  # of the table
    practice: bool = False  # everything may be taken back
    edition: str | None = None  # a built-in one by its name
    edition_text: str | None = None  # or one brought along
    public: bool = False  # listed in the lobby
    spectators: bool = True  # may watch
    chat: bool = True
    clock: ClockSettings | None = None


class ClockInfo(msgspec.Struct, frozen=True):
    """How long a seat may take."""

    seconds: float  # for a step or a turn
    reserve: float  # beyond that, for a whole game
    per: Literal["step", "turn"]


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there."""

    kind: Literal["open", "person", "bot"]
    name: str = ""  # of an open seat: for whom it is kept, if it is
    level: int | None = None  # of a bot, or of the bot that stands in for a person
    program: bool = False  # an outside program plays for the person


class HintMark(msgspec.Struct, frozen=True):
    """A seat was told what to do."""

    seat: int
    line: int  # so many steps had been made


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
    table_options: dict[str, Any]  # defaults included
    practice: bool
    method: str  # of the draws, see fair deals
    commitment: str  # of the server to its secret
    seed_commitments: list[str | None]  # by seat as it was taken; empty: adds nothing; null: has to commit again
    unopened: list[int]  # seats that have to open their seeds now: the list of commitments is complete
    voided: int  # deals, before any card was seen
    voided_by: list[list[str]]  # names of those who left or whose client did not answer; only of the last deals
    edition: str | None  # by its name, `foreign` if it was brought along; null if the game has no edition data
    host: int | None  # where whoever opened the table sits
    public: bool
    spectators: bool
    chat: bool
    clock: ClockInfo | None
    paused: bool
    pause_requests: list[int]  # seats that would like to pause, or to go on
    hint_requests: list[int]  # seats that agree to hints; there are when all people do
    gives_hints: bool  # they do
    hints: list[HintMark]  # given in this game, in their order
    next_table: str | None  # of a rematch
    contest: str | None  # in which others play the same deal


class TableListing(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    title: str
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    clock: ClockInfo | None
    spectators: bool


class OwnTable(msgspec.Struct, frozen=True):
    """A table of the client."""

    listing: TableListing
    seat: int
    awaited: bool  # it is the client's turn


class Join(StrictStruct, frozen=True):
    """Somebody takes a seat."""

    name: str | None = None  # at this table; as everywhere if null
    seed_commitment: str = ""  # to the seed that the client adds to the draws, see fair deals; empty: it adds nothing
    seat: int | None = None  # the first open one if null


class Joined(msgspec.Struct, frozen=True):
    """The seat is theirs."""

    seat: int


class SuggestedStep(msgspec.Struct, frozen=True):
    """A step that was thought about, from what the seat knows."""

    step: str  # one of the legal ones
    sentence: str  # what it is, in the client's language
    chance: float | None  # to win, 0 to 1; null if nobody can tell, or alone
    score: float | None  # the total to be expected, alone
    error: float | None  # standard error of either; 0 if it is proven


class HintInfo(msgspec.Struct, frozen=True):
    """What the master would do."""

    version: int  # of the table when it was thought about
    why: str  # of the first; empty if there is nothing to say
    steps: list[SuggestedStep]  # the best first


class Report(StrictStruct, frozen=True):
    """Somebody behaved badly; the host of the house reads it."""

    reason: Literal["abuse", "cheating", "name", "other"]
    text: Annotated[str, msgspec.Meta(max_length=MAX_CHARACTERS)] = ""


class WhyNot(StrictStruct, frozen=True):
    """Somebody tried what is not offered, and wonders why."""

    step: Annotated[str, msgspec.Meta(max_length=MAX_CHARACTERS)]  # or as much of it as was tried


class WhyNotAnswer(msgspec.Struct, frozen=True):
    """Why not."""

    error: ErrorInfo | None  # null if nothing is wrong with it


# Live: from the client


class Hello(StrictStruct, frozen=True, tag="hello", tag_field="kind"):
    """The first message: who is there, and what they have."""

    token: str | None = None  # of a program; a browser's cookie says who it is
    language: str = "en"
    version: int = 0  # of the table the client last saw; 0 if it has nothing


class Request(StrictStruct, frozen=True):
    """Base of what somebody at the table may ask."""

    key: str  # made up by the client, used again when it tries again


class PlayStep(Request, frozen=True, tag="step", tag_field="kind"):
    """A step of the seat."""

    version: int  # of the table when it was chosen
    step: str  # one of the legal ones


class CommitSeed(Request, frozen=True, tag="commit-seed", tag_field="kind"):
    """Commit to a new seed after a voided deal."""

    commitment: str


class OpenSeed(Request, frozen=True, tag="open-seed", tag_field="kind"):
    """Open the seed that the client has committed to; only after it has stored the complete list of commitments."""

    seed: str


class Undo(Request, frozen=True, tag="undo", tag_field="kind"):
    """Take back the seat's last step."""


class NextGame(Request, frozen=True, tag="next-game", tag_field="kind"):
    """Begin the next game of a match; anyone who sits at the table may."""

    game: int  # its number in the match; if it has begun already, nothing happens


class SendChat(Request, frozen=True, tag="chat", tag_field="kind"):
    """Say something to all at the table."""

    text: str


class HandToBot(Request, frozen=True, tag="hand-to-bot", tag_field="kind"):
    """Let a bot play: for oneself at any time, for others once they have been away for long."""

    seat: int | None = None  # the own one if null
    level: Level = DEFAULT


class ReclaimSeat(Request, frozen=True, tag="reclaim", tag_field="kind"):
    """Play oneself again."""


class Resign(Request, frozen=True, tag="resign", tag_field="kind"):
    """Give up a game of two."""


class Pause(Request, frozen=True, tag="pause", tag_field="kind"):
    """Agree to pause, or to go on; it happens once all people at the table agree."""

    pause: bool


class RequestHints(Request, frozen=True, tag="request-hints", tag_field="kind"):
    """Agree to hints at this table, or do not any more; there are some while all people at the table agree."""

    wanted: bool


class Leave(Request, frozen=True, tag="leave", tag_field="kind"):
    """Stand up: the seat is open before the game has begun, later a bot takes it."""


class SetSeat(Request, frozen=True, tag="set-seat", tag_field="kind"):
    """The host opens a seat or gives it to a bot before the game has begun; a person there is sent away."""

    seat: int
    level: Level | None = None  # of the bot; null opens the seat


class Mute(Request, frozen=True, tag="mute", tag_field="kind"):
    """The host does not let somebody speak at this table, or lets them again."""

    seat: int
    muted: bool = True


class Rematch(Request, frozen=True, tag="rematch", tag_field="kind"):
    """The same table once more with seats rotated; its name comes with the next state."""


AnyRequest = (
    PlayStep
    | CommitSeed
    | OpenSeed
    | Undo
    | NextGame
    | SendChat
    | HandToBot
    | ReclaimSeat
    | Resign
    | Pause
    | RequestHints
    | Leave
    | SetSeat
    | Mute
    | Rematch
)
FromClient = Hello | AnyRequest


# Live: to the client


class LogLine(msgspec.Struct, frozen=True):
    """A step that was made, as this client may know it."""

    seat: int | None  # null: chance
    step: str
    sentence: str  # in the client's language
    then: list[str]  # what followed from it by itself, in sentences


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    scores: list[int]  # none if the game ended outside its rules
    winners: list[int]
    sentence: str  # why, in the client's language


class ChatLine(msgspec.Struct, frozen=True):
    """What somebody said at the table."""

    name: str
    text: str  # plain; whoever shows it escapes it
    time: float  # seconds since 1970


class SeatClock(msgspec.Struct, frozen=True):
    """The time of a seat."""

    left: float | None  # seconds until the seat's time is over; null if it does not run
    reserve: float  # seconds of it that are the reserve of the game


class TableState(msgspec.Struct, frozen=True, tag="state", tag_field="kind"):
    """The table as this client may know it now. Sent after the greeting and after every change."""

    version: int
    info: TableInfo
    seat: int | None  # the client's; null for a spectator
    view: GameView | None  # null before the game begins
    legal: list[str]  # steps that the seat may make now
    locked_in: list[int]  # seats whose choice lies face down
    can_undo: bool
    log: list[LogLine]  # from the line with the number log_from on
    log_from: int  # so many earlier lines stay as the client has them
    ending: Ending | None
    chat: list[ChatLine]  # what was said since the last state; much of it for a client that has nothing
    clocks: list[SeatClock] | None  # by seat; null at a table without a clock


class Acknowledged(msgspec.Struct, frozen=True, tag="acknowledged", tag_field="kind"):
    """What was asked is done and will survive a crash."""

    key: str
    version: int


class Rejected(msgspec.Struct, frozen=True, tag="rejected", tag_field="kind"):
    """What was asked is not done; nothing has changed."""

    key: str
    error: ErrorInfo


class PresenceUpdate(msgspec.Struct, frozen=True, tag="presence", tag_field="kind"):
    """Who is there. Sent after the first state and whenever somebody comes or goes."""

    away: list[int]  # seats of people who are not connected


Update = TableState | PresenceUpdate
ToClient = Update | Acknowledged | Rejected
