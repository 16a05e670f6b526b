"""LOCO!: the rules, defined only here. Compiled, or plain Python under NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from locarium.kernel import game
from locarium.kernel.bits import count_bits, lowest_bit, nth_bit
from locarium.kernel.game import TRUTH, begin_head
from locarium.kernel.jit import compiled
from locarium.kernel.layout import Array, Grid, dtype_of
from locarium.kernel.rng import Rng, random_below
from locarium.kernel.winners import highest

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

    from .about import Options

COLOURS, VALUES, MARKERS_PER_COLOUR = 5, 6, 5  # LOCO-01
LOCO = 0  # the value of a Loco card, LOCO-02
CARDS = COLOURS * VALUES  # card = colour * VALUES + value
ALL_CARDS = (1 << CARDS) - 1
ALL_COLOURS = (1 << COLOURS) - 1
WHOLE_PILE = (1 << VALUES) - 1
LOCO_CARDS = sum(1 << colour * VALUES + LOCO for colour in range(COLOURS))
MAX_SEATS = 5

# The choice with a card: a marker of colour 0 to 4, no marker, or a Loco card without a shout.
NO_MARKER, UNSHOUTED = COLOURS, COLOURS + 1
CHOICES = COLOURS + 2

ACTIONS = CARDS * CHOICES  # action = card * CHOICES + choice
MAX_LEGAL = 14 * CHOICES
MAX_STEPS = MAX_SEATS * (1 + 26)  # a match has as many games as seats, each with a deal and at most 26 turns
MAX_DRAWS = 1 + CARDS

ENDINGS: tuple[str, ...] = ("running", "colour-complete", "match-complete")
RUNNING, COLOUR_COMPLETE, MATCH_COMPLETE = range(3)

FAULTS: tuple[str, ...] = (
    "legal",
    "card-not-in-hand",
    "colour-exhausted",
    "marker-required",
    "other-colour-required",
    "not-a-loco",
)
LEGAL, CARD_NOT_IN_HAND, COLOUR_EXHAUSTED, MARKER_REQUIRED, OTHER_COLOUR_REQUIRED, NOT_A_LOCO = range(6)

# A pile is an octal number with one digit per card, value + 1. The top card is the last digit.
DIGIT = 3


class Rules(game.Rules):
    """The rules array of LOCO!"""

    laid_out: int  # cards laid out and never played, LOCO-04
    hand_size: int  # cards dealt to each seat, LOCO-05
    games: int  # number of games in a match, LOCO-16
    strict_marker: int  # 1: the marker must have another colour than the card, LOCO-19


class State(game.State):
    """The state of a game of LOCO!"""

    games_begun: int  # deals made so far
    dealer: int  # seat
    out: int  # bit set of the cards laid out
    hands: Annotated[Array[int], MAX_SEATS]  # bit set of cards
    held: Annotated[Array[int], MAX_SEATS]  # the number of cards in each hand
    played: int  # bit set of the cards on the piles
    last_cards: int  # bit set of the cards that would complete their colour
    piles: Annotated[Array[int], COLOURS]  # octal, see above
    in_stock: int  # bit set of the colours with markers left
    stock: Annotated[Array[int], COLOURS]  # markers left
    markers: Annotated[Grid[int], MAX_SEATS, COLOURS]  # markers in front of each seat
    carried: Annotated[Array[int], MAX_SEATS]  # points from earlier games of the match


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> None:  # LOCO! has no edition data
    """Fill in the rules: LOCO-03, LOCO-04, LOCO-05, LOCO-16, LOCO-18, LOCO-19."""
    rules.laid_out = {2: 2, 3: 3, 4: 2, 5: 0}[int(rules.seats)]
    rules.hand_size = (CARDS - rules.laid_out) // rules.seats
    rules.games = rules.seats if options.match == "full" else 1
    rules.strict_marker = int(options.strict_marker)


@compiled
def begin(rules: Rules, state: State) -> None:
    """Start with nothing dealt."""
    begin_head(state)
    state.games_begun = 0
    for seat in range(rules.seats):
        state.carried[seat] = 0


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Draw the first dealer, then deal card by card: first the cards laid out, then the hands.

    The last hand gets the remaining cards.
    """
    n = 0
    if state.games_begun == 0:
        radices[0] = rules.seats
        n = 1
    for left in range(CARDS, rules.hand_size, -1):
        radices[n] = left
        n += 1
    return n


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Deal: LOCO-04, LOCO-05. The seat on the dealer's left starts: LOCO-07. The deal passes clockwise: LOCO-16."""
    n = 0
    if state.games_begun == 0:
        state.dealer = digits[0]
        n = 1
    else:
        state.dealer = (state.dealer + 1) % rules.seats
    state.games_begun += 1
    deck = ALL_CARDS
    for _ in range(rules.laid_out):
        deck &= ~(1 << nth_bit(deck, digits[n]))
        n += 1
    state.out = ALL_CARDS & ~deck
    for seat in range(rules.seats - 1):
        rest = deck
        for _ in range(rules.hand_size):
            rest &= ~(1 << nth_bit(rest, digits[n]))
            n += 1
        state.hands[seat] = deck & ~rest
        deck = rest
    state.hands[rules.seats - 1] = deck
    clear_table(rules, state)
    state.active = 1 << (state.dealer + 1) % rules.seats


@compiled
def clear_table(rules: Rules, state: State) -> None:
    """Clear the piles and return all markers to the stock."""
    state.played = 0
    state.last_cards = 0
    state.in_stock = ALL_COLOURS
    for colour in range(COLOURS):
        state.piles[colour] = 0
        state.stock[colour] = MARKERS_PER_COLOUR
    for seat in range(rules.seats):
        state.held[seat] = rules.hand_size
        for colour in range(COLOURS):
            state.markers[seat, colour] = 0


@compiled
def choices(rules: Rules, state: State, card: int) -> int:
    """Return the bit set of choices allowed with a card: LOCO-08 to LOCO-11, LOCO-13, LOCO-19."""
    colour, value = card // VALUES, card % VALUES
    markers = state.in_stock
    if rules.strict_marker and markers & ~(1 << colour):
        markers &= ~(1 << colour)
    if markers == 0 or state.last_cards >> card & 1:
        markers |= 1 << NO_MARKER
    if value == LOCO:
        markers |= 1 << UNSHOUTED
    return markers


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write every card in the hand with each of its choices."""
    n = 0
    hand = state.hands[seat]
    while hand:
        card = lowest_bit(hand)
        hand &= hand - 1
        rest = choices(rules, state, card)
        while rest:
            actions[n] = card * CHOICES + lowest_bit(rest)
            rest &= rest - 1
            n += 1
    return n


@compiled
def pick_strictly(rules: Rules, state: State, seat: int, rng: Rng) -> int:
    """Pick one of the legal actions at random: count the choices for each card, then find the chosen one."""
    n = 0
    hand = state.hands[seat]
    while hand:
        n += count_bits(choices(rules, state, lowest_bit(hand)))
        hand &= hand - 1
    lot = random_below(rng, n)
    hand = state.hands[seat]
    while lot >= count_bits(choices(rules, state, lowest_bit(hand))):
        lot -= count_bits(choices(rules, state, lowest_bit(hand)))
        hand &= hand - 1
    card = lowest_bit(hand)
    return card * CHOICES + nth_bit(choices(rules, state, card), lot)


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Pick one of the legal actions at random without listing them.

    Every card can be played with any marker in stock. Loco cards and last cards have one more choice.
    """
    if rules.strict_marker:
        return pick_strictly(rules, state, seat, rng)
    hand = state.hands[seat]
    markers = state.in_stock or 1 << NO_MARKER
    each = count_bits(markers)
    locos = hand & LOCO_CARDS
    declining = hand & state.last_cards if state.in_stock else 0
    plain = state.held[seat] * each
    lot = random_below(rng, plain + count_bits(locos) + count_bits(declining))
    if lot < plain:
        return nth_bit(hand, lot // each) * CHOICES + nth_bit(markers, lot % each)
    lot -= plain
    if lot < count_bits(locos):
        return nth_bit(locos, lot) * CHOICES + UNSHOUTED
    return nth_bit(declining, lot - count_bits(locos)) * CHOICES + NO_MARKER


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return the first reason why an action is illegal."""
    card, choice = action // CHOICES, action % CHOICES
    if not state.hands[seat] >> card & 1:
        return CARD_NOT_IN_HAND
    if choices(rules, state, card) >> choice & 1:
        return LEGAL
    if choice == UNSHOUTED:
        return NOT_A_LOCO
    if choice == NO_MARKER:
        return MARKER_REQUIRED
    return OTHER_COLOUR_REQUIRED if state.stock[choice] else COLOUR_EXHAUSTED


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Take a turn: play a card, take a marker (LOCO-08). The sixth card of a colour ends the game (LOCO-12)."""
    card, choice = action // CHOICES, action % CHOICES
    colour = card // VALUES
    state.hands[seat] &= ~(1 << card)
    state.held[seat] -= 1
    state.played |= 1 << card
    state.piles[colour] = state.piles[colour] << DIGIT | card % VALUES + 1
    if choice < COLOURS:
        state.stock[choice] -= 1
        state.markers[seat, choice] += 1
        if state.stock[choice] == 0:
            state.in_stock &= ~(1 << choice)
    state.active = 1 << (seat + 1 if seat + 1 < rules.seats else 0)
    missing = ~state.played & WHOLE_PILE << colour * VALUES
    if missing == 0:
        end_game(rules, state)
    elif missing & missing - 1 == 0:
        state.last_cards |= missing


@compiled
def end_game(rules: Rules, state: State) -> None:
    """End the match, or wait for the next deal: LOCO-16."""
    state.active = 0
    if state.games_begun == rules.games:
        state.over = COLOUR_COMPLETE if rules.games == 1 else MATCH_COMPLETE
        return
    for seat in range(rules.seats):
        state.carried[seat] += points(state, seat)


@compiled
def worth(state: State, colour: int) -> int:
    """Return the current value of a marker of this colour: LOCO-14."""
    top = state.piles[colour] & (1 << DIGIT) - 1
    return top - 1 if top else 0


@compiled
def points(state: State, seat: int) -> int:
    """Return the points of a seat's markers in this game."""
    total = 0
    for colour in range(COLOURS):
        total += state.markers[seat, colour] * worth(state, colour)
    return total


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """The seat with the most points wins, and tied seats share the win: LOCO-15, LOCO-16."""
    between_games = state.active == 0 and state.over == RUNNING  # then `carried` already has the points
    for seat in range(rules.seats):
        scores[seat] = state.carried[seat] + (0 if between_games else points(state, seat))
    return highest(scores, rules.seats)


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """Hide the other hands and the cards laid out, for the whole game: LOCO-04, LOCO-06."""
    state.out = 0
    for seat in range(rules.seats):
        if seat != observer:
            state.hands[seat] = 0
    state.observer = observer


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Redeal the cards that the observer hasn't seen. Every hand keeps its size."""
    state.observer, observer = TRUTH, state.observer
    if state.games_begun == 0:
        return  # nothing is hidden before the first deal
    unseen = ALL_CARDS & ~state.played
    for seat in range(rules.seats):
        unseen &= ~state.hands[seat]
    for seat in range(rules.seats):
        if seat != observer:
            rest = unseen
            for _ in range(state.held[seat]):
                rest &= ~(1 << nth_bit(rest, random_below(rng, count_bits(rest))))
            state.hands[seat] = unseen & ~rest
            unseen = rest
    state.out = unseen
