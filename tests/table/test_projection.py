"""A fork of a table changes on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from locarium.kernel.rng import new_rng
from locarium.table.events import Bot, Clock, TableSettings
from table.tables import LOCO, LOKUS, everything, full_table, new_table, person, play_random_step, restored, stored
from toy.game import GAME as TOY

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.kernel.game import Game
    from locarium.table.table import Table

COMMANDS: dict[str, Callable[[Table], None]] = {
    "step": lambda table: play_random_step(table, new_rng(3)),
    "undo": lambda table: table.undo(0, key="undo"),
    "chat": lambda table: table.send_chat(0, "Hello", key="chat"),
    "mute": lambda table: table.mute(1, muted=True),
    "pause": lambda table: table.request_pause(0, pause=True, now=5.0),
    "hints": lambda table: table.request_hints(0, wanted=True),
    "bot": lambda table: table.hand_to_bot(1, Bot("Lar"), now=5.0),
    "downtime": lambda table: table.record_downtime(1.0, 9.0),
    "time": lambda table: table.expire(Bot("Lar"), 1e9),
    "resign": lambda table: table.resign(0),
    "account": lambda table: table.anonymize("proof 0", Bot("Lar")),
}


def check_fork(table: Table, command: Callable[[Table], None]) -> None:
    """Check that a command changes a fork, and not the table that it was forked from."""
    before, fork = (everything(table), stored(table)), table.fork()
    assert everything(fork) == before[0]
    command(fork)
    assert len(fork.events) > len(table.events)
    assert (everything(table), stored(table)) == before
    assert everything(fork) == everything(restored(fork))


@pytest.mark.parametrize("name", COMMANDS)
def test_command_on_a_fork_leaves_the_table_unchanged(name: str) -> None:
    table = full_table(practice=True, settings=TableSettings(clock=Clock(30.0, 60.0)))
    for number in range(6):
        play_random_step(table, new_rng(number))
    check_fork(table, COMMANDS[name])


def test_seat_taken_on_a_fork_stays_open_at_the_table() -> None:
    table = new_table()
    check_fork(table, lambda fork: fork.sit(1, person(1)))
    table.sit(1, person(1))
    check_fork(table, lambda fork: fork.leave(1, kicked=True))


@pytest.mark.parametrize("game", [LOCO, LOKUS, TOY], ids=lambda game: game.about.name)
def test_every_position_of_a_game_can_be_forked(game: Game) -> None:
    table, rng = full_table(game, 3), new_rng(7)
    while table.status == "running":
        check_fork(table, lambda fork: play_random_step(fork, new_rng(1)))
        play_random_step(table, rng)
