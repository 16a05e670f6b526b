"""PettingZoo environments: every game turn by turn (AEC), and LOKUS with simultaneous choices (Parallel)."""

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
    """Create a turn-by-turn environment of any game."""
    return TurnEnv(setup_of(game, seats or DEFAULT_SEATS.get(game, 2), options, edition), render_mode)


def parallel_env(
    seats: int = 3,
    options: Mapping[str, object] | None = None,
    edition: str | Edition | None = None,
    render_mode: str | None = None,
) -> AtOnceEnv:
    """Create a parallel environment of LOKUS."""
    return AtOnceEnv(setup_of("lokus", seats, options, edition), render_mode)


class _Seats:
    """Parts shared by both environments. Agents are called seat_0, seat_1 and so on."""

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
        """Return the space of observations: a dict with `observation`, a dict of arrays, and `action_mask`."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of action numbers."""
        return self._done[agent]

    def render(self) -> Any:
        """Draw the game as the seat to act sees it. After the end, draw it as a spectator sees it."""
        seat = self.stage.seat
        return self.stage.render(self.render_mode, seat if seat >= 0 else SPECTATOR, self.possible_agents)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class TurnEnv(_Seats, pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """A turn-by-turn environment. Simultaneous choices are made one after the other and stay hidden until revealed."""

    metadata = {"render_modes": RENDER_MODES, "name": "locarium", "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        super().__init__(setup, render_mode)
        self.agent_selection = self.possible_agents[0]
        self._nothing = dict.fromkeys(self.possible_agents, 0.0)
        self._is_alone = setup.seats == 1

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Start a new game. PettingZoo's options are ignored."""
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
        """Return what an agent can see now, in new arrays."""
        return self.stage.observation(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play the action of the current agent. After the game, the action must be None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} has to act: choose an action from 0 to {self.stage.actions - 1}, not None")
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
        """Set the reward in a solo game: the increase in score."""
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
    """A parallel environment of LOKUS. All seats act in every step, and seats without a choice wait."""

    metadata = {"render_modes": RENDER_MODES, "name": "locarium_lokus", "render_fps": 1}  # noqa: RUF012

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        super().__init__(setup, render_mode, more_actions=1)
        self.wait = self.stage.actions  # the action of a seat without a choice

    def reset(self, seed: int | None = None, options: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game. PettingZoo's options are ignored."""
        self.stage.reset(seed)
        self.agents = self.possible_agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        """Return the observations of all agents. Agents without a choice can only wait."""
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
        """Play the actions of all agents."""
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
                stage.play(
                    seat, int(actions[self.possible_agents[seat]])
                )  # in LOKUS, compact numbers and rules numbers are equal
            if stage.is_over:
                rewards = dict(zip(agents, stage.rewards(-1), strict=True))
        observations = self._observations()
        if stage.is_over:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, stage.is_over), dict.fromkeys(agents, False), infos

    def _fault(self, agent: str, actions: Mapping[str, int]) -> str | None:
        """Return why an agent's action is illegal, or None."""
        if agent not in actions:
            raise BadInput(f"{agent} is missing; every agent has to act, with {self.wait} if it has no choice")
        action, seat, position = int(actions[agent]), self._seat_of[agent], self.stage.position
        if seat not in position.active:
            return None if action == self.wait else "not-your-turn"
        if action == self.wait:
            return "choose-first" if position.fault(seat, 0) != "place-first" else "place-first"
        if not 0 <= action < self.wait:
            raise BadInput(f"there is no action {action}; choose from 0 to {self.wait}")
        return position.fault(seat, action)
