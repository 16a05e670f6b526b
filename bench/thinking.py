"""The delay of the masters after stop() and after their deadline."""

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
DEADLINE = 0.05  # seconds of thinking

STOP = Figure(name="bot-stop", what="time from stop() to the answer", unit="ms", goal=Goal("ours", "<", 10))
OVERRUN = Figure(
    name="bot-overrun", what=f"overrun of a deadline of {DEADLINE * 1000:g} ms", unit="ms", goal=Goal("ours", "<", 10)
)
SPEED = Figure(name="bot-simulations", what="simulations from the first step of two-seat LOCO!", unit="k/s")


def measure(_seconds: float) -> list[Figure]:
    """Measure a fixed number of tries. The maximum is the longest that a player may have to wait."""
    stops, overruns = [], []
    worst: dict[str, list[float]] = {}
    for game in catalogue.NAMES:
        position = opening(game)
        new_master(position).think(DEADLINE)  # load compiled code
        its_stops = [1000 * stop_in_the_middle(new_master(position)) for _ in range(TRIES)]
        its_overruns = [1000 * (think(new_master(position)) - DEADLINE) for _ in range(TRIES)]
        worst[game] = [max(its_stops), max(its_overruns)]
        stops += its_stops
        overruns += its_overruns
    speeds = [speed() for _ in range(TRIES)]
    by_game = "; ".join(f"{game} {most[0]:.1f}, {most[1]:.1f}" for game, most in worst.items())
    note = f"{TRIES} tries of each master. Maximum delays by game, for stops and overruns: {by_game}."
    figures = {"stop": (STOP, stops, note), "overrun": (OVERRUN, overruns, note), "speed": (SPEED, speeds, "")}
    return [msgspec.structs.replace(figure, ours=spread(found), note=note) for figure, found, note in figures.values()]


def opening(game: str) -> Position:
    """Return the first choice of a game as the seat sees it, with the fewest seats but at least two."""
    about = catalogue.about(game)
    position = Setup(catalogue.game(game), max(2, about.seats(about.options())[0])).begin()
    while position.chance_is_due:
        position.draw(random_digits(position, new_rng(1)))
    return position.concealed(position.next_seat)


def new_master(position: Position) -> Bot:
    """Return a master that has not thought yet."""
    return master(position, position.setup.game.offered_to_bots(position.legal(position.observer)), 1)


def think(bot: Bot) -> float:
    """Let the bot think until its deadline and return the seconds taken."""
    started = perf_counter()
    bot.think(DEADLINE)
    return perf_counter() - started


def speed() -> float:
    """Return thousands of simulations per second."""
    position = opening("loco")
    thinker = Thinker(position, position.legal(position.observer), 1)
    seconds = think(thinker)
    return thinker.simulations / seconds / 1000


def stop_in_the_middle(bot: Bot) -> float:
    """Stop the bot while it thinks and return the seconds until it answers."""
    answered = []
    worker = threading.Thread(target=lambda: (bot.think(), answered.append(perf_counter())))
    worker.start()
    sleep(DEADLINE)
    told = perf_counter()
    bot.stop()
    worker.join()
    return answered[0] - told
