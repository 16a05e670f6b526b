"""Nothing hidden leaks: two games that differ only in what an observer cannot know look the same to the observer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import pytest

from conformance.cases import CASES, HIDING, NAMES, REVEALING, TURNING_UP, every_case, history_of, played, times
from locarium.kernel import entry
from locarium.kernel.history import History, Step
from locarium.kernel.playout import random_digits
from locarium.kernel.rng import draw_below, new_rng

if TYPE_CHECKING:
    from conformance.cases import Case
    from locarium.kernel.position import Position
    from locarium.kernel.rng import Rng

TRIES = 30  # to find a possibility in which both games can go on alike


@dataclass
class Pair:
    """A true game, and another one that the observer cannot tell from it."""

    case: Case
    observer: int
    rng: Rng
    true: History = field(init=False)
    other: History = field(init=False)
    compared: int = 0  # points at which both looked the same
    differed: int = 0  # those at which they were not the same
    has_parted: bool = False  # choices that lie face down may differ: when they are shown, the games go apart

    def __post_init__(self) -> None:
        self.true, self.other = History(self.case.setup), History(self.case.setup)

    def another(self) -> Position:
        """A possibility that fits what the observer has seen of the true game."""
        return self.true.position.concealed(self.observer).sampled(self.rng)

    def lot(self, options: list[int]) -> int:
        return options[draw_below(self.rng, len(options))]

    def draw(self) -> None:
        """A chance step of the true game; in the other one anything that looks like it."""
        self.true.draw(random_digits(self.true.position, self.rng))
        steps, positions = [*self.other.steps, Step(None)], [*self.other.positions, self.another()]
        self.other = history_of(self.case.setup, steps, positions)

    def meet(self) -> None:
        """The other game becomes one with the history of the true one, and another truth."""
        self.other = history_of(self.case.setup, self.true.steps, [*self.true.positions[:-1], self.another()])
        self.has_parted = self.true.position.has_sealed

    def common(self, seat: int) -> list[int]:
        return sorted(set(self.true.position.legal(seat)) & set(self.other.position.legal(seat)))

    def play_alike(self, seat: int) -> bool:
        """The same step in both games; False if there is none."""
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
        """Whether the last step of the true game brought to light what the observer could not know before."""
        step, foreseen = self.true.steps[-1], self.true.positions[-2].concealed(self.observer)
        foreseen.ask(entry.APPLY, step.seat, step.action)
        now = self.true.position.concealed(self.observer)
        return foreseen.concealed(self.observer).words.tobytes() != now.words.tobytes()

    def play_face_down(self, seat: int) -> bool:
        """Different steps, if both stay face down; False if they do not, and nothing is done."""
        position = self.true.position.copy()
        position.play(seat, self.lot(position.legal(seat)))
        if seat == self.observer or seat not in position.sealed:
            return False
        for history in (self.true, self.other):
            history.play(seat, self.lot(history.position.legal(seat)))
        self.has_parted = True
        return True

    def compare(self) -> None:
        """All that the observer gets is the same, byte by byte."""
        true, other = self.true.position, self.other.position
        self.compared += 1
        self.differed += true.words.tobytes() != other.words.tobytes()
        assert true.concealed(self.observer).words.tobytes() == other.concealed(self.observer).words.tobytes()
        assert self.seen(self.true) == self.seen(self.other)

    def seen(self, history: History) -> list[object]:
        concealed = history.position.concealed(self.observer)
        return [
            msgspec.json.encode(self.case.setup.game.view(concealed)),
            history.position.legal(self.observer),
            concealed.legal(self.observer),
            history.record(self.observer).to_json(),
        ]


def compare_games(pair: Pair, *, alike: bool) -> None:
    """Play both games side by side; if not alike, choices face down differ."""
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
            pair.meet()  # the choices are shown, and they differ
        if not pair.true.position.is_over or pair.case.name not in REVEALING:
            pair.compare()


@every_case
def test_an_observer_sees_the_same(case):
    compared = 0
    observers = case.observers[-times(len(case.observers), 2) :]
    for observer in observers:
        pair = Pair(case, observer, new_rng(100 + observer))
        compare_games(pair, alike=True)
        compared += pair.compared
    assert compared >= 5 * len(observers)


@pytest.mark.parametrize("name", sorted(HIDING & set(NAMES)))
def test_the_games_compared_really_differ(name):
    compared = differed = 0
    enough = times(300, 80)
    cases = [case for case in CASES if case.name == name and case.seats > 1][:: times(3, 9)]
    for seed in range(200, 4200, 200):  # a short game takes more than one
        for pair in [Pair(case, observer, new_rng(seed + observer)) for case in cases for observer in case.observers]:
            compare_games(pair, alike=True)
            compared += pair.compared
            differed += pair.differed
        if compared > enough:
            break
    assert compared > enough
    assert differed > compared // 2


SEALING = [case for case in CASES if case.name in ("toy", "lokus") and case.seats > 1]


@pytest.mark.parametrize("case", SEALING, ids=str)
def test_choices_face_down_are_hidden(case):
    differed = 0
    for observer in case.observers:
        pair = Pair(case, observer, new_rng(300 + observer))
        compare_games(pair, alike=False)
        differed += pair.differed
    assert differed > 5


@every_case
def test_records_of_a_seat_say_no_more_than_the_position(case):
    """What a step's text shows to a seat follows from positions concealed for it: a record is `?` or the truth."""
    history = played(case, "random", 3)
    for observer in case.observers:
        for (seat, shown), (true_seat, true) in zip(history.texts(observer), history.texts(), strict=True):
            assert seat == true_seat
            if shown != true:
                assert "?" in shown.split(" ")
