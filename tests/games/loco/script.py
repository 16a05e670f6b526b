"""Games of LOCO! from a compact text: a deal, and steps separated by commas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import refusals
from locarium import catalogue
from locarium.kernel.history import History
from locarium.kernel.position import Setup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from locarium.games.loco.view import LocoView

ALL_CARDS = [f"{colour}{value}" for colour in "rbgpy" for value in range(6)]
HAND_SIZES = {2: 14, 3: 9, 4: 7, 5: 6}  # LOCO-05, LOCO-18


def deal(seats: int, dealer: int = 0, out: str = "", hands: Mapping[int, str] | None = None, steps: str = "") -> str:
    """Return a deal with these cards laid out and in these hands, and all cards the steps need. The rest is filled up.

    With dealer 0, seat 1 starts, and the seats make the steps in turn.
    """
    sizes = [30 - seats * HAND_SIZES[seats]] + [HAND_SIZES[seats]] * seats
    groups = [out.split()] + [(hands or {}).get(seat, "").split() for seat in range(seats)]
    for turn, step in enumerate(split(steps), start=1):
        hand = groups[1 + (dealer + turn) % seats]
        if step[:2] not in hand:
            hand.append(step[:2])
    named = [card for group in groups for card in group]
    assert len(named) == len(set(named)), "a card is named twice"
    rest = [card for card in ALL_CARDS if card not in named]
    for group, size in zip(groups, sizes, strict=True):
        missing = size - len(group)
        assert missing >= 0, f"{group} has more than {size} cards"
        group.extend(rest[:missing])
        del rest[:missing]
    return " ".join([f"deal {dealer}", *(" ".join(["/", *sorted(group, key=ALL_CARDS.index)]) for group in groups)])


def split(steps: str) -> list[str]:
    """Split the text into steps."""
    return [step.strip() for step in steps.split(",") if step.strip()]


def play_on(history: History, deal: str, steps: str = "") -> History:
    """Deal, and make these steps with the seats in turn."""
    history.play_text(None, deal)
    for step in split(steps):
        history.play_text(history.position.active[0], step)
    return history


def play(deal: str, steps: str = "", **options: object) -> History:
    """Return a game from its deal. The number of hands is the number of seats."""
    seats = deal.count("/") - 1
    values = {name.replace("_", "-"): value for name, value in options.items()}
    return play_on(History(Setup(catalogue.game("loco"), seats, values)), deal, steps)


def play_steps(
    seats: int, steps: str, out: str = "", hands: Mapping[int, str] | None = None, **options: object
) -> History:
    """Return a game from its steps: seat 0 deals the cards they need, and seat 1 starts."""
    return play(deal(seats, 0, out, hands, steps), steps, **options)


def legal(history: History, card: str = "") -> list[str]:
    """Return the legal steps of the seat to act, optionally only those with one card."""
    (seat,) = history.position.active
    return [step for step in history.position.legal_texts(seat) if step.startswith(card)]


def refusal(history: History, step: str) -> str:
    """Return the key of the reason why the seat to act may not make this step, and check that nothing has changed."""
    return refusals.refusal(history, history.position.active[0], step)


def view_of(history: History, observer: int) -> LocoView:
    """Return the view of a seat or SPECTATOR."""
    view: LocoView = history.setup.game.view(history.position.concealed(observer))
    return view


# 25 turns with a marker each: all cards of blue to yellow except the fives, then red. b5 and g5 may be laid out.
# The markers follow LOCO-19: never of the colour just played while another is in stock.
TWENTY_TURNS = (
    "b0! g, b1 g, b2 g, b3 g, b4 g, g0! b, g1 b, g2 b, g3 b, g4 b, "
    "p0! y, p1 y, p2 y, p3 y, p4 y, y0! p, y1 p, y2 p, y3 p, y4 p"
)
FIVE_RED_TURNS = "r0! r, r1 r, r2 r, r3 r, r4 r"
