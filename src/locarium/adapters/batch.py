"""Batched environments: many games of one setup in one array, stepped by compiled code on any number of threads.

Every game has its own random generator, so results do not depend on the number of threads.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

import numpy as np

from locarium.kernel.bits import count_bits
from locarium.kernel.errors import BadInput
from locarium.kernel.game import apply, begin, fault, judge, next_seat, pick, sizes
from locarium.kernel.jit import IS_COMPILED, compiled, compiled_entry
from locarium.kernel.layout import Array, Grid, new_array
from locarium.kernel.rng import new_rng

from .crew import NUMBER, TASK, Crew, conclude, finish_piece, next_piece
from .numbering import numbering_of
from .observing import DTYPE, MASK_DTYPE, Outline, Scratch, mask_state, observe_state
from .stage import ILLEGAL, check_seed, settle, setup_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from locarium.kernel.edition import Edition
    from locarium.kernel.game import Rules, State
    from locarium.kernel.position import Setup
    from locarium.kernel.rng import Rng

RUNNING, ENDED, ENDED_ILLEGALLY = range(3)  # values in `Batch.ended`
RESET = -1  # passed in place of an action to start a new game
STEP, PICK = 1, 2  # tasks for the threads
PIECE, PIECES = 64, 8  # maximum games per piece; minimum pieces per thread


class Batch(NamedTuple):
    """The result of a step, with one row per game. The next step overwrites the arrays."""

    observation: dict[str, Any]  # arrays of the active seat, by name
    action_mask: Any  # the mask of the active seat; None if masks are turned off
    seat: Any  # the active seat
    rewards: Any  # [game, seat]: the final reward if this step ended the game, else 0; solo: the gain in score
    ended: Any  # RUNNING, ENDED or ENDED_ILLEGALLY; after an end, the next game has already started


@compiled
def reward(rules: Rules, state: State, scores: Array[int], rewards: Grid[float], game: int) -> None:
    """Fill in the final reward of each seat, as in `stage.utilities`."""
    winners = judge(rules, state, scores)
    share = rules.seats / count_bits(winners)
    for seat in range(rules.seats):
        rewards[game, seat] = ((share if winners >> seat & 1 else 0.0) - 1) / (rules.seats - 1)


@compiled
def step_game(
    rules: Rules,
    state: State,
    action: int,
    rng: Rng,
    digits: Array[int],
    scores: Array[int],
    rewards: Grid[float],
    game: int,
) -> int:
    """Play the action of the active seat and all draws that follow. Return RUNNING or how the game ended."""
    for seat in range(rules.seats):
        rewards[game, seat] = 0.0
    ended = RUNNING
    if action != RESET:
        seat = next_seat(rules, state)
        is_alone = rules.seats == 1
        before = 0
        if is_alone:
            judge(rules, state, scores)
            before = scores[0]
        if fault(rules, state, seat, action):
            rewards[game, seat] = ILLEGAL
            ended = ENDED_ILLEGALLY
        else:
            apply(rules, state, seat, action)
            settle(rules, state, rng, digits)
            if is_alone:
                judge(rules, state, scores)
                rewards[game, 0] = scores[0] - before
            if state.over:
                ended = ENDED
                if not is_alone:
                    reward(rules, state, scores, rewards, game)
    if action == RESET or ended:
        begin(rules, state)
        settle(rules, state, rng, digits)
    return ended


@compiled_entry
def step_games(
    start: int,
    end: int,
    tables: Array[Rules],
    states: Array[State],
    hosts: Array[int],
    actions: Array[int],
    numbers: Array[int],
    rngs: Array[int],
    seats: Array[int],
    rewards: Grid[float],
    ended: Array[int],
    program: Any,
    out: Any,
    masks: Any,
    scratch: Array[State],
    behind: Array[int],
    words: Array[int],
) -> None:
    """Play one step in each of these games and fill in the observations. If `masks` has no columns, leave them out."""
    rules = tables[0]
    _, max_legal, _, max_draws, max_seats = sizes(states[0])
    legal, digits = np.empty(max_legal, np.int64), np.empty(max_draws, np.int64)
    scores, rng = np.empty(max_seats, np.int64), np.empty(1, np.int64)
    for game in range(start, end):
        rng[0] = rngs[game]
        action = RESET if actions[game] == RESET else numbers[actions[game]]
        ended[game] = step_game(rules, states[game], action, rng, digits, scores, rewards, game)
        rngs[game] = rng[0]
        seat = next_seat(rules, states[game])
        seats[game] = seat
        observe_state(rules, states[game], seat, scratch, behind, words, program, out[game])
        if masks.shape[1]:
            masks[game, :] = 0
            mask_state(rules, scratch[0], seat, hosts, legal, masks[game])


@compiled_entry
def pick_actions(
    start: int,
    end: int,
    tables: Array[Rules],
    states: Array[State],
    hosts: Array[int],
    rngs: Array[int],
    actions: Array[int],
) -> None:
    """Pick a random legal action in each of these games."""
    rules = tables[0]
    _, max_legal, _, _, _ = sizes(states[0])
    legal, rng = np.empty(max_legal, np.int64), np.empty(1, np.int64)
    for game in range(start, end):
        rng[0] = rngs[game]
        actions[game] = hosts[pick(rules, states[game], next_seat(rules, states[game]), rng, legal)]
        rngs[game] = rng[0]


@compiled_entry
def share_games(
    board: Array[int],
    worker: int,
    pieces: int,
    games: int,
    common: tuple[Any, ...],
    picking: tuple[Any, ...],
    stepping: tuple[Any, ...],
) -> int:
    """The work function for `Crew`. A piece is a range of games."""
    piece = next_piece(board, worker, pieces)
    while piece >= 0:
        number = piece & NUMBER
        start, end = games * number // pieces, games * (number + 1) // pieces
        if piece >> TASK == PICK:
            pick_actions(start, end, *common, *picking)
        else:
            step_games(start, end, *common, *stepping)
        finish_piece(board)
        piece = next_piece(board, worker, pieces)
    return conclude(board, worker, pieces, piece)


class VectorEnv:
    """A batch of games that are stepped together."""

    def __init__(
        self,
        game: str = "loco",
        games: int = 1024,
        seats: int = 2,
        options: Mapping[str, object] | None = None,
        edition: str | Edition | None = None,
        threads: int = 1,
        *,
        masks: bool = True,
    ) -> None:
        if games < 1 or threads < 1:
            raise BadInput(f"a batch needs at least one game and one thread, not {games} and {threads}")
        setup: Setup = setup_of(game, seats, options, edition)
        self.setup, self.games, self.outline = setup, games, Outline(setup)
        self.numbering = numbering_of(setup)
        self.actions = len(self.numbering)
        self.states = new_array(setup.state_type, games)
        self._rngs, self._lots = np.empty(games, np.int64), np.empty(games, np.int64)
        self._seats, self._ended = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self._rewards = np.zeros((games, seats))
        self._out = np.zeros((games, self.outline.size), DTYPE)
        self._masks = np.zeros((games, self.actions if masks else 0), MASK_DTYPE)
        self._given, self._chosen = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self._named = self.outline.named_rows(self._out)
        self._common: tuple[Any, ...] = (setup.tables, self.states, self.numbering.hosts)
        self._picking: tuple[Any, ...] = (self._lots, self._chosen)
        self._stepping = self._stepping_of(Scratch(setup))
        self._crew = self._call_crew(threads) if threads > 1 and IS_COMPILED else None

    def _stepping_of(self, scratch: Scratch) -> tuple[Any, ...]:
        """Return the arguments of `step_games` for one thread."""
        played = (self._given, self.numbering.rules, self._rngs, self._seats, self._rewards, self._ended)
        seen = (self.outline.program, self._out, self._masks)
        return (*played, *seen, scratch.array, scratch.scores, scratch.words)

    def _call_crew(self, threads: int) -> Crew:
        """Start the worker threads, one fewer than `threads`. Every thread has its own scratch memory."""
        piece = max(1, min(PIECE, self.games // (threads * PIECES)))
        scratches = [self._stepping, *(self._stepping_of(Scratch(self.setup)) for _ in range(threads - 1))]
        arguments = [(self.games, self._common, self._picking, stepping) for stepping in scratches]
        crew = Crew(share_games, -(-self.games // piece), arguments)
        finalize(self, crew.end)
        return crew

    def reset(self, seed: int | None = None) -> Batch:
        """Restart all games. Game i uses seed + i and is the same as in a batch of one game with that seed."""
        first = secrets.randbits(62) if seed is None else check_seed(seed)
        for game in range(self.games):
            self._rngs[game] = new_rng(first + game)[0]
            self._lots[game] = new_rng((first + game) ^ (1 << 63))[0]
        self._go(np.full(self.games, RESET))
        return self._batch()

    def step(self, actions: Any) -> Batch:
        """Play one action in every game. Finished games restart. An illegal action ends its game."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise BadInput(f"expected one action for each of {self.games} games, not an array of shape {chosen.shape}")
        if chosen.min() < 0 or chosen.max() >= self.actions:
            raise BadInput(f"actions must be from 0 to {self.actions - 1}, but got {actions!r}")
        self._go(chosen)
        return self._batch()

    def random_actions(self) -> Any:
        """Return a random legal action for every game. The next call overwrites the array."""
        if self._crew is None:
            pick_actions(0, self.games, *self._common, *self._picking)
        else:
            self._crew.share(PICK)
        return self._chosen

    def _go(self, actions: Any) -> None:
        self._given[:] = actions
        if self._crew is None:
            step_games(0, self.games, *self._common, *self._stepping)
        else:
            self._crew.share(STEP)

    def _batch(self) -> Batch:
        masks = self._masks if self._masks.shape[1] else None
        return Batch(self._named, masks, self._seats, self._rewards, self._ended)

    def close(self) -> None:
        """End the worker threads."""
        if self._crew is not None:
            self._crew.end()
            self._crew = None
