"""Gymnasium environments: one learner against built-in bots, or solo LOCUS.

Importing this module registers `locarium/Game-v0` and `locarium/LocusSolo-v0`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from locarium.arena.players import BuiltinPlayer, parse_player
from locarium.kernel.errors import BadInput

from .extras import need
from .spaces import action_space, observation_space
from .stage import ILLEGAL, RENDER_MODES, Stage, check_mode, check_seed, setup_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from locarium.kernel.edition import Edition

gymnasium = need("gymnasium", "gymnasium")
SEEDS = 1 << 31
SOLO_ID, GAME_ID = "locarium/LocusSolo-v0", "locarium/Game-v0"


def bot_of(text: str) -> BuiltinPlayer:
    """Create a built-in bot from its name in the arena: `random`, `greedy`, `level-3`, `master:simulations=200`."""
    player = parse_player(text).seat()
    if not isinstance(player, BuiltinPlayer):
        raise BadInput(f"opponents must be built-in bots, not {text!r}")
    return player


class SeatEnv(gymnasium.Env):  # type: ignore[misc, name-defined]
    """A game seen and played from one seat."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = "loco",
        seats: int = 2,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        options: Mapping[str, object] | None = None,
        edition: str | Edition | None = None,
        render_mode: str | None = None,
    ) -> None:
        setup = setup_of(game, seats, options, edition)
        if not 0 <= seat < seats:
            raise BadInput(f"there is no seat {seat}; choose from 0 to {seats - 1}")
        others = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(others) != seats - 1:
            raise BadInput(f"expected {seats - 1} opponents for {seats} seats, not {len(others)}")
        self.stage = Stage(setup)
        self.seat = seat
        self.render_mode = check_mode(render_mode)
        self._bots = [bot_of(text) for text in others]
        self._names = [f"seat {number}" for number in range(seats)]
        self.observation_space = observation_space(self.stage.outline, self.stage.actions)
        self.action_space = action_space(self.stage.actions)
        self._lot = self._steps = self._score = 0

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game. Gymnasium's options are ignored."""
        super().reset(seed=None if seed is None else check_seed(seed))
        self._lot = int(self.np_random.integers(SEEDS)) if seed is None else seed
        self._steps = 0
        self.stage.reset(self._lot)
        self._let_others_act()
        if self.stage.is_over:
            raise BadInput("this game ended before the seat had anything to choose")
        self._score = self.stage.score() if not self._bots else 0
        return self.stage.observation(self.seat), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the seat's action, then the bots' until it is the seat's turn again. An illegal action ends the game."""
        stage = self.stage
        if stage.is_over:
            raise BadInput("the game is over; call reset to start a new one")
        stage.play(self.seat, stage.numbering.to_rules(int(action)))
        self._let_others_act()
        info = {} if stage.fault is None else {"illegal": stage.fault}
        return stage.observation(self.seat), self._reward(), stage.is_over, False, info

    def _let_others_act(self) -> None:
        stage, others = self.stage, [number for number in range(self.stage.setup.seats) if number != self.seat]
        while not stage.is_over and stage.seat != self.seat:
            bot = self._bots[others.index(stage.seat)]
            self._steps += 1
            seed = self._lot + (self._steps << 32)
            stage.play(stage.seat, bot.think(stage.position.concealed(stage.seat), stage.seat, seed, bot.spec))

    def _reward(self) -> float:
        """Return the increase in score in solo games, otherwise the final reward (see `stage.utilities`)."""
        stage = self.stage
        if stage.fault is not None:
            return float(ILLEGAL)
        if not self._bots:
            before, self._score = self._score, stage.score()
            return float(self._score - before)
        return stage.rewards(self.seat)[self.seat] if stage.is_over else 0.0

    def render(self) -> Any:
        """Draw the game as the seat sees it."""
        return self.stage.render(self.render_mode, self.seat, self._names)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


_ENTRY = "locarium.adapters.gymnasium:SeatEnv"
gymnasium.register(id=GAME_ID, entry_point=_ENTRY)
gymnasium.register(id=SOLO_ID, entry_point=_ENTRY, kwargs={"game": "locus", "seats": 1})
