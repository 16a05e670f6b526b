"""Games between players. Each deal is played once for every rotation of the seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.kernel.history import History
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

from .players import DEFAULT_SECONDS, parse_player
from .program import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.edition import Edition

    from .players import Player

SEED_STRIDE = 1_000_003  # distance between the seeds of two deals; each step of a deal adds 1


@dataclass(frozen=True)
class Contest:
    """The settings of a contest. Can be sent to another process."""

    game: str
    seats: int
    options: dict[str, object]
    edition: Edition
    players: tuple[str, ...]  # as written on the command line
    seconds: float = DEFAULT_SECONDS  # seconds per step, for players without a limit of their own

    def lineups(self) -> list[tuple[int, ...]]:
        """Return the player numbers at each table. If there are fewer players than seats, they take several each."""
        count = len(self.players)
        if count <= self.seats:
            return [tuple(seat % count for seat in range(self.seats))]
        return list(combinations(range(count), self.seats))


@dataclass(frozen=True)
class Played:
    """A finished game."""

    deal: int
    lineup: tuple[int, ...]  # players by seat
    shares: tuple[float, ...]  # share of the win, by seat
    scores: tuple[int, ...] | None  # by seat; None if a player failed
    steps: int
    failure: str = ""
    record: str = ""


def play_deal(contest: Contest, deal: int, *, with_records: bool = False) -> list[Played]:
    """Play all lineups and rotations of one deal."""
    setup = Setup(catalogue.game(contest.game), contest.seats, contest.options, contest.edition)
    rotated = [lineup[turn:] + lineup[:turn] for lineup in contest.lineups() for turn in range(_period(lineup))]
    return [play_game(setup, contest, lineup, deal, with_records=with_records) for lineup in rotated]


def _period(lineup: tuple[int, ...]) -> int:
    """Return the number of rotations after which every player is back in the same seat."""
    return next(turn for turn in range(1, len(lineup) + 1) if lineup[turn:] + lineup[:turn] == lineup)


def play_game(setup: Setup, contest: Contest, lineup: tuple[int, ...], deal: int, *, with_records: bool) -> Played:
    """Play one game."""
    history = History(setup)
    seated = [parse_player(contest.players[number]).seat(contest.seconds) for number in lineup]
    failed: int | None = None
    failure = ""
    try:
        play_to_end(history, seated, deal)
    except Failure as error:
        failed, failure = history.position.next_seat, str(error)
    finally:
        for player in seated:
            player.end()
    record = history.record().to_json() if with_records else ""
    outcome = history.position.outcome()
    if failed is not None or outcome is None:
        shares = tuple(0.0 if seat == failed else 1 / max(1, setup.seats - 1) for seat in range(setup.seats))
        return Played(deal, lineup, shares, None, len(history.steps), failure, record)
    shares = tuple(float(seat in outcome.winners) / len(outcome.winners) for seat in range(setup.seats))
    return Played(deal, lineup, shares, tuple(outcome.scores), len(history.steps), "", record)


def play_to_end(history: History, seated: Sequence[Player], deal: int) -> None:
    """Play a game to its end. The draws depend only on the deal."""
    chance = new_rng(deal)
    while not history.position.is_over:
        if history.position.chance_is_due:
            history.draw(random_digits(history.position, chance))
            continue
        seat = history.position.next_seat
        history.play(seat, seated[seat].choose(history, seat, deal * SEED_STRIDE + len(history.steps)))
