"""Random games of our rules compared with OpenSpiel, a C++ library of games.

The games differ in length, so we compare steps. Both sides count them in the same two ways:

- decisions: steps made by seats. In a simultaneous choice each seat's choice counts. Ours: the number that the compiled
  call returns. OpenSpiel's: its history without chance.
- all steps: decisions and chance draws. Ours: decisions plus the draws of the deals. OpenSpiel's: its whole history.

A forced step counts if the game asks a seat for it, but not if the rules make it automatically.

Our side plays a slice of games in one compiled call. OpenSpiel has no such call for Python. Its side makes one call of
`evaluate_bots` per game, in which C++ bots play a fresh state to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .measure import (
    NOT_INSTALLED,
    Figure,
    Side,
    Slice,
    alternate,
    clock,
    compare_rates,
    compiled_side,
    draws_in_a_game,
)

if TYPE_CHECKING:
    from locarium.kernel.position import Setup

SEED = 1
OUR_SAMPLE = 10_000  # games played to find their average length
CHECKED_GAMES = 100  # games in which the count of steps is compared with the history


def command(game: str) -> str:
    """Return the expression that the peer runs."""
    return f"pyspiel.evaluate_bots(pyspiel.load_game('{game}').new_initial_state(), uniform_random_bots, seed)"


def measure_against(game: str, setup: Setup, decisions: Figure, all_steps: Figure, seconds: float) -> list[Figure]:
    """Measure both figures of our setup against a game of OpenSpiel, from the same slices."""
    try:
        import pyspiel  # noqa: PLC0415  # a peer, not a dependency
    except ImportError:
        return [msgspec.structs.replace(figure, note=NOT_INSTALLED) for figure in (decisions, all_steps)]
    peer = RandomBots(pyspiel, game)
    pairs = alternate(our_side(setup), peer.play, seconds)
    lengths = f"{describe_ours(setup)} {peer.describe()}"
    return [
        msgspec.structs.replace(compare_rates(figure, pairs, rate), note=f"{figure.note} {lengths}".lstrip())
        for figure, rate in ((decisions, Slice.decision_rate), (all_steps, Slice.step_rate))
    ]


class RandomBots:
    """Uniform random bots that play a game of OpenSpiel, our peer."""

    def __init__(self, pyspiel: Any, game: str) -> None:
        self._evaluate = pyspiel.evaluate_bots
        self._chance = pyspiel.PlayerId.CHANCE
        self._game = pyspiel.load_game(game)
        self._is_at_once = self._game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self._seats = self._game.num_players()
        self._bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(self._seats)]
        self._seed = SEED
        self.games = self.decisions = 0  # totals so far
        self.draws = self._count_draws()  # draws per game

    def play(self, games: int) -> Slice:
        """Play games from fresh states. Reading `move_number` costs almost nothing."""
        new_state, evaluate, bots = self._game.new_initial_state, self._evaluate, self._bots
        moves = 0
        started = clock()
        for seed in range(self._seed, self._seed + games):
            state = new_state()
            evaluate(state, bots, seed)
            moves += state.move_number()
        seconds = clock() - started
        decisions = self._decisions(moves, games * self.draws)
        self._seed += games
        self.games += games
        self.decisions += decisions
        return Slice(games, decisions, games * self.draws, seconds)

    def describe(self) -> str:
        """Describe the average length of the games."""
        name, mean = self._game.get_type().short_name, self.decisions / self.games + self.draws
        return f"A game of {name}: {mean:.1f} steps on average over {self.games} games, {self.draws} of them draws."

    def _decisions(self, moves: int, draws: int) -> int:
        """Convert `move_number` to decisions: with simultaneous moves it counts joint moves and leaves out draws."""
        return moves * self._seats if self._is_at_once else moves - draws

    def _count_draws(self) -> int:
        """Return the draws per game. Check that they are constant and that decisions match the history."""
        counts: set[int] = set()
        for seed in range(CHECKED_GAMES):
            state = self._game.new_initial_state()
            self._evaluate(state, self._bots, seed)
            history = state.full_history()
            draws = sum(step.player == self._chance for step in history)
            decisions = self._decisions(state.move_number(), draws)
            assert decisions == len(history) - draws, "move_number does not match the history"
            counts.add(draws)
        assert len(counts) == 1, f"the draws of {self._game} vary; count them game by game"
        return counts.pop()


def our_side(setup: Setup) -> Side:
    """Return the side of the comparison that plays our games, and count their draws."""
    return compiled_side(setup, SEED, draws_in_a_game(setup, SEED))


def describe_ours(setup: Setup) -> str:
    """Describe the average length of our games."""
    ours = our_side(setup)(OUR_SAMPLE)
    steps, draws = (ours.decisions + ours.draws) / OUR_SAMPLE, ours.draws // OUR_SAMPLE
    return f"A game of {setup.game.about.title}: {steps:.1f} steps on average, {draws} of them draws."
