"""External programs: one that crashes, hangs or answers nonsense loses with a clear message and leaves no process."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from locarium import catalogue
from locarium.arena import program
from locarium.arena.games import Contest, play_deal
from locarium.arena.program import Failure, Program
from locarium.kernel.history import History
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
ANSWER = "import sys, json\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['kind'] == 'choose':\n        "


def command(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def new_game() -> History:
    history = History(Setup(catalogue.game("loco"), 2))
    history.draw(random_digits(history.position, new_rng(1)))
    return history


def failure(code: str) -> str:
    player, history = Program(command(code), 0.2), new_game()
    with pytest.raises(Failure) as caught:
        player.choose(history, history.position.next_seat, 0)
    player.end()
    assert player._process is None or player._process.poll() is not None, "the process has exited"
    return str(caught.value)


def test_program_gets_its_seats_view_and_answers_with_a_step():
    code = ANSWER + "assert m['view']['observer'] is not None; print(m['legal'][-1], flush=True)"
    player, history = Program(command(code), 1), new_game()
    seat = history.position.next_seat
    action = player.choose(history, seat, 0)
    assert history.setup.game.notation.show(history.setup.fields, action) == history.position.legal_texts(seat)[-1]
    history.play(seat, action)
    player.end()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise SystemExit(3)", "stopped with exit code 3"),
        (ANSWER + "print('z9 q', flush=True)", "answered 'z9 q', which is not one of its"),
        (ANSWER + "print(flush=True)", "answered ''"),
    ],
)
def test_failures_are_described(code, message):
    assert message in failure(code)


def test_hanging_program_times_out(monkeypatch):
    monkeypatch.setattr(program, "STARTING", 0.3)
    assert "did not answer within 0.5 s" in failure("import time\ntime.sleep(60)")


def test_missing_command_fails_to_start():
    player, history = Program("/nowhere/at-all", 1), new_game()
    with pytest.raises(Failure, match="cannot be started"):
        player.choose(history, history.position.next_seat, 0)
    player.end()


def test_failing_program_loses_the_game():
    contest = Contest("loco", 2, {}, catalogue.about("loco").edition(), (f"program:{command('1/0')}", "random"))
    games = play_deal(contest, 1)
    assert [game.shares for game in games] == [(0.0, 1.0), (1.0, 0.0)]
    assert all("exit code 1" in game.failure and game.scores is None for game in games)


def test_example_program_plays_a_whole_game():
    text = f"program:{shlex.join([sys.executable, str(EXAMPLE)])}"
    contest = Contest("genius-loci", 2, {}, catalogue.about("genius-loci").edition(), (text, "random"))
    games = play_deal(contest, 3)
    assert [game.failure for game in games] == ["", ""]
    assert len(EXAMPLE.read_text().splitlines()) <= 30
