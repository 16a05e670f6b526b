"""Compiled code and plain Python play the same games, step by step.

With NUMBA_BOUNDSCHECK=1 the compiled games are played with bounds checks.
"""

from __future__ import annotations

import pytest

from conformance import transcript
from conformance.cases import NAMES, PLAYERS, SLOW_PLAYERS, WALKED, every_game
from plain import said_in_plain_python

pytestmark = pytest.mark.compiled


def compare(choice: str, name: str) -> None:
    """Play the same games in both ways. The first difference names the case and the step."""
    program = f"from conformance.transcript import {choice}, lines_of; print(*lines_of({choice}({name!r})), sep='\\n')"
    games = getattr(transcript, choice)(name)
    compiled, plain = transcript.lines_of(games), said_in_plain_python(program).splitlines()
    for ours, theirs in zip(compiled, plain, strict=False):
        assert ours == theirs, ours.partition(":")[0]  # the case, the player and the step
    assert len(compiled) == len(plain) > 8 * len(games) > 0


@every_game
def test_compiled_code_and_plain_python_play_the_same_games(name):
    compare("quick_games", name)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SLOW_PLAYERS))
def test_compiled_code_and_plain_python_agree_in_other_cases(name):
    compare("other_games", name)


@every_game
def test_every_case_and_policy_has_a_transcript(name):
    games = transcript.quick_games(name)
    assert {case for case, player in games if player == "random"} == {case for case in WALKED if case.name == name}
    assert {player for _, player in games} == set(PLAYERS)


def test_slow_players_lists_only_existing_games():
    assert set(NAMES) >= SLOW_PLAYERS
