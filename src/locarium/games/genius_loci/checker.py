"""GENIUS LOCI: an independent checker of certificates. Plain Python; it shares no code with the rules or the solver.

`python checker.py FILE` works without the rest of the package. It relies only on the text of the rules: a board of
seven rows, five spirits as their edition describes them, turns of at least one sacrifice, and a stuck player loses.
"""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Cell: TypeAlias = tuple[int, int]  # row from the bottom, and column in half cells: neighbours in a row are two apart
Board: TypeAlias = dict[Cell, str]  # pieces by cell: w, b or a spirit's letter
Position: TypeAlias = tuple[frozenset[tuple[Cell, str]], str]  # pieces, and the player to move

FORMAT = "locarium/genius-loci-proof/1"
TO_AND_FRO = ("towards", "away", "mirror")
AROUND = ("clockwise", "anticlockwise")
LENGTHS = [4, 5, 6, 7, 6, 5, 4]
CELLS = {f"{'abcdefg'[row]}{i + 1}": (row, 2 * i + abs(row - 3)) for row in range(7) for i in range(LENGTHS[row])}
NAMES = {cell: name for name, cell in CELLS.items()}
FROM_THE_TOP = sorted(NAMES, key=lambda cell: (-cell[0], cell[1]))  # cells in the order of position texts


class Wrong(Exception):
    """A claim in a certificate is false."""


MALFORMED = (Wrong, ValueError, KeyError, TypeError, AttributeError, RecursionError)  # raised by malformed certificates


class Rules:
    """The legal turns with the spirits and options of a certificate."""

    def __init__(self, edition: str, options: dict[str, Any]) -> None:
        self.any_line = options.get("lines", "axis") == "any"
        self.single = options.get("single", False)
        self.spirits = {spirit["letter"]: spirit for spirit in tomllib.loads(edition)["spirit"]}
        self._known: dict[tuple[str, Cell, Cell], list[Cell]] = {}

    def landings(self, letter: str, at: Cell, priest: Cell) -> list[Cell]:
        """Return where a priest may land when a spirit stands on a cell."""
        if (letter, at, priest) not in self._known:
            found = self._find(self.spirits[letter], at, priest)
            self._known[letter, at, priest] = [cell for cell in found if cell in NAMES and cell != priest]
        return self._known[letter, at, priest]

    def _find(self, spirit: dict[str, Any], at: Cell, priest: Cell) -> list[Cell]:
        """Return the landings of a priest, including cells off the board."""
        if "landings" in spirit:
            return [CELLS[name] for name in spirit["landings"].get(NAMES[at], {}).get(NAMES[priest], [])]
        apart, move, steps = distance(at, priest), spirit["move"], spirit.get("steps", 1)
        if move not in TO_AND_FRO + AROUND:
            raise Wrong(f"{move!r} is not a spirit's move")
        is_straight = spirit.get("from", "any") == "line" and not (self.any_line and move in TO_AND_FRO)
        if (
            apart == 0
            or spirit.get("distance", "any") not in ("any", apart)
            or (is_straight and not aligned(at, priest))
        ):
            return []
        up, right = priest[0] - at[0], priest[1] - at[1]
        if move == "mirror":
            return [(at[0] - up, at[1] - right)]
        if move in AROUND:
            for _ in range(steps % 6 if move == "clockwise" else -steps % 6):
                up, right = (up - right) // 2, (3 * up + right) // 2
            return [(at[0] + up, at[1] + right)]
        farther = -steps if move == "towards" else steps
        return [
            cell
            for cell in NAMES
            if distance(cell, priest) == steps and distance(cell, at) == apart + farther
            if not is_straight
            or (apart * (cell[0] - at[0]), apart * (cell[1] - at[1]))
            == ((apart + farther) * up, (apart + farther) * right)
        ]

    def sacrifices(self, turn: Turn) -> Iterator[tuple[str, Turn]]:
        """Yield the high priest's possible sacrifices, as text, with the turn after each."""
        board, mover, priest, used = turn.board, turn.mover, turn.priest, turn.used
        if self.single and used:
            return
        for spirit, at in [
            (piece, cell) for cell, piece in board.items() if piece in self.spirits and piece not in used
        ]:
            for where in [at, *(cell for cell in NAMES if cell not in board and aligned(at, cell))]:
                for landing in self.landings(spirit, where, priest):
                    if board.get(landing) not in ("w", "b"):
                        continue
                    after = {cell: piece for cell, piece in board.items() if cell not in (at, priest)}
                    after |= {where: spirit, landing: mover}
                    moved = "" if where == at else f"-{NAMES[where]}"
                    yield f"{spirit}{moved}x{NAMES[landing]}", Turn(after, mover, landing, used | {spirit})

    def outcomes(self, position: Position) -> set[Position]:
        """Return every position that a turn may lead to. If there is none, the player is stuck."""
        pieces, mover = position
        waiting = [Turn(dict(pieces), mover, cell, frozenset()) for cell, piece in pieces if piece == mover]
        seen, found = set(), set()
        while waiting:
            turn = waiting.pop()
            if turn.used:
                found.add(turn.ended)
            for _, after in self.sacrifices(turn):
                key = (after.ended, after.priest, after.used)
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
        return found

    def follow(self, position: Position, text: str) -> Position:
        """Return the position after a written turn."""
        (pieces, mover), (priest, *steps) = position, text.split(" ")
        if (CELLS.get(priest), mover) not in pieces or steps in ([], ["end"]):
            raise Wrong(f"{text!r} is not a turn in {show_position(position)}")
        turn = Turn(dict(pieces), mover, CELLS[priest], frozenset())
        for step in steps if steps[-1] != "end" else steps[:-1]:
            found = dict(self.sacrifices(turn)).get(step)
            if found is None:
                raise Wrong(f"{step!r} of {text!r} is not a sacrifice in {show_position(position)}")
            turn = found
        if (steps[-1] == "end") != any(True for _ in self.sacrifices(turn)):
            raise Wrong(f"{text!r} in {show_position(position)}: a turn needs 'end' if it could go on, and only then")
        return turn.ended


@dataclass(frozen=True)
class Turn:
    """A turn in progress, between two sacrifices."""

    board: Board
    mover: str
    priest: Cell
    used: frozenset[str]  # letters of spirits

    @property
    def ended(self) -> Position:
        """Return the position after ending the turn now."""
        return frozenset(self.board.items()), "b" if self.mover == "w" else "w"


def distance(a: Cell, b: Cell) -> int:
    """Return the number of steps between two cells."""
    rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
    return rows + max(0, columns - rows) // 2


def aligned(a: Cell, b: Cell) -> bool:
    """Return whether two different cells are on a line."""
    rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
    return a != b and rows in (0, columns)


def read_position(text: str) -> Position:
    """Parse the text of a position."""
    rows, _, mover = text.partition(" ")
    marks = rows.replace("/", "")
    if [len(row) for row in rows.split("/")] != LENGTHS or mover not in ("w", "b"):
        raise Wrong(f"{text!r} is not a position")
    return frozenset((cell, mark) for cell, mark in zip(FROM_THE_TOP, marks, strict=True) if mark != "."), mover


def check(certificate: Any) -> str:
    """Verify every claim of a certificate. Return what was verified, or raise an exception in MALFORMED."""
    if not isinstance(certificate, dict) or certificate.get("format") != FORMAT:
        raise Wrong(f"a certificate is a JSON object with the format {FORMAT!r}")
    if missing := {"edition", "options", "position", "winner", "turns", "attack", "defence"} - certificate.keys():
        raise Wrong(f"the certificate has no {min(missing)!r}")
    rules = Rules(certificate["edition"], certificate["options"])
    position, winner, turns = read_position(certificate["position"]), certificate["winner"], certificate["turns"]
    if sorted(piece for _, piece in position[0] if piece not in ("w", "b")) != sorted(rules.spirits):
        raise Wrong(f"{certificate['position']!r} does not contain each spirit of the edition once")
    if winner not in ("w", "b"):
        raise Wrong(f"the winner is {winner!r}; it must be w or b")
    attack = {read_position(text): turn for text, turn in certificate["attack"].items()}
    longest = _longest(rules, position, winner, attack)
    if turns is None:
        return f"{winner} wins: checked the attack in {len(attack)} positions"
    if longest != turns:  # if the attack is faster, the defence can't last that long either
        raise Wrong(f"the attack takes up to {longest} turns, not {turns}")
    defence = {read_position(text): turn for text, turn in certificate["defence"].items()}
    if turns > 2 and not _lasts(rules, position, winner, defence, turns - 2):
        raise Wrong(f"the defence does not last {turns} turns")
    checked = f"checked the attack in {len(attack)} positions and the defence in {len(defence)}"
    return f"{winner} wins in exactly {turns} turn{'' if turns == 1 else 's'}: {checked}"


def _follow(rules: Rules, position: Position, strategy: dict[Position, str]) -> Position:
    """Return the position after the strategy's turn."""
    if position not in strategy:
        raise Wrong(f"there is no turn for {show_position(position)}")
    return rules.follow(position, strategy[position])


def _longest(rules: Rules, root: Position, winner: str, attack: dict[Position, str]) -> int:
    """Return the largest number of turns until the loser is stuck if the winner follows the attack."""
    known: dict[Position, int] = {}

    def longest(position: Position) -> int:
        if position not in known:
            if position[1] == winner:
                known[position] = 1 + longest(_follow(rules, position, attack))
            else:
                known[position] = max((1 + longest(after) for after in rules.outcomes(position)), default=0)
        return known[position]

    return longest(root)


def _lasts(rules: Rules, root: Position, winner: str, defence: dict[Position, str], turns: int) -> bool:
    """Return whether a loser who follows the defence is never stuck within this many turns."""
    known: dict[tuple[Position, int], bool] = {}

    def lasts(position: Position, left: int) -> bool:
        if (position, left) not in known:
            outcomes = rules.outcomes(position)
            if not outcomes or left == 0:
                known[position, left] = bool(outcomes) or position[1] == winner
            elif position[1] == winner:
                known[position, left] = all(lasts(after, left - 1) for after in outcomes)
            else:
                known[position, left] = lasts(_follow(rules, position, defence), left - 1)
        return known[position, left]

    return lasts(root, turns)


def show_position(position: Position) -> str:
    """Return the text of a position."""
    board = dict(position[0])
    rows = ["".join(board.get(cell, ".") for cell in FROM_THE_TOP if cell[0] == row) for row in reversed(range(7))]
    return f"{'/'.join(rows)} {position[1]}"


def main() -> None:
    """Check the given files."""
    for file in sys.argv[1:]:
        try:
            print(f"{file}: {check(json.loads(Path(file).read_text('utf-8')))}")
        except MALFORMED as error:
            sys.exit(f"{file} proves nothing: {error}")


if __name__ == "__main__":
    main()
