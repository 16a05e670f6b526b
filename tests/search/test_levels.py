"""The five levels of each game."""

from __future__ import annotations

import threading

import pytest

from locarium import catalogue
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Position, Setup
from locarium.kernel.rng import new_rng
from locarium.search.levels import ANY_GAME, LEVELS, Level, level_of, master
from locarium.search.thinker import NO_LIMIT, Bot
from waiting import PATIENCE

every_game = pytest.mark.parametrize("game", catalogue.NAMES)
every_level = pytest.mark.parametrize("number", range(1, LEVELS + 1))


def opening(game: str) -> Position:
    """Return the level's first choice, given what the seat knows."""
    about = catalogue.about(game)
    position = Setup(catalogue.game(game), about.seats(about.options())[0]).begin()
    while position.chance_is_due:
        position.draw(random_digits(position, new_rng(3)))
    return position.concealed(position.next_seat)


def offered(position: Position) -> list[int]:
    return position.setup.game.offered_to_bots(position.legal(position.observer))


def bot(level: Level, position: Position, seed: int = 5) -> Bot:
    return level.bot(position, offered(position), seed)


@pytest.mark.compiled
@every_game
@every_level
def test_level_gives_the_same_legal_step_for_the_same_seed(game, number):
    position = opening(game)
    level = level_of(position.setup.game, number)
    first, second = (bot(level, position).think(simulations=12)[0].action for _ in range(2))
    assert first == second
    assert first in offered(position)


@every_game
def test_game_has_five_levels_and_the_master_never_blunders(game):
    levels = catalogue.game(game).levels
    assert len(levels) == len(ANY_GAME) == LEVELS
    assert levels[-1] == Level("master")
    assert all(level.is_quick for level in levels[:-1]), "only the master needs a time limit"


@pytest.mark.compiled
@every_game
def test_stopped_master_answers(game):
    position = opening(game)
    thinking = master(position, offered(position), 5)
    advice = []
    worker = threading.Thread(target=lambda: advice.extend(thinking.think(None, NO_LIMIT)))
    worker.start()
    thinking.stop()
    worker.join(PATIENCE)
    assert not worker.is_alive()
    assert advice[0].action in offered(position)


@pytest.mark.compiled
@every_game
def test_master_stopped_before_its_start_answers(game):
    position = opening(game)
    thinking = master(position, offered(position), 5)
    thinking.stop()
    assert thinking.think(None, NO_LIMIT)[0].action in offered(position)


@pytest.mark.compiled
def test_blunder_rate_matches_the_level():
    position = opening("loco")
    choices = len(offered(position))

    def differ(slips: float) -> float:
        """Return how often the answer differs from the one without blunders."""
        answers = (
            (bot(Level("greedy", slips=chance), position, seed).think()[0].action for chance in (0, slips))
            for seed in range(600)
        )
        return sum(first != second for first, second in answers) / 600

    assert differ(0.5) == pytest.approx(0.5 * (1 - 1 / choices), abs=0.07)
    assert differ(1.0) == pytest.approx(1 - 1 / choices, abs=0.03)


def test_level_limits_the_simulations():
    position = opening("loco")
    few = bot(Level("search", simulations=30), position).think(simulations=10_000)
    assert few == bot(Level("search"), position).think(simulations=30)
