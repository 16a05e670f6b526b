"""The same draws and the same choices give the same game; compiled code and plain Python give the same games."""

from __future__ import annotations

import pytest

from conformance.cases import (
    CASES,
    PLAYERS,
    can_be_asked,
    every_case,
    every_game,
    is_quick,
    played,
    player_of,
    some_games,
)
from conformance.transcript import transcripts
from locarium.kernel.history import History
from locarium.kernel.playout import write_game
from locarium.kernel.rng import new_rng
from plain import said_in_plain_python


@every_case
@pytest.mark.parametrize("player", PLAYERS)
def test_same_seed_same_game(case, player):
    if not can_be_asked(case, player):
        pytest.skip("too slow in plain Python")
    again = write_game(case.setup, new_rng(1), player_of(case, player))
    assert again.record().to_json() == played(case, player, 1).record().to_json()


@every_case
def test_different_seeds_differ(case):
    records = {played(case, "random", seed).record().to_json() for seed in range(3)}
    assert len(records) == 3


@every_case
def test_same_draws_same_states(case):
    for history in some_games(case, 2):
        again = History(case.setup)
        for step, after in zip(history.steps, history.positions[1:], strict=True):
            if step.seat is None:
                again.draw(step.digits)
            else:
                again.play(step.seat, step.action)
            assert again.position.words.tobytes() == after.words.tobytes()


@every_game
@pytest.mark.compiled
@pytest.mark.parametrize(
    "player", [each if each == "random" else pytest.param(each, marks=pytest.mark.slow) for each in PLAYERS]
)
def test_compiled_and_plain_play_the_same(name, player):
    program = f"from conformance.transcript import transcripts; print(transcripts({name!r}, {player!r}), end='')"
    compiled = transcripts(name, player)
    assert compiled.count("\n") > 10 * sum(case.name == name and is_quick(case, player) for case in CASES) > 0
    assert said_in_plain_python(program) == compiled
