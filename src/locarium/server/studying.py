"""A game that is only looked at: a history led through a table, and shown as a live one would be."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import msgspec

from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.play.events import Drawn, Person, Seated, Stepped

from .rendering import Explained, Reader, Shared, explain, show_state
from .replaying import open_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from locarium.kernel.history import History
    from locarium.kernel.position import Setup
    from locarium.kernel.texts import Texts

    from .messages import TableState

Shown = TypeVar("Shown")
SIDES = ("red", "blue")  # words of games in which these are names of seats


def show(history: History, seat: int, language: str, *, may_act: bool, may_take_back: bool) -> TableState:
    """What somebody at a seat of a table at which this was played would be sent."""
    record = history.record()
    table = open_record(record)
    names = names_of(history.setup, language)
    table.follow(Seated(number, Person(name, proof=str(number))) for number, name in enumerate(names))
    table.follow(Drawn(text) if by is None else Stepped(by, text, key="") for by, text in record.steps)
    state = show_state(Shared(table, None), Reader(seat, language, may_act=may_act), now=0.0)
    return msgspec.structs.replace(state, may_take_back=may_take_back)


def names_of(setup: Setup, language: str) -> list[str]:
    """What those are called who sit there: by their side, or by their number."""
    texts = setup.texts(language)
    names = [_name(texts, seat) for seat in range(setup.seats)]
    return [name[0].upper() + name[1:] for name in names]


def _name(texts: Texts, seat: int) -> str:
    words = texts.all_sections()["words"]
    return words[SIDES[seat]] if SIDES[0] in words else texts.get("words", "seat", seat=seat + 1)


@contextmanager
def explained(setup: Setup, language: str) -> Iterator[None]:
    """What the rules refuse is told in the words of the game."""
    try:
        yield
    except (BadNotation, IllegalStep) as error:
        raise Explained(explain(error, setup.texts(language))) from error


class Studies:
    """Shows what is studied, one after the other, and lets the solver think beside it."""

    def __init__(self) -> None:
        self._shows = ThreadPoolExecutor(1, thread_name_prefix="studies")
        self._proofs = ThreadPoolExecutor(1, thread_name_prefix="proofs")

    async def show(self, make: Callable[[], Shown]) -> Shown:
        """What somebody looks at."""
        return await asyncio.get_running_loop().run_in_executor(self._shows, make)

    async def prove(self, make: Callable[[], Shown]) -> Shown:
        """What needs a search."""
        return await asyncio.get_running_loop().run_in_executor(self._proofs, make)

    def close(self) -> None:
        """Nobody studies any more."""
        for threads in (self._shows, self._proofs):
            threads.shutdown(cancel_futures=True)
