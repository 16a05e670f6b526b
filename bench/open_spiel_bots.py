"""Our masters against OpenSpiel's searches, through our OpenSpiel adapter, with equal time per step.

The peers are OpenSpiel's Python MCTS (with its solver) and ISMCTS, both with our compiled rollouts instead of its
Python ones, which makes them stronger in the same time. Its MCTS in C++ (2.0.2) crashed on every Python game. The
peers have no time limit, so each step gets as many simulations as fit into the time at the rate of the last steps, plus
a tenth. Every deal is played twice, with seats swapped. Chance depends only on the deal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.adapters.numbering import numbering_of
from locarium.arena.games import SEED_STRIDE, Played
from locarium.arena.standings import interval, resampled
from locarium.kernel.rng import draw_below, new_rng
from locarium.search.levels import master

from .measure import NOT_INSTALLED, Figure, Goal, Spread
from .strength import percent

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND = "open_spiel.python.algorithms.{mcts.MCTSBot, ismcts.ISMCTSBot} with locarium.adapters.rollouts.Rollouts"
GAMES = 200  # games per match
SEED = 7
EXPLORATION = 1.4  # UCT constant, for results from -1 to 1
FIRST_RATE, GENEROUS = 250, 1.1


@dataclass
class Peer:
    """OpenSpiel's search, with as many simulations as fit into the time."""

    search: Callable[[int, int], Any]  # simulations, seed -> bot
    limit: float  # seconds per step
    rate: float = FIRST_RATE  # simulations per second
    seconds: list[float] = field(default_factory=list)  # time taken by each step
    simulations: list[int] = field(default_factory=list)

    def choose(self, state: Any, seed: int) -> int:
        """Return the peer's step."""
        simulations = max(2, round(self.rate * self.limit * GENEROUS))
        bot = self.search(simulations, seed)
        started = perf_counter()
        action = int(bot.step(state))
        taken = perf_counter() - started
        if len(state.legal_actions()) > 1:
            if taken > self.limit / 2:  # a faster step means that it solved the game, so ignore it for the rate
                self.rate += 0.3 * (simulations / taken - self.rate)
            self.seconds.append(taken)
            self.simulations.append(simulations)
        return action


def choose_as_master(state: Any, seed: int, seconds: float) -> int:
    """Return our master's step, from what the seat knows."""
    seen = state.line.position.concealed(state.current_player())
    offered = seen.setup.game.offered_to_bots(seen.legal(seen.observer))
    action = offered[0] if len(offered) == 1 else master(seen, offered, seed).think(seconds)[0].action
    return numbering_of(seen.setup).to_host(action)


def play_game(game: Any, lineup: tuple[int, ...], deal: int, peer: Peer) -> Played:
    """Play one game. 0 in the lineup is the master."""
    state, chance = game.new_initial_state(), new_rng(deal)
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(draw_below(chance, len(state.chance_outcomes()))))
            continue
        choose = peer.choose if lineup[state.current_player()] else partial(choose_as_master, seconds=peer.limit)
        steps += 1
        state.apply_action(choose(state, deal * SEED_STRIDE + steps))
    shares = tuple((value + 1) / 2 for value in state.returns())
    return Played(deal, lineup, shares, None, steps)


def _mcts(game: Any) -> Callable[[int, int], Any]:
    from open_spiel.python.algorithms import mcts  # noqa: PLC0415  # a peer, not a dependency

    from locarium.adapters.rollouts import Rollouts  # noqa: PLC0415

    return lambda simulations, seed: mcts.MCTSBot(
        game, EXPLORATION, simulations, Rollouts(seed), solve=True, random_state=np.random.RandomState(seed % 2**32)
    )


def _ismcts(game: Any) -> Callable[[int, int], Any]:
    from open_spiel.python.algorithms import ismcts  # noqa: PLC0415  # a peer, not a dependency

    from locarium.adapters.rollouts import Rollouts  # noqa: PLC0415

    return lambda simulations, seed: ismcts.ISMCTSBot(
        game, Rollouts(seed), EXPLORATION, simulations, random_state=np.random.RandomState(seed % 2**32)
    )


def measure(
    name: str, what: str, search: Callable[[Any], Callable[[int, int], Any]], seconds: float, _: float
) -> list[Figure]:
    """Play a match of a two-seat game."""
    peer_name = search.__name__.removeprefix("_")
    figure = Figure(
        name=f"strength-openspiel-{peer_name}",
        what=f"{what}; {seconds:g} s per step, {GAMES} games",
        unit="% of first places",
        goal=Goal("ours", "≥", 50),
    )
    if find_spec("pyspiel") is None:
        return [Figure(name=figure.name, what=figure.what, unit=figure.unit, note=NOT_INSTALLED)]
    from locarium.adapters.openspiel import load  # noqa: PLC0415

    game = load(name, 2)
    peer = Peer(search(game), seconds)
    deals = range(SEED, SEED + GAMES // 2)
    played = [play_game(game, lineup, deal, peer) for deal in deals for lineup in ((0, 1), (1, 0))]
    low, high = interval([percent(sample) for sample in resampled(played)])
    note = (
        f"OpenSpiel used {np.mean(peer.seconds):.3f} s and {np.mean(peer.simulations):.0f} simulations per step on "
        "average; the 95 % interval comes from resampling deals."
    )
    return [
        Figure(
            name=figure.name,
            what=figure.what,
            unit=figure.unit,
            ours=Spread(percent(played), low, high),
            goal=figure.goal,
            note=note,
        )
    ]


AVAILABLE: dict[str, Callable[[float], list[Figure]]] = {
    "strength-openspiel-mcts": partial(
        measure, "genius-loci", "GENIUS LOCI, master against OpenSpiel's MCTS", _mcts, 0.05
    ),
    "strength-openspiel-ismcts": partial(
        measure, "loco", "LOCO!, two seats, master against OpenSpiel's ISMCTS", _ismcts, 0.2
    ),
}
