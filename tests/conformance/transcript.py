"""Games in full detail, for comparison between processes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from conformance.cases import PLAYERS, WALKED, is_quick, is_smallest
from locarium.kernel.playout import chooser, count_games, write_game
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conformance.cases import Case

SEED = 11
TRIED = 12  # actions per seat whose fault is queried at each position


def transcript(case: Case, player: str) -> Iterator[str]:
    """Yield the record, a line per position, and the scores of a random game."""
    history = write_game(case.setup, new_rng(SEED), chooser(case.setup.game, player))  # even if it is slow
    rng, rules = new_rng(SEED), case.setup.game.book
    stride = -(-rules.ACTIONS // TRIED)
    yield f"{case}, {player}: {history.record().to_json()}"
    for step, position in enumerate(history.positions):
        legal = [position.legal(seat) for seat in range(case.seats)]
        actions = [*range(step * 7 % stride, rules.ACTIONS, stride)]
        faults = [position.fault(seat, action) for seat in range(case.seats) for action in actions]
        observer = case.observers[step % len(case.observers)]
        concealed = position.concealed(observer)
        sampled = concealed.sampled(rng)
        words = [each.words.tobytes() for each in (position, concealed, sampled)]
        digests = " ".join(map(_digest, [*words, repr(legal), repr(faults)]))
        yield f"{case}, {player}, step {step}: {digests} {position.scores()} {concealed.scores()}"
    yield f"{case}, {player}: {count_games(case.setup, 1, rng)}"


def _digest(value: bytes | str) -> str:
    return hashlib.sha256(value if isinstance(value, bytes) else value.encode()).hexdigest()[:12]


def quick_games(name: str) -> list[tuple[Case, str]]:
    """Return the cases of a game with the policies that are fast enough for plain Python."""
    cases = [case for case in WALKED if case.name == name]
    return [(case, player) for case in cases for player in PLAYERS if is_quick(case, player)]


def other_games(name: str) -> list[tuple[Case, str]]:
    """Return every second remaining case with the mixed policy, and the smallest ones without a greedy game."""
    cases = [case for case in WALKED if case.name == name]
    mixed = [(case, "mixed") for case in cases[::2]]
    greedy = [(case, "greedy") for case in cases if is_smallest(case)]
    return [game for game in [*mixed, *greedy] if not is_quick(*game)]


def lines_of(games: list[tuple[Case, str]]) -> list[str]:
    return [line for case, player in games for line in transcript(case, player)]
