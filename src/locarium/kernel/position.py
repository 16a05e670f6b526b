"""A game between two steps, for plain Python: checked steps, concealed copies, the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import entry
from .bits import elements
from .edition import HOUSE, Edition
from .errors import BadInput, IllegalStep
from .game import TRUTH, Game
from .layout import new_array, new_integers
from .outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .layout import Array
    from .options import Options
    from .rng import Rng

NO_NUMBERS = new_integers(0)


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
        self._tables = new_array(game.book.RULES, 1)
        self.rules: Any = self._tables[0]
        self.rules.seats = seats
        game.book.prepare(self.rules, self.options, self.edition)

    def begin(self) -> Position:
        """The position before the first step."""
        position = Position(self)
        position.ask(entry.BEGIN)
        return position


class Position:
    """One state of a game, and what can be asked of it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.array = new_array(setup.game.book.STATE, 1)
        self.state: Any = self.array[0]

    def ask(self, question: int, seat: int = 0, action: int = 0, numbers: Array[int] = NO_NUMBERS) -> int:
        """Ask the compiled rules; see `entry`."""
        return int(entry.ask(question, self.setup.rules, self.state, seat, action, numbers))

    def copy(self) -> Position:
        """The same position, to be changed on its own."""
        other = Position(self.setup)
        other.array[0] = self.array[0]
        return other

    def concealed(self, observer: int) -> Position:
        """The position as a seat (or SPECTATOR) may know it: the one gate for what is hidden."""
        other = self.copy()
        if observer != TRUTH:
            other.ask(entry.CONCEAL, observer)
        return other

    def sampled(self, rng: Rng) -> Position:
        """A possibility of a concealed position."""
        other = self.copy()
        other.ask(entry.SAMPLE, numbers=rng)
        return other

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return bool(self.state.over)

    @property
    def active(self) -> list[int]:
        """The seats that may act."""
        return elements(self.state.active)

    @property
    def chance_is_due(self) -> bool:
        """Whether nobody can act before a chance step is made."""
        return not self.state.active and not self.state.over

    @property
    def next_seat(self) -> int:
        """Of the seats that may act the one that comes first."""
        return self.ask(entry.NEXT_SEAT)

    def radices(self) -> list[int]:
        """How many possibilities each draw of the chance step that is due has."""
        radices = new_integers(self.setup.game.book.MAX_DRAWS)
        count = self.ask(entry.CHANCE, numbers=radices)
        return [int(radices[i]) for i in range(count)]

    def draw(self, digits: Sequence[int]) -> None:
        """Make the chance step that is due."""
        if reason := self.turn_fault(None):
            raise IllegalStep(reason)
        radices = self.radices()
        if len(digits) != len(radices) or any(
            not 0 <= digit < radix for digit, radix in zip(digits, radices, strict=False)
        ):
            raise ValueError(f"expected {len(radices)} draws, each below its radix")
        drawn = new_integers(self.setup.game.book.MAX_DRAWS)
        for i, digit in enumerate(digits):
            drawn[i] = digit
        self.ask(entry.DRAW, numbers=drawn)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat; none if it may not act."""
        if not 0 <= seat < self.setup.seats or not self.state.active >> seat & 1:
            return []
        actions = new_integers(self.setup.game.book.MAX_LEGAL)
        count = self.ask(entry.LEGAL, seat, numbers=actions)
        return [int(actions[i]) for i in range(count)]

    def legal_texts(self, seat: int) -> list[str]:
        """The legal steps of a seat as text."""
        return [self.setup.game.notation.show(self.setup.rules, action) for action in self.legal(seat)]

    def turn_fault(self, seat: int | None) -> str | None:
        """Why a seat, or chance (None), may not act at all, as a key of the texts; None if it may."""
        if seat is None:
            return None if self.chance_is_due else "game-over" if self.state.over else "chance-not-due"
        if not 0 <= seat < self.setup.seats:
            return "no-such-seat"
        if self.state.over:
            return "game-over"
        if not self.state.active >> seat & 1:
            return "not-your-turn" if self.state.active else "chance-due"
        return None

    def fault(self, seat: int, action: int) -> str | None:
        """Why a seat may not do this, as a key of the texts; None if it may."""
        if reason := self.turn_fault(seat):
            return reason
        code = self.ask(entry.FAULT, seat, action)
        return self.setup.game.book.FAULTS[code] if code else None

    def play(self, seat: int, action: int) -> None:
        """Make a step, or raise IllegalStep with its reason and leave the position as it was."""
        reason = self.fault(seat, action)
        if reason is not None:
            raise IllegalStep(reason, self.setup.game.notation.show(self.setup.rules, action))
        self.ask(entry.APPLY, seat, action)

    def scores(self) -> list[int]:
        """The scores as if the game ended now."""
        return self._judge()[0]

    def outcome(self) -> Outcome | None:
        """The result; None while the game runs."""
        if not self.state.over:
            return None
        scores, winners = self._judge()
        return Outcome(scores, winners, self.setup.game.book.ENDINGS[self.state.over])

    def _judge(self) -> tuple[list[int], list[int]]:
        scores = new_integers(self.setup.game.book.MAX_SEATS)
        winners = self.ask(entry.JUDGE, numbers=scores)
        return [int(scores[seat]) for seat in range(self.setup.seats)], elements(winners)
