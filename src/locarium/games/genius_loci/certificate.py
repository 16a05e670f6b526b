"""GENIUS LOCI: certificates, proofs that others can check. They name one side's turn in every position it may meet.

An attack names a turn for every position in which the winner may have to move, whatever the loser does. In the end, the
loser is stuck. A defence names turns with which the loser lasts as long as the certificate claims. `checker.py`, which
shares no code with the rules or the solver, verifies both.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from .notation import letters_of, placement_of
from .setup import show_placement
from .solver import UNBOUNDED, Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from locarium.kernel.position import Position

    from .solver import Solver

FORMAT = "locarium/genius-loci-proof/1"


@dataclass(frozen=True)
class Certificate:
    """The winner, and the turns that prove it, keyed by position."""

    position: Position
    winner: int
    turns: int | None  # number of turns with best play; None: no claim
    attack: dict[str, str]  # the winner's turns
    defence: dict[str, str]  # the loser's turns; empty if no number of turns is claimed

    def to_json(self) -> str:
        """Return one line of JSON."""
        setup = self.position.setup
        options = {name: value for name, value in msgspec.to_builtins(setup.options).items() if name != "setup"}
        fields: dict[str, Any] = {"format": FORMAT, "rules": setup.game.about.rules_version, "options": options}
        fields |= {"edition": setup.edition.text, "position": show_position(self.position)}
        fields |= {"winner": "wb"[self.winner], "turns": self.turns, "attack": self.attack, "defence": self.defence}
        return json.dumps(fields, ensure_ascii=False)


def certify(solver: Solver, position: Position, winner: int, turns: int | None, budget: Budget) -> Certificate:
    """Return a certificate of the solver's result for a position between turns."""
    attack = _strategy(solver, position, winner, winner, turns if turns is not None else UNBOUNDED, budget)
    defence: dict[str, str] = {}
    if turns is not None and turns > 2:
        defence = _strategy(solver, position, 1 - winner, winner, turns - 2, budget)
    return Certificate(position, winner, turns, attack, defence)


def best_line(certificate: Certificate) -> list[tuple[int, str]]:
    """Return a line of play as seats and turns.

    The winner follows the attack and the loser the defence. Where the defence has no turn, any turn is used.
    """
    line: list[tuple[int, str]] = []
    position = certificate.position
    while not position.is_over:
        seat = int(position.fields.first)
        here = show_position(position)
        known = certificate.attack if seat == certificate.winner else certificate.defence
        text = known.get(here) or next(turn for turn, _ in turns_of(position))
        line.append((seat, text))
        position = after_turn(position, text)
    return line


def show_position(position: Position) -> str:
    """Return the text of a position between turns."""
    state = position.fields
    return show_placement(placement_of(state, state.first), letters_of(position.setup.fields))


def after_turn(position: Position, turn: str) -> Position:
    """Return the position after a turn."""
    after = position.copy()
    for step in split_turn(turn):
        after.play(int(position.fields.first), position.setup.game.notation.parse(position.setup.fields, step))
    return after


def split_turn(turn: str) -> list[str]:
    """Split a turn into its steps. The first step is the first two words."""
    priest, first, *rest = turn.split(" ")
    return [f"{priest} {first}", *rest]


def turns_of(
    position: Position, goes_on: Callable[[Position], bool] = lambda after: True
) -> Iterator[tuple[str, Position]]:
    """Yield every turn of the seat to move, one per resulting position. Skip steps that `goes_on` rejects."""
    seat, show, rules = int(position.fields.first), position.setup.game.notation.show, position.setup.fields
    seen: set[bytes] = set()
    waiting = [("", position)]
    while waiting:
        made, now = waiting.pop()
        for action in now.legal(seat):
            after = now.copy()
            after.play(seat, action)
            if (key := after.words.tobytes()) in seen:
                continue
            seen.add(key)
            if not goes_on(after):
                continue
            turn = f"{made} {show(rules, action)}".strip()
            if after.fields.first == seat:
                waiting.append((turn, after))
            else:
                yield turn, after


def _strategy(solver: Solver, root: Position, seat: int, attacker: int, left: int, budget: Budget) -> dict[str, str]:
    """Return a seat's turns for all positions it may meet.

    If a position is reached with different numbers of turns left, its turn is valid for the hardest of these numbers:
    the fewest for the attacker, the most for the defender.
    """
    strategy: dict[str, str] = {}
    played: dict[str, int] = {}  # position -> turns left for which it was searched
    waiting = [(root, left)]
    while waiting:
        position, left = waiting.pop()
        if position.is_over or left == 0:
            continue
        here = show_position(position)
        if here in played and (left >= played[here] if seat == attacker else left <= played[here]):
            continue
        played[here] = left
        below = left if left == UNBOUNDED else left - 1
        if position.fields.first == seat:
            strategy[here], after = _winning_turn(solver, position, left, attacker, budget)
            waiting.append((after, below))
        else:
            waiting += [(after, below) for _, after in turns_of(position)]
    return strategy


def _winning_turn(solver: Solver, position: Position, left: int, attacker: int, budget: Budget) -> tuple[str, Position]:
    """Return a turn that the solver proves to win within the turns left."""
    seat, show, rules = int(position.fields.first), position.setup.game.notation.show, position.setup.fields
    steps: list[str] = []
    while position.fields.first == seat and not position.is_over:
        action = solver.winning_action(position, budget, left, attacker)
        steps.append(show(rules, action))
        position = position.copy()
        position.play(seat, action)
    return " ".join(steps), position
