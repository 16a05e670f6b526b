"""The game loop that all adapters share: actions by number, seeded draws, observations, rewards and rendering."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from locarium import catalogue
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput
from locarium.kernel.game import apply, fault, next_seat
from locarium.kernel.jit import IS_COMPILED, compiled, compiled_brief
from locarium.kernel.playout import draw_at_random
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

from .numbering import numbering_of
from .observing import DTYPE, MASK_DTYPE, Outline, Scratch, mask_state, observe_state

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from locarium.kernel.game import Rules, State
    from locarium.kernel.layout import Array
    from locarium.kernel.outcome import Outcome
    from locarium.kernel.rng import Rng

OVER = -1  # used instead of the next seat after the end of a game
ILLEGAL = -1  # reward for an illegal action; it ends the game, and the other seats get 0
RenderMode = Literal["human", "ansi", "rgb_array"]
RENDER_MODES = ["human", "ansi", "rgb_array"]


def setup_of(
    game: str, seats: int, options: Mapping[str, object] | None = None, edition: str | Edition | None = None
) -> Setup:
    """Return the setup of a game. The edition is the name of a built-in one or an Edition object."""
    found = catalogue.game(game)
    chosen = edition if isinstance(edition, Edition) else found.about.edition_brought(edition, None)
    return Setup(found, seats, options, chosen)


def utilities(outcome: Outcome) -> list[float]:
    """Return each seat's final reward. Rewards sum to 0, and a sole winner gets 1. In solo games, return the score."""
    seats = len(outcome.scores)
    if seats == 1:
        return [float(outcome.scores[0])]
    share = seats / len(outcome.winners)
    return [((share if seat in outcome.winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


@compiled
def settle(rules: Rules, state: State, rng: Rng, digits: Array[int]) -> None:
    """Draw all pending chance steps."""
    while state.over == 0 and state.active == 0:
        draw_at_random(rules, state, rng, digits)


@compiled_brief
def go_on(tables: Array[Rules], states: Array[State], rng: Rng, digits: Array[int], seat: int, action: int) -> int:
    """Play a seat's action, if a seat is given, and all draws that follow. Return the next seat, OVER or an error.

    Errors are indices into FAULTS, counted down from OVER.
    """
    rules, state = tables[0], states[0]
    if seat >= 0:
        wrong = fault(rules, state, seat, action)
        if wrong:
            return OVER - wrong
        apply(rules, state, seat, action)
    settle(rules, state, rng, digits)
    return OVER if state.over else next_seat(rules, state)


@compiled_brief
def observe(
    tables: Array[Rules],
    states: Array[State],
    seat: int,
    scratch: Array[State],
    scores: Array[int],
    words: Array[int],
    program: Any,
    out: Array[int],
    hosts: Array[int],
    actions: Array[int],
    mask: Array[int],
) -> None:
    """Fill in a seat's observation and action mask."""
    observe_state(tables[0], states[0], seat, scratch, scores, words, program, out)
    mask_state(tables[0], scratch[0], seat, hosts, actions, mask)


def door_of(function: Any, *example: object) -> Any:
    """Return the compiled function for arguments of these types, to skip the type dispatch on every call."""
    function(*example)
    if not IS_COMPILED:
        return function
    return function.overloads[tuple(function.typeof_pyval(value) for value in example)].entry_point


class Stage:
    """A sequence of games with one setup, played one at a time."""

    def __init__(self, setup: Setup) -> None:
        book = setup.game.book
        self.setup = setup
        self.outline = Outline(setup)
        self.numbering = numbering_of(setup)
        self.actions = len(self.numbering)
        self.seat = OVER  # the seat to act; the first if there are several
        self.fault: str | None = None  # the illegal action's error key, if one ended the game
        self.position = setup.begin()
        self._rng = new_rng(secrets.randbits(63))
        self._digits = np.empty(int(book.MAX_DRAWS), np.int64)
        self._legal = np.empty(int(book.MAX_LEGAL), np.int64)
        self._scratch = Scratch(setup)
        self._go_on = door_of(go_on, setup.tables, self.position.array, self._rng, self._digits, OVER, 0)
        self._observe = door_of(observe, *self._observed(0, *self._blank()))

    def _blank(self) -> tuple[Any, Any]:
        return np.empty(self.outline.size, DTYPE), np.zeros(self.actions, MASK_DTYPE)

    def _observed(self, seat: int, out: Any, mask: Any) -> tuple[Any, ...]:
        scratch, program = self._scratch, self.outline.program
        where = (self.setup.tables, self.position.array, seat, scratch.array, scratch.scores, scratch.words)
        return (*where, program, out, self.numbering.hosts, self._legal, mask)

    def reset(self, seed: int | None = None) -> None:
        """Start a new game. Without a seed, continue with the current random generator."""
        if seed is not None:
            self._rng = new_rng(check_seed(seed))
        self.position = self.setup.begin()
        self.fault = None
        self.seat = self._go_on(self.setup.tables, self.position.array, self._rng, self._digits, OVER, 0)

    def step(self, action: int) -> None:
        """Play an action of the active seat, given as a compact number. An illegal action ends the game."""
        self.play(self.seat, self.numbering.to_rules(action))

    def play(self, seat: int, action: int) -> None:
        """Play an action of any seat that can act, given as its number in the rules."""
        answer = self._go_on(self.setup.tables, self.position.array, self._rng, self._digits, seat, action)
        if answer < OVER:
            self.fault = self.setup.game.book.FAULTS[OVER - answer]
            answer = OVER
        self.seat = answer

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == OVER

    def observation(self, seat: int) -> dict[str, Any]:
        """Return what a seat can see and a mask of its legal actions, in new arrays."""
        out, mask = np.empty(self.outline.size, DTYPE), np.zeros(self.actions, MASK_DTYPE)
        scratch = self._scratch
        self._observe(
            self.setup.tables,
            self.position.array,
            seat,
            scratch.array,
            scratch.scores,
            scratch.words,
            self.outline.program,
            out,
            self.numbering.hosts,
            self._legal,
            mask,
        )
        if self.fault is not None:
            mask[:] = 0
        return {"observation": self.outline.named(out), "action_mask": mask}

    def rewards(self, offender: int) -> list[float]:
        """Return the final rewards by seat. If the game ended with an illegal action, `offender` played it."""
        if self.fault is not None:
            return [float(ILLEGAL) if seat == offender else 0.0 for seat in range(self.setup.seats)]
        outcome = self.position.outcome()
        assert outcome is not None
        return utilities(outcome)

    def score(self) -> int:
        """Return the first seat's score as if the game ended now. Rewards in solo games are based on it."""
        return self.position.scores()[0]

    def render(self, mode: str | None, observer: int, names: Sequence[str]) -> Any:
        """Render what an observer can see, according to the mode: printed, as text or as an image."""
        if mode is None:
            return None
        from .picture import draw_lines, text_of  # noqa: PLC0415  # needed only for rendering

        setup = self.setup
        view = setup.game.view(self.position.concealed(observer))
        lines = setup.game.draw(view, setup.texts("en"), names)
        if mode == "rgb_array":
            return draw_lines(lines)
        text = text_of(lines)
        if mode == "human":
            print(text)
            return None
        return text


def check_seed(seed: int) -> int:
    """Return the seed. Raise BadInput if it is not a valid one."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise BadInput(f"a seed must be a whole number of at least 0, not {seed!r}")
    return int(seed)


def check_mode(mode: str | None) -> str | None:
    """Return the render mode. Raise BadInput if it is unknown."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadInput(f"unknown render mode {mode!r}; choose from {', '.join(RENDER_MODES)}")
    return mode
