"""Random games of ours beside random games of OpenSpiel, the C++ library of games.

The games differ in length, so steps are compared, counted alike on both sides and in two ways:

- decisions: steps of seats; where all choose at once, each choice is one. Ours: what the compiled call returns.
  OpenSpiel's: its history without chance.
- all steps: draws of chance included. Ours: decisions and the draws of the deals. OpenSpiel's: its whole history.

What is forced is counted where the game asks for it, and not where its rules go on by themselves.

Our side plays a slice of games in one compiled call. OpenSpiel offers no such call to Python; its side is one call
of `evaluate_bots` a game, in which C++ bots play a fresh state to the end.
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
OUR_SAMPLE = 10_000  # games, to tell their length
CHECKED_GAMES = 100  # in which the counting is compared with the history


def command(game: str) -> str:
    """What is run as the peer."""
    return f"pyspiel.evaluate_bots(pyspiel.load_game('{game}').new_initial_state(), uniform_random_bots, seed)"


def measure_beside(game: str, setup: Setup, decisions: Figure, all_steps: Figure, seconds: float) -> list[Figure]:
    """Both figures of our setup beside a game of OpenSpiel, from the same slices."""
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
    """The peer: uniform random bots play a game of OpenSpiel."""

    def __init__(self, pyspiel: Any, game: str) -> None:
        self._evaluate = pyspiel.evaluate_bots
        self._chance = pyspiel.PlayerId.CHANCE
        self._game = pyspiel.load_game(game)
        self._is_at_once = self._game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self._seats = self._game.num_players()
        self._bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(self._seats)]
        self._seed = SEED
        self.games = self.decisions = 0  # played so far
        self.draws = self._count_draws()  # in a game

    def play(self, games: int) -> Slice:
        """So many games on fresh states; to ask for `move_number` costs next to nothing."""
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
        """How long the games were that were played."""
        name, mean = self._game.get_type().short_name, self.decisions / self.games + self.draws
        return f"A game of {name}: {mean:.1f} steps on average over {self.games} games, {self.draws} of them draws."

    def _decisions(self, moves: int, draws: int) -> int:
        """The decisions behind `move_number`: where all choose at once it counts their joint moves, and no draws."""
        return moves * self._seats if self._is_at_once else moves - draws

    def _count_draws(self) -> int:
        """The draws of a game, which must be as many in every game; the decisions must be those of its history."""
        counts: set[int] = set()
        for seed in range(CHECKED_GAMES):
            state = self._game.new_initial_state()
            self._evaluate(state, self._bots, seed)
            history = state.full_history()
            draws = sum(step.player == self._chance for step in history)
            decisions = self._decisions(state.move_number(), draws)
            assert decisions == len(history) - draws, "move_number does not count what the history holds"
            counts.add(draws)
        assert len(counts) == 1, f"the draws of {self._game} vary; count them game by game"
        return counts.pop()


def our_side(setup: Setup) -> Side:
    """Our games, draws included."""
    return compiled_side(setup, SEED, draws_in_a_game(setup, SEED))


def describe_ours(setup: Setup) -> str:
    """How long our games are."""
    ours = our_side(setup)(OUR_SAMPLE)
    steps, draws = (ours.decisions + ours.draws) / OUR_SAMPLE, ours.draws // OUR_SAMPLE
    return f"A game of {setup.game.about.title}: {steps:.1f} steps on average, {draws} of them draws."
