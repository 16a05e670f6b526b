"""What results say: shares of wins, mean scores, Elo with intervals, and when enough games were played.

Elo is fitted to first places: in a game each player wins in proportion to its strength (Bradley and Terry for two, the
same for more at a table). Intervals come from resampling deals, since games of one deal are alike.
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
ROUNDS = 200  # of the fit
CLOSE = 1e-6  # relative change at which the fit is done
ELO = 400 / math.log(10)
LEAST = 1e-3  # of a game that everybody is granted, so that nobody's strength is 0
ERROR = 0.05  # of either kind, of the sequential test


@dataclass(frozen=True)
class Standing:
    """One player."""

    name: str
    games: int  # in which it sat
    share: float  # of first places in these, all its seats together
    share_low: float
    share_high: float
    mean_score: float | None
    elo: float
    elo_low: float
    elo_high: float
    failures: int


@dataclass(frozen=True)
class Test:
    """A sequential test between two players with as many seats each: is the first stronger by `high` Elo, or `low`?"""

    low: float
    high: float

    def ratio(self, played: Sequence[Played]) -> float:
        """The log likelihood ratio, from means by deal (games of one deal are alike)."""
        means = [mean_share(deal, 0) for deal in by_deal(played)]
        if len(means) < 2:
            return 0.0
        variance = statistics.variance(means) or 1 / (4 * len(means))
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.low, self.high))
        return len(means) * (high - low) * (statistics.mean(means) - (low + high) / 2) / variance

    def verdict(self, played: Sequence[Played]) -> bool | None:
        """True: proven; False: ruled out; None: go on."""
        bound = math.log((1 - ERROR) / ERROR)
        ratio = self.ratio(played)
        return True if ratio >= bound else False if ratio <= -bound else None


def by_deal(played: Iterable[Played]) -> list[list[Played]]:
    """The games of each deal."""
    deals: dict[int, list[Played]] = {}
    for game in played:
        deals.setdefault(game.deal, []).append(game)
    return list(deals.values())


def resampled(played: Iterable[Played]) -> list[list[Played]]:
    """Deals drawn anew, again and again."""
    deals = by_deal(played)
    chooser = random.Random(1)  # noqa: S311  # the same intervals every time
    return [[game for deal in chooser.choices(deals, k=len(deals)) for game in deal] for _ in range(RESAMPLES)]


def standings(names: Sequence[str], played: Sequence[Played]) -> list[Standing]:
    """All players, the strongest first."""
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
    """Strengths on Elo's scale, with mean 0, by the minorisation of Hunter (2004)."""
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
    """What a player took of the first places in the games in which it sat."""
    shares = [sum(game.shares[seat] for seat in _seats(game, player)) for game in played if player in game.lineup]
    return statistics.mean(shares) if shares else 0.0


def mean_score(played: Sequence[Played], player: int) -> float | None:
    """What a player's seats scored."""
    scores = [game.scores[seat] for game in played if game.scores for seat in _seats(game, player)]
    return statistics.mean(scores) if scores else None


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The middle 95 %."""
    ordered = sorted(values)
    return ordered[round(0.025 * (len(ordered) - 1))], ordered[round(0.975 * (len(ordered) - 1))]
