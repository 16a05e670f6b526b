"""What a game provides, and generic functions that find the game by the layout of its state.

In compiled code they are resolved at compile time (`numba.extending.overload`), in plain Python by a look-up.
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
    """The fields with which the tables of every game begin: options and edition, ready for compiled code."""

    seats: int  # how many play


class State(Layout):
    """The fields with which the states of every game begin."""

    active: int  # bit set of the seats that may act; empty and not over: chance is due
    over: int  # 0 while the game runs, then why it ended: an index into ENDINGS
    first: int  # the seat from which seats are counted when several may act and somebody must be first
    sealed: int  # bit set of the seats whose choice lies face down until all have chosen
    observer: int  # the seat for which it was concealed, or SPECTATOR; TRUTH if nothing is concealed


class RuleBook(Protocol):
    """A module games/<game>/rules.py. All functions but `prepare` are compiled and change the state in place."""

    RULES: np.dtype[Any]  # fields of Rules, then the game's own
    STATE: np.dtype[Any]  # fields of State, then the game's own
    ACTIONS: int  # actions are 0..ACTIONS-1
    MAX_SEATS: int  # at most so many play
    MAX_LEGAL: int  # at most so many actions are legal at once
    MAX_STEPS: int  # at most so many steps make a game, chance included
    MAX_DRAWS: int  # at most so many draws make a chance step
    ENDINGS: tuple[str, ...]  # keys of the reasons; ENDINGS[0] is "running"
    FAULTS: tuple[str, ...]  # keys of what makes an action illegal; [0] is "legal"

    def prepare(self, rules: Any, options: Any, edition: Edition) -> object:
        """Fill in the tables, `rules.seats` is set before; what is returned becomes `rules.box` for plain Python."""

    def begin(self, rules: Any, state: Any) -> None:
        """The state before the first step; it is blank before."""

    def chance(self, rules: Any, state: Any, radices: Array[int]) -> int:
        """Write how many possibilities each draw of the chance step that is due has; return the number of draws."""

    def draw(self, rules: Any, state: Any, digits: Array[int]) -> None:
        """Make the chance step that these digits mean, each below its radix."""

    def legal(self, rules: Any, state: Any, seat: int, actions: Array[int]) -> int:
        """Write the legal actions of an active seat, ascending; return their number. Works on concealed states."""

    def pick(self, rules: Any, state: Any, seat: int, rng: Rng, actions: Array[int]) -> int:
        """One of the legal actions of an active seat, all equally likely; `actions` is scratch for MAX_LEGAL."""

    def fault(self, rules: Any, state: Any, seat: int, action: int) -> int:
        """Why this action of an active seat is illegal: an index into FAULTS; 0 if it is legal."""

    def apply(self, rules: Any, state: Any, seat: int, action: int) -> None:
        """Make a legal step."""

    def conceal(self, rules: Any, state: Any, observer: int) -> None:
        """Blank everything that the observer may not know."""

    def sample(self, rules: Any, state: Any, rng: Rng) -> None:
        """Fill a concealed state with a possibility that fits what its observer has seen, all equally likely."""

    def judge(self, rules: Any, state: Any, scores: Array[int]) -> int:
        """Write the scores as if the game ended now; return the bit set of the winners."""


class Notation(Protocol):
    """A module games/<game>/notation.py: steps as text. `parse` and `show` are each other's inverse.

    `rules` are the tables as plain Python reads them (`Setup.fields`), with `box`: what `prepare` returned.
    """

    SEALED: str  # how a step is written for those who may not know it yet

    def parse(self, rules: Any, text: str) -> int:
        """The action; raises BadNotation, or IllegalStep where the text can mean no action at all."""

    def show(self, rules: Any, action: int) -> str:
        """The text of an action."""

    def parse_chance(self, rules: Any, state: Any, text: str) -> Sequence[int]:
        """The digits of the chance step that is due in this state."""

    def show_chance(self, rules: Any, dealt: Any, now: Any) -> str:
        """The text of a chance step, `?` for what is concealed in the states it is made from.

        `dealt` is the state just after the step, `now` the last one before the next chance step.
        """


class Telling(Protocol):
    """A module games/<game>/telling.py: steps in sentences, and what follows from them."""

    def tell(self, texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
        """What happened in a step, made from what is written alone; names by seat."""

    def follow(self, texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
        """What followed from a step by itself, sentence by sentence, from what a spectator knew before and after it."""


class Memory(Protocol):
    """What a table stops telling of things that were open once. Bots and the record of a finished game keep them."""

    def recall_from(self, history: History, observer: int, steps: int) -> int:
        """The step from which on the observer is told everything, after this many steps. It never moves back."""

    def forget_text(self, history: History, line: int, seat: int | None, text: str) -> str:
        """How a line of `texts` before that step is written, made from what a spectator read."""

    def forget(self, position: Position) -> Position:
        """A concealed position up to that step, without what is forgotten."""


class Choose(Protocol):
    """Somebody who plays: gets a position concealed for the seat, answers with a legal action."""

    def __call__(self, position: Position, seat: int, rng: Rng, /) -> int: ...


@dataclass(frozen=True)
class Taste:
    """What a seat chooses again and again, to be counted afterwards."""

    section: str  # of the texts, which name the keys
    key_of: Callable[[str], str | None]  # which of them the text of a seat's step chooses; None: it chooses none


@dataclass(frozen=True)
class Game:
    """A game of the catalogue: who it is, how it is played, written and told."""

    about: About
    book: RuleBook
    notation: Notation
    telling: Telling
    view: Callable[[Position], msgspec.Struct]  # what a concealed position shows: the schema on the wire
    draw: Draw  # the same with characters
    greedy: Choose  # takes what looks best at once
    draw_edition: Callable[[Setup, Texts], list[Line]] | None = None  # where the game has edition data
    words: Callable[[Any, str], Words] | None = None  # what an edition adds to the texts in a language
    master: Callable[[Position, Sequence[int], int], Any] | None = None  # the strongest bot: position, offered, seed
    simulations: int = 4000  # of the master for a step, where a whole game is analysed
    outlook: Callable[[Position, int, int], Outlook] | None = None  # chances better foretold: position, seed, games
    explain: Callable[[Texts, Position, int, int], str] | None = None  # why a seat that knows so much does this
    hides_nothing: bool = False  # every seat knows all there is to know
    levels: Sequence[Any] = ()  # five of `search.levels`, the weakest first
    trimmed: Callable[[Any], msgspec.Struct] = lambda view: view  # a view without what never changes
    acts_apart: bool = False  # seats that may act at the same time do not touch each other: their steps commute
    acts_out_of_turn: Callable[[Any, Any], bool] = lambda rules, state: False  # whether now every seat may act
    plays_only_choice: bool = False  # a table makes a step for a seat that has no other
    draws_lot: bool = False  # a table draws who sits at seat 0
    games: Callable[[Any], int] = lambda manners: 1  # of a match at a table, seats rotated after each
    offered: Callable[[Any, list[int]], list[int]] = lambda manners, actions: actions  # of what is legal, at a table
    offered_to_bots: Callable[[list[int]], list[int]] = lambda actions: actions  # of what is offered
    memory: Callable[[Any], Memory | None] = lambda manners: None  # of a table that does not tell everything for ever
    taste: Taste | None = None  # what is counted of a seat's steps, with the house's edition


_books: dict[Any, RuleBook] = {}  # by NumPy record type, and by its Numba type


def register(book: RuleBook) -> None:
    """Make a rule book known; its layouts must be its own, since the state's layout selects the game."""
    for key in (book.STATE, numba.from_dtype(book.STATE)):
        if _books.setdefault(key, book) is not book:
            raise ValueError("two games share one layout of the state")


def begin(rules: Rules, state: State) -> None:
    """The state before the first step."""
    _books[state.dtype].begin(rules, state)


def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """The radices of the chance step that is due, and how many."""
    return _books[state.dtype].chance(rules, state, radices)


def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Make the chance step of these digits."""
    _books[state.dtype].draw(rules, state, digits)


def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """The legal actions of an active seat, and how many."""
    return _books[state.dtype].legal(rules, state, seat, actions)


def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """A legal action of an active seat at random."""
    return _books[state.dtype].pick(rules, state, seat, rng, actions)


def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Why the action is illegal; 0 if it is legal."""
    return _books[state.dtype].fault(rules, state, seat, action)


def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Make a legal step."""
    _books[state.dtype].apply(rules, state, seat, action)


def conceal(rules: Rules, state: State, observer: int) -> None:
    """Blank what the observer may not know."""
    _books[state.dtype].conceal(rules, state, observer)


def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Fill a concealed state with a possibility."""
    _books[state.dtype].sample(rules, state, rng)


def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """The scores as if the game ended now, and the winners."""
    return _books[state.dtype].judge(rules, state, scores)


def sizes(state: State) -> tuple[int, int, int, int, int]:
    """ACTIONS, MAX_LEGAL, MAX_STEPS, MAX_DRAWS, MAX_SEATS of the state's game."""
    book = _books[state.dtype]
    return book.ACTIONS, book.MAX_LEGAL, book.MAX_STEPS, book.MAX_DRAWS, book.MAX_SEATS


@compiled
def begin_head(state: State) -> None:
    """The fields of all games before the first step: nobody may act, nothing is sealed or concealed."""
    state.active = 0
    state.over = 0
    state.first = 0
    state.sealed = 0
    state.observer = TRUTH


@compiled
def next_seat(rules: Rules, state: State) -> int:
    """Of the seats that may act the one that comes first, counted from `state.first`."""
    from_first = state.active >> state.first
    if from_first:
        return state.first + lowest_bit(from_first)
    return lowest_bit(state.active)


# The compiled counterparts. Numba compares parameter names and annotations, so these carry none.
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
