"""GENIUS LOCI: the master wins won positions, agrees with the solver, and obeys its limits."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from conformance.cases import times
from games.genius_loci.endings import TABLES, ending
from games.genius_loci.script import START, play, setup, stand, start
from locarium.games.genius_loci import bot as module
from locarium.games.genius_loci.bot import BestFirst
from locarium.games.genius_loci.solver import Budget, Solver
from locarium.kernel.position import Position
from locarium.search.levels import Level
from locarium.search.thinker import Advice
from plain import said_in_plain_python
from waiting import finish

ENOUGH = 20_000  # simulations; a proof takes far fewer
NO_SOLVER = 0  # humans


def master(position: Position, offered: list[int] | None = None) -> BestFirst:
    (seat,) = position.active
    return BestFirst(position.concealed(seat), position.legal(seat) if offered is None else offered, 1)


def advice_for(position: Position, simulations: int) -> list[Advice]:
    return master(position).think(simulations=simulations)


def wins_for(position: Position, action: int) -> int:
    """Return the seat that wins after an action."""
    after = position.copy()
    after.play(*position.active, action)
    return Solver(position.setup, 1 << 12).winner(after, Budget())


# Wins and losses.


@pytest.mark.parametrize("to_move", ["w", "b"])
def test_master_takes_a_win(to_move: str) -> None:
    """Taking the last enemy human wins. Taking one of your own doesn't."""
    own, other = ("w", "b") if to_move == "w" else ("b", "w")
    history = play(stand(to_move, **{own: "d2 c2 f3 f4", other: "d3"}, T="d5"))
    best = advice_for(history.position, 10)[0]
    assert best.value == pytest.approx(1.0)
    assert wins_for(history.position, best.action) == history.position.active[0]


def test_master_avoids_a_loss_or_reports_it() -> None:
    """It avoids losing steps if there are others. If there are none, it reports the loss."""
    chosen = {True: 0, False: 0}
    for seed in range(times(30, 6)):
        position = ending("house", 7, seed)
        if position.is_over:
            continue
        (seat,) = position.active
        is_won = Solver(position.setup, 1 << 12).winner(position, Budget()) == seat
        best = advice_for(position, ENOUGH)[0]
        assert (wins_for(position, best.action) == seat) == is_won
        assert best.value == pytest.approx(1.0 if is_won else 0.0)
        chosen[is_won] += 1
    assert chosen[True]
    assert chosen[False]


@pytest.mark.parametrize("table", TABLES)
def test_search_without_the_solver_proves_the_same(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_HUMANS", NO_SOLVER)
    for seed in range(times(10, 2)):
        position = ending(table, 6, seed)
        if not position.is_over:
            (seat,) = position.active
            is_won = Solver(position.setup, 1 << 12).winner(position, Budget()) == seat
            assert advice_for(position, ENOUGH)[0].value == pytest.approx(1.0 if is_won else 0.0)


# Reproducibility.


def test_same_simulations_give_the_same_advice() -> None:
    for position in (play(START).position, ending("house", 16, 1)):
        first, second = (advice_for(position, times(300, 8)) for _ in range(2))
        assert first == second
        assert sum(each.share for each in first) == pytest.approx(1)
        assert all(0 <= each.value <= 1 for each in first if each.value is not None)


PROGRAM = """
from games.genius_loci.test_minimax import advice_for, ending, play, START
print([advice_for(position, 25) for position in (play(START).position, ending("lines", 12, 2), ending("own", 9, 3))])
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_plain_python_gives_the_same_advice() -> None:
    positions = play(START).position, ending("lines", 12, 2), ending("own", 9, 3)
    assert said_in_plain_python(PROGRAM).strip() == str([advice_for(position, 25) for position in positions])


# Limits.


def test_master_considers_only_offered_actions() -> None:
    for position in (play(START).position, ending("house", 8, 1), start(steps="d3 Txc3").position):
        (seat,) = position.active
        legal = position.legal(seat)
        assert {each.action for each in advice_for(position, times(50, 3))} == set(legal)
        for offered in (legal[:1], legal[-2:]):
            advice = master(position, offered).think(simulations=times(50, 3))
            assert sorted(each.action for each in advice) == sorted(offered)


def test_win_that_is_not_offered_is_not_taken() -> None:
    position = play(stand(w="d2 c2 f3 f4", b="d3", T="d5")).position
    losing = [action for action in position.legal(0) if wins_for(position, action) == 1]
    assert losing
    advice = master(position, losing).think(simulations=200)
    assert {each.action for each in advice} == set(losing)
    assert advice[0].value == pytest.approx(0.0)


@pytest.mark.parametrize("humans", [12, 22, 32])
def test_master_stops_on_request(humans: int) -> None:
    position = play(START).position if humans == 32 else ending("house", humans, 4)
    advice_for(position, 2)
    bot = master(position)
    timer = threading.Timer(0.05, bot.stop)
    timer.start()
    assert finish(bot.think)


def test_master_stops_at_its_deadline() -> None:
    bot = master(play(START).position)
    assert finish(lambda: bot.think(seconds=0.05))


def test_full_tree_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    position = play(START).position
    monkeypatch.setattr(module, "CAPACITY", 60)
    advice = advice_for(position, 1000)
    assert {each.action for each in advice} == set(position.legal(0))


def test_position_is_unchanged() -> None:
    position = setup(setup=START).begin()
    before = position.words.tobytes()
    advice_for(position, times(30, 3))
    assert position.words.tobytes() == before


def test_game_has_five_levels_and_the_last_is_unlimited() -> None:
    assert len(module.LEVELS) == 5
    assert module.LEVELS[-1] == Level("master")
    assert all(level.brain == "greedy" or level.simulations for level in module.LEVELS[:-1])
    slips = [level.slips for level in module.LEVELS]
    assert np.all(np.diff(slips) <= 0)
