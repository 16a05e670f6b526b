"""PettingZoo: every game of the house turn by turn (AEC), and LOKUS with all seats at once (Parallel)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from locarium.kernel.errors import BadInput
from locarium.kernel.game import SPECTATOR

from .extras import need
from .observing import MASK_DTYPE
from .spaces import action_space, observation_space
from .stage import ILLEGAL, RENDER_MODES, Stage, check_mode, setup_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from locarium.kernel.edition import Edition
    from locarium.kernel.position import Setup

pettingzoo = need("pettingzoo", "pettingzoo")
DEFAULT_SEATS = {"loco": 2, "lokus": 3, "locus": 2, "genius-loci": 2}


def env(
    game: str = "loco",
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    edition: str | Edition | None = None,
    render_mode: str | None = None,
) -> TurnEnv:
    """A game, turn by turn."""
    return TurnEnv(setup_of(game, seats or DEFAULT_SEATS.get(game, 2), options, edition), render_mode)


def parallel_env(
    seats: int = 3,
    options: Mapping[str, object] | None = None,
    edition: str | Edition | None = None,
    render_mode: str | None = None,
) -> AtOnceEnv:
    """LOKUS, all seats at once."""
    return AtOnceEnv(setup_of("lokus", seats, options, edition), render_mode)


class _Seats:
    """What both kinds share; agents are called seat_0, seat_1 and so on."""

    def __init__(self, setup: Setup, render_mode: str | None, more_actions: int = 0) -> None:
        self.stage = Stage(setup)
        actions = self.stage.actions + more_actions
        self.render_mode = check_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observed = {agent: observation_space(self.stage.outline, actions) for agent in self.possible_agents}
        self._done = {agent: action_space(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """A dict: `observation`, a dict of arrays, and `action_mask`."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the actions."""
        return self._done[agent]

    def render(self) -> Any:
        """What a spectator sees; alone, and where one seat is to act, what that seat sees."""
        seat = self.stage.seat
        return self.stage.render(self.render_mode, seat if seat >= 0 else SPECTATOR, self.possible_agents)

    def close(self) -> None:
        """Nothing is open."""


class TurnEnv(_Seats, pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """One seat after the other; of several that may act the first, whose choice stays hidden from the rest."""

    metadata = {"render_modes": RENDER_MODES, "name": "locarium", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        super().__init__(setup, render_mode)
        self.agent_selection = self.possible_agents[0]
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._is_alone = setup.seats == 1

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """A new game; the options of PettingZoo mean nothing here."""
        self.stage.reset(seed)
        self.agents = self.possible_agents.copy()
        self.rewards = self._nothing.copy()
        self._cumulative_rewards = self._nothing.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._score = self.stage.score() if self._is_alone else 0
        self._turn()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now; new arrays every time."""
        return self.stage.observation(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is; None where the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} is to act: an action is a number from 0 to {self.stage.actions - 1}, not None")
        stage = self.stage
        stage.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._is_alone:
            self._reward_alone(agent)
        elif stage.seat < 0:
            self.rewards = dict(zip(self.agents, stage.rewards(self._seat_of[agent]), strict=True))
            self._accumulate_rewards()
        if stage.seat < 0:
            self._end(agent)
        else:
            self.agent_selection = self.possible_agents[stage.seat]

    def _reward_alone(self, agent: str) -> None:
        """By how much the score has grown."""
        score = self.stage.score()
        self.rewards = {agent: float(score - self._score if self.stage.fault is None else ILLEGAL)}
        self._score = score
        self._accumulate_rewards()

    def _end(self, agent: str) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        if self.stage.fault is not None:
            self.infos[agent] = {"illegal": self.stage.fault}
        self._turn()

    def _turn(self) -> None:
        self.agent_selection = self.possible_agents[max(self.stage.seat, 0)]


class AtOnceEnv(_Seats, pettingzoo.ParallelEnv):  # type: ignore[misc, name-defined]
    """LOKUS: all seats act in every step; a seat that has nothing to choose waits."""

    metadata = {"render_modes": RENDER_MODES, "name": "locarium_lokus", "render_fps": 1}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        super().__init__(setup, render_mode, more_actions=1)
        self.wait = self.stage.actions  # the action of a seat that has nothing to choose

    def reset(self, seed: int | None = None, options: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; the options of PettingZoo mean nothing here."""
        self.stage.reset(seed)
        self.agents = self.possible_agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        """What everybody may know; who has nothing to choose may wait."""
        may_act = [] if self.stage.is_over else self.stage.position.active
        found = {}
        for agent in self.agents:
            seat = self._seat_of[agent]
            observation = self.stage.observation(seat)
            waits = np.array([seat not in may_act], MASK_DTYPE)
            observation["action_mask"] = np.concatenate([observation["action_mask"], waits])
            found[agent] = observation
        return found

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """What everybody does."""
        agents, stage = self.agents, self.stage
        faults = {agent: reason for agent in agents if (reason := self._fault(agent, actions)) is not None}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        rewards = dict.fromkeys(agents, 0.0)
        if faults:
            stage.fault, stage.seat = next(iter(faults.values())), -1
            for agent, reason in faults.items():
                rewards[agent], infos[agent] = float(ILLEGAL), {"illegal": reason}
        else:
            for seat in stage.position.active:
                stage.play(seat, int(actions[self.possible_agents[seat]]))  # LOKUS: the numbers of the rules
            if stage.is_over:
                rewards = dict(zip(agents, stage.rewards(-1), strict=True))
        observations = self._observations()
        if stage.is_over:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, stage.is_over), dict.fromkeys(agents, False), infos

    def _fault(self, agent: str, actions: Mapping[str, int]) -> str | None:
        """What is wrong with an agent's action."""
        if agent not in actions:
            raise BadInput(f"{agent} is missing: every agent acts, with {self.wait} where it has nothing to choose")
        action, seat, position = int(actions[agent]), self._seat_of[agent], self.stage.position
        if seat not in position.active:
            return None if action == self.wait else "not-your-turn"
        if action == self.wait:
            return "choose-first" if position.fault(seat, 0) != "place-first" else "place-first"
        if not 0 <= action < self.wait:
            raise BadInput(f"there is no action {action}; they are 0 to {self.wait}")
        return position.fault(seat, action)
