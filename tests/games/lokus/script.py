"""Games of LOKUS from a compact text: the rows' first cards, and turns separated by commas.

A turn is the cards of all seats in ascending order, then the chosen rows: `r1 b3 g4 row 1 row 2`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.kernel.edition import Edition
from locarium.kernel.history import History
from locarium.kernel.position import Setup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from locarium.games.lokus.view import LokusView

ALL_CARDS = [f"{colour}{number}" for number in range(1, 13) for colour in "rygboe"]  # in the order of LOKUS-08
GAME = catalogue.game("lokus")
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")


def split(turns: str) -> list[tuple[list[str], list[str]]]:
    """Return for each turn the cards by seat and the steps `row 1` or `row 2`."""
    found = []
    for turn in filter(None, map(str.strip, turns.split(","))):
        cards, *rows = turn.split(" row ")
        found.append((cards.split(), [f"row {row}" for row in rows]))
    return found


def deal(
    seats: int, rows: str, turns: str = "", hands: Mapping[int, str] | None = None, hand: int = 10, stock: str = ""
) -> str:
    """Return a deal with these rows and hands and all cards that the turns need.

    The other cards fill the hands, except those in `stock`.
    """
    groups = [(hands or {}).get(seat, "").split() for seat in range(seats)]
    for cards, _ in split(turns):
        for seat, card in enumerate(cards):
            if card not in groups[seat]:
                groups[seat].append(card)
    named = [card for group in [*groups, rows.split(), stock.split()] for card in group]
    assert len(named) == len(set(named)), f"named twice: {sorted({card for card in named if named.count(card) > 1})}"
    rest = [card for card in ALL_CARDS if card not in named]
    for group in groups:
        missing = hand - len(group)
        assert missing >= 0, f"{group} has more than {hand} cards"
        group.extend(rest[:missing])
        del rest[:missing]
    return write_deal(groups, rows)


def write_deal(hands: Sequence[Sequence[str]], rows: str) -> str:
    """Return the text of a deal."""
    return " / ".join(["deal", *(" ".join(sorted(hand, key=ALL_CARDS.index)) for hand in hands), rows])


def play_on(history: History, deal: str, turns: str = "") -> History:
    """Deal a round and play these turns."""
    history.play_text(None, deal)
    for cards, rows in split(turns):
        for seat, card in enumerate(cards):
            history.play_text(seat, f"play {card}")
        for row in rows:
            (seat,) = history.position.active
            history.play_text(seat, row)
    return history


def play(deal: str, turns: str = "", *, edition: str | None = None, **options: object) -> History:
    """Return a game from its deal. The number of hands is the number of seats. `edition` is a custom edition's text."""
    box = None if edition is None else Edition("mine", edition, foreign=True)
    return play_on(History(Setup(GAME, deal.count("/") - 1, options, box)), deal, turns)


def play_turns(rows: str, turns: str, hands: Mapping[int, str] | None = None, **options: object) -> History:
    """Return a game from its turns: every seat is dealt the cards it needs."""
    seats = len(split(turns)[0][0])
    hand = options.get("hand", 10)
    assert isinstance(hand, int)
    return play(deal(seats, rows, turns, hands, hand), turns, **options)


def view_of(history: History, observer: int = 0) -> LokusView:
    """Return the view of a seat or SPECTATOR."""
    view: LokusView = GAME.view(history.position.concealed(observer))
    return view


def rows(history: History) -> list[str]:
    """Return the cards of both rows."""
    return [" ".join(row) for row in view_of(history).rows]


def fates(history: History) -> list[str | None]:
    """Return the fates of the last turn's cards, by seat."""
    return [place.fate for place in view_of(history).places]


def rolls(history: History) -> list[int]:
    """Return the rolls of this round, by seat."""
    return [place.now.rolls for place in view_of(history).places]
