"""The protocol of a game, and generic functions that find the game by the layout of its state.

In compiled code the functions are resolved at compile time (`numba.extending.overload`), in plain Python by a lookup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numba
from numba.extending import overload

from .bits import lowest_bit
from .jit import compiled
from .layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import msgspec
    import numpy as np

    from .about import About
    from .drawing import Draw, Line
    from .edition import Edition
    from .history import History
    from .layout import Array
    from .outcome import Outlook
    from .position import Position, Setup
    from .rng import Rng
    from .texts import Texts, Words

TRUTH = -1  # observer of a state in which nothing is concealed
SPECTATOR = -2  # observer without a seat


class Rules(Layout):
    """The fields that the rules array of every game starts with: options and edition, ready for compiled code."""

    seats: int  # the number of players


class State(Layout):
    """The fields that the state of every game starts with."""

    active: int  # bit set of the seats that may act; if empty and the game isn't over, chance is due
    over: int  # 0 while the game runs, then an index into ENDINGS
    first: int  # the seat to count from when several may act and one must be first
    sealed: int  # bit set of the seats whose choice is face down until all have chosen
    observer: int  # the seat it is concealed for, or SPECTATOR; TRUTH if nothing is concealed


class RuleBook(Protocol):
    """A module games/<game>/rules.py. All functions except `prepare` are compiled and change the state in place."""

    RULES: np.dtype[Any]  # fields of Rules, then the game's
    STATE: np.dtype[Any]  # fields of State, then the game's
    ACTIONS: int  # actions are 0..ACTIONS-1
    MAX_SEATS: int  # the most players
    MAX_LEGAL: int  # the most actions that can be legal in one state
    MAX_STEPS: int  # the most steps in a game, including chance
    MAX_DRAWS: int  # the most draws in a chance step
    ENDINGS: tuple[str, ...]  # keys of the end reasons; ENDINGS[0] is "running"
    FAULTS: tuple[str, ...]  # keys of the reasons why an action is illegal; FAULTS[0] is "legal"

    def prepare(self, rules: Any, options: Any, edition: Edition) -> object:
        """Fill in the rules array (`rules.seats` is set). The return value becomes `rules.box` for plain Python."""

    def begin(self, rules: Any, state: Any) -> None:
        """Set up the state before the first step. The state is blank when this is called."""

    def chance(self, rules: Any, state: Any, radices: Array[int]) -> int:
        """Write the number of possibilities of each draw in the chance step that is due. Return the number of draws."""

    def draw(self, rules: Any, state: Any, digits: Array[int]) -> None:
        """Make the chance step given by these digits, each below its radix."""

    def legal(self, rules: Any, state: Any, seat: int, actions: Array[int]) -> int:
        """Write the legal actions of an active seat, ascending. Return the count. Works on concealed states."""

    def pick(self, rules: Any, state: Any, seat: int, rng: Rng, actions: Array[int]) -> int:
        """Return a legal action of an active seat, uniformly at random. `actions` is scratch space for MAX_LEGAL."""

    def fault(self, rules: Any, state: Any, seat: int, action: int) -> int:
        """Return why this action of an active seat is illegal, as an index into FAULTS; 0 if it is legal."""

    def apply(self, rules: Any, state: Any, seat: int, action: int) -> None:
        """Make a legal step."""

    def conceal(self, rules: Any, state: Any, observer: int) -> None:
        """Blank everything that the observer may not know."""

    def sample(self, rules: Any, state: Any, rng: Rng) -> None:
        """Fill a concealed state with a random possibility that fits what its observer has seen.

        All are equally likely.
        """

    def judge(self, rules: Any, state: Any, scores: Array[int]) -> int:
        """Write the scores as if the game ended now. Return the bit set of the winners."""


class Notation(Protocol):
    """A module games/<game>/notation.py: steps as text. `parse` and `show` are inverses.

    `rules` is the rules array as plain Python reads it (`Setup.fields`), with `box`, the return value of `prepare`.
    """

    SEALED: str  # the text of a face-down step for observers who may not know it yet

    def parse(self, rules: Any, text: str) -> int:
        """Return the action. Raise BadNotation, or IllegalStep if no action can have this text."""

    def show(self, rules: Any, action: int) -> str:
        """Return the text of an action."""

    def parse_chance(self, rules: Any, state: Any, text: str) -> Sequence[int]:
        """Return the digits of the chance step that is due in this state."""

    def show_chance(self, rules: Any, dealt: Any, now: Any) -> str:
        """Return the text of a chance step, with `?` for everything concealed in the given states.

        `dealt` is the state just after the step, `now` the last state before the next chance step.
        """


class Telling(Protocol):
    """A module games/<game>/telling.py: sentences for steps and their effects."""

    def tell(self, texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
        """Describe a step, using only its text. `names` is by seat."""

    def follow(self, texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
        """Describe the effects of a step, one sentence each, from a spectator's positions before and after it."""


class Memory(Protocol):
    """Functions that hide open information again after a while. Bots and records of finished games still have it."""

    def recall_from(self, history: History, observer: int, steps: int) -> int:
        """Return the first step that the observer still sees in full after this many steps. It never decreases."""

    def forget_text(self, history: History, line: int, seat: int | None, text: str) -> str:
        """Return the text of an older line with the forgotten parts hidden. `text` is what a spectator saw."""

    def forget(self, position: Position) -> Position:
        """Return an older concealed position without the forgotten parts."""


class Choose(Protocol):
    """A policy: takes a position concealed for the seat and returns a legal action."""

    def __call__(self, position: Position, seat: int, rng: Rng, /) -> int: ...


@dataclass(frozen=True)
class Taste:
    """A statistic on a seat's repeated choices."""

    section: str  # the section of the texts that names the keys
    key_of: Callable[[str], str | None]  # the key that a seat's step counts for; None if it doesn't count


@dataclass(frozen=True)
class Game:
    """A game in the catalogue: its description, rules, notation and texts."""

    about: About
    book: RuleBook
    notation: Notation
    telling: Telling
    view: Callable[[Position], msgspec.Struct]  # the view of a concealed position that is sent to clients
    draw: Draw  # draws a view as text
    greedy: Choose  # takes the action with the best immediate result
    draw_edition: Callable[[Setup, Texts], list[Line]] | None = None  # None if the game has no edition data
    words: Callable[[Any, str], Words] | None = None  # the texts that an edition adds, by language
    # the strongest bot: position, legal actions, seed
    master: Callable[[Position, Sequence[int], int], Any] | None = None
    simulations: int = 4000  # simulations per step when the master analyses a whole game
    # a better estimate of the chances: position, seed, games
    outlook: Callable[[Position, int, int], Outlook] | None = None
    explain: Callable[[Texts, Position, int, int], str] | None = None  # why an action is good, given a seat's knowledge
    hides_nothing: bool = False  # every seat has full information
    levels: Sequence[Any] = ()  # five levels, see `search.levels`, weakest first
    trimmed: Callable[[Any], msgspec.Struct] = lambda view: view  # a view without its constant parts
    acts_apart: bool = False  # when several seats may act, the order of their steps doesn't matter
    acts_out_of_turn: Callable[[Any, Any], bool] = lambda rules, state: False  # whether every seat may act now
    plays_only_choice: bool = False  # a table makes the step of a seat that has no choice
    draws_lot: bool = False  # a table draws at random which player gets seat 0
    games: Callable[[Any], int] = lambda manners: 1  # number of games in a match; seats rotate after each
    # the legal actions allowed at a table
    offered: Callable[[Any, list[int]], list[int]] = lambda manners, actions: actions
    # the allowed actions that bots consider
    offered_to_bots: Callable[[list[int]], list[int]] = lambda actions: actions
    memory: Callable[[Any], Memory | None] = lambda manners: None  # set for tables that hide open information again
    taste: Taste | None = None  # counted only in games with the house edition


_books: dict[Any, RuleBook] = {}  # by NumPy record type and by its Numba type


def register(book: RuleBook) -> None:
    """Register a rules module. Its layouts must be unique, because the state's layout selects the game."""
    for key in (book.STATE, numba.from_dtype(book.STATE)):
        if _books.setdefault(key, book) is not book:
            raise ValueError("two games use the same state layout")


def begin(rules: Rules, state: State) -> None:
    """Set up the state before the first step."""
    _books[state.dtype].begin(rules, state)


def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Write the radices of the chance step that is due and return their number."""
    return _books[state.dtype].chance(rules, state, radices)


def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Make the chance step given by these digits."""
    _books[state.dtype].draw(rules, state, digits)


def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write the legal actions of an active seat and return their number."""
    return _books[state.dtype].legal(rules, state, seat, actions)


def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Return a random legal action of an active seat."""
    return _books[state.dtype].pick(rules, state, seat, rng, actions)


def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return why the action is illegal; 0 if it is legal."""
    return _books[state.dtype].fault(rules, state, seat, action)


def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Make a legal step."""
    _books[state.dtype].apply(rules, state, seat, action)


def conceal(rules: Rules, state: State, observer: int) -> None:
    """Blank everything that the observer may not know."""
    _books[state.dtype].conceal(rules, state, observer)


def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Fill a concealed state with a random possibility."""
    _books[state.dtype].sample(rules, state, rng)


def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """Write the scores as if the game ended now and return the winners."""
    return _books[state.dtype].judge(rules, state, scores)


def sizes(state: State) -> tuple[int, int, int, int, int]:
    """Return ACTIONS, MAX_LEGAL, MAX_STEPS, MAX_DRAWS and MAX_SEATS of the state's game."""
    book = _books[state.dtype]
    return book.ACTIONS, book.MAX_LEGAL, book.MAX_STEPS, book.MAX_DRAWS, book.MAX_SEATS


@compiled
def begin_head(state: State) -> None:
    """Reset the fields that all games share: no seat may act, and nothing is face down or concealed."""
    state.active = 0
    state.over = 0
    state.first = 0
    state.sealed = 0
    state.observer = TRUTH


@compiled
def next_seat(rules: Rules, state: State) -> int:
    """Return the first of the seats that may act, counting from `state.first`."""
    from_first = state.active >> state.first
    if from_first:
        return state.first + lowest_bit(from_first)
    return lowest_bit(state.active)


# The compiled counterparts. They have no annotations, because the functions they return would need the same ones.
# mypy: disable-error-code="no-untyped-def, untyped-decorator"


@overload(begin)
def _begin(rules, state):
    book_begin = _books[state].begin
    return lambda rules, state: book_begin(rules, state)


@overload(chance)
def _chance(rules, state, radices):
    book_chance = _books[state].chance
    return lambda rules, state, radices: book_chance(rules, state, radices)


@overload(draw)
def _draw(rules, state, digits):
    book_draw = _books[state].draw
    return lambda rules, state, digits: book_draw(rules, state, digits)


@overload(legal)
def _legal(rules, state, seat, actions):
    book_legal = _books[state].legal
    return lambda rules, state, seat, actions: book_legal(rules, state, seat, actions)


@overload(pick)
def _pick(rules, state, seat, rng, actions):
    book_pick = _books[state].pick
    return lambda rules, state, seat, rng, actions: book_pick(rules, state, seat, rng, actions)


@overload(fault)
def _fault(rules, state, seat, action):
    book_fault = _books[state].fault
    return lambda rules, state, seat, action: book_fault(rules, state, seat, action)


@overload(apply)
def _apply(rules, state, seat, action):
    book_apply = _books[state].apply
    return lambda rules, state, seat, action: book_apply(rules, state, seat, action)


@overload(conceal)
def _conceal(rules, state, observer):
    book_conceal = _books[state].conceal
    return lambda rules, state, observer: book_conceal(rules, state, observer)


@overload(sample)
def _sample(rules, state, rng):
    book_sample = _books[state].sample
    return lambda rules, state, rng: book_sample(rules, state, rng)


@overload(judge)
def _judge(rules, state, scores):
    book_judge = _books[state].judge
    return lambda rules, state, scores: book_judge(rules, state, scores)


@overload(sizes)
def _sizes(state):
    book = _books[state]
    constants = (book.ACTIONS, book.MAX_LEGAL, book.MAX_STEPS, book.MAX_DRAWS, book.MAX_SEATS)
    return lambda state: constants
