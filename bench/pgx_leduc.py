"""Random play of Pgx's leduc_holdem, many games at once, compiled by JAX in its own process.

This is the fastest way we found: a whole run of steps, including the choices, in one jitted loop without Python. Games
that end restart (`pgx.experimental.auto_reset`).
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import msgspec

from .flat_pack import Played
from .measure import Slice, clock

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

GAME, BATCH = "leduc_holdem", 2048
SEED = 1
COMMAND = f"python -m bench.pgx_leduc (pgx.make('{GAME}'), jax.jit over a fori_loop of vmapped steps, batch {BATCH})"


def is_installed() -> bool:
    """Return whether the peer is installed, without importing it, which takes seconds."""
    return find_spec("pgx") is not None


class Leduc:
    """The process that plays leduc_holdem, our peer."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def play(self, steps: int) -> Slice:
        """Make `steps` steps in all games."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(steps, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        assert answer, "python -m bench.pgx_leduc ended early"
        played = msgspec.json.decode(answer, type=Played)
        return Slice(steps, played.steps, 0, played.seconds)


def random_steps() -> Callable[[int], int]:
    """Compile a loop that makes steps in all games and returns how many games ended."""
    import jax  # noqa: PLC0415  # a peer, not a dependency
    import pgx  # noqa: PLC0415
    from jax import numpy as jnp  # noqa: PLC0415
    from pgx.experimental import auto_reset  # noqa: PLC0415

    env = pgx.make(GAME)
    step = jax.vmap(auto_reset(env.step, env.init))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(SEED), BATCH))
    key = jax.random.key(SEED + 1)

    def take(_: Any, so_far: Any) -> Any:
        key, state, ended = so_far
        key, of_choice, of_step = jax.random.split(key, 3)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(of_choice, chances, axis=-1)
        following = step(state, actions, jax.random.split(of_step, BATCH))
        return key, following, ended + (following.terminated | following.truncated).sum()

    run = jax.jit(lambda key, state, steps: jax.lax.fori_loop(0, steps, take, (key, state, 0)))

    def play(steps: int) -> int:
        nonlocal key, state
        key, state, ended = jax.block_until_ready(run(key, state, steps))
        return int(ended)

    play(1)
    return play


def main() -> None:
    """Make as many steps as each input line says."""
    play = random_steps()
    for line in sys.stdin:
        started = clock()
        ended = play(int(line))
        answer = Played(int(line) * BATCH, ended, clock() - started)
        print(msgspec.json.encode(answer).decode(), flush=True)


if __name__ == "__main__":
    main()
