"""LOCO!: the table as text, in lines of styled pieces. The printer decides what the styles look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.drawing import Line
    from locarium.kernel.texts import Texts

    from .view import LocoPlace, LocoView, Pile

SYMBOLS = {"r": "▲", "b": "●", "g": "♣", "p": "◆", "y": "★"}  # so colour is never the only cue
WIDTH = 15


def draw(view: LocoView, texts: Texts, names: Sequence[str]) -> list[Line]:
    """Draw the piles, the seats and the observer's hand."""
    return [
        [(_cell(f"{SYMBOLS[pile.colour]} {texts.get('colours', pile.colour)}"), pile.colour) for pile in view.piles],
        *([(_cell(row), pile.colour) for pile, row in zip(view.piles, rows, strict=True)] for rows in _cards(view)),
        [(_cell(" ".join(card[1] for card in pile.cards[:-1])), "dim") for pile in view.piles],
        [(_cell(f"{texts.get('words', 'worth')} {pile.worth}"), "plain") for pile in view.piles],
        [(_cell("○" * pile.stock), pile.colour) for pile in view.piles],
        [],
        *(_place(view, texts, names, seat) for seat in range(len(view.places))),
        [],
        *_hand(view, texts),
    ]


def _cell(text: str) -> str:
    return f"{text:<{WIDTH}}"


def _cards(view: LocoView) -> list[list[str]]:
    """Draw the top cards, three rows high."""
    tops = [_top(pile) for pile in view.piles]
    return [["╭───╮"] * len(tops), [f"│ {top} │" for top in tops], ["╰───╯"] * len(tops)]


def _top(pile: Pile) -> str:
    return pile.cards[-1][1] if pile.cards else " "


def _place(view: LocoView, texts: Texts, names: Sequence[str], seat: int) -> Line:
    place = view.places[seat]
    to_act = "▸ " if seat in view.active else "  "
    total = f" ({place.total})" if view.games > 1 else ""
    line: Line = [(f"{to_act}{names[seat]:<16}", "strong" if seat in view.active else "plain")]
    line.append((f"{place.held:>2} {texts.get('words', 'cards'):<8}", "dim"))
    line.append((f"{place.points:>3} {texts.get('words', 'points')}{total}   ", "plain"))
    return line + _markers(place)


def _markers(place: LocoPlace) -> Line:
    return [(f"{SYMBOLS[colour] * count} ", colour) for colour, count in place.markers.items() if count]


def _hand(view: LocoView, texts: Texts) -> list[Line]:
    if view.observer is None:
        return []
    hand: Line = [(f"{texts.get('words', 'hand')}:  ", "dim")]
    return [hand + [(f"{SYMBOLS[card[0]]}{card} ", card[0]) for card in view.hand]]
