"""Standings from games: win shares, mean scores, Elo with intervals, and a sequential test.

Elo is fitted to first places, assuming that each player wins in proportion to its strength (the Bradley-Terry model,
extended to more than two players). Intervals come from resampling deals, because games of one deal are correlated.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .games import Played

RESAMPLES = 200
ROUNDS = 200  # maximum iterations of the fit
CLOSE = 1e-6  # relative change at which the fit stops
ELO = 400 / math.log(10)
LEAST = 1e-3  # wins added for every player, so that no strength is 0
ERROR = 0.05  # error rate of the sequential test, of both kinds


@dataclass(frozen=True)
class Standing:
    """A player's results."""

    name: str
    games: int  # number of games played
    share: float  # share of first places in these games, summed over the player's seats
    share_low: float
    share_high: float
    mean_score: float | None
    elo: float
    elo_low: float
    elo_high: float
    failures: int


@dataclass(frozen=True)
class Test:
    """A sequential test of two players with equal seats: is the first stronger by `high` Elo, or only by `low`?"""

    low: float
    high: float

    def ratio(self, played: Sequence[Played]) -> float:
        """Return the log-likelihood ratio, from means per deal because games of one deal are correlated."""
        means = [mean_share(deal, 0) for deal in by_deal(played)]
        if len(means) < 2:
            return 0.0
        variance = statistics.variance(means) or 1 / (4 * len(means))
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.low, self.high))
        return len(means) * (high - low) * (statistics.mean(means) - (low + high) / 2) / variance

    def verdict(self, played: Sequence[Played]) -> bool | None:
        """Return True if proven, False if ruled out, None if more games are needed."""
        bound = math.log((1 - ERROR) / ERROR)
        ratio = self.ratio(played)
        return True if ratio >= bound else False if ratio <= -bound else None


def by_deal(played: Iterable[Played]) -> list[list[Played]]:
    """Group games by deal."""
    deals: dict[int, list[Played]] = {}
    for game in played:
        deals.setdefault(game.deal, []).append(game)
    return list(deals.values())


def resampled(played: Iterable[Played]) -> list[list[Played]]:
    """Return bootstrap samples: deals drawn with replacement."""
    deals = by_deal(played)
    chooser = random.Random(1)  # noqa: S311  # intervals have to be reproducible
    return [[game for deal in chooser.choices(deals, k=len(deals)) for game in deal] for _ in range(RESAMPLES)]


def standings(names: Sequence[str], played: Sequence[Played]) -> list[Standing]:
    """Return the results of all players, strongest first."""
    samples = resampled(played)
    elos, shares = elo(len(names), played), [mean_share(played, player) for player in range(len(names))]
    sampled_elos = [elo(len(names), sample) for sample in samples]
    found = [
        Standing(
            name,
            sum(player in game.lineup for game in played),
            shares[player],
            *interval([mean_share(sample, player) for sample in samples]),
            mean_score(played, player),
            elos[player],
            *interval([sampled[player] for sampled in sampled_elos]),
            sum(bool(game.failure) and game.shares[seat] == 0 for game in played for seat in _seats(game, player)),
        )
        for player, name in enumerate(names)
    ]
    return sorted(found, key=lambda standing: -standing.elo)


def elo(players: int, played: Sequence[Played]) -> list[float]:
    """Return strengths on the Elo scale with mean 0, fitted by Hunter's MM algorithm (2004)."""
    wins = [LEAST] * players
    for game in played:
        for seat, share in enumerate(game.shares):
            wins[game.lineup[seat]] += share + LEAST
    together = Counter(tuple(sorted(game.lineup)) for game in played)
    strengths = [1.0] * players
    for _ in range(ROUNDS):
        weights = [0.0] * players
        for lineup, games in together.items():
            weight = games / sum(strengths[player] for player in lineup)
            for player in lineup:
                weights[player] += weight
        fitted = [win / weight if weight else 1.0 for win, weight in zip(wins, weights, strict=True)]
        scale = math.exp(statistics.mean(map(math.log, fitted)))
        fitted = [strength / scale for strength in fitted]
        change = max(abs(new - old) / old for new, old in zip(fitted, strengths, strict=True))
        strengths = fitted
        if change < CLOSE:
            break
    return [ELO * math.log(strength) for strength in strengths]


def _seats(game: Played, player: int) -> list[int]:
    return [seat for seat, other in enumerate(game.lineup) if other == player]


def mean_share(played: Sequence[Played], player: int) -> float:
    """Return a player's share of first places in its games."""
    shares = [sum(game.shares[seat] for seat in _seats(game, player)) for game in played if player in game.lineup]
    return statistics.mean(shares) if shares else 0.0


def mean_score(played: Sequence[Played], player: int) -> float | None:
    """Return the mean score of a player's seats."""
    scores = [game.scores[seat] for game in played if game.scores for seat in _seats(game, player)]
    return statistics.mean(scores) if scores else None


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the bounds of the middle 95 %."""
    ordered = sorted(values)
    return ordered[round(0.025 * (len(ordered) - 1))], ordered[round(0.975 * (len(ordered) - 1))]
