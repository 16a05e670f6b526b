"""An independent implementation of LOKUS with lists of cards, for comparison with the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

COLOURS = ["r", "y", "g", "b", "o", "e"]


def rank(card: str) -> tuple[int, int]:
    """Return the sort key of a card: LOKUS-08."""
    return int(card[1:]), COLOURS.index(card[0])


@dataclass
class Seat:
    """The cards of a player."""

    hand: list[str] = field(default_factory=list)
    rolls: int = 0
    cleaning: int = 0
    minus: int = 0


class Referee:
    """Follows the steps of a record and keeps the table."""

    def __init__(self, seats: int, hand: int, minus_points: list[int]) -> None:
        self.hand_size, self.minus_points = hand, minus_points
        self.seats = [Seat() for _ in range(seats)]
        self.rows: list[list[str]] = [[], []]
        self.stock = self.away = self.ready = 0
        self.chosen: dict[int, str] = {}
        self.to_place: list[int] = []  # seats that place a card, the lowest card first
        self.others: list[int] = []
        self.rounds = 0

    def apply(self, seat: int | None, text: str) -> None:
        """Apply a written step."""
        word, *words = text.split(" ")
        if seat is None:
            self.deal(text)
        elif word == "play":
            self.seats[seat].hand.remove(words[0])
            self.chosen[seat] = words[0]
            if len(self.chosen) == len(self.seats):
                self.reveal()
        else:
            assert seat == self.to_place[0]
            assert len(self.fitting(self.chosen[seat])) == 2, "a step is needed only if both rows take the card"
            self.place(int(words[0]) - 1)
        self.go_on()

    def deal(self, text: str) -> None:
        *hands, rows = [group.split() for group in text.split("/")[1:]]
        for seat, hand in zip(self.seats, hands, strict=True):
            assert len(hand) == self.hand_size
            assert hand == sorted(hand, key=rank)
            seat.hand, seat.rolls, seat.cleaning = hand, 0, 0
        self.rows = [[card] for card in rows]
        cards = rows + [card for hand in hands for card in hand]
        assert len(cards) == len(set(cards))
        self.stock, self.away, self.ready = 72 - len(cards), 0, 5
        self.rounds += 1

    def reveal(self) -> None:
        order = sorted(self.chosen, key=lambda seat: rank(self.chosen[seat]))
        self.to_place, self.others = [order[0], order[-1]], order[1:-1]

    def fitting(self, card: str) -> list[int]:
        """Return the rows that take a card."""
        return [
            number
            for number, row in enumerate(self.rows)
            if all(other[0] != card[0] and other[1:] != card[1:] for other in row)
        ]

    def go_on(self) -> None:
        """Make all placings that need no choice."""
        while self.to_place:
            rows = self.fitting(self.chosen[self.to_place[0]])
            if len(rows) == 2:
                return
            if rows:
                self.place(rows[0])
            else:
                self.seats[self.to_place.pop(0)].rolls += 2
                if self.stock:
                    self.stock -= 1
                elif self.away:
                    self.away -= 1
        if self.chosen and len(self.chosen) == len(self.seats):
            self.end_turn()

    def place(self, row: int) -> None:
        seat = self.to_place.pop(0)
        self.rows[row].append(self.chosen[seat])
        if len(self.rows[row]) == 5:
            self.away += 4
            self.rows[row] = self.rows[row][4:]
            if self.ready:
                self.ready -= 1
                self.seats[seat].cleaning += 1

    def end_turn(self) -> None:
        for seat in self.others:
            self.seats[seat].rolls += 1
        self.chosen = {}
        if any(seat.hand for seat in self.seats):
            return
        for each in self.seats:
            left = {0: each.rolls, 1: each.rolls - 1, 2: each.rolls - 2}.get(each.cleaning, 0)
            each.minus += self.minus_points[max(left, 0)]

    @property
    def winners(self) -> list[int]:
        fewest = min(seat.minus for seat in self.seats)
        return [number for number, seat in enumerate(self.seats) if seat.minus == fewest]
