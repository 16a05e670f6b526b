"""How soon a bot answers when it is told to stop, or when its time is up."""

from __future__ import annotations

import threading
from time import perf_counter, sleep

import msgspec

from locarium import catalogue
from locarium.play.events import Bot
from locarium.play.table import Table

from .measure import Figure, Goal, spread

COMMAND = "Thinker.think in a thread, Thinker.stop from another"
TRIES = 40
DEADLINE = 0.05  # seconds of thought

STOP = Figure(name="bot-stop", what="from stop() to the answer", unit="ms", goal=Goal("ours", "<", 10))
OVERRUN = Figure(
    name="bot-overrun", what=f"beyond a deadline of {DEADLINE * 1000:g} ms", unit="ms", goal=Goal("ours", "<", 10)
)
SPEED = Figure(name="bot-simulations", what="simulations from the first step of LOCO! with two seats", unit="k/s")


def measure(_seconds: float) -> list[Figure]:
    """A fixed number of tries; the most of each is what somebody may have to wait."""
    table = Table.open(catalogue.game("loco"), name="bench", secret=bytes(32), seats=2)
    for seat in range(2):
        table.sit(seat, Bot("bench"))
    stops, overruns, speeds = [], [], []
    think(table, DEADLINE)  # load what is compiled
    for _ in range(TRIES):
        stops.append(1000 * stop_in_the_middle(table))
        taken, simulations = think(table, DEADLINE)
        overruns.append(1000 * (taken - DEADLINE))
        speeds.append(simulations / taken / 1000)
    figures = {"stop": (STOP, stops), "overrun": (OVERRUN, overruns), "speed": (SPEED, speeds)}
    note = f"{TRIES} tries."
    return [msgspec.structs.replace(figure, ours=spread(values), note=note) for figure, values in figures.values()]


def think(table: Table, seconds: float) -> tuple[float, int]:
    """How long it took, and how many simulations it made."""
    thinker = table.thinker(table.bots_to_act()[0])
    started = perf_counter()
    thinker.think(seconds)
    return perf_counter() - started, thinker.simulations


def stop_in_the_middle(table: Table) -> float:
    """Seconds from the word to the answer."""
    thinker = table.thinker(table.bots_to_act()[0])
    answered = []
    worker = threading.Thread(target=lambda: (thinker.think(), answered.append(perf_counter())))
    worker.start()
    sleep(DEADLINE)
    told = perf_counter()
    thinker.stop()
    worker.join()
    return answered[0] - told
