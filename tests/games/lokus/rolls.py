"""The rolls that a table with `memory = closed` must hide again, computed from the finished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.lokus.naming import cards_shown
from games.lokus.script import GAME
from locarium.kernel.game import SPECTATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.history import History


@dataclass(frozen=True)
class Turn:
    """A turn of a finished game."""

    first: int  # number of its first line
    number: int  # number of its round
    is_last: bool  # the last of its round, which the table plays
    rolls: frozenset[str]  # cards that became rolls


def turns_of(history: History) -> list[Turn]:
    turns, first = [], 0
    for line, (step, after) in enumerate(zip(history.steps, history.positions[1:], strict=True)):
        view = GAME.view(after)
        if step.seat is None:
            first = line + 1
        elif not after.has_sealed and view.placing is None:
            rolls = frozenset(place.shown for place in view.places if place.fate in ("roll", "two-rolls"))
            turns.append(Turn(first, view.number, after.fields.turns_revealed == view.turns, rolls))
            first = line + 1
    return turns


def check_told(
    turns: list[Turn], seats: int, observer: int, lines: Sequence[tuple[int | None, str]], rest: str = ""
) -> int:
    """Check that the log of a running game, and the rest of a message, hide the rolls of finished turns.

    All others must be named. Return the number of hidden rolls.
    """
    chosen_for = [
        number
        for number, turn in enumerate(turns)
        if not turn.is_last
        and any(
            seat is not None and observer in (seat, SPECTATOR) for seat, _ in lines[turn.first : turn.first + seats]
        )
    ]
    over = turns[: max(chosen_for, default=0)]
    hidden: dict[int, set[str]] = {}
    for turn in over:
        hidden.setdefault(turn.number, set()).update(turn.rolls)
    deals = 0
    for seat, text in lines:
        deals += seat is None
        assert not cards_shown(text) & hidden.get(deals, set()), text
    assert not cards_shown(rest) & hidden.get(deals, set())
    for turn in turns[len(over) :]:
        written = lines[turn.first : turn.first + seats]
        if len(lines) > turn.first + seats:  # the turn was revealed
            assert turn.rolls <= cards_shown(str(written))
    return sum(map(len, hidden.values()))
