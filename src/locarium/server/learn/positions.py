"""Positions on the board: play from them, render them, and solve them."""

from __future__ import annotations

from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from locarium import catalogue
from locarium.kernel.errors import BadInput, BadNotation, IllegalStep
from locarium.kernel.history import History
from locarium.kernel.position import Setup
from locarium.puzzles.book import options_of, seats_of
from locarium.puzzles.proof import prove_position
from locarium.server.base.workers import is_stopped
from locarium.server.http.errors import LocalizedError, localize
from locarium.server.tables.detached import event_of, open_table, show_table
from locarium.server.tables.view import Viewer
from locarium.table.events import Person, Seated

from .messages import PositionProof, PositionState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.kernel.texts import Texts
    from locarium.server.tables.messages import TableState

    from .messages import PositionRequest

BOARD = "genius-loci"
SETUPS = ("house", "petals", "random")  # names of random setups, which are not positions
SECONDS = 2.0  # time limit of the solver
SIDES = ("red", "blue")  # text keys for seat names, in games that have them


def show(history: History, seat: int, language: str, *, may_act: bool, can_undo: bool) -> TableState:
    """Render a history as a seat at its table would see it."""
    record = history.record()
    table = open_table(record)
    names = names_of(history.setup, language)
    table.apply_events(Seated(number, Person(name, person_id=str(number))) for number, name in enumerate(names))
    table.apply_events(event_of(*step) for step in record.steps)
    return show_table(table, Viewer(seat, language, may_act=may_act), can_undo=can_undo)


def names_of(setup: Setup, language: str) -> list[str]:
    """Return the seat names: by side, or by number."""
    texts = setup.texts(language)
    names = [_name(texts, seat) for seat in range(setup.seats)]
    return [name[0].upper() + name[1:] for name in names]


def _name(texts: Texts, seat: int) -> str:
    words = texts.all_sections()["words"]
    return words[SIDES[seat]] if SIDES[0] in words else texts.get("words", "seat", seat=seat + 1)


@contextmanager
def localized_errors(setup: Setup, language: str) -> Iterator[None]:
    """Turn errors of the rules into messages in the game's terms."""
    try:
        yield
    except (BadNotation, IllegalStep) as error:
        raise LocalizedError(localize(error, setup.texts(language))) from error


def tell(history: History, seat: int, step: str, language: str) -> str:
    """Describe a step in a sentence."""
    setup = history.setup
    return setup.game.telling.tell(setup.texts(language), names_of(setup, language), seat, step)


@lru_cache(maxsize=64)
def setup_of(game: str, position: str) -> Setup:
    """Return the setup of a puzzle or position. Cached."""
    return Setup(catalogue.game(game), seats_of(game), options_of(position))


def play_position(request: PositionRequest, language: str) -> History:
    """Set up a GENIUS LOCI position and play the moves from there."""
    if request.position in SETUPS:
        raise BadInput(f"{request.position!r} is a random setup; write the position out")
    history = History(setup_of(BOARD, request.position))
    with localized_errors(history.setup, language):
        for step in request.steps:
            history.play_text(history.position.next_seat if history.position.active else 0, step)
    return history


def show_position(request: PositionRequest, language: str) -> PositionState:
    """Return the current position for the player to move. The board is not rotated for the second seat."""
    history = play_position(request, language)
    seat = int(history.position.fields.first)
    state = show(history, seat, language, may_act=True, can_undo=bool(request.steps))
    assert state.view is not None
    return PositionState(msgspec.structs.replace(state, view=msgspec.structs.replace(state.view, observer=None)))


def prove_position_in_time(request: PositionRequest, language: str) -> PositionProof:
    """Solve the position within the time limit."""
    history = play_position(request, language)
    proof = prove_position(history.position, SECONDS, is_stopped)
    told = [tell(history, int(history.position.fields.first), step, language) for step in proof.steps]
    return PositionProof(proof.winner, proof.turns, proof.steps, told, proof.nodes, SECONDS)
