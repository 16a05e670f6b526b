"""Wire structs of tables. The server, the API description and the web client's types share them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from locarium.catalogue import GameView
from locarium.search.levels import DEFAULT, LEVELS
from locarium.server.http.messages import ErrorInfo, StrictStruct
from locarium.server.people.reports import MAX_CHARACTERS
from locarium.table.projection import Status

# HTTP


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game or of its tables."""

    name: str
    kind: Literal["rules", "table"]
    choices: list[str | int | bool]  # the first is the default
    own_text: bool  # whether custom text is accepted; the game validates it
    own_label: str  # label of the custom choice
    explanation: str
    labels: list[str]  # labels of the choices
    fewest: list[int]  # fewest seats that each choice allows, with all other options at their defaults
    most: list[int]


class GameInfo(msgspec.Struct, frozen=True):
    """A game on this server."""

    name: str
    title: str
    tagline: str
    players: str
    minutes: str
    fewest: int  # fewest seats
    most: int
    options: list[OptionInfo]
    editions: list[str]  # names of the built-in editions; empty if the game has none


Level = Annotated[int, msgspec.Meta(ge=1, le=LEVELS)]  # level of a bot; 1 is the weakest
DAY = 86400


class BotSeat(StrictStruct, frozen=True):
    """A bot for a seat."""

    seat: int
    level: Level = DEFAULT


class ClockSettings(StrictStruct, frozen=True):
    """Time limits per seat, in seconds."""

    seconds: Annotated[float, msgspec.Meta(ge=5, le=30 * DAY)]  # seconds per step or turn
    reserve: Annotated[float, msgspec.Meta(ge=0, le=30 * DAY)] = 0.0  # extra seconds for the whole game
    per: Literal["step", "turn"] = "step"


class NewTable(StrictStruct, frozen=True):
    """A table to open."""

    game: str
    seats: int
    bots: list[BotSeat] = msgspec.field(default_factory=list)
    options: dict[str, Any] = msgspec.field(default_factory=dict)  # rule options
    table_options: dict[str, Any] = msgspec.field(default_factory=dict)  # table options
    practice: bool = False  # whether undo is unlimited
    edition: str | None = None  # name of a built-in edition
    edition_text: str | None = None  # text of a custom edition, instead of `edition`
    public: bool = False  # whether it is listed in the lobby
    spectators: bool = True  # whether spectators can watch
    chat: bool = True
    clock: ClockSettings | None = None


class ClockInfo(msgspec.Struct, frozen=True):
    """Time limits per seat, in seconds."""

    seconds: float  # seconds per step or turn
    reserve: float  # extra seconds for the whole game
    per: Literal["step", "turn"]


class SeatInfo(msgspec.Struct, frozen=True):
    """The player at a seat."""

    kind: Literal["open", "person", "bot"]
    name: str = ""  # for an open seat, the person it is reserved for
    level: int | None = None  # level of the bot, or of the bot that replaces a person
    program: bool = False  # whether the person declared that a program plays


class HintMark(msgspec.Struct, frozen=True):
    """A hint that a seat received."""

    seat: int
    line: int  # number of steps made before the hint


class TableInfo(msgspec.Struct, frozen=True):
    """Public information about a table."""

    table: str  # name, part of the URL
    game: str
    title: str
    status: Status
    seats: list[SeatInfo]
    game_number: int  # number of the game in its match, from 1
    wins: list[int]  # games won in the match, by seat
    options: dict[str, Any]
    table_options: dict[str, Any]  # defaults included
    practice: bool
    method: str  # fairness method of the draws, see docs/fair.md
    commitment: str  # the server's commitment to its secret
    seed_commitments: list[str | None]  # by original seat; empty: the seat adds no seed; null: it must commit again
    unopened: list[int]  # seats that must reveal their seeds now, because all commitments are in
    voided: int  # number of voided deals
    voided_by: list[list[str]]  # for the last voided deals, the names of players who left or did not respond
    edition: str | None  # name; `foreign` for a custom edition; null if the game has no editions
    host: int | None  # seat of the host
    public: bool
    spectators: bool
    chat: bool
    clock: ClockInfo | None
    paused: bool
    pause_requests: list[int]  # seats that asked to pause or resume
    hint_requests: list[int]  # seats that agree to hints
    gives_hints: bool  # whether all people agree to hints
    hints: list[HintMark]  # hints given in this game, in order
    next_table: str | None  # name of the rematch
    contest: str | None  # contest that the table belongs to


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
    """One of your tables."""

    listing: TableListing
    seat: int
    awaited: bool  # whether it is your turn


class Join(StrictStruct, frozen=True):
    """A request for a seat."""

    name: str | None = None  # display name at this table; null: your usual name
    seed_commitment: str = ""  # commitment to your seed for the draws, see docs/fair.md; empty: no seed
    seat: int | None = None  # null: the first open seat


class Joined(msgspec.Struct, frozen=True):
    """The seat that you took."""

    seat: int


class SuggestedStep(msgspec.Struct, frozen=True):
    """A suggested move, based on what the seat knows."""

    step: str  # one of the legal moves
    sentence: str  # description in your language
    chance: float | None  # chance to win, 0 to 1; null if unknown or solo
    score: float | None  # expected total score, solo only
    error: float | None  # standard error of chance or score; 0 if proven


class HintInfo(msgspec.Struct, frozen=True):
    """The strongest bot's advice."""

    version: int  # version of the table that was analysed
    why: str  # reason for the best move; empty if there is none
    steps: list[SuggestedStep]  # best first


class Report(StrictStruct, frozen=True):
    """A report about a player, for the operator of this server."""

    reason: Literal["abuse", "cheating", "name", "other"]
    text: Annotated[str, msgspec.Meta(max_length=MAX_CHARACTERS)] = ""


class WhyNot(StrictStruct, frozen=True):
    """A move that is not legal, to be explained."""

    step: Annotated[str, msgspec.Meta(max_length=MAX_CHARACTERS)]  # the move, or the part that was tried


class WhyNotAnswer(msgspec.Struct, frozen=True):
    """Why a move is not legal."""

    error: ErrorInfo | None  # null if the move is legal


# Live: from the client


class Hello(StrictStruct, frozen=True, tag="hello", tag_field="kind"):
    """The first message: identifies the client and the version it has."""

    token: str | None = None  # API token of a program; browsers send their cookie
    language: str = "en"
    version: int = 0  # version of the table that you last saw; 0 if none


class Request(StrictStruct, frozen=True):
    """Base of table commands."""

    key: str  # idempotency key: choose a new one per command and repeat it in a retry


class PlayStep(Request, frozen=True, tag="step", tag_field="kind"):
    """Make a move."""

    version: int  # version of the table when you chose the move
    step: str  # one of the legal moves


class CommitSeed(Request, frozen=True, tag="commit-seed", tag_field="kind"):
    """Commit to a new seed after a voided deal."""

    commitment: str


class OpenSeed(Request, frozen=True, tag="open-seed", tag_field="kind"):
    """Reveal your seed. Send this only after you have stored the complete list of commitments."""

    seed: str


class Undo(Request, frozen=True, tag="undo", tag_field="kind"):
    """Undo your last move."""


class NextGame(Request, frozen=True, tag="next-game", tag_field="kind"):
    """Start the next game of a match. Any player at the table can do this."""

    game: int  # number in the match; ignored if that game has already started


class SendChat(Request, frozen=True, tag="chat", tag_field="kind"):
    """Send a chat message to the table."""

    text: str


class HandToBot(Request, frozen=True, tag="hand-to-bot", tag_field="kind"):
    """Hand a seat to a bot: yours at any time, another player's after they have been away for a while."""

    seat: int | None = None  # null: your own seat
    level: Level = DEFAULT


class ReclaimSeat(Request, frozen=True, tag="reclaim", tag_field="kind"):
    """Take your seat back from a bot."""


class Resign(Request, frozen=True, tag="resign", tag_field="kind"):
    """Resign a two-player game."""


class Pause(Request, frozen=True, tag="pause", tag_field="kind"):
    """Agree to pause or resume. It takes effect when all people at the table agree."""

    pause: bool


class RequestHints(Request, frozen=True, tag="request-hints", tag_field="kind"):
    """Agree to hints or withdraw consent. Hints are on while all people at the table agree."""

    wanted: bool


class Leave(Request, frozen=True, tag="leave", tag_field="kind"):
    """Leave the table. Before the game this frees your seat; later a bot takes it."""


class SetSeat(Request, frozen=True, tag="set-seat", tag_field="kind"):
    """Open a seat or give it to a bot before the game (host only). This removes a person who sits there."""

    seat: int
    level: Level | None = None  # level of the bot; null opens the seat


class Mute(Request, frozen=True, tag="mute", tag_field="kind"):
    """Mute or unmute a player at this table (host only)."""

    seat: int
    muted: bool = True


class Rematch(Request, frozen=True, tag="rematch", tag_field="kind"):
    """Open a rematch with rotated seats. The next state contains its name."""


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
    """A step as you may see it."""

    seat: int | None  # null: chance
    step: str
    sentence: str  # the step in your language
    then: list[str]  # automatic consequences, as sentences


class Ending(msgspec.Struct, frozen=True):
    """How the game ended."""

    scores: list[int]  # empty if the game ended outside its rules
    winners: list[int]
    sentence: str  # the reason, in your language


class ChatLine(msgspec.Struct, frozen=True):
    """A chat message."""

    name: str
    text: str  # plain text: escape it for display
    time: float  # Unix time


class SeatClock(msgspec.Struct, frozen=True):
    """The clock of a seat."""

    left: float | None  # seconds left; null if the clock is stopped
    reserve: float  # how many of these seconds are reserve


class TableState(msgspec.Struct, frozen=True, tag="state", tag_field="kind"):
    """The table as you may see it now. Sent after the greeting and after every change."""

    version: int
    info: TableInfo
    seat: int | None  # your seat; null for a spectator
    view: GameView | None  # null before the game starts
    legal: list[str]  # moves that you can make now
    locked_in: list[int]  # seats that have made a face-down choice
    can_undo: bool
    log: list[LogLine]  # lines from index `log_from` on
    log_from: int  # number of earlier lines that you keep
    ending: Ending | None
    chat: list[ChatLine]  # messages since the last state; recent ones for a new client
    clocks: list[SeatClock] | None  # by seat; null without a clock


class Acknowledged(msgspec.Struct, frozen=True, tag="acknowledged", tag_field="kind"):
    """The command was executed and stored."""

    key: str
    version: int


class Rejected(msgspec.Struct, frozen=True, tag="rejected", tag_field="kind"):
    """The command was rejected. The table has not changed."""

    key: str
    error: ErrorInfo


class PresenceUpdate(msgspec.Struct, frozen=True, tag="presence", tag_field="kind"):
    """Which players are away. Sent after the first state and after every change."""

    away: list[int]  # seats of people who are not connected


Update = TableState | PresenceUpdate
ToClient = Update | Acknowledged | Rejected
