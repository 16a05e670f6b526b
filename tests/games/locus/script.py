"""Games of LOCUS from a compact text: the top cards of the deck, and steps separated by commas, each with its seat.

`drafted("y-d2 p-d2 r-i3", "0 fill card Y b1 c1, 0 end, 1 discard")`: two seats take the first two cards, and the third
is the leftover. Then seat 0 fills in its card and ends, and seat 1 discards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from conformance.cases import FOREIGN
from locarium import catalogue
from locarium.games.locus.edition import COLOURS, RED, read_sheet
from locarium.kernel.edition import Edition
from locarium.kernel.history import History
from locarium.kernel.position import Setup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from locarium.games.locus.view import LocusPlace, LocusView

GAME = catalogue.game("locus")
HOUSE = GAME.about.edition()
SMALL = Edition("small", FOREIGN["locus"], foreign=True)  # four circles, zones of 9 to 14 squares
NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve")
ZONES = "YPRGB"
ROUNDS = {2: 8, 3: 5, 4: 4, 5: 3}  # LOCUS-02


@lru_cache
def setup(seats: int, edition: Edition = HOUSE, **options: str) -> Setup:
    """Return a setup, cached because it takes a while."""
    return Setup(GAME, seats, options, edition)


def card_ids(edition: Edition = HOUSE) -> list[str]:
    """Return the cards of an edition in order."""
    return [card.id for card in read_sheet(edition).cards]


def deck(top: str = "", edition: Edition = HOUSE, among: list[str] | None = None) -> str:
    """Return a deck with these cards on top and the others in order."""
    first = top.split()
    return " ".join(["deck", *first, *(card for card in among or card_ids(edition) if card not in first)])


def split(steps: str) -> list[tuple[int, str]]:
    """Split the text into steps with their seats."""
    found = [step.strip().partition(" ") for step in steps.split(",") if step.strip()]
    return [(int(seat), text) for seat, _, text in found]


def play_on(history: History, steps: str) -> History:
    """Make these steps."""
    for seat, text in split(steps):
        history.play_text(seat, text)
    return history


def start(
    seats: int, top: str = "", steps: str = "", *, star: int = 0, edition: Edition = HOUSE, **options: str
) -> History:
    """Return a game with these cards in the first turns, including the unseen ones in solo."""
    history = History(setup(seats, edition, **options))
    if seats > 1:
        history.play_text(None, f"star {star}")
    history.play_text(None, deck(top, edition))
    return play_on(history, steps)


def drafted(cards: str, steps: str = "", *, edition: Edition = HOUSE, coins: int | None = None) -> History:
    """Return a game in which the seats, from seat 0 on, took all cards but the leftover.

    `coins` sets each seat's coins.
    """
    *taken, _ = cards.split()
    seats = len(taken)
    unseen = next(card for card in reversed(card_ids(edition)) if card not in cards.split())
    history = start(seats, cards if seats > 1 else f"{unseen} {cards}", edition=edition)
    for seat, card in enumerate(taken):
        history.play_text(seat, f"take {card}")
    if coins is not None:
        for seat in range(seats):
            put(history, seat, coins=coins)
    return play_on(history, steps)


def draft(history: History) -> History:
    """Let every seat take the first remaining card."""
    while view_of(history).phase == "draft":
        (seat,) = history.position.active
        history.play_text(seat, f"take {view_of(history).display[0]}")
    return history


def play_turn(history: History, steps: str = "") -> History:
    """Play a draft and these steps, then discard the remaining cards."""
    play_on(draft(history), steps)
    turn = view_of(history).turn
    for seat in history.position.active:
        if view_of(history).places[seat].must_use_card:
            history.play_text(seat, "discard")
        history.play_text(seat, "end")
    assert view_of(history).turn in (turn, turn + 1)
    return history


def draw_in_order(history: History) -> None:
    """Draw the shuffled cards in order."""
    history.draw([0] * len(history.position.radices()))


def play_turns(history: History, count: int) -> History:
    """Play turns in which every seat discards."""
    for _ in range(count):
        if history.position.chance_is_due:
            draw_in_order(history)
        play_turn(history)
    return history


def finish(history: History) -> History:
    """Discard to the end without spending coins."""
    while not history.position.is_over:
        if history.position.chance_is_due:
            draw_in_order(history)
        elif view_of(history).phase == "final":
            history.play_text(history.position.active[0], "end")
        else:
            play_turn(history)
    return history


def put(history: History, seat: int, filled: Mapping[str, str] | None = None, *, coins: int | None = None) -> History:
    """Change a sheet directly: fill these squares by zone, and set the coins that can be spent."""
    state, sheet = history.position.state, history.setup.fields.box
    for letter, names in (filled or {}).items():
        zone = sheet.zones[ZONES.index(letter)]
        squares = squares_of(names)
        state.filled[seat, zone.colour] |= zone.bits(squares)
        around = {other for square in squares for other in zone.neighbours(square)}
        if zone.colour != RED:
            state.reach[seat, zone.colour] |= zone.bits(list(around))
    if coins is not None:
        state.earned[seat] = state.crossed[seat] + coins
    return history


def squares_of(names: str) -> list[tuple[int, int]]:
    """Return squares as (column, row). `a1-c3` is a rectangle."""
    found = []
    for name in names.split():
        first, _, last = name.partition("-")
        (left, low), (right, high) = ((ord(end[0]) - ord("a"), int(end[1:]) - 1) for end in (first, last or first))
        found += [(column, row) for column in range(left, right + 1) for row in range(low, high + 1)]
    return found


def view_of(history: History, observer: int = 0) -> LocusView:
    """Return the view of a seat or SPECTATOR."""
    view: LocusView = GAME.view(history.position.concealed(observer))
    return view


def sheet_of(history: History, seat: int = 0) -> LocusPlace:
    """Return the sheet of a seat."""
    return view_of(history).places[seat]


def coins(history: History, seat: int = 0) -> int:
    """Return the coins that a seat can spend."""
    return sheet_of(history, seat).coins


def pending(history: History, seat: int = 0) -> dict[str, int]:
    """Return the bonus shapes left to fill in."""
    return {what: count for what, count in sheet_of(history, seat).pending.items() if count}


def legal(history: History, beginning: str = "", seat: int = 0) -> list[str]:
    """Return the legal steps of a seat that start with a text."""
    return [text for text in history.position.legal_texts(seat) if f"{text} ".startswith(beginning)]


assert len(ZONES) == len(COLOURS)
