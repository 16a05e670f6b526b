"""Random games of LOCO! beside random games of OpenSpiel's hearts, a card game of its C++ library.

The games differ in length, so steps are compared, counted alike on both sides and in two ways:

- decisions: steps of seats. Ours: what the compiled call returns. Hearts: its history without chance.
- all steps: draws of chance included. Ours: decisions and the draws of the deal. Hearts: its whole history.

Our side plays a slice of games in one compiled call. OpenSpiel offers no such call to Python; its side is one call
of `evaluate_bots` a game, in which C++ bots play a fresh state to the end.
"""

from __future__ import annotations

from typing import Any

import msgspec

from locarium import catalogue
from locarium.kernel.position import Setup

from .measure import Figure, Goal, Slice, alternate, clock, compare_rates, compiled_side

COMMAND = "pyspiel.evaluate_bots(pyspiel.load_game('hearts').new_initial_state(), uniform_random_bots, seed)"
SEATS = 2
SEED = 1
OUR_SAMPLE = 10_000  # games, to tell their length

DECISIONS = Figure(
    name="loco-decisions",
    what="random LOCO! with two seats beside OpenSpiel's hearts: decisions of seats",
    unit="M/s",
    goal=Goal("ratio", "≥", 10),
)
ALL_STEPS = Figure(
    name="loco-all-steps",
    what="the same, with every draw of chance counted as a step",
    unit="M/s",
)


def measure(seconds: float) -> list[Figure]:
    """Both figures, from the same slices."""
    try:
        import pyspiel  # noqa: PLC0415  # a peer, not a dependency
    except ImportError:
        note = "Peer not installed: script/bench installs it."
        return [msgspec.structs.replace(figure, note=note) for figure in (DECISIONS, ALL_STEPS)]
    setup = Setup(catalogue.game("loco"), SEATS)
    hearts = Hearts(pyspiel)
    pairs = alternate(compiled_side(setup, SEED), hearts.play, seconds)
    note = f"{describe_ours(setup)} {hearts.describe()}"
    return [
        msgspec.structs.replace(compare_rates(figure, pairs, rate), note=note)
        for figure, rate in ((DECISIONS, Slice.decision_rate), (ALL_STEPS, Slice.step_rate))
    ]


class Hearts:
    """The peer: uniform random bots play hearts."""

    def __init__(self, pyspiel: Any) -> None:
        self._evaluate = pyspiel.evaluate_bots
        self._game = pyspiel.load_game("hearts")
        self._bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(self._game.num_players())]
        self._seed = SEED
        self.games = self.steps = 0  # played so far
        self.draws = self._count_draws(pyspiel.PlayerId.CHANCE)

    def play(self, games: int) -> Slice:
        """So many games on fresh states; `move_number` is the length of the history and costs next to nothing."""
        new_state, evaluate, bots = self._game.new_initial_state, self._evaluate, self._bots
        steps = 0
        started = clock()
        for seed in range(self._seed, self._seed + games):
            state = new_state()
            evaluate(state, bots, seed)
            steps += state.move_number()
        seconds = clock() - started
        self._seed += games
        self.games += games
        self.steps += steps
        return Slice(steps - games * self.draws, games * self.draws, seconds)

    def describe(self) -> str:
        """How long the games were that were played."""
        mean = self.steps / self.games
        return f"A game of hearts: {mean:.1f} steps on average over {self.games} games, {self.draws} of them draws."

    def _count_draws(self, chance: Any) -> int:
        """The draws of a game, which must be as many in every game, as must be what `move_number` says."""
        counts: set[int] = set()
        for seed in range(100):
            state = self._game.new_initial_state()
            self._evaluate(state, self._bots, seed)
            history = state.full_history()
            assert len(history) == state.move_number(), "move_number is not the length of the history"
            counts.add(sum(step.player == chance for step in history))
        assert len(counts) == 1, "the draws of hearts vary; count them game by game"
        return counts.pop()


def describe_ours(setup: Setup) -> str:
    """How long our games are."""
    ours = compiled_side(setup, SEED)(OUR_SAMPLE)
    steps, draws = (ours.decisions + ours.draws) / OUR_SAMPLE, ours.draws // OUR_SAMPLE
    return f"A game of LOCO!: {steps:.1f} steps on average, {draws} of them draws."
