"""The toy: the rules, defined only here. Compiled, or plain Python under NUMBA_DISABLE_JIT=1.

TOY-01 One to six seats.
TOY-02 Every seat is dealt a secret number from 1 to 8, all different.
TOY-03 Two rounds, or three by option.
TOY-04 A round starts with a random prize from those not drawn yet. It is open.
TOY-05 All seats choose a bid at the same time, face down, from 0 to 5 and not above their coins.
TOY-06 A seat may not bid its own number.
TOY-07 The highest bid wins and is paid. Ties go to the first seat, counted from a seat that changes every round.
TOY-08 The winner keeps the prize or gives it to another seat.
TOY-09 A giver gets 2 coins, or none by option (`stingy`).
TOY-10 At the end the numbers are shown. A seat scores its coins and its prizes. The prize of its own number counts
       twice. The seat with the most points wins, and tied seats share the win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from locarium.kernel import game
from locarium.kernel.bits import count_bits, lowest_bit, nth_bit
from locarium.kernel.game import TRUTH, begin_head
from locarium.kernel.jit import compiled
from locarium.kernel.layout import Array, dtype_of
from locarium.kernel.rng import Rng, random_below
from locarium.kernel.winners import highest

from .edition import MAX_PRIZES, read_box

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

    from .about import Options

MAX_SEATS = 6
MAX_ROUNDS = 3
NUMBERS = 8  # TOY-02
ALL_NUMBERS = (1 << NUMBERS + 1) - 2  # bit set of 1 to 8
MAX_BID = 5  # TOY-05
NOBODY = -1

# An action is a bid from 0 to MAX_BID, KEEP, or GIVE + the seat that gets the prize.
KEEP = MAX_BID + 1
GIVE = KEEP + 1

ACTIONS = GIVE + MAX_SEATS
MAX_LEGAL = 6  # bids 0 to 5, or keep and give to five others
MAX_STEPS = 1 + MAX_ROUNDS * (1 + MAX_SEATS + 1)  # the deal; each round a prize, bids and the decision on the prize
MAX_DRAWS = MAX_SEATS

ENDINGS: tuple[str, ...] = ("running", "rounds-played")
RUNNING, ROUNDS_PLAYED = range(2)

FAULTS: tuple[str, ...] = (
    "legal",
    "bids-first",
    "not-enough-coins",
    "own-number",
    "bids-are-made",
    "nobody-there",
    "gift-to-oneself",
)
LEGAL, BIDS_FIRST, NOT_ENOUGH_COINS, OWN_NUMBER, BIDS_ARE_MADE, NOBODY_THERE, GIFT_TO_ONESELF = range(7)


class Rules(game.Rules):
    """The rules array of the toy."""

    rounds: int  # TOY-03
    thanks: int  # coins for a giver, TOY-09
    coins: int  # coins in each purse at the start
    prizes_in_box: int  # how many entries of `prizes` are used
    prizes: Annotated[Array[int], MAX_PRIZES]  # values of the prizes


class State(game.State):
    """The state of a game of the toy."""

    dealt: int  # 1: the numbers are dealt
    rounds_begun: int  # prizes drawn so far
    numbers: Annotated[Array[int], MAX_SEATS]  # secret; 0 if unknown
    excluded: Annotated[Array[int], MAX_SEATS]  # bit set of numbers the seat can't have, because it has bid them
    left: int  # bit set of the prizes not drawn yet
    prize: int  # the prize of this round
    bids: Annotated[Array[int], MAX_SEATS]  # the bids of this round
    winner: int  # the seat that decides on the prize, or NOBODY
    purses: Annotated[Array[int], MAX_SEATS]  # coins
    won: Annotated[Array[int], MAX_SEATS]  # bit set of the prizes of each seat


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> None:
    """Fill in the rules: TOY-03, TOY-09 and the edition."""
    box = read_box(edition)
    rules.rounds = options.rounds
    rules.thanks = 0 if options.stingy else 2
    rules.coins = box.coins
    rules.prizes_in_box = len(box.prizes)
    for i, prize in enumerate(box.prizes):
        rules.prizes[i] = prize


@compiled
def begin(rules: Rules, state: State) -> None:
    """Start with nothing dealt and all prizes in the box."""
    begin_head(state)
    state.dealt = 0
    state.rounds_begun = 0
    state.left = (1 << rules.prizes_in_box) - 1
    state.prize = 0
    state.winner = NOBODY
    for seat in range(rules.seats):
        state.numbers[seat] = 0
        state.excluded[seat] = 0
        state.bids[seat] = 0
        state.purses[seat] = rules.coins
        state.won[seat] = 0


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Draw a number for every seat first, later one prize."""
    if state.dealt:
        radices[0] = count_bits(state.left)
        return 1
    for seat in range(rules.seats):
        radices[seat] = NUMBERS - seat
    return rules.seats


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Deal the numbers or draw a prize: TOY-02, TOY-04."""
    if state.dealt:
        open_round(rules, state, nth_bit(state.left, digits[0]))
        return
    free = ALL_NUMBERS
    for seat in range(rules.seats):
        state.numbers[seat] = nth_bit(free, digits[seat])
        free &= ~(1 << state.numbers[seat])
    state.dealt = 1


@compiled
def open_round(rules: Rules, state: State, prize: int) -> None:
    """Put a prize on the table and let every seat bid."""
    state.rounds_begun += 1
    state.prize = prize
    state.left &= ~(1 << prize)
    for seat in range(rules.seats):
        state.bids[seat] = 0
    state.active = (1 << rules.seats) - 1


@compiled
def largest_bid(state: State, seat: int) -> int:
    """Return the largest bid of a seat: TOY-05."""
    return min(MAX_BID, state.purses[seat])


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write the bids, or the decisions on the prize: TOY-05, TOY-06, TOY-08."""
    n = 0
    if state.winner == NOBODY:
        for bid in range(largest_bid(state, seat) + 1):
            if bid != state.numbers[seat]:
                actions[n] = bid
                n += 1
        return n
    actions[0] = KEEP
    n = 1
    for other in range(rules.seats):
        if other != seat:
            actions[n] = GIVE + other
            n += 1
    return n


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Pick from the list."""
    return actions[random_below(rng, legal(rules, state, seat, actions))]


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return the first reason why an action is illegal."""
    if state.winner == NOBODY:
        if action > MAX_BID:
            return BIDS_FIRST
        if action == state.numbers[seat]:
            return OWN_NUMBER
        return LEGAL if action <= state.purses[seat] else NOT_ENOUGH_COINS
    if action <= MAX_BID:
        return BIDS_ARE_MADE
    if action >= GIVE + rules.seats:
        return NOBODY_THERE
    return GIFT_TO_ONESELF if action == GIVE + seat else LEGAL


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Make a bid or the winner's decision."""
    if action <= MAX_BID:
        bid(rules, state, seat, action)
    elif action == KEEP:
        hand_over(rules, state, seat)
    else:
        state.purses[seat] += rules.thanks
        hand_over(rules, state, action - GIVE)


@compiled
def bid(rules: Rules, state: State, seat: int, coins: int) -> None:
    """Bid face down until the last bid is made: TOY-05."""
    state.bids[seat] = coins
    state.sealed |= 1 << seat
    state.active &= ~(1 << seat)
    if state.active == 0:
        reveal(rules, state)


@compiled
def reveal(rules: Rules, state: State) -> None:
    """Find the highest bid, which wins and is paid: TOY-07. A seat that bid a number doesn't have it: TOY-06."""
    state.sealed = 0
    best = NOBODY
    for turn in range(rules.seats):
        seat = (state.first + turn) % rules.seats
        state.excluded[seat] |= 1 << state.bids[seat]
        if best == NOBODY or state.bids[seat] > state.bids[best]:
            best = seat
    state.purses[best] -= state.bids[best]
    state.winner = best
    state.active = 1 << best


@compiled
def hand_over(rules: Rules, state: State, seat: int) -> None:
    """Give the prize to a seat and end the round: TOY-03, TOY-08."""
    state.won[seat] |= 1 << state.prize
    state.winner = NOBODY
    state.active = 0
    state.first = (state.first + 1) % rules.seats
    if state.rounds_begun == rules.rounds:
        state.over = ROUNDS_PLAYED


@compiled
def points(rules: Rules, state: State, seat: int) -> int:
    """Return the points of a seat: TOY-10."""
    total = state.purses[seat]
    rest = state.won[seat]
    while rest:
        prize = rules.prizes[lowest_bit(rest)]
        rest &= rest - 1
        total += 2 * prize if prize == state.numbers[seat] else prize
    return total


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """The seat with the most points wins, and tied seats share the win: TOY-10."""
    for seat in range(rules.seats):
        scores[seat] = points(rules, state, seat)
    return highest(scores, rules.seats)


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """Hide the other seats' numbers to the end and their bids until all have chosen: TOY-02, TOY-05, TOY-10."""
    state.observer = observer
    if state.over != RUNNING:
        return
    for seat in range(rules.seats):
        if seat != observer:
            state.numbers[seat] = 0
            if state.sealed >> seat & 1:
                state.bids[seat] = 0


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Draw numbers and bids until they fit what was seen, so that all possibilities are equally likely."""
    state.observer, observer = TRUTH, state.observer
    if state.over != RUNNING or state.dealt == 0:
        return
    while not guess(rules, state, observer, rng):
        pass


@compiled
def guess(rules: Rules, state: State, observer: int, rng: Rng) -> bool:
    """Draw the others' numbers and face-down bids. Return whether they fit what was seen: TOY-02, TOY-05, TOY-06."""
    free = ALL_NUMBERS
    if observer >= 0:
        free &= ~(1 << state.numbers[observer])
    for seat in range(rules.seats):
        if seat != observer:
            number = nth_bit(free, random_below(rng, count_bits(free)))
            free &= ~(1 << number)
            if state.excluded[seat] >> number & 1:
                return False
            state.numbers[seat] = number
            if state.sealed >> seat & 1:
                state.bids[seat] = random_below(rng, largest_bid(state, seat) + 1)
                if state.bids[seat] == number:
                    return False
    return True
