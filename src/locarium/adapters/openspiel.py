"""OpenSpiel: every game as a Python game, as in `pyspiel.load_game("python_locarium_loco(seats=3)")`.

Importing this module registers the games. Each draw is a chance node; a draw with very many outcomes is split into
several smaller nodes. Every game is sequential: simultaneous choices are made one after the other and stay hidden until
they are revealed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from locarium import catalogue
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.position import Position
from locarium.kernel.rng import new_rng

from .draws import MOST, join, portions
from .extras import need
from .numbering import numbering_of
from .observing import Outline
from .stage import setup_of, utilities

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition
    from locarium.kernel.position import Setup

pyspiel = need("openspiel", "pyspiel")
PREFIX = "python_locarium_"
BIGGEST_SCORE = 100_000.0  # bound of the utility in solo games
SEEDS = 1 << 31


def short_name(game: str) -> str:
    """Return the name of a game in OpenSpiel."""
    return PREFIX + game.replace("-", "_")


def load(game: str, seats: int | None = None, *, edition: str | None = None, **options: object) -> Any:
    """Load a game in OpenSpiel. Options have their Python names, such as `strict_marker`."""
    given = {"seats": seats, "edition": edition, **options}
    return pyspiel.load_game(short_name(game), {name: value for name, value in given.items() if value is not None})


class Line:
    """A game so far: its position, and the history needed for information states."""

    __slots__ = ("drawn", "past", "position", "radices", "steps", "turn")

    def __init__(
        self, position: Position, steps: list[tuple[int, int]], past: list[list[str]], drawn: list[int]
    ) -> None:
        self.position = position
        self.steps = steps  # (seat, rules number of the action)
        self.past = past  # concealed states around earlier chance steps, by seat, then for a spectator
        self.drawn = drawn  # parts already drawn of the current chance step
        self._turn()

    def __deepcopy__(self, memo: object) -> Line:
        other = object.__new__(Line)
        other.position, other.steps = self.position.copy(), self.steps.copy()
        other.past = [seen.copy() for seen in self.past]
        other.drawn, other.radices, other.turn = self.drawn.copy(), self.radices, self.turn
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.position.setup
        made_of = setup.game.about.name, setup.seats, tuple(msgspec.to_builtins(setup.options).items()), setup.edition
        return _restore, (made_of, self.position.words.tolist(), self.steps, self.past, self.drawn)

    def play(self, seat: int, action: int) -> None:
        """Play a seat's action."""
        self.position.play(seat, action)
        self.steps.append((seat, action))
        self._turn()

    def draw(self, digit: int) -> None:
        """Draw the next part of the current chance step. The last part applies it."""
        self.drawn.append(digit)
        if len(self.drawn) == len(portions(self.radices)):
            digits = join(self.drawn, self.radices)
            self._remember()
            self.position.draw(digits)
            self.steps.append((pyspiel.PlayerId.CHANCE, 0))
            self._remember()
            self.drawn.clear()
            self._turn()

    def _turn(self) -> None:
        """Cache whose turn it is, because it is read often."""
        position = self.position
        self.radices = position.radices() if position.chance_is_due else []
        if position.is_over:
            self.turn = int(pyspiel.PlayerId.TERMINAL)
        else:
            self.turn = int(pyspiel.PlayerId.CHANCE) if self.radices else position.next_seat

    def _remember(self) -> None:
        for place, seen in enumerate(self.past):
            seen.append(self.known(place if place < len(self.past) - 1 else SPECTATOR))

    def known(self, observer: int) -> str:
        """Return the state as text, concealed for an observer."""
        return ",".join(map(str, self.position.concealed(observer).words.tolist()))

    def seen(self, observer: int) -> str:
        """Return all that an observer has seen: the steps, the states around chance steps, and the current state."""
        past = self.past[observer] if observer >= 0 else self.past[-1]
        return " ".join(["; ".join(self._texts(observer)), "|", *past, "|", self.known(observer)])

    def _texts(self, observer: int) -> list[str]:
        names = _step_names(self.position.setup)
        texts = [names(seat, action) for seat, action in self.steps]
        for seat in self.position.sealed:
            if seat != observer:
                last = max(i for i, step in enumerate(self.steps) if step[0] == seat)
                texts[last] = f"{seat} {self.position.setup.game.notation.SEALED}"
        return texts

    def sampled(self, observer: int, seed: int) -> Line:
        """Return a random game consistent with what an observer has seen. Other seats keep only public information."""
        position = self.position.concealed(observer).sampled(new_rng(seed))
        past = [(seen if place == observer else self.past[-1]).copy() for place, seen in enumerate(self.past)]
        return Line(position, self.steps.copy(), past, [])


@lru_cache(maxsize=64)
def _setup(game: str, seats: int, options: tuple[tuple[str, object], ...], edition: str | Edition) -> Setup:
    """Return a setup, shared by all states of a game."""
    return setup_of(game, seats, dict(options), edition)


def _restore(made_of: Any, words: list[int], *rest: Any) -> Line:
    """Restore a serialised line."""
    return Line(Position(_setup(*made_of), np.array(words, np.int64)), *rest)


@lru_cache(maxsize=64)
def _step_names(setup: Setup) -> Any:
    """Return a cached function that maps a seat and an action to the step's text."""

    @lru_cache(maxsize=1 << 16)
    def name(seat: int, action: int) -> str:
        return "chance" if seat < 0 else f"{seat} {setup.game.notation.show(setup.fields, action)}"

    return name


class LocariumState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A state of a Locarium game in OpenSpiel."""

    def __init__(self, game: LocariumGame) -> None:
        super().__init__(game)
        setup = game.setup
        self.line = Line(setup.begin(), [], [[] for _ in range(setup.seats + 1)], [])

    def current_player(self) -> int:
        """Return the seat to act (the first if there are several), chance or terminal."""
        return self.line.turn

    def _legal_actions(self, player: int) -> list[int]:
        return numbering_of(self.line.position.setup).hosts[self.line.position.legal(player)].tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next part of a draw, all equally likely."""
        count = portions(self.line.radices)[len(self.line.drawn)]
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        if self.line.radices:
            self.line.draw(action)
        else:
            self.line.play(self.line.turn, numbering_of(self.line.position.setup).to_rules(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"draw {action}"
        return numbering_of(self.line.position.setup).text(action)

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.line.position.is_over

    def returns(self) -> list[float]:
        """Return the final utility of each seat, or the score in solo games."""
        outcome = self.line.position.outcome()
        return utilities(outcome) if outcome else [0.0] * self.line.position.setup.seats

    def __str__(self) -> str:
        line = self.line
        return f"{line.seen(TRUTH)} {line.drawn}" if line.drawn else line.seen(TRUTH)

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything a seat has seen."""
        return self.line.seen(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """Return what a seat can see now."""
        return self.line.known(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Any) -> LocariumState:
        """Return a random state consistent with what a seat has seen. Its history is empty: the draws are unknown."""
        state: LocariumState = self.get_game().new_initial_state()
        state.line = self.line.sampled(player, int(sampler() * SEEDS))
        return state


class LocariumObserver:
    """An OpenSpiel observer: named arrays, the same data in one tensor, and a text."""

    def __init__(self, setup: Setup, kind: Any, params: object) -> None:
        if params:
            raise ValueError(f"observers take no parameters, but got {params}")
        self._kind = kind
        self._outline = Outline(setup)
        self.tensor = None if kind.perfect_recall else np.zeros(self._outline.size, np.float32)
        self.dict = {} if self.tensor is None else self._outline.named(self.tensor)

    def _observer(self, player: int) -> int:
        if self._kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return TRUTH
        return player if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else SPECTATOR

    def set_from(self, state: LocariumState, player: int) -> None:
        """Fill in the arrays from a state."""
        if self.tensor is not None:
            self.tensor[:] = self._outline.numbers(state.line.position.concealed(self._observer(player)), player)

    def string_from(self, state: LocariumState, player: int) -> str:
        """Return the text for a state."""
        line, observer = state.line, self._observer(player)
        return line.seen(observer) if self._kind.perfect_recall else line.known(observer)


class LocariumGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A Locarium game in OpenSpiel."""

    name: str  # the game's name in the catalogue

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name = self.name
        given = dict(_parameters(name)) | (params or {})
        options = tuple((hyphened, given[plain]) for hyphened, plain in _option_names(name).items())
        self.setup = _setup(name, given["seats"], options, given["edition"])
        super().__init__(_type_of(name, given["seats"]), _info_of(self.setup), params or {})

    def new_initial_state(self) -> LocariumState:
        """Return the state before the first step."""
        return LocariumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> LocariumObserver:
        """Return an observer, by default of one seat and without memory."""
        return LocariumObserver(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _option_names(name: str) -> dict[str, str]:
    """Map option names in records to those in Python."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(catalogue.about(name).options)}


def _parameters(name: str) -> dict[str, Any]:
    """Return a game's parameters with their defaults."""
    about = catalogue.about(name)
    options = about.options()
    fields = {field.name: getattr(options, field.name) for field in msgspec.structs.fields(about.options)}
    return {"seats": max(2, about.seats(options)[0]), "edition": "house", **fields}


def _type_of(name: str, seats: int | None = None) -> Any:
    about, kinds = catalogue.about(name), pyspiel.GameType
    counts = [count for options in (about.options(), _widest(name)) for count in about.seats(options)]
    hides = not catalogue.game(name).hides_nothing
    information = kinds.Information
    return kinds(
        short_name=short_name(name),
        long_name=f"Locarium {about.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if seats == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


def _widest(name: str) -> Any:
    """Return options with every switch on, which allows the most seats."""
    kind = catalogue.about(name).options
    switches = {field.name: True for field in msgspec.structs.fields(kind) if isinstance(field.default, bool)}
    return kind(**switches)


def _info_of(setup: Setup) -> Any:
    alone = setup.seats == 1
    return pyspiel.GameInfo(
        num_distinct_actions=len(numbering_of(setup)),
        max_chance_outcomes=MOST,
        num_players=setup.seats,
        min_utility=0.0 if alone else -1.0,
        max_utility=BIGGEST_SCORE if alone else 1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=int(setup.game.book.MAX_STEPS),
    )


# One class per game: OpenSpiel keeps its references after the interpreter has ended, and only classes survive that.
GAMES = {name: type(short_name(name), (LocariumGame,), {"name": name}) for name in catalogue.NAMES}
for _name, _class in GAMES.items():
    pyspiel.register_game(_type_of(_name), _class)
