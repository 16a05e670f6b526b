"""Post-game analysis: the chances after every step, the cost of decisions, and luck separated from skill."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from locarium.kernel.game import TRUTH
from locarium.kernel.history import History
from locarium.kernel.position import OBSERVER

from .levels import master
from .outlook import GAMES, foresee
from .thinker import NO_LIMIT, Advice

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Sequence

    from locarium.kernel.outcome import Outlook
    from locarium.kernel.position import Position

FEW = 4  # steps compared more closely in games without hidden information
Unit = Literal["chance", "points"]


class Choice(msgspec.Struct, frozen=True):
    """A seat's decision, judged by what the seat knew."""

    best: str  # the best step found
    cost: float  # how much better it is than the step played; never negative
    error: float | None  # standard error of the cost; 0 if proven, None if unknown


class Moment(msgspec.Struct, frozen=True):
    """A step and the chances after it."""

    seat: int | None  # None: chance
    text: str
    known: list[float]  # by seat: its expectation, given what it knows
    true: list[float]  # by seat: its expectation, given the full state
    errors: list[float] | None  # standard errors of `true`
    choice: Choice | None  # None if there was no choice, and for steps made out of turn


class Balance(msgspec.Struct, frozen=True):
    """The sources of a seat's result: `began`, `luck`, `own` and `others` add up to `result`."""

    began: float  # the expectation before the first step
    luck: float  # the change from chance, including deals
    own: float  # the change from its own steps
    others: float  # the change from the other seats' steps
    result: float
    cost: float  # the total cost of its decisions compared with the best found
    decisions: int


class Analysis(msgspec.Struct, frozen=True):
    """A game's analysis, step by step and in total. Values are chances from 0 to 1, or points in solo games."""

    game: str
    seats: int
    unit: Unit
    is_finished: bool  # the game reached its end
    is_complete: bool  # all steps were analysed
    moments: list[Moment]
    balances: list[Balance]  # by seat


def in_record_order(history: History) -> History:
    """Return the same game in record order, with simultaneous choices sorted by seat."""
    other = History(history.setup)
    for seat, text in history.texts():
        other.play_text(seat, text)
    return other


def advise(
    position: Position,
    seed: int = 0,
    seconds: float | None = None,
    simulations: int = NO_LIMIT,
    offered: Sequence[int] | None = None,
) -> list[Advice]:
    """Return a seat's actions as the master ranks them, best first. Use only what the seat knows."""
    game, seat = position.setup.game, position.observer
    actions = game.offered_to_bots(position.legal(seat)) if offered is None else list(offered)
    advice = master(position, actions, seed).think(seconds, simulations)
    if not game.hides_nothing:
        return advice
    closer = [_with_estimate(position, each, seed, min(simulations, GAMES)) for each in advice[:FEW]]
    return sorted(closer, key=lambda each: -(each.value or 0.0)) + advice[FEW:]


def _with_estimate(position: Position, advice: Advice, seed: int, games: int) -> Advice:
    """Return the advice with the estimate for the position after its action."""
    seat, after = position.observer, position.copy()
    after.play(seat, advice.action)
    outlook = foresee(after, seed, games)
    return Advice(advice.action, advice.share, outlook.chances[seat], outlook.errors[seat] if outlook.errors else None)


class Analyst:
    """An analyser for one game. Set the event to stop it early."""

    def __init__(
        self,
        history: History,
        *,
        seed: int = 0,
        seconds: float | None = None,
        simulations: int | None = None,
        games: int = GAMES,
        stop: threading.Event | None = None,
    ) -> None:
        self._history = in_record_order(history)
        self._setup, self._seed, self._seconds, self._stop = history.setup, seed, seconds, stop
        self._simulations = self._setup.game.simulations if simulations is None and seconds is None else simulations
        self._games = games
        self._unit: Unit = "points" if self._setup.seats == 1 else "chance"
        self._outlooks: dict[bytes, Outlook] = {}  # by what is known; for the current position only

    def analyse(self, progress: Callable[[int, int], None] = lambda done, total: None) -> Analysis:
        """Analyse all steps. Calls `progress` with the number of steps done and the total."""
        history, moments = self._history, list[Moment]()
        began = self._initial_expectations()
        total = len(history.steps)
        for index, (seat, text) in enumerate(history.texts()):
            if self._stop is not None and self._stop.is_set():
                break
            moments.append(self._moment(index, seat, text))
            progress(index + 1, total)
        balances = [balance(seat, began, moments) for seat in range(self._setup.seats)]
        is_complete = len(moments) == total
        is_finished = is_complete and history.position.is_over
        return Analysis(
            self._setup.game.about.name,
            self._setup.seats,
            self._unit,
            is_finished,
            is_complete,
            moments,
            balances,
        )

    def _initial_expectations(self) -> list[float]:
        """Return the expectations before the deal, when no seat is ahead."""
        position, seats = self._history.positions[0], self._setup.seats
        return [1 / seats] * seats if seats > 1 and position.chance_is_due else self._worths(position, TRUTH)

    def _moment(self, index: int, seat: int | None, text: str) -> Moment:
        before, after = self._history.positions[index], self._history.positions[index + 1]
        choice = None
        if seat in before.active:
            choice = self._choice(before.concealed(seat), self._history.steps[index].action, index)
        self._outlooks.clear()
        known = [self._worths(after, observer)[observer] for observer in range(self._setup.seats)]
        true = self._worths(after, TRUTH)
        return Moment(seat, text, known, true, self._outlook(after, TRUTH).errors, choice)

    def _worths(self, position: Position, observer: int) -> list[float]:
        outlook = self._outlook(position, observer)
        if self._unit == "points":
            assert outlook.scores is not None
            return outlook.scores
        return outlook.chances

    def _outlook(self, position: Position, observer: int) -> Outlook:
        """Estimate a position as an observer knows it.

        All estimates use the same random numbers, so they are comparable. They are cached by what the observer knows.
        """
        concealed = position.concealed(observer)
        words = concealed.words.copy()
        words[OBSERVER] = min(observer, 0)
        if self._setup.game.hides_nothing:
            words[OBSERVER] = TRUTH
        key = words.tobytes()
        if key not in self._outlooks:
            self._outlooks[key] = foresee(concealed, self._seed, self._games)
        return self._outlooks[key]

    def _choice(self, position: Position, played: int, index: int) -> Choice | None:
        """Find the best step, then compare it with the played one using other random numbers."""
        legal = position.legal(position.observer)
        if len(legal) == 1:
            return None
        game = self._setup.game
        offered = game.offered_to_bots(legal)
        if played not in offered:
            offered = [*offered, played]
        seed = 2 * (self._seed + index)
        best = self._think(position, offered, seed, 1 / 2)[0].action
        if best == played:
            return Choice(self._text(best), 0.0, None)
        compared = {each.action: each for each in self._compare(position, [best, played], seed + 1)}
        cost = self._worth(compared[best]) - self._worth(compared[played])
        if cost <= 0:
            return Choice(self._text(played), 0.0, _error_of_difference(compared[best], compared[played]))
        return Choice(self._text(best), cost, _error_of_difference(compared[best], compared[played]))

    def _think(self, position: Position, offered: list[int], seed: int, part: float) -> list[Advice]:
        """Search with this share of the time per step, if time is the limit."""
        most = NO_LIMIT if self._simulations is None else self._simulations
        return advise(position, seed, None if self._seconds is None else part * self._seconds, most, offered)

    def _compare(self, position: Position, actions: list[int], seed: int) -> list[Advice]:
        """Search each action separately, for the same time and with the same random numbers."""
        if self._setup.game.hides_nothing:
            return [_with_estimate(position, Advice(action, 0.0, None), self._seed, self._games) for action in actions]
        return [advice for action in actions for advice in self._think(position, [action], seed, 1 / 4)]

    def _worth(self, advice: Advice) -> float:
        return (advice.score if self._unit == "points" else advice.value) or 0.0

    def _text(self, action: int) -> str:
        return self._setup.game.notation.show(self._setup.fields, action)


def _error_of_difference(first: Advice, second: Advice) -> float | None:
    """Return the standard error of the difference between two values."""
    if first.error is None or second.error is None:
        return None
    return math.hypot(first.error, second.error)


def balance(seat: int, began: list[float], moments: list[Moment]) -> Balance:
    """Split the change in a seat's expectation into chance, its own steps and the others' steps."""
    changes = {"luck": 0.0, "own": 0.0, "others": 0.0}
    before = began[seat]
    for moment in moments:
        who = "luck" if moment.seat is None else "own" if moment.seat == seat else "others"
        changes[who] += moment.true[seat] - before
        before = moment.true[seat]
    choices = [moment.choice for moment in moments if moment.seat == seat and moment.choice is not None]
    return Balance(
        began[seat], **changes, result=before, cost=sum(choice.cost for choice in choices), decisions=len(choices)
    )


def analyse(history: History, **how: Any) -> Analysis:
    """Analyse a game; see `Analyst`."""
    return Analyst(history, **how).analyse()
