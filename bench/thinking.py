"""How soon the masters answer when they are told to stop, or when their time is up."""

from __future__ import annotations

import threading
from time import perf_counter, sleep
from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.playout import random_digits
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.levels import master
from locarium.search.thinker import Thinker

from .measure import Figure, Goal, spread

if TYPE_CHECKING:
    from locarium.kernel.position import Position
    from locarium.search.thinker import Bot

COMMAND = "think() of every master in a thread, stop() from another"
TRIES = 40
DEADLINE = 0.05  # seconds of thought

STOP = Figure(name="bot-stop", what="from stop() to the answer", unit="ms", goal=Goal("ours", "<", 10))
OVERRUN = Figure(
    name="bot-overrun", what=f"beyond a deadline of {DEADLINE * 1000:g} ms", unit="ms", goal=Goal("ours", "<", 10)
)
SPEED = Figure(name="bot-simulations", what="simulations from the first step of LOCO! with two seats", unit="k/s")


def measure(_seconds: float) -> list[Figure]:
    """A fixed number of tries; the most of each is what somebody may have to wait."""
    stops, overruns = [], []
    worst: dict[str, list[float]] = {}
    for game in catalogue.NAMES:
        position = opening(game)
        new_master(position).think(DEADLINE)  # load what is compiled
        its_stops = [1000 * stop_in_the_middle(new_master(position)) for _ in range(TRIES)]
        its_overruns = [1000 * (think(new_master(position)) - DEADLINE) for _ in range(TRIES)]
        worst[game] = [max(its_stops), max(its_overruns)]
        stops += its_stops
        overruns += its_overruns
    speeds = [speed() for _ in range(TRIES)]
    by_game = "; ".join(f"{game} {most[0]:.1f}, {most[1]:.1f}" for game, most in worst.items())
    note = f"{TRIES} tries of each master. The most by game, of stops and of overruns: {by_game}."
    figures = {"stop": (STOP, stops, note), "overrun": (OVERRUN, overruns, note), "speed": (SPEED, speeds, "")}
    return [msgspec.structs.replace(figure, ours=spread(found), note=note) for figure, found, note in figures.values()]


def opening(game: str) -> Position:
    """The first choice of a game with as few seats as choose against others, as the seat knows it."""
    about = catalogue.about(game)
    position = Setup(catalogue.game(game), max(2, about.seats(about.options())[0])).begin()
    while position.chance_is_due:
        position.draw(random_digits(position, new_rng(1)))
    return position.concealed(position.next_seat)


def new_master(position: Position) -> Bot:
    """Who has thought about nothing yet."""
    return master(position, position.setup.game.offered_to_bots(position.legal(position.observer)), 1)


def think(bot: Bot) -> float:
    """How long it took."""
    started = perf_counter()
    bot.think(DEADLINE)
    return perf_counter() - started


def speed() -> float:
    """Thousands of simulations a second."""
    position = opening("loco")
    thinker = Thinker(position, position.legal(position.observer), 1)
    seconds = think(thinker)
    return thinker.simulations / seconds / 1000


def stop_in_the_middle(bot: Bot) -> float:
    """Seconds from the word to the answer."""
    answered = []
    worker = threading.Thread(target=lambda: (bot.think(), answered.append(perf_counter())))
    worker.start()
    sleep(DEADLINE)
    told = perf_counter()
    bot.stop()
    worker.join()
    return answered[0] - told
