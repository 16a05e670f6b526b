"""LOKUS: the rules, defined only here. Compiled, or plain Python under NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from locarium.kernel import game
from locarium.kernel.bits import count_bits, lowest_bit, nth_bit
from locarium.kernel.game import TRUTH, begin_head
from locarium.kernel.jit import compiled
from locarium.kernel.layout import Array, Grid, dtype_of
from locarium.kernel.rng import Rng, random_below
from locarium.kernel.winners import lowest

from .edition import read_minus_points

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

    from .about import Options

NUMBERS, COLOURS, CLEANING_CARDS = 12, 6, 5  # LOKUS-01
CARDS = NUMBERS * COLOURS  # card = (number - 1) * COLOURS + colour, which is the order of LOKUS-08
MAX_SEATS = 6
MAX_HAND = 11
ROUNDS = 3  # LOKUS-19
ROWS, FULL_ROW = 2, 5  # LOKUS-14
FREE_OF_ALL = 3  # this many cleaning cards cancel all minus points, LOKUS-17
NOTHING = -1  # no card

# There are too many cards for one bit set, so numbers 1 to 6 and 7 to 12 have one each.
HALVES = 2
HALF = CARDS // HALVES
ALL_OF_HALF = (1 << HALF) - 1

ROW = CARDS  # action: play a card from 0 to 71, or ROW + the row to place it in
ACTIONS = CARDS + ROWS
MAX_LEGAL = MAX_HAND
# each round has one deal; each turn has one choice per seat and two placings
MAX_STEPS = ROUNDS * (1 + MAX_HAND * (MAX_SEATS + 2))
MAX_DRAWS = MAX_SEATS * MAX_HAND + ROWS

ENDINGS: tuple[str, ...] = ("running", "rounds-played")
RUNNING, ROUNDS_PLAYED = range(2)

FAULTS: tuple[str, ...] = ("legal", "card-not-in-hand", "choose-first", "place-first")
LEGAL, CARD_NOT_IN_HAND, CHOOSE_FIRST, PLACE_FIRST = range(4)

# Which card is placed: first the lowest, then the highest (LOKUS-09). Then the turn ends and all seats choose again.
LOWEST, HIGHEST, DONE = range(3)

# The fate of the card that a seat played last; IN_ROW + row for a placed card.
UNDECIDED, ONE_ROLL, TWO_ROLLS, IN_ROW = range(4)


class Rules(game.Rules):
    """The rules array of LOKUS."""

    hand: int  # cards in a hand and turns in a round, LOKUS-04
    minus_points: Annotated[Array[int], 2 * MAX_HAND + 1]  # by number of rolls, LOKUS-18


class State(game.State):
    """The state of a game of LOKUS."""

    rounds_begun: int  # deals made so far
    turns_revealed: int  # number of turns in this round whose cards are revealed
    placing: int  # LOWEST, HIGHEST or DONE
    lowest_seat: int  # the seat with the lowest of the cards revealed last
    highest_seat: int
    hands: Annotated[Grid[int], MAX_SEATS, HALVES]  # bit sets of cards; a chosen card stays until it is revealed
    held: Annotated[Array[int], MAX_SEATS]  # the number of cards in each hand
    chosen: Annotated[Array[int], MAX_SEATS]  # the face-down card, or NOTHING
    shown: Annotated[Array[int], MAX_SEATS]  # the card revealed last, or NOTHING
    fates: Annotated[Array[int], MAX_SEATS]  # the fate of that card
    cleaned: int  # bit set of the seats that cleaned a row with it
    seen: Annotated[Array[int], HALVES]  # bit sets of the cards revealed so far in this round
    rows: Annotated[Grid[int], ROWS, FULL_ROW]  # cards, or NOTHING
    lengths: Annotated[Array[int], ROWS]  # the number of cards in each row
    blocked: Annotated[Array[int], ROWS]  # bit set of the numbers (from 0) in each row, followed by the colours
    stock: int  # the number of cards left; which ones doesn't matter, LOKUS-16
    away: int  # cards put away
    ready: int  # cleaning cards left
    rolls: Annotated[Array[int], MAX_SEATS]
    cleaning: Annotated[Array[int], MAX_SEATS]  # cleaning cards of each seat
    past_rolls: Annotated[Grid[int], ROUNDS, MAX_SEATS]  # rolls at the end of each round played
    past_cleaning: Annotated[Grid[int], ROUNDS, MAX_SEATS]


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> tuple[int, ...]:
    """Fill in the rules: LOKUS-04, LOKUS-18."""
    minus_points = read_minus_points(edition, options.hand)
    rules.hand = options.hand
    rules.minus_points[: len(minus_points)] = minus_points
    return tuple(minus_points)


@compiled
def begin(rules: Rules, state: State) -> None:
    """Start with nothing dealt."""
    begin_head(state)
    state.rounds_begun = 0
    for seat in range(rules.seats):
        for number in range(ROUNDS):
            state.past_rolls[number, seat] = 0
            state.past_cleaning[number, seat] = 0
    clear_table(rules, state)


@compiled
def clear_table(rules: Rules, state: State) -> None:
    """Clear all cards and return all rolls and cleaning cards: LOKUS-03."""
    state.turns_revealed = 0
    state.placing = DONE
    state.lowest_seat = 0
    state.highest_seat = 0
    state.cleaned = 0
    state.stock = CARDS
    state.away = 0
    state.ready = CLEANING_CARDS
    for half in range(HALVES):
        state.seen[half] = 0
    for row in range(ROWS):
        empty_row(state, row)
    for seat in range(rules.seats):
        for half in range(HALVES):
            state.hands[seat, half] = 0
        state.held[seat] = 0
        state.chosen[seat] = NOTHING
        state.shown[seat] = NOTHING
        state.fates[seat] = UNDECIDED
        state.rolls[seat] = 0
        state.cleaning[seat] = 0


@compiled
def empty_row(state: State, row: int) -> None:
    """Remove all cards from a row."""
    state.lengths[row] = 0
    state.blocked[row] = 0
    for place in range(FULL_ROW):
        state.rows[row, place] = NOTHING


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Deal the hands card by card, then the first card of each row."""
    count = rules.seats * rules.hand + ROWS
    for n in range(count):
        radices[n] = CARDS - n
    return count


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Deal a round: LOKUS-03."""
    clear_table(rules, state)
    state.rounds_begun += 1
    low, high = ALL_OF_HALF, ALL_OF_HALF
    n = 0
    for seat in range(rules.seats):
        low_before, high_before = low, high
        for _ in range(rules.hand):
            card = nth_card(low, high, digits[n])
            low, high = without(low, card, 0), without(high, card, 1)
            n += 1
        state.hands[seat, 0], state.hands[seat, 1] = low_before & ~low, high_before & ~high
        state.held[seat] = rules.hand
    for row in range(ROWS):
        card = nth_card(low, high, digits[n])
        low, high = without(low, card, 0), without(high, card, 1)
        n += 1
        add_to_row(state, card, row)
        see(state, card)
    state.stock = CARDS - n
    state.active = (1 << rules.seats) - 1


@compiled
def nth_card(low: int, high: int, n: int) -> int:
    """Return the n-th card of both halves, counted from 0 in ascending order."""
    in_low = count_bits(low)
    return nth_bit(low, n) if n < in_low else HALF + nth_bit(high, n - in_low)


@compiled
def without(cards: int, card: int, half: int) -> int:
    """Return one half of a set of cards, without this card."""
    return cards & ~(1 << card - half * HALF) if card // HALF == half else cards


@compiled
def see(state: State, card: int) -> None:
    """Mark a card as known to all seats: LOKUS-05."""
    state.seen[card // HALF] |= 1 << card % HALF


@compiled
def marks(card: int) -> int:
    """Return the bits of a card's number and colour in `blocked`."""
    return 1 << card // COLOURS | 1 << NUMBERS + card % COLOURS


@compiled
def takes(state: State, row: int, card: int) -> bool:
    """Return whether a row takes a card. Each number and colour may appear once: LOKUS-10."""
    return state.blocked[row] & marks(card) == 0


@compiled
def add_to_row(state: State, card: int, row: int) -> None:
    """Put the card at the end of a row."""
    state.rows[row, state.lengths[row]] = card
    state.lengths[row] += 1
    state.blocked[row] |= marks(card)


@compiled
def holds(state: State, seat: int, card: int) -> bool:
    """Return whether a card is in a seat's hand."""
    return state.hands[seat, card // HALF] >> card % HALF & 1 == 1


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write every card in the hand, or both rows: LOKUS-06, LOKUS-10."""
    if state.placing != DONE:
        for row in range(ROWS):
            actions[row] = ROW + row
        return ROWS
    n = 0
    for half in range(HALVES):
        rest = state.hands[seat, half]
        while rest:
            actions[n] = half * HALF + lowest_bit(rest)
            rest &= rest - 1
            n += 1
    return n


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Pick one of the legal actions at random without listing them."""
    if state.placing != DONE:
        return ROW + random_below(rng, ROWS)
    return nth_card(state.hands[seat, 0], state.hands[seat, 1], random_below(rng, state.held[seat]))


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return the reason why an action is illegal."""
    if action >= ROW:
        return CHOOSE_FIRST if state.placing == DONE else LEGAL
    if state.placing != DONE:
        return PLACE_FIRST
    return LEGAL if holds(state, seat, action) else CARD_NOT_IN_HAND


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Choose a card face down (LOKUS-06), or a row for it (LOKUS-10)."""
    if action >= ROW:
        place(state, seat, action - ROW)
        state.placing += 1
        go_on(rules, state)
        return
    state.chosen[seat] = action
    state.sealed |= 1 << seat
    state.active &= ~(1 << seat)
    if state.active == 0:
        reveal(rules, state)
        go_on(rules, state)


@compiled
def reveal(rules: Rules, state: State) -> None:
    """Reveal all choices together: LOKUS-06. Find the lowest and the highest: LOKUS-08, LOKUS-09."""
    state.sealed = 0
    state.cleaned = 0
    state.lowest_seat = 0
    state.highest_seat = 0
    for seat in range(rules.seats):
        card = state.chosen[seat]
        state.chosen[seat] = NOTHING
        state.shown[seat] = card
        state.fates[seat] = UNDECIDED
        state.hands[seat, card // HALF] &= ~(1 << card % HALF)
        state.held[seat] -= 1
        see(state, card)
        if card < state.shown[state.lowest_seat]:
            state.lowest_seat = seat
        if card > state.shown[state.highest_seat]:
            state.highest_seat = seat
    state.turns_revealed += 1
    state.placing = LOWEST


@compiled
def go_on(rules: Rules, state: State) -> None:
    """Make the placings that leave no choice, the lowest card before the highest: LOKUS-10, LOKUS-11, LOKUS-13."""
    while state.placing != DONE:
        seat = state.lowest_seat if state.placing == LOWEST else state.highest_seat
        card = state.shown[seat]
        first, second = takes(state, 0, card), takes(state, 1, card)
        if first and second:
            state.active = 1 << seat
            return
        if first or second:
            place(state, seat, 0 if first else 1)
        else:
            take_two_rolls(state, seat)
        state.placing += 1
    finish_turn(rules, state)


@compiled
def place(state: State, seat: int, row: int) -> None:
    """Place the card in the row. The fifth card cleans it and earns a cleaning card if one is left: LOKUS-14."""
    card = state.shown[seat]
    state.fates[seat] = IN_ROW + row
    if state.lengths[row] == FULL_ROW - 1:
        empty_row(state, row)
        state.away += FULL_ROW - 1
        state.cleaned |= 1 << seat
        if state.ready > 0:
            state.ready -= 1
            state.cleaning[seat] += 1
    add_to_row(state, card, row)


@compiled
def take_two_rolls(state: State, seat: int) -> None:
    """Turn a card that no row takes into a roll, plus a second roll from the stock: LOKUS-11, LOKUS-15."""
    state.fates[seat] = TWO_ROLLS
    state.rolls[seat] += 2
    if state.stock > 0:
        state.stock -= 1
    elif state.away > 0:
        state.away -= 1


@compiled
def finish_turn(rules: Rules, state: State) -> None:
    """Turn all other cards into rolls: LOKUS-12. Then start the next turn or end the round."""
    for seat in range(rules.seats):
        if state.fates[seat] == UNDECIDED:
            state.fates[seat] = ONE_ROLL
            state.rolls[seat] += 1
    if state.turns_revealed < rules.hand:
        state.active = (1 << rules.seats) - 1
    else:
        end_round(rules, state)


@compiled
def end_round(rules: Rules, state: State) -> None:
    """Count and return rolls and cleaning cards. Then the next deal is due or the game is over: LOKUS-19."""
    for seat in range(rules.seats):
        state.past_rolls[state.rounds_begun - 1, seat] = state.rolls[seat]
        state.past_cleaning[state.rounds_begun - 1, seat] = state.cleaning[seat]
        state.rolls[seat] = 0
        state.cleaning[seat] = 0
    state.active = 0
    if state.rounds_begun == ROUNDS:
        state.over = ROUNDS_PLAYED


@compiled
def rolls_counted(rolls: int, cleaning: int) -> int:
    """Return the rolls that remain after using the cleaning cards: LOKUS-17."""
    if cleaning >= FREE_OF_ALL:
        return 0
    return rolls - cleaning if rolls > cleaning else 0


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """Add up the minus points of all rounds, including the current one.

    The seat with the fewest wins, and tied seats share the win: LOKUS-19.
    """
    for seat in range(rules.seats):
        scores[seat] = rules.minus_points[rolls_counted(state.rolls[seat], state.cleaning[seat])]
        for number in range(ROUNDS):
            left = rolls_counted(state.past_rolls[number, seat], state.past_cleaning[number, seat])
            scores[seat] += rules.minus_points[left]
    return lowest(scores, rules.seats)


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """Hide the other hands and face-down choices: LOKUS-05."""
    for seat in range(rules.seats):
        if seat != observer:
            state.chosen[seat] = NOTHING
            for half in range(HALVES):
                state.hands[seat, half] = 0
    state.observer = observer


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Redeal the cards that the observer hasn't seen. A seat that has chosen gets a random choice from its hand."""
    state.observer, observer = TRUTH, state.observer
    low, high = ALL_OF_HALF & ~state.seen[0], ALL_OF_HALF & ~state.seen[1]
    if observer >= 0:
        low &= ~state.hands[observer, 0]
        high &= ~state.hands[observer, 1]
    for seat in range(rules.seats):
        if seat != observer:
            low_before, high_before = low, high
            for _ in range(state.held[seat]):
                card = nth_card(low, high, random_below(rng, count_bits(low) + count_bits(high)))
                low, high = without(low, card, 0), without(high, card, 1)
            state.hands[seat, 0], state.hands[seat, 1] = low_before & ~low, high_before & ~high
            if state.sealed >> seat & 1:
                lot = random_below(rng, state.held[seat])
                state.chosen[seat] = nth_card(state.hands[seat, 0], state.hands[seat, 1], lot)
