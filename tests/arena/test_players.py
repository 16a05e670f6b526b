"""Parsing players, and their choices."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.arena.players import parse_player
from locarium.kernel.errors import BadInput
from locarium.kernel.history import History
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gredy", "unknown bot 'gredy'; choose random, greedy, flat, search, master, level-1"),
        ("program:", "as in 'program:python my_bot.py'"),
        ("greedy:seconds=1", "greedy has no setting 'seconds'"),
        (
            "search:depth=3",
            "you can set seconds or simulations, for flat, search, master or level-1 to level-5",
        ),
        ("search:seconds=soon", "must be numbers"),
        ("search:simulations=0", "above 0"),
        ("search:seconds=-1", "above 0"),
    ],
)
def test_bad_player_text_is_rejected(text, message):
    with pytest.raises(BadInput) as caught:
        parse_player(text)
    assert message in str(caught.value)


@pytest.mark.compiled
@pytest.mark.parametrize("game", catalogue.NAMES)
@pytest.mark.parametrize(
    "text",
    ["random", "greedy", pytest.param("search:simulations=20", marks=pytest.mark.slow), "master:simulations=20"],
)
def test_player_chooses_a_legal_and_reproducible_step(game, text):
    about = catalogue.about(game)
    history = History(Setup(catalogue.game(game), about.seats(about.options())[0]))
    while history.position.chance_is_due:
        history.draw(random_digits(history.position, new_rng(4)))
    seat = history.position.next_seat
    player = parse_player(text).seat()
    action = player.choose(history, seat, 7)
    assert action in history.position.legal(seat)
    assert player.choose(history, seat, 7) == action
    player.end()
