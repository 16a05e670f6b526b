"""Random games of FlatPack, Jumanji's polyomino puzzle, compiled by JAX.

It runs in its own process (`python -m bench.flat_pack`), which reads how many games to play and prints the counts. JAX
starts threads that would not survive the forks of other figures.

This is the fastest way we found on one core: all games in one call of a jitted function, one after the other, each a
reset and a scan of its steps. Batches of 2 to 64 games (`vmap`) were slower by up to a quarter. All games have the same
length, so no step needs to check for a reset. Jumanji's `AutoResetWrapper` does check, which makes it slower.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .measure import Slice, clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHECKOUT = Path(__file__).resolve().parents[1]
GAME = "FlatPack-v0"  # Jumanji's default: 25 blocks on 11 x 11 squares
COMMAND = f"python -m bench.flat_pack (jumanji.make('{GAME}'), jax.jit over games, lax.scan over steps)"
SEED = 1
ENVIRONMENT = {  # no accelerator and one thread, even if the process is not pinned to one core
    "JAX_PLATFORMS": "cpu",
    "NPROC": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false",
}


class Played(msgspec.Struct, frozen=True):
    """The counts that the process prints."""

    steps: int
    placed: int  # steps in which a block could be placed
    seconds: float


class FlatPack:
    """The process that plays FlatPack, our peer."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.games = self.steps = self.placed = 0  # totals so far

    def play(self, games: int) -> Slice:
        """Play games. Every step counts as a decision, even if no block fits."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(games, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, "python -m bench.flat_pack ended early"
        played = msgspec.json.decode(answer, type=Played)
        self.games += games
        self.steps += played.steps
        self.placed += played.placed
        return Slice(games, played.steps, 0, played.seconds)

    def describe(self) -> str:
        """Describe the average length of the games."""
        steps, placed = self.steps / self.games, self.placed / self.games
        return (
            f"A game of FlatPack: {steps:.1f} steps on average over {self.games} games. {placed:.1f} of them place a "
            f"block; in the others no block fits."
        )


def is_installed() -> bool:
    """Return whether the peer is installed, without importing it, which takes seconds."""
    return find_spec("jumanji") is not None


def start_peer(module: str) -> subprocess.Popen[str]:
    """Start a process that runs JAX and ends when its input is closed."""
    return subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=CHECKOUT,
        env=os.environ | ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@contextmanager
def flat_pack() -> Iterator[FlatPack]:
    """Run the peer until the context ends."""
    with start_peer("bench.flat_pack") as process:
        yield FlatPack(process)


def random_games() -> Callable[[int], tuple[int, int]]:
    """Compile a function that plays games and returns the steps and how many placed a block."""
    import jax  # noqa: PLC0415  # a peer, not a dependency
    import jumanji  # noqa: PLC0415
    from jax import numpy as jnp  # noqa: PLC0415

    env = jumanji.make(GAME)

    def choose(mask: Any, key: Any) -> Any:
        """Choose any legal action with equal chances. If there is none, return the first one, which is ignored."""
        legal_so_far = jnp.cumsum(mask.ravel())
        chosen = jax.random.randint(key, (), 0, jnp.maximum(legal_so_far[-1], 1))
        return jnp.stack(jnp.unravel_index(jnp.argmax(legal_so_far > chosen), mask.shape))

    def take_step(state: Any, key: Any) -> Any:
        following, timestep = env.step(state, choose(state.action_mask, key))
        return following, (state.action_mask.any(), timestep.last())

    def play_game(key: Any) -> Any:
        """Return the number of placed blocks, and whether the steps match it and the expected length."""
        of_reset, of_steps = jax.random.split(key)
        first, _ = env.reset(of_reset)
        state, (could_place, is_last) = jax.lax.scan(take_step, first, jax.random.split(of_steps, env.num_blocks))
        placed = state.placed_blocks.sum()
        return placed, (could_place.sum() == placed) & is_last[-1] & ~is_last[:-1].any()

    def play_games(key: Any, games: Any) -> Any:
        def go_on(_: Any, so_far: Any) -> Any:
            key, placed, as_counted = so_far
            key, of_game = jax.random.split(key)
            more, is_as_counted = play_game(of_game)
            return key, placed + more, as_counted + is_as_counted

        return jax.lax.fori_loop(0, games, go_on, (key, 0, 0))

    compiled = jax.jit(play_games)
    key = jax.random.key(SEED)

    def play(games: int) -> tuple[int, int]:
        nonlocal key
        key, placed, as_counted = compiled(key, games)
        assert int(as_counted) == games, f"a game of {GAME} has an unexpected number of steps, or an illegal one"
        return games * env.num_blocks, int(placed)

    play(1)
    return play


def main() -> None:
    """Play as many games as each input line says."""
    play = random_games()
    for line in sys.stdin:
        started = clock()
        steps, placed = play(int(line))
        answer = Played(steps, placed, clock() - started)
        print(msgspec.json.encode(answer).decode(), flush=True)


if __name__ == "__main__":
    main()
