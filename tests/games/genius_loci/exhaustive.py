"""A brute-force solver of GENIUS LOCI that tries every step to the end. Its rules are the referee's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.genius_loci.referee import Cell, Referee

SIDES = "wb"


class Answer(NamedTuple):
    """The result of best play."""

    winner: int  # seat
    turns: int  # turns until the end, including the current one, if the winner hurries and the loser delays


class Exhaustive:
    """Caches every position. Each instance serves one setup, since options and spirits are not part of the key."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, Cell | None, frozenset[str]], Answer] = {}

    def answer(self, referee: Referee) -> Answer:
        """Return the winner from here and the number of turns."""
        key = referee.position, referee.priest, frozenset(referee.given)
        if key not in self._known:
            self._known[key] = self._try_all(referee)
        return self._known[key]

    def _try_all(self, referee: Referee) -> Answer:
        mover = SIDES.index(referee.to_move)
        if referee.is_over:
            return Answer(1 - mover, 0)
        answers = []
        for step in referee.legal():
            after = referee.copy()
            after.apply(step)
            winner, turns = self.answer(after)
            answers.append(Answer(winner, turns + (after.turns - referee.turns)))
        won = [answer.turns for answer in answers if answer.winner == mover]
        return Answer(mover, min(won)) if won else Answer(1 - mover, max(answer.turns for answer in answers))
