"""LOCUS: the rules, defined only here. Compiled, or plain Python under NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from locarium.kernel import game
from locarium.kernel.bits import count_bits, elements, lowest_bit, nth_bit
from locarium.kernel.game import TRUTH, begin_head
from locarium.kernel.jit import compiled, compiled_brief
from locarium.kernel.layout import Array, Grid, dtype_of
from locarium.kernel.rng import Rng, random_below
from locarium.kernel.winners import highest

from .edition import (
    BLUE,
    CARDS,
    GREEN,
    MAX_BLOCKS,
    MAX_PER_SHAPE,
    MAX_PLACEMENTS,
    MAX_ROWS,
    MAX_SHAPES,
    MAX_SQUARES,
    PURPLE,
    RED,
    WILD,
    YELLOW,
    read_sheet,
)

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

    from .about import Options
    from .edition import Sheet

ZONES = 5
MAX_SEATS = 5
ALL_CARDS = (1 << CARDS) - 1
ROUNDS = {2: 8, 3: 5, 4: 4, 5: 3}  # LOCUS-02
SOLO_TURNS = 16  # LOCUS-28
MOST_EXTRA_ROUNDS = 3  # LOCUS-27
NOTHING = -1  # no card, or an unknown one

SINGLE_SHAPE, DOUBLE_SHAPE = range(2)
DISCARD_COINS = 2  # LOCUS-06
COMBINED, ENGLISH, GERMAN = range(3)  # the value of a card's coin and when it is earned, LOCUS-07
TOGETHER, PRINTED = range(2)  # the order within a turn, LOCUS-18
WILD_PRICE, BLOCKS_PRICE, LEFTOVER_PRICE = 1, 2, 3  # LOCUS-14, LOCUS-15, LOCUS-16

# Actions: take a card, discard, blocks, end, then each source of a shape with its placement.
DISCARD, BLOCKS, END = range(CARDS, CARDS + 3)
MAX_DOUBLES, MAX_SINGLES = 640, ZONES * MAX_SQUARES  # the most placements of these blocks
FILL_CARD = END + 1
# the action is FILL_DOUBLE + colour * MAX_DOUBLES + placement, counted from the first placement of a double block
FILL_DOUBLE = FILL_CARD + MAX_PLACEMENTS
FILL_SINGLE = FILL_DOUBLE + ZONES * MAX_DOUBLES
FILL_LEFTOVER = FILL_SINGLE + MAX_SINGLES
ACTIONS = FILL_LEFTOVER + MAX_PLACEMENTS

MAX_LEGAL = 3 + 2 * MAX_PER_SHAPE + ZONES * MAX_DOUBLES + MAX_SINGLES
MAX_TURNS = 16 + MOST_EXTRA_ROUNDS * MAX_SEATS
# every step of an activity except `take`, `discard`, `blocks` and `end` fills squares
MAX_FILLED = MAX_SEATS * ZONES * MAX_SQUARES
MAX_STEPS = 2 + 2 * MAX_TURNS + MAX_FILLED + MAX_SEATS * (4 * MAX_TURNS + 60 + 4)
MAX_DRAWS = CARDS

ENDINGS: tuple[str, ...] = ("running", "last-round", "still-tied", "solo")
RUNNING, LAST_ROUND, STILL_TIED, SOLO = range(4)

FAULTS: tuple[str, ...] = (
    "legal",
    "draft-first",
    "draft-is-over",
    "not-on-display",
    "taken-already",
    "card-is-used",
    "card-not-used",
    "no-double",
    "no-single",
    "no-leftover",
    "leftover-is-used",
    "other-shape",
    "not-enough-coins",
    "square-is-filled",
    "touches-nothing",
    "no-room-for-blocks",
    "leftover-not-yet",
    "draft-goes-on",
    "not-your-turn",
)
(
    LEGAL,
    DRAFT_FIRST,
    DRAFT_IS_OVER,
    NOT_ON_DISPLAY,
    TAKEN_ALREADY,
    CARD_IS_USED,
    CARD_NOT_USED,
    NO_DOUBLE,
    NO_SINGLE,
    NO_LEFTOVER,
    LEFTOVER_IS_USED,
    OTHER_SHAPE,
    NOT_ENOUGH_COINS,
    SQUARE_IS_FILLED,
    TOUCHES_NOTHING,
    NO_ROOM_FOR_BLOCKS,
    LEFTOVER_NOT_YET,
    DRAFT_GOES_ON,
    NOT_YOUR_TURN,
) = range(19)

STAR, TURNING_UP, DRAFT, ACTIVITIES, FINAL = range(5)  # phases


class Rules(game.Rules):
    """The rules array of LOCUS."""

    coins: int  # COMBINED, ENGLISH or GERMAN
    order: int  # TOGETHER or PRINTED
    turns: int  # number of turns without extra rounds, LOCUS-02, LOCUS-28
    circles: int  # number of circles for coins
    starting_coins: int
    shapes: int  # number of shapes in the edition
    # [shape, zone] -> placement; the last column is the end of the last zone's placements
    first_placement: Annotated[Grid[int], MAX_SHAPES, ZONES + 1]
    first_double: int  # the first placement of a double block
    placements: Annotated[Array[int], MAX_PLACEMENTS]  # bit set of squares
    touching: Annotated[Array[int], MAX_PLACEMENTS]  # bit set of the squares that touch it
    zone_of: Annotated[Array[int], MAX_PLACEMENTS]
    shape_of: Annotated[Array[int], MAX_PLACEMENTS]  # NOTHING after the last placement
    squares: Annotated[Array[int], ZONES]  # bit sets of squares, as in the next five fields
    bold: Annotated[Array[int], ZONES]
    coin_bonuses: Annotated[Array[int], ZONES]
    single_bonuses: Annotated[Array[int], ZONES]
    double_bonuses: Annotated[Grid[int], ZONES, ZONES]  # [zone, colour of the double]
    near: Annotated[Grid[int], ZONES, MAX_SQUARES]  # the squares that touch each square
    height: Annotated[Array[int], MAX_SQUARES]  # row of each blue square, from 0
    card_shape: Annotated[Array[int], CARDS]
    card_colour: Annotated[Array[int], CARDS]  # a zone, or WILD
    card_coin: Annotated[Array[int], CARDS]
    rows: int  # number of yellow rows
    row_squares: Annotated[Array[int], MAX_ROWS]
    row_points: Annotated[Array[int], MAX_ROWS]
    group_points: Annotated[Array[int], MAX_SQUARES + 1]  # purple: by the number of bold squares in a group
    blocks: int  # number of red blocks
    block_squares: Annotated[Array[int], MAX_BLOCKS]
    block_points: Annotated[Array[int], MAX_BLOCKS]
    ends: int  # bit set of the green ends
    end_points: int
    lines: int  # number of blue lines
    line_squares: Annotated[Array[int], MAX_ROWS]  # bit set of the squares that reach or pass each line
    line_points: Annotated[Array[int], MAX_ROWS]


class State(game.State):
    """The state of a game of LOCUS."""

    phase: int
    turn: int  # turns started
    turns: int  # number of turns to be played, including the extra rounds so far
    extra_rounds: int
    star: int  # seat
    deck: Annotated[Array[int], CARDS]  # cards from the top; NOTHING where unknown
    deck_size: int
    turned: int  # number of cards of the deck that were turned up or put away
    discards: int  # bit set of cards
    unseen: int  # bit set of the cards put away unseen, LOCUS-28
    skipped: int  # number of cards put away unseen this turn
    display: Annotated[Array[int], MAX_SEATS + 1]  # cards turned up this turn, including taken ones; or NOTHING
    shown: int  # number of cards in `display`
    taken: Annotated[Array[int], MAX_SEATS]  # card, or NOTHING
    leftover: int  # card, or NOTHING
    has_card: int  # bit set of the seats that must still fill in or discard their card
    has_bought: int  # bit set of the seats that have filled in the leftover
    doubles: Annotated[Grid[int], MAX_SEATS, ZONES]  # double blocks of each colour left to fill in
    singles: Annotated[Array[int], MAX_SEATS]
    earned: Annotated[Array[int], MAX_SEATS]  # circles filled
    crossed: Annotated[Array[int], MAX_SEATS]  # circles crossed off
    filled: Annotated[Grid[int], MAX_SEATS, ZONES]  # bit sets of squares
    # a shape must cover one of these, LOCUS-10; may include filled squares
    reach: Annotated[Grid[int], MAX_SEATS, ZONES]


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> Sheet:
    """Fill in the rules: LOCUS-02, LOCUS-28, the options and the edition."""
    sheet = read_sheet(edition)
    rules.coins = ("combined", "english", "german").index(options.coins)
    rules.order = ("together", "printed").index(options.order)
    rules.turns = SOLO_TURNS if rules.seats == 1 else ROUNDS[int(rules.seats)] * rules.seats
    rules.circles = sheet.circles
    rules.starting_coins = sheet.starting_coins
    for card, entry in enumerate(sheet.cards):
        rules.card_shape[card], rules.card_colour[card] = entry.shape, entry.colour
        rules.card_coin[card] = int(entry.has_coin)
    _prepare_zones(rules, sheet)
    _prepare_placements(rules, sheet)
    _prepare_points(rules, sheet)
    return sheet


def _prepare_zones(rules: Any, sheet: Sheet) -> None:
    for number, zone in enumerate(sheet.zones):
        rules.squares[number] = (1 << len(zone.squares)) - 1
        rules.bold[number] = zone.bold
        rules.coin_bonuses[number], rules.single_bonuses[number] = zone.coins, zone.singles
        rules.double_bonuses[number] = zone.doubles
        for square, place in enumerate(zone.squares):
            rules.near[number, square] = zone.bits(zone.neighbours(place))


def _prepare_placements(rules: Any, sheet: Sheet) -> None:
    rules.shapes = len(sheet.shapes)
    rules.shape_of[:] = NOTHING
    touching = sheet.once(_touching)
    rules.touching[: len(touching)] = touching
    n = 0
    for shape, by_zone in enumerate(sheet.placements):
        for zone, placements in enumerate(by_zone):
            end = n + len(placements)
            rules.first_placement[shape, zone] = n
            rules.placements[n:end] = placements
            rules.zone_of[n:end] = zone
            rules.shape_of[n:end] = shape
            n = end
        rules.first_placement[shape, ZONES] = n
    rules.first_double = rules.first_placement[DOUBLE_SHAPE, 0]


def _touching(sheet: Sheet) -> list[int]:
    """Return the squares that touch each placement."""
    near = [[zone.bits(zone.neighbours(place)) for place in zone.squares] for zone in sheet.zones]
    return [
        sum_of_bits([near[zone][square] for square in elements(bits)])
        for by_zone in sheet.placements
        for zone, placements in enumerate(by_zone)
        for bits in placements
    ]


def sum_of_bits(sets: list[int]) -> int:
    """Return the union of some bit sets."""
    total = 0
    for each in sets:
        total |= each
    return total


def _prepare_points(rules: Any, sheet: Sheet) -> None:
    yellow, purple, red, green, blue = sheet.zones
    rules.rows = yellow.rows
    for row in range(yellow.rows):
        rules.row_squares[row], rules.row_points[row] = yellow.row(row), yellow.points[row]
    for size, points in purple.points.items():
        rules.group_points[size] = points
    rules.blocks = len(red.blocks)
    for number, (letter, points) in enumerate(red.points.items()):
        rules.block_squares[number], rules.block_points[number] = red.blocks[str(letter)], points
    rules.ends, rules.end_points = green.ends, green.points[0]
    for square, (_, row) in enumerate(blue.squares):
        rules.height[square] = row
    rules.lines = len(blue.points)
    for number, (line, points) in enumerate(blue.points.items()):
        rules.line_squares[number] = sum_of_bits([blue.row(row) for row in range(int(line), blue.rows)])
        rules.line_points[number] = points


def acts_out_of_turn(rules: Any, state: Any) -> bool:
    """Return whether all seats may act: during the draft, with the printed order (LOCUS-18). For plain Python."""
    return bool(rules.order == PRINTED and state.phase == DRAFT)


@compiled
def begin(rules: Rules, state: State) -> None:
    """Start with empty sheets and the first coin in its circle: LOCUS-13."""
    begin_head(state)
    state.phase = STAR if rules.seats > 1 else TURNING_UP
    state.turn = 0
    state.turns = rules.turns
    state.extra_rounds = 0
    state.star = 0
    for n in range(CARDS):
        state.deck[n] = NOTHING
    state.deck_size = 0
    state.turned = 0
    state.discards = ALL_CARDS
    state.unseen = 0
    state.leftover = NOTHING
    state.has_card = 0
    for seat in range(rules.seats):
        state.earned[seat] = rules.starting_coins
        state.crossed[seat] = 0
        for zone in range(ZONES):
            state.filled[seat, zone] = 0
            state.reach[seat, zone] = rules.squares[zone] if zone == RED else rules.bold[zone]
        forgo(state, seat)
    clear_display(state)


@compiled
def clear_display(state: State) -> None:
    """Remove all open cards."""
    for n in range(MAX_SEATS + 1):
        state.display[n] = NOTHING
    state.shown = 0
    state.skipped = 0
    state.leftover = NOTHING
    state.has_bought = 0
    for seat in range(MAX_SEATS):
        state.taken[seat] = NOTHING


@compiled
def forgo(state: State, seat: int) -> None:
    """Drop what a seat hasn't used when its activity ends: LOCUS-12."""
    state.singles[seat] = 0
    for colour in range(ZONES):
        state.doubles[seat, colour] = 0


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Draw the seat that starts with the star (LOCUS-03), or the order of a deck, card by card (LOCUS-04)."""
    if state.phase == STAR:
        radices[0] = rules.seats
        return 1
    count = count_bits(state.discards)
    for n in range(count):
        radices[n] = count - n
    return count - 1  # the last card needs no draw


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Give the star to a seat, or shuffle the discards into the deck and continue turning up."""
    if state.phase == STAR:
        state.star = digits[0]
        state.phase = TURNING_UP
        return
    rest = state.discards
    state.deck_size = count_bits(rest)
    for n in range(state.deck_size):
        card = nth_bit(rest, digits[n]) if n < state.deck_size - 1 else lowest_bit(rest)
        rest &= ~(1 << card)
        state.deck[n] = card
    for n in range(state.deck_size, CARDS):
        state.deck[n] = NOTHING
    state.discards = 0
    state.turned = 0
    if state.turn == 0:
        state.turn = 1
    turn_up(rules, state)


@compiled
def turn_up(rules: Rules, state: State) -> None:
    """Turn up one more card than there are seats, if the deck lasts: LOCUS-04. Solo: put one away unseen (LOCUS-28)."""
    state.active = 0
    state.phase = TURNING_UP
    if rules.seats == 1 and state.skipped == 0 and state.turned < state.deck_size:
        if state.deck[state.turned] != NOTHING:  # unknown if the deck is concealed
            state.unseen |= 1 << state.deck[state.turned]
        state.turned += 1
        state.skipped = 1
    while state.shown <= rules.seats:
        if state.turned == state.deck_size:
            return  # a new deck is due
        state.display[state.shown] = state.deck[state.turned]
        state.shown += 1
        state.turned += 1
    state.phase = DRAFT
    state.first = state.star
    state.active = 1 << state.star


@compiled
def purse(state: State, seat: int) -> int:
    """Return the coins that can be spent: LOCUS-13."""
    return state.earned[seat] - state.crossed[seat]


@compiled
def earn(rules: Rules, state: State, seat: int, coins: int) -> None:
    """Add coins. Once all circles are filled, further coins are lost: LOCUS-13."""
    state.earned[seat] = min(rules.circles, state.earned[seat] + coins)


@compiled
def room_for_singles(state: State, seat: int, zone: int) -> int:
    """Return the bit set of the squares where a single block may be filled in."""
    return state.reach[seat, zone] & ~state.filled[seat, zone]


@compiled
def has_room(state: State, seat: int) -> bool:
    """Return whether a single block can be filled in anywhere: LOCUS-15."""
    room = 0
    for zone in range(ZONES):
        room |= room_for_singles(state, seat, zone)
    return room != 0


@compiled
def price(colour: int, zone: int, base: int) -> int:
    """Return the price. A shape in a zone of another colour costs one more coin: LOCUS-09, LOCUS-14, LOCUS-17."""
    return base if colour in (zone, WILD) else base + WILD_PRICE


@compiled
def fits(bits: int, filled: int, reach: int) -> bool:
    """Return whether a shape fits: on empty squares, one of them bold or touching a filled one (LOCUS-08, LOCUS-10)."""
    return bits & filled == 0 and bits & reach != 0


@compiled
def count_fitting(rules: Rules, state: State, seat: int, shape: int, zone: int) -> int:
    """Return the number of placements of a shape that fit in a zone."""
    filled, reach = state.filled[seat, zone], state.reach[seat, zone]
    n = 0
    for i in range(rules.first_placement[shape, zone], rules.first_placement[shape, zone + 1]):
        n += 1 if (rules.placements[i] & filled == 0) & (rules.placements[i] & reach != 0) else 0
    return n


@compiled
def find_fitting(rules: Rules, state: State, seat: int, shape: int, zone: int, n: int) -> int:
    """Return the n-th placement of a shape that fits in a zone, counted from 0."""
    filled, reach = state.filled[seat, zone], state.reach[seat, zone]
    i = rules.first_placement[shape, zone]
    while True:
        if fits(rules.placements[i], filled, reach):
            if n == 0:
                return i
            n -= 1
        i += 1


@compiled
def list_fitting(
    rules: Rules, state: State, seat: int, shape: int, zone: int, base: int, actions: Array[int], n: int
) -> int:
    """Append base + placement for each placement of a shape that fits in a zone. Return the new length."""
    filled, reach = state.filled[seat, zone], state.reach[seat, zone]
    for i in range(rules.first_placement[shape, zone], rules.first_placement[shape, zone + 1]):
        if fits(rules.placements[i], filled, reach):
            actions[n] = base + i
            n += 1
    return n


# The sources of a shape, in the order of the actions: the card, doubles by colour, singles, the leftover.
WHAT_CARD, WHAT_DOUBLE, WHAT_SINGLE, WHAT_LEFTOVER = 0, 1, 1 + ZONES, 2 + ZONES
WHATS = 3 + ZONES


@compiled
def shape_to_fill(rules: Rules, state: State, seat: int, what: int) -> int:
    """Return the shape that a seat may fill in, or NOTHING."""
    if what == WHAT_CARD:
        return rules.card_shape[state.taken[seat]] if state.has_card >> seat & 1 else NOTHING
    if what == WHAT_SINGLE:
        return SINGLE_SHAPE if state.singles[seat] else NOTHING
    if what == WHAT_LEFTOVER:
        bought = state.has_bought >> seat & 1
        return NOTHING if state.leftover == NOTHING or bought else rules.card_shape[state.leftover]
    return DOUBLE_SHAPE if state.doubles[seat, what - WHAT_DOUBLE] else NOTHING


@compiled
def colour_to_fill(rules: Rules, state: State, seat: int, what: int) -> int:
    """Return the colour of the shape to fill in."""
    if what == WHAT_CARD:
        return rules.card_colour[state.taken[seat]]
    if what == WHAT_SINGLE:
        return WILD
    return rules.card_colour[state.leftover] if what == WHAT_LEFTOVER else what - WHAT_DOUBLE


@compiled
def base_price(what: int) -> int:
    """Return the price of a shape in the zone of its colour."""
    return LEFTOVER_PRICE if what == WHAT_LEFTOVER else 0


@compiled
def base_action(rules: Rules, what: int) -> int:
    """Return the number to which a placement is added to get the action."""
    if what == WHAT_CARD:
        return FILL_CARD
    if what == WHAT_SINGLE:
        return FILL_SINGLE
    if what == WHAT_LEFTOVER:
        return FILL_LEFTOVER
    return FILL_DOUBLE + (what - WHAT_DOUBLE) * MAX_DOUBLES - rules.first_double


@compiled
def what_of(action: int) -> int:
    """Return the source of an action's shape."""
    if action < FILL_DOUBLE:
        return WHAT_CARD
    if action < FILL_SINGLE:
        return WHAT_DOUBLE + (action - FILL_DOUBLE) // MAX_DOUBLES
    return WHAT_SINGLE if action < FILL_LEFTOVER else WHAT_LEFTOVER


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write the cards to take and everything an activity allows: LOCUS-05, LOCUS-18, LOCUS-19."""
    n = 0
    is_before_take = must_take_card(state, seat)
    if is_before_take:
        if state.active >> seat & 1:
            for card in range(CARDS):
                if is_free(rules, state, card):
                    actions[n] = card
                    n += 1
        if rules.order == TOGETHER:
            return n
    must_use_card = state.has_card >> seat & 1
    if must_use_card:
        actions[n] = DISCARD
        n += 1
    coins = purse(state, seat)
    if coins >= BLOCKS_PRICE and has_room(state, seat):
        actions[n] = BLOCKS
        n += 1
    if state.phase != DRAFT and not must_use_card:
        actions[n] = END
        n += 1
    for what in range(WHATS):
        shape = shape_to_fill(rules, state, seat, what)
        if shape != NOTHING and (what == WHAT_SINGLE or not is_before_take):
            colour, base = colour_to_fill(rules, state, seat, what), base_action(rules, what)
            for zone in range(ZONES):
                if coins >= price(colour, zone, base_price(what)):
                    n = list_fitting(rules, state, seat, shape, zone, base, actions, n)
    return n


@compiled
def must_take_card(state: State, seat: int) -> bool:
    """Return whether a seat must still take a card in this draft: LOCUS-05."""
    return state.phase == DRAFT and state.taken[seat] == NOTHING


@compiled
def is_free(rules: Rules, state: State, card: int) -> bool:
    """Return whether a card is open and not taken."""
    is_open = False
    for n in range(state.shown):
        is_open |= state.display[n] == card
    return is_open and not is_taken(rules, state, card)


@compiled
def is_taken(rules: Rules, state: State, card: int) -> bool:
    """Return whether a card was taken this turn."""
    found = False
    for seat in range(rules.seats):
        found |= state.taken[seat] == card
    return found


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Pick one of the legal actions at random: count them part by part, then find the chosen one."""
    if state.phase == DRAFT:
        return actions[random_below(rng, legal(rules, state, seat, actions))]
    must_use_card = state.has_card >> seat & 1
    coins = purse(state, seat)
    may_buy_blocks = 1 if coins >= BLOCKS_PRICE and has_room(state, seat) else 0
    total = 1 + may_buy_blocks
    for what in range(WHATS):
        shape = shape_to_fill(rules, state, seat, what)
        for zone in range(ZONES):
            part = what * ZONES + zone
            actions[part] = 0
            if shape != NOTHING and coins >= price(colour_to_fill(rules, state, seat, what), zone, base_price(what)):
                actions[part] = count_fitting(rules, state, seat, shape, zone)
            total += actions[part]
    lot = random_below(rng, total)
    if lot == 0 and must_use_card:
        return DISCARD
    if lot <= may_buy_blocks:
        return BLOCKS if lot < may_buy_blocks or must_use_card else END
    lot -= 1 + may_buy_blocks
    part = 0
    while lot >= actions[part]:
        lot -= actions[part]
        part += 1
    what, zone = part // ZONES, part % ZONES
    shape = shape_to_fill(rules, state, seat, what)
    return base_action(rules, what) + find_fitting(rules, state, seat, shape, zone, lot)


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return the first reason why an action is illegal."""
    if action < CARDS:
        return fault_of_take(rules, state, seat, action)
    must_use_card = state.has_card >> seat & 1
    if must_take_card(state, seat) and (rules.order == TOGETHER or needs_card(action)):
        return DRAFT_FIRST
    if action == DISCARD:
        return LEGAL if must_use_card else CARD_IS_USED
    if action == END:
        if state.phase == DRAFT:
            return DRAFT_GOES_ON
        return CARD_NOT_USED if must_use_card else LEGAL
    return fault_of_blocks(state, seat) if action == BLOCKS else fault_of_fill(rules, state, seat, action)


@compiled
def needs_card(action: int) -> bool:
    """Return whether the seat must take its card first: LOCUS-18.

    All actions but `blocks`, `fill single` and `fill leftover` need the card.
    """
    return action != BLOCKS and action < FILL_SINGLE


@compiled
def fault_of_blocks(state: State, seat: int) -> int:
    """Return why a seat can't buy blocks: LOCUS-15."""
    if purse(state, seat) < BLOCKS_PRICE:
        return NOT_ENOUGH_COINS
    return LEGAL if has_room(state, seat) else NO_ROOM_FOR_BLOCKS


@compiled
def fault_of_take(rules: Rules, state: State, seat: int, card: int) -> int:
    """Return why a seat can't take a card: LOCUS-05."""
    if not must_take_card(state, seat):
        return DRAFT_IS_OVER
    if not state.active >> seat & 1:
        return NOT_YOUR_TURN
    if is_taken(rules, state, card):
        return TAKEN_ALREADY
    return LEGAL if is_free(rules, state, card) else NOT_ON_DISPLAY


@compiled
def fault_of_fill(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return why a seat can't fill in a shape: LOCUS-06 to LOCUS-17."""
    what = what_of(action)
    shape = shape_to_fill(rules, state, seat, what)
    if shape == NOTHING:
        return fault_of_nothing(state, what)
    placement = action - base_action(rules, what)
    if placement >= MAX_PLACEMENTS or rules.shape_of[placement] != shape:
        return OTHER_SHAPE
    zone = rules.zone_of[placement]
    if rules.placements[placement] & state.filled[seat, zone]:
        return SQUARE_IS_FILLED
    if rules.placements[placement] & state.reach[seat, zone] == 0:
        return TOUCHES_NOTHING
    cost = price(colour_to_fill(rules, state, seat, what), zone, base_price(what))
    return LEGAL if purse(state, seat) >= cost else NOT_ENOUGH_COINS


@compiled
def fault_of_nothing(state: State, what: int) -> int:
    """Return why there is nothing of this kind to fill in."""
    if what == WHAT_CARD:
        return CARD_IS_USED
    if what == WHAT_SINGLE:
        return NO_SINGLE
    if what == WHAT_LEFTOVER:
        if state.phase == DRAFT:
            return LEFTOVER_NOT_YET
        return NO_LEFTOVER if state.leftover == NOTHING else LEFTOVER_IS_USED
    return NO_DOUBLE


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Make one step of the draft or of an activity."""
    if action < CARDS:
        take_card(rules, state, seat, action)
    elif action == DISCARD:
        state.has_card &= ~(1 << seat)
        earn(rules, state, seat, coins_of_discard(rules, state.taken[seat]))
    elif action == BLOCKS:
        state.crossed[seat] += BLOCKS_PRICE
        state.singles[seat] += 2
    elif action == END:
        end_activity(rules, state, seat)
    else:
        fill(rules, state, seat, action)


@compiled
def coins_of_take(rules: Rules, card: int) -> int:
    """Return the coins earned by taking a card: LOCUS-07."""
    return 0 if rules.coins == GERMAN else rules.card_coin[card]


@compiled
def coins_of_discard(rules: Rules, card: int) -> int:
    """Return the coins earned by discarding a card: LOCUS-07."""
    return DISCARD_COINS - (rules.card_coin[card] if rules.coins == COMBINED else 0)


@compiled
def coins_of_use(rules: Rules, card: int) -> int:
    """Return the coins earned by filling in a card's shape: LOCUS-07."""
    return rules.card_coin[card] if rules.coins == GERMAN else 0


@compiled
def take_card(rules: Rules, state: State, seat: int, card: int) -> None:
    """Take a card. Then the next seat chooses: LOCUS-05. In the printed order, the card can be used now: LOCUS-18."""
    state.taken[seat] = card
    earn(rules, state, seat, coins_of_take(rules, card))
    if rules.order == PRINTED:
        state.has_card |= 1 << seat
    following = (seat + 1) % rules.seats
    if following == state.star:
        begin_activities(rules, state)
    else:
        state.active = 1 << following


@compiled
def begin_activities(rules: Rules, state: State) -> None:
    """Make the last card the leftover and start every seat's activity: LOCUS-05, LOCUS-18."""
    for n in range(state.shown):
        if is_free(rules, state, state.display[n]):
            state.leftover = state.display[n]
    state.phase = ACTIVITIES
    state.active = (1 << rules.seats) - 1
    if rules.order == TOGETHER:
        state.has_card = state.active


@compiled
def fill(rules: Rules, state: State, seat: int, action: int) -> None:
    """Fill in a shape, pay for it, and earn the bonuses it covers: LOCUS-08 to LOCUS-17."""
    what = what_of(action)
    placement = action - base_action(rules, what)
    zone, bits = rules.zone_of[placement], rules.placements[placement]
    state.crossed[seat] += price(colour_to_fill(rules, state, seat, what), zone, base_price(what))
    if what == WHAT_CARD:
        state.has_card &= ~(1 << seat)
        earn(rules, state, seat, coins_of_use(rules, state.taken[seat]))
    elif what == WHAT_SINGLE:
        state.singles[seat] -= 1
    elif what == WHAT_LEFTOVER:
        state.has_bought |= 1 << seat
        earn(rules, state, seat, rules.card_coin[state.leftover])
    else:
        state.doubles[seat, what - WHAT_DOUBLE] -= 1
    state.filled[seat, zone] |= bits
    state.reach[seat, zone] |= rules.touching[placement]
    earn(rules, state, seat, count_bits(bits & rules.coin_bonuses[zone]))
    state.singles[seat] += count_bits(bits & rules.single_bonuses[zone])
    for colour in range(ZONES):
        state.doubles[seat, colour] += count_bits(bits & rules.double_bonuses[zone, colour])


@compiled
def end_activity(rules: Rules, state: State, seat: int) -> None:
    """End a seat's activity. When all seats are done, end the turn or, after the final activities, the round."""
    forgo(state, seat)
    state.active &= ~(1 << seat)
    if state.active == 0:
        if state.phase == FINAL:
            end_round(rules, state)
        else:
            end_turn(rules, state)


@compiled
def end_turn(rules: Rules, state: State) -> None:
    """Put the cards away and pass the star: LOCUS-03. Then start the next turn or the final activities: LOCUS-19."""
    for n in range(state.shown):
        state.discards |= 1 << state.display[n]
    clear_display(state)
    state.star = (state.star + 1) % rules.seats
    state.first = state.star
    if state.turn < state.turns:
        state.turn += 1
        turn_up(rules, state)
        return
    state.phase = FINAL
    for seat in range(rules.seats):
        if fault_of_blocks(state, seat) == LEGAL:
            state.active |= 1 << seat
    if state.active == 0:
        end_round(rules, state)


@compiled
def end_round(rules: Rules, state: State) -> None:
    """End the game, or start an extra round if it is tied: LOCUS-27. Solo games have no ties."""
    if rules.seats == 1:
        state.over = SOLO
    elif not is_tied(rules, state):
        state.over = LAST_ROUND
    elif state.extra_rounds == MOST_EXTRA_ROUNDS:
        state.over = STILL_TIED
    else:
        state.extra_rounds += 1
        state.turns += rules.seats
        state.turn += 1
        turn_up(rules, state)


@compiled
def is_tied(rules: Rules, state: State) -> bool:
    """Return whether several seats share the highest total."""
    best = total(rules, state, 0)
    count = 1
    for seat in range(1, rules.seats):
        points = total(rules, state, seat)
        if points > best:
            best, count = points, 1
        elif points == best:
            count += 1
    return count > 1


@compiled
def connected(rules: Rules, zone: int, filled: int, start: int) -> int:
    """Return the bit set of the filled squares connected to the start."""
    group = start & filled
    frontier = group
    while frontier:
        square = lowest_bit(frontier)
        new = rules.near[zone, square] & filled & ~group
        group |= new
        frontier = frontier & frontier - 1 | new
    return group


@compiled
def points_of_complete(squares: Array[int], points: Array[int], count: int, filled: int) -> int:
    """Return the points of the sets of squares that are completely filled."""
    total = 0
    for n in range(count):
        if squares[n] & ~filled == 0:
            total += points[n]
    return total


@compiled
def points_of_yellow(rules: Rules, filled: int) -> int:
    """Score every complete row: LOCUS-20."""
    return points_of_complete(rules.row_squares, rules.row_points, rules.rows, filled)


@compiled
def points_of_purple(rules: Rules, filled: int) -> int:
    """Score the group with the most bold squares: LOCUS-21."""
    most = 0
    rest = filled & rules.bold[PURPLE]
    while rest:
        group = connected(rules, PURPLE, filled, rest & -rest)
        most = max(most, count_bits(group & rules.bold[PURPLE]))
        rest &= ~group
    return rules.group_points[most]


@compiled
def points_of_red(rules: Rules, filled: int) -> int:
    """Score every complete block: LOCUS-22."""
    return points_of_complete(rules.block_squares, rules.block_points, rules.blocks, filled)


@compiled
def points_of_green(rules: Rules, filled: int) -> int:
    """Score every end connected to the centre: LOCUS-23."""
    return count_bits(connected(rules, GREEN, filled, rules.bold[GREEN]) & rules.ends) * rules.end_points


@compiled
def points_of_blue(rules: Rules, filled: int) -> int:
    """Score the highest line reached or passed: LOCUS-24."""
    points = 0
    for line in range(rules.lines):
        if rules.line_squares[line] & filled:
            points = rules.line_points[line]
    return points


@compiled
def zone_points(rules: Rules, zone: int, filled: int) -> int:
    """Return the points of one zone."""
    if zone == YELLOW:
        return points_of_yellow(rules, filled)
    if zone == PURPLE:
        return points_of_purple(rules, filled)
    if zone == RED:
        return points_of_red(rules, filled)
    return points_of_green(rules, filled) if zone == GREEN else points_of_blue(rules, filled)


@compiled
def total(rules: Rules, state: State, seat: int) -> int:
    """Add up all zones, counting the lowest twice: LOCUS-25."""
    points = 0
    lowest = zone_points(rules, BLUE, state.filled[seat, BLUE])
    for zone in range(ZONES):
        of_zone = zone_points(rules, zone, state.filled[seat, zone])
        points += of_zone
        lowest = min(lowest, of_zone)
    return points + lowest


@compiled_brief
def count_zones(tables: Array[Rules], states: Array[State], points: Array[int]) -> None:
    """Write the points of all zones, seat by seat, for display beside the total. For plain Python."""
    for seat in range(tables[0].seats):
        for zone in range(ZONES):
            points[seat * ZONES + zone] = zone_points(tables[0], zone, states[0].filled[seat, zone])


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """The highest total wins: LOCUS-26."""
    for seat in range(rules.seats):
        scores[seat] = total(rules, state, seat)
    return highest(scores, rules.seats)


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """Hide the order of the deck and the cards put away unseen: LOCUS-29."""
    for n in range(CARDS):
        card = state.deck[n]
        if n >= state.turned or (card != NOTHING and state.unseen >> card & 1):
            state.deck[n] = NOTHING
    state.unseen = 0
    state.observer = observer


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Shuffle the unseen cards into their places."""
    state.observer = TRUTH
    rest = ALL_CARDS & ~state.discards
    for n in range(state.shown):
        rest &= ~(1 << state.display[n])
    for n in range(state.deck_size):
        if state.deck[n] == NOTHING:
            card = nth_bit(rest, random_below(rng, count_bits(rest)))
            rest &= ~(1 << card)
            state.deck[n] = card
            if n < state.turned:
                state.unseen |= 1 << card
