"""The share of GENIUS LOCI positions that the solver decides within two seconds, by the number of humans left.

The positions come from random games with the setup `house`: for each number of humans, the first position of each game
between two turns. Every position gets a fresh solver, so nothing is cached.
"""

from __future__ import annotations

import statistics
from time import perf_counter
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.games.genius_loci.solver import Budget, Solver
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

from .measure import Figure, Goal, spread

if TYPE_CHECKING:
    from locarium.kernel.position import Position

COMMAND = "Solver(setup).solve(position, Budget(seconds=2)) on positions of random games"
LIMIT = 2.0  # seconds per position
HUMANS = (8, 10, 12, 14, 16, 18, 20, 22, 24)
ASKED_FOR, ASKED_FOR_TURNS = 16, 12  # largest numbers of humans for which winner and turns should be found
GAMES_A_SECOND = 12  # games played per second of measuring
SEED = 6


def measure(seconds: float) -> list[Figure]:
    """Measure how often the winner, and the number of turns, are proven in time."""
    setup = Setup(catalogue.game("genius-loci"), 2)
    positions = sample(setup, round(seconds * GAMES_A_SECOND))
    Solver(setup).solve(next(iter(positions.values()))[0], Budget(nodes=1))  # compile, or load compiled code
    winners = {humans: [_take(setup, each, with_turns=False) for each in found] for humans, found in positions.items()}
    turns = {
        humans: [_take(setup, each, with_turns=True) for each in found]
        for humans, found in positions.items()
        if humans <= ASKED_FOR
    }
    return [
        _figure("genius-loci-solved", "winner proven within 2 s", winners, ASKED_FOR),
        _figure("genius-loci-turns", "winner and number of turns proven within 2 s", turns, ASKED_FOR_TURNS),
    ]


def sample(setup: Setup, games: int) -> dict[int, list[Position]]:
    """Return positions of random games by the number of humans left."""
    rng = new_rng(SEED)
    found: dict[int, list[Position]] = {humans: [] for humans in HUMANS}
    for _ in range(games):
        seen = set()
        for position in write_game(setup, rng, choose_at_random).positions:
            state = position.fields
            humans = (state.humans[0] | state.humans[1]).bit_count()
            if humans in found and humans not in seen and state.priest < 0 and not position.is_over:
                seen.add(humans)
                found[humans].append(position)
    return found


def _take(setup: Setup, position: Position, *, with_turns: bool) -> tuple[float, bool]:
    """Return the seconds taken, and whether the position was decided."""
    solver, started = Solver(setup), perf_counter()
    solution = solver.solve(position, Budget(LIMIT), with_turns=with_turns)
    decided = solution.turns if with_turns else solution.winner
    return perf_counter() - started, decided is not None


def _figure(name: str, what: str, results: dict[int, list[tuple[float, bool]]], asked_for: int) -> Figure:
    shares = {humans: 100 * statistics.mean(done for _, done in of) for humans, of in results.items()}
    medians = {humans: 1000 * statistics.median(taken for taken, _ in of) for humans, of in results.items()}
    lines = [
        f"{humans} humans {shares[humans]:.1f} % of {len(of)}, median {medians[humans]:.1f} ms"
        for humans, of in results.items()
    ]
    return Figure(
        name=name,
        what=f"positions of random GENIUS LOCI games with up to {asked_for} humans left: {what}",
        unit="%",
        ours=spread([share for humans, share in shares.items() if humans <= asked_for]),
        goal=Goal("ours", "≥", 95),
        note=f"Minimum and maximum by number of humans. {'; '.join(lines)}.",
    )
