"""How strong the masters are: against the plain search, flat Monte Carlo or the greedy player, at equal time a step.

Seats are rotated over the same deals, on all cores. Thinking takes time, so what else the machine does slows both sides
alike, but is not without influence: say so where a figure was measured beside other work.
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
SECONDS, GAMES = 0.05, 400  # a step; in a match
LONG_SECONDS, FEW_GAMES = 1.0, 40  # of a spot check
SEED = 7
TRIES, SIMULATIONS = 15, 20_000  # of the reference


@dataclass(frozen=True)
class Match:
    """A master against somebody, and what it should reach."""

    name: str
    game: str
    seats: int
    other: str
    what: str
    least: float  # percent of first places; alone: times the other's mean score

    def measure(self, seconds: float, games: int, _: float) -> list[Figure]:
        """Played so many times."""
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
            what=f"{self.what}; {seconds:g} s a step, {games} games",
            unit="times the mean score" if self.seats == 1 else "% of first places",
            ours=Spread(reached(played), low, high),
            goal=Goal("ours", "≥", self.least),
        )
        return [figure]


def percent(played: list[Played]) -> float:
    """Of first places, the first player's."""
    return 100 * mean_share(played, 0)


def mean_ratio(played: list[Played]) -> float:
    """The first player's mean score by the other's."""
    mine, its = mean_score(played, 0), mean_score(played, 1)
    assert mine is not None
    assert its is not None
    return mine / its


MATCHES = (
    Match("genius-loci", "genius-loci", 2, "search", "GENIUS LOCI, master against plain UCT with random rollouts", 90),
    Match("loco", "loco", 2, "search", "LOCO!, two seats, master against plain ISMCTS with random rollouts", 58),
    Match("loco-greedy", "loco", 2, "greedy", "LOCO!, two seats, master against the greedy player", 85),
    Match("lokus", "lokus", 4, "flat", "LOKUS, four seats, two masters and two of flat Monte Carlo", 62),
    Match("locus", "locus", 2, "greedy", "LOCUS, two seats, master against the greedy player", 90),
    Match("locus-solo", "locus", 1, "greedy", "LOCUS, alone, master's mean score by the greedy player's", 1.2),
)


def measure_reference(_: float) -> list[Figure]:
    """How much the reference thinks: simulations a second from the opening of GENIUS LOCI."""
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
        ours=spread(rates[1:]),  # the first loads what was compiled
        goal=Goal("ours", "≥", 60),
    )
    return [figure]


AVAILABLE: dict[str, Callable[[float], list[Figure]]] = {
    **{f"strength-{match.name}": partial(match.measure, SECONDS, GAMES) for match in MATCHES},
    **{f"strength-{match.name}-spot": partial(match.measure, LONG_SECONDS, FEW_GAMES) for match in MATCHES},
}
