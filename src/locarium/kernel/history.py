"""A game as a list of steps, with the position after each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from . import entry
from .errors import IllegalStep
from .game import SPECTATOR, TRUTH
from .record import FORMAT, Record, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .position import Position, Setup


@dataclass(frozen=True)
class Step:
    """One action of a seat, or one chance step."""

    seat: int | None  # None: chance
    action: int = -1  # the action of a seat
    digits: tuple[int, ...] = ()  # the digits of a chance step


class History:
    """The steps of one game in the order they were made, and the positions between them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.steps: list[Step] = []
        self.positions: list[Position] = [setup.begin()]  # positions[i] is before step i
        self._order: list[int] = []  # the steps in written order: simultaneous choices sorted by seat
        self._last_watched = (self.position, self.position.concealed(SPECTATOR))
        self._at_once = 0  # index of the first choice made simultaneously with the last step

    def fork(self) -> History:
        """Return a copy that can be continued on its own. The positions are shared."""
        fork = object.__new__(History)
        fork.setup, fork._last_watched, fork._at_once = self.setup, self._last_watched, self._at_once
        fork.steps, fork.positions, fork._order = self.steps.copy(), self.positions.copy(), self._order.copy()
        return fork

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    def play(self, seat: int, action: int) -> None:
        """Make a seat's step, or raise IllegalStep and change nothing."""
        position = self.position.copy()
        position.play(seat, action)
        self.add(Step(seat, action), position)

    def draw(self, digits: Sequence[int]) -> None:
        """Make the chance step that is due."""
        position = self.position.copy()
        position.draw(digits)
        self.add(Step(None, digits=tuple(digits)), position)

    def play_text(self, seat: int | None, text: str) -> None:
        """Make a step given as text."""
        notation, rules = self.setup.game.notation, self.setup.fields
        if reason := self.position.turn_fault(seat):
            raise IllegalStep(reason, text)
        if seat is None:
            self.draw(notation.parse_chance(rules, self.position.state, text))
        else:
            self.play(seat, notation.parse(rules, text))

    def after(self, seat: int, action: int) -> tuple[Step, Position]:
        """Return a step that is known to be legal, and the position after it."""
        position = self.position.copy()
        position.ask(entry.APPLY, seat, action)
        return Step(seat, action), position

    def add(self, step: Step, position: Position) -> None:
        """Append a step and the position after it."""
        self._write(len(self.steps), step)
        self.steps.append(step)
        self.positions.append(position)

    def _write(self, index: int, step: Step) -> None:
        if not self.positions[index].has_sealed:
            self._at_once = index
        seats = [self.steps[i].seat for i in self._order[self._at_once :]]
        earlier = sum(1 for seat in seats if step.seat is not None and seat is not None and seat < step.seat)
        self._order.insert(self._at_once + earlier, index)

    def undo_to(self, count: int) -> None:
        """Undo all steps after the first `count`."""
        del self.steps[count:], self.positions[count + 1 :]
        self._order.clear()
        for index, step in enumerate(self.steps):
            self._write(index, step)

    def texts(self, observer: int = TRUTH, start: int = 0) -> list[tuple[int | None, str]]:
        """Return the steps from `start` as the observer may know them, with simultaneous choices sorted by seat."""
        return [(self.steps[i].seat, self._text(i, observer)) for i in self._order[start:]]

    def settled(self, lines: int) -> int:
        """Return how many of the first lines are final. Lines of face-down choices change when they are revealed."""
        while lines > 0 and self.positions[lines].has_sealed:
            lines -= 1
        return lines

    def followed(self, line: int) -> tuple[Position, Position]:
        """Return a spectator's positions before and after a line of `texts`.

        Simultaneous choices are all revealed after the line of the last one.
        """
        return self._watched(line), self._watched(line + 1)

    def _watched(self, index: int) -> Position:
        """Return a position as a spectator sees it. The current one is cached, because it is needed again later."""
        position = self.positions[index]
        if self._last_watched[0] is not position:
            watched = position, position.concealed(SPECTATOR)
            if index < len(self.steps):
                return watched[1]
            self._last_watched = watched
        return self._last_watched[1]

    def legal_texts(self) -> list[list[str] | None]:
        """Return the legal steps of the seat at each step of `texts`; None for chance."""
        seats = [(self.steps[i].seat, self.positions[i]) for i in self._order]
        return [None if seat is None else position.legal_texts(seat) for seat, position in seats]

    def _text(self, index: int, observer: int) -> str:
        notation, rules, step = self.setup.game.notation, self.setup.fields, self.steps[index]
        if step.seat is None:
            dealt = self.positions[index + 1].concealed(observer)
            now = self.positions[self._last_before_chance(index)].concealed(observer)
            return notation.show_chance(rules, dealt.state, now.state)
        if observer not in (TRUTH, step.seat) and self._is_face_down(index, step.seat):
            return notation.SEALED
        return notation.show(rules, step.action)

    def _is_face_down(self, index: int, seat: int) -> bool:
        """Return whether the step is the seat's current face-down choice."""
        if seat not in self.position.sealed:
            return False
        return all(step.seat != seat for step in self.steps[index + 1 :])

    def _last_before_chance(self, index: int) -> int:
        for later in range(index + 1, len(self.steps)):
            if self.steps[later].seat is None:
                return later
        return len(self.steps)

    def record(self, observer: int = TRUTH, *, with_legal: bool = False) -> Record:
        """Return the game's record: complete, or as an observer may know a running game."""
        setup, about = self.setup, self.setup.game.about
        outcome = self.position.outcome()
        edition = setup.edition
        return Record(
            format=FORMAT,
            game=about.name,
            rules=about.rules_version,
            seats=setup.seats,
            options=msgspec.to_builtins(setup.options),
            edition=edition.written_name,
            edition_text=edition.written_text,
            digest=edition.digest if edition.foreign else None,
            steps=self.texts(observer),
            legal=self.legal_texts() if with_legal else None,
            result=Result(winners=outcome.winners, scores=outcome.scores) if outcome else None,
        )
