"""A position of a game for plain Python: checked steps, concealed copies, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import entry
from .bits import seats_in
from .edition import HOUSE, Edition
from .errors import BadInput, IllegalStep
from .game import TRUTH, Game, State
from .layout import fields_of, new_array, reader_of
from .outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .options import Options
    from .rng import Rng
    from .texts import Texts

NO_NUMBERS = np.zeros(0, np.int64)
ACTIVE, OVER, FIRST, SEALED, OBSERVER = range(len(State.__annotations__))  # their index in every state


class Setup:
    """A game with its number of seats, options and edition: everything that is fixed before the first step."""

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, object] | None = None, edition: Edition | None = None
    ) -> None:
        self.game = game
        self.options: Options = game.about.read_options(options or {})
        game.about.check_seats(seats, self.options)
        self.seats = seats
        self.edition = edition or game.about.edition(HOUSE)
        if self.edition.foreign and not game.about.has_editions:
            raise BadInput(f"{game.about.name} takes no edition text; it has no edition data")
        self.state_type = game.book.STATE
        self.read = reader_of(self.state_type)
        self.tables = new_array(game.book.RULES, 1)
        self.rules: Any = self.tables[0]
        self.rules.seats = seats
        box = game.book.prepare(self.rules, self.options, self.edition)
        self.fields = fields_of(self.tables)  # a copy for plain Python, fast to read
        self.fields.box = box
        self._texts: dict[str, Texts] = {}
        self._door: Callable[..., int] | None = None

    @property
    def door(self) -> Callable[..., int]:
        """The entry point into this game's compiled rules, loaded on first use."""
        if self._door is None:
            self._door = entry.door_for(self.tables, new_array(self.state_type, 1), NO_NUMBERS)
        return self._door

    def texts(self, language: str) -> Texts:
        """Return the game's texts in one language, with those of the edition."""
        if language not in self._texts:
            texts, words = self.game.about.texts(language), self.game.words
            self._texts[language] = texts if words is None else texts.with_words(words(self.fields.box, language))
        return self._texts[language]

    def begin(self) -> Position:
        """Return the position before the first step."""
        position = Position(self, np.zeros(self.game.book.STATE.itemsize // 8, np.int64))
        position.ask(entry.BEGIN)
        return position


class Position:
    """A state of a game, with methods to query and change it."""

    __slots__ = ("array", "setup", "words")

    def __init__(self, setup: Setup, words: Any) -> None:
        self.setup = setup
        self.words = words  # the state as an integer array
        self.array = np.ndarray(1, setup.state_type, words)  # the same memory as one layout, for compiled code

    @property
    def state(self) -> Any:
        """The state with its fields as attributes. Reading them is slow."""
        return self.array[0]

    @property
    def fields(self) -> Any:
        """A copy of the state's fields, fast to read."""
        return self.setup.read(self.words.tolist())

    def ask(self, question: int, seat: int = 0, action: int = 0, numbers: Any = NO_NUMBERS) -> int:
        """Query the compiled rules; see `entry`."""
        setup = self.setup
        return int(setup.door(question, setup.tables, self.array, seat, action, numbers))

    def copy(self) -> Position:
        """Return an independent copy."""
        return Position(self.setup, self.words.copy())

    def concealed(self, observer: int) -> Position:
        """Return the position as a seat (or SPECTATOR) may know it. Hidden information is removed only here."""
        other = self.copy()
        if observer != TRUTH:
            other.ask(entry.CONCEAL, observer)
        return other

    def sampled(self, rng: Rng) -> Position:
        """Return a random possibility for a concealed position."""
        other = self.copy()
        other.ask(entry.SAMPLE, numbers=rng)
        return other

    @property
    def is_over(self) -> bool:
        """Whether the game has ended under its rules."""
        return bool(self.words[OVER])

    @property
    def active(self) -> list[int]:
        """The seats to act. The game waits for them."""
        return seats_in(self.words[ACTIVE])

    @property
    def may_act(self) -> list[int]:
        """Return the seats that may act: the active ones, or all while the game allows acting out of turn."""
        return list(range(self.setup.seats)) if self._acts_out_of_turn else self.active

    @property
    def _acts_out_of_turn(self) -> bool:
        return self.setup.game.acts_out_of_turn(self.setup.fields, self.state)

    @property
    def sealed(self) -> list[int]:
        """The seats whose choice is face down."""
        return seats_in(self.words[SEALED])

    @property
    def has_sealed(self) -> bool:
        """Whether any choice is face down."""
        return bool(self.words[SEALED])

    @property
    def observer(self) -> int:
        """The observer it is concealed for; TRUTH if it isn't concealed."""
        return int(self.words[OBSERVER])

    @property
    def chance_is_due(self) -> bool:
        """Whether a chance step must be made before any seat can act."""
        return not self.words[ACTIVE] and not self.words[OVER]

    @property
    def next_seat(self) -> int:
        """Return the first of the active seats."""
        return self.ask(entry.NEXT_SEAT)

    def radices(self) -> list[int]:
        """Return the number of possibilities of each draw in the chance step that is due."""
        radices = np.empty(self.setup.game.book.MAX_DRAWS, np.int64)
        count = self.ask(entry.CHANCE, numbers=radices)
        return list(radices[:count].tolist())

    def draw(self, digits: Sequence[int]) -> None:
        """Make the chance step that is due."""
        if reason := self.turn_fault(None):
            raise IllegalStep(reason)
        radices = self.radices()
        if len(digits) != len(radices) or any(
            not 0 <= digit < radix for digit, radix in zip(digits, radices, strict=True)
        ):
            raise ValueError(f"expected {len(radices)} draws, each below its radix")
        drawn = np.zeros(self.setup.game.book.MAX_DRAWS, np.int64)
        drawn[: len(digits)] = digits
        self.ask(entry.DRAW, numbers=drawn)

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat; none if it may not act."""
        if self.turn_fault(seat):
            return []
        actions = np.empty(self.setup.game.book.MAX_LEGAL, np.int64)
        count = self.ask(entry.LEGAL, seat, numbers=actions)
        return list(actions[:count].tolist())

    def legal_texts(self, seat: int) -> list[str]:
        """Return the legal steps of a seat as text."""
        show, rules = self.setup.game.notation.show, self.setup.fields
        return [show(rules, action) for action in self.legal(seat)]

    def turn_fault(self, seat: int | None) -> str | None:
        """Return why a seat, or chance (None), may not act at all, as a key in the texts; None if it may."""
        active, over = int(self.words[ACTIVE]), self.words[OVER]
        if seat is None:
            return "game-over" if over else "chance-not-due" if active else None
        if not 0 <= seat < self.setup.seats:
            return "no-such-seat"
        if active >> seat & 1:
            return None
        if over or not active:
            return "game-over" if over else "chance-due"
        return None if self._acts_out_of_turn else "not-your-turn"

    def fault(self, seat: int, action: int) -> str | None:
        """Return why this action of a seat is illegal, as a key in the texts; None if it is legal."""
        if reason := self.turn_fault(seat):
            return reason
        code = self.ask(entry.FAULT, seat, action)
        return self.setup.game.book.FAULTS[code] if code else None

    def play(self, seat: int, action: int) -> None:
        """Make a step, or raise IllegalStep with its reason and leave the position unchanged."""
        reason = self.fault(seat, action)
        if reason is not None:
            raise IllegalStep(reason, self.setup.game.notation.show(self.setup.fields, action))
        self.ask(entry.APPLY, seat, action)

    def scores(self) -> list[int]:
        """Return the scores as if the game ended now."""
        return self._judge()[0]

    def outcome(self) -> Outcome | None:
        """Return the result; None while the game runs."""
        if not self.is_over:
            return None
        scores, winners = self._judge()
        return Outcome(scores, winners, self.setup.game.book.ENDINGS[self.words[OVER]])

    def _judge(self) -> tuple[list[int], list[int]]:
        scores = np.empty(self.setup.game.book.MAX_SEATS, np.int64)
        winners = self.ask(entry.JUDGE, numbers=scores)
        return scores[: self.setup.seats].tolist(), seats_in(winners)
