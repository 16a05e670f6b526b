"""Nothing hidden leaks: two games that differ only in hidden information look the same to the observer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from conformance.cases import HIDING, REVEALING, SEALING, TURNING_UP, history_of, times
from conformance.walk import after_case, located
from locarium.kernel import entry
from locarium.kernel.history import History, Step
from locarium.kernel.playout import random_digits
from locarium.kernel.rng import draw_below, new_rng

if TYPE_CHECKING:
    from conformance.cases import Case
    from conformance.walk import Walk
    from locarium.kernel.position import Position
    from locarium.kernel.rng import Rng

TRIES = 30  # attempts to find a position from which both games can make the same step
RECORDS_EVERY = 12  # comparisons; the others compare only new lines and lines that were face down


@dataclass
class Pair:
    """A real game, and another that the observer can't tell apart from it."""

    case: Case
    observer: int
    rng: Rng
    true: History = field(init=False)
    other: History = field(init=False)
    compared: int = 0  # number of comparisons
    differed: int = 0  # comparisons in which the full states differed
    settled: int = 0  # lines of the record that were compared and not face down
    has_parted: bool = False  # face-down choices may differ; the games diverge when they are revealed

    def __post_init__(self) -> None:
        self.true, self.other = History(self.case.setup), History(self.case.setup)

    def another(self) -> Position:
        """Return a possible position that fits what the observer has seen of the real game."""
        return self.true.position.concealed(self.observer).sampled(self.rng)

    def lot(self, options: list[int]) -> int:
        return options[draw_below(self.rng, len(options))]

    def draw(self) -> None:
        """Make a chance step in the real game and one that looks the same in the other."""
        self.true.draw(random_digits(self.true.position, self.rng))
        steps, positions = [*self.other.steps, Step(None)], [*self.other.positions, self.another()]
        self.other = history_of(self.case.setup, steps, positions)

    def meet(self) -> None:
        """Restart the other game with the history of the real one and another hidden state."""
        self.other = history_of(self.case.setup, self.true.steps, [*self.true.positions[:-1], self.another()])
        self.has_parted = self.true.position.has_sealed

    def common(self, seat: int) -> list[int]:
        return sorted(set(self.true.position.legal(seat)) & set(self.other.position.legal(seat)))

    def play_alike(self, seat: int) -> bool:
        """Make the same step in both games. Return False if there is none."""
        for _ in range(TRIES):
            if actions := self.common(seat):
                action = self.lot(actions)
                self.true.play(seat, action)
                self.other.play(seat, action)
                if self.case.name in TURNING_UP and self.has_turned_up():
                    self.meet()
                return True
            self.meet()
        return False

    def has_turned_up(self) -> bool:
        """Return whether the last step of the real game revealed something hidden from the observer."""
        step, predicted = self.true.steps[-1], self.true.positions[-2].concealed(self.observer)
        predicted.ask(entry.APPLY, step.seat, step.action)
        now = self.true.position.concealed(self.observer)
        return predicted.concealed(self.observer).words.tobytes() != now.words.tobytes()

    def play_face_down(self, seat: int) -> bool:
        """Make different steps that both stay face down. If that isn't possible, do nothing and return False."""
        position = self.true.position.copy()
        position.play(seat, self.lot(position.legal(seat)))
        if seat == self.observer or seat not in position.sealed:
            return False
        for history in (self.true, self.other):
            history.play(seat, self.lot(history.position.legal(seat)))
        self.has_parted = True
        return True

    def compare(self) -> None:
        """Check that everything sent to the observer is the same, byte by byte."""
        with located(self.compare, f"observer {self.observer}, step {len(self.true.steps)}"):
            true, other = self.true.position, self.other.position
            self.compared += 1
            self.differed += true.words.tobytes() != other.words.tobytes()
            assert true.concealed(self.observer).words.tobytes() == other.concealed(self.observer).words.tobytes()
            assert self.seen(self.true) == self.seen(self.other)
            if self.compared % RECORDS_EVERY == 0 or true.is_over:
                records = [history.record(self.observer).to_json() for history in (self.true, self.other)]
                assert records[0] == records[1]
            self.settled = self.true.settled(len(self.true.steps))

    def seen(self, history: History) -> list[object]:
        concealed = history.position.concealed(self.observer)
        return [
            msgspec.json.encode(self.case.setup.game.view(concealed)),
            history.position.legal(self.observer),
            concealed.legal(self.observer),
            concealed.scores(),
            history.texts(self.observer, self.settled),
        ]


def compare_games(pair: Pair, *, alike: bool) -> None:
    """Play both games side by side. Face-down choices differ unless `alike` is set."""
    pair.compare()
    while not pair.true.position.is_over:
        position = pair.true.position
        if position.chance_is_due:
            pair.draw()
        else:
            seat = pair.lot(position.active)
            if (alike or not pair.play_face_down(seat)) and not pair.play_alike(seat):
                return
        if pair.has_parted and not pair.true.position.has_sealed:
            pair.meet()  # the choices are revealed and differ
        if not pair.true.position.is_over or pair.case.name not in REVEALING:
            pair.compare()


@after_case
def observers_see_the_same(walk: Walk) -> None:
    """Compare two games for every observer, and check that something was hidden."""
    case = walk.case
    observers = case.observers[-times(len(case.observers), 2) :]
    pairs = [Pair(case, observer, new_rng(100 + observer)) for observer in observers]
    for pair in pairs:
        compare_games(pair, alike=True)
    compared = sum(pair.compared for pair in pairs)
    assert compared >= 5 * len(observers)
    if case.name in HIDING and case.seats > 1:
        assert sum(pair.differed for pair in pairs) > compared // 2


@after_case
def face_down_choices_are_hidden(walk: Walk) -> None:
    case = walk.case
    if case.name in SEALING and case.seats > 1:
        pairs = [Pair(case, observer, new_rng(300 + observer)) for observer in case.observers]
        for pair in pairs:
            compare_games(pair, alike=False)
        assert sum(pair.differed for pair in pairs) > 5
