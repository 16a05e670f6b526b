"""Strength of the masters against plain search, flat Monte Carlo or the greedy player, with equal time per step.

Seats are rotated over the same deals, on all cores. Other work on the machine slows both sides alike, but still affects
the result. If a figure was measured under load, say so in its note.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.arena.games import Contest
from locarium.arena.runner import play
from locarium.arena.standings import interval, mean_score, mean_share, resampled
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.thinker import Thinker

from .measure import THOUSAND, Figure, Goal, Spread, clock, spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.arena.games import Played

COMMAND = "the same rules, in the arena"
SECONDS, GAMES = 0.05, 400  # seconds per step; games per match
LONG_SECONDS, FEW_GAMES = 1.0, 40  # seconds per step and games of a spot check
SEED = 7
TRIES, SIMULATIONS = 15, 20_000  # tries and simulations per try, for the reference


@dataclass(frozen=True)
class Match:
    """A master, its opponent, and the goal."""

    name: str
    game: str
    seats: int
    other: str
    what: str
    least: float  # percent of first places; in solo games a multiple of the opponent's mean score

    def measure(self, seconds: float, games: int, _: float) -> list[Figure]:
        """Play the match and return its figure."""
        limit = f":seconds={seconds:g}"
        master, other = f"master{limit}", self.other if self.other == "greedy" else f"{self.other}{limit}"
        contest = Contest(self.game, self.seats, {}, catalogue.about(self.game).edition(), (master, other))
        played: list[Played] = []
        for deal in play(contest, range(SEED, SEED + games)):
            played += deal
            if len(played) >= games * len(contest.lineups()):
                break
        reached = mean_ratio if self.seats == 1 else percent
        low, high = interval([reached(sample) for sample in resampled(played)])
        figure = Figure(
            name=f"strength-{self.name}" if seconds == SECONDS else f"strength-{self.name}-spot",
            what=f"{self.what}; {seconds:g} s per step, {games} games",
            unit="times the mean score" if self.seats == 1 else "% of first places",
            ours=Spread(reached(played), low, high),
            goal=Goal("ours", "≥", self.least),
        )
        return [figure]


def percent(played: list[Played]) -> float:
    """Return the first player's percentage of first places."""
    return 100 * mean_share(played, 0)


def mean_ratio(played: list[Played]) -> float:
    """Return the ratio of the players' mean scores."""
    mine, its = mean_score(played, 0), mean_score(played, 1)
    assert mine is not None
    assert its is not None
    return mine / its


MATCHES = (
    Match("genius-loci", "genius-loci", 2, "search", "GENIUS LOCI, master against plain UCT with random rollouts", 90),
    Match("loco", "loco", 2, "search", "LOCO!, two seats, master against plain ISMCTS with random rollouts", 58),
    Match("loco-greedy", "loco", 2, "greedy", "LOCO!, two seats, master against the greedy player", 85),
    Match("lokus", "lokus", 4, "flat", "LOKUS, four seats, two masters against two flat Monte Carlo bots", 62),
    Match("locus", "locus", 2, "greedy", "LOCUS, two seats, master against the greedy player", 90),
    Match("locus-solo", "locus", 1, "greedy", "solo LOCUS, master's mean score divided by the greedy player's", 1.2),
)


def measure_reference(_: float) -> list[Figure]:
    """Measure the reference's speed: simulations per second from the opening of GENIUS LOCI."""
    position = Setup(catalogue.game("genius-loci"), 2).begin()
    while position.chance_is_due:
        position.draw(random_digits(position, new_rng(SEED)))
    seen = position.concealed(position.next_seat)
    rates = []
    for seed in range(TRIES + 1):
        thinker = Thinker(seen, seen.legal(position.next_seat), seed)
        started = clock()
        thinker.think(simulations=SIMULATIONS)
        rates.append(thinker.simulations / (clock() - started) / THOUSAND)
    figure = Figure(
        name="genius-loci-reference",
        what="simulations of plain UCT with random rollouts from the opening of GENIUS LOCI",
        unit="k/s",
        ours=spread(rates[1:]),  # the first try loads compiled code
        goal=Goal("ours", "≥", 60),
    )
    return [figure]


AVAILABLE: dict[str, Callable[[float], list[Figure]]] = {
    **{f"strength-{match.name}": partial(match.measure, SECONDS, GAMES) for match in MATCHES},
    **{f"strength-{match.name}-spot": partial(match.measure, LONG_SECONDS, FEW_GAMES) for match in MATCHES},
}
