"""GENIUS LOCI: the rules, defined only here. Compiled, or plain Python under NUMBA_DISABLE_JIT=1."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from locarium.kernel import game
from locarium.kernel.bits import count_bits, lowest_bit, nth_bit
from locarium.kernel.game import TRUTH, begin_head
from locarium.kernel.jit import compiled
from locarium.kernel.layout import Array, Grid, dtype_of
from locarium.kernel.rng import Rng, random_below

from .board import BOARD, CELLS, lines
from .edition import MAX_KEPT, SPIRITS, read_spirits
from .setup import APART, FIRST_PLAYERS, MAX_HUMANS, ON_SPIRIT_CELLS, SECOND_PLAYERS, parse_placement

if TYPE_CHECKING:
    from locarium.kernel.edition import Edition

    from .about import Options
    from .edition import Spirit

MAX_SEATS = 2
NOBODY = -1  # no priest yet

# The first sacrifice of a turn names the priest: ((priest * SPIRITS + spirit) * CELLS + landing) * WHERES + where.
# Later ones don't: LATER + (spirit * CELLS + landing) * WHERES + where. `where` is the cell the spirit moves to, or
# STAY.
STAY = CELLS
WHERES = CELLS + 1
LATER = CELLS * SPIRITS * CELLS * WHERES
END = LATER + SPIRITS * CELLS * WHERES
ACTIONS = END + 1
# priests x spirits x cells of the spirit x landings; the maximum has 16 humans and 16 empty cells
MAX_LEGAL = 20480 + 1
MAX_STEPS = 1 + 2 * 31  # the setup, then 31 sacrifices, each followed by at most one end
MAX_DRAWS = SPIRITS + 3
GUESSES = 32  # random guesses by `pick` before it lists the actions

ENDINGS: tuple[str, ...] = ("running", "no-sacrifice")
RUNNING, NO_SACRIFICE = range(2)

FAULTS: tuple[str, ...] = (
    "legal",
    "sacrifice-first",
    "not-your-human",
    "priest-is-named",
    "name-a-priest",
    "spirit-is-used",
    "spirit-cannot-go",
    "no-human-there",
    "spirit-forbids",
)
(
    LEGAL,
    SACRIFICE_FIRST,
    NOT_YOUR_HUMAN,
    PRIEST_IS_NAMED,
    NAME_A_PRIEST,
    SPIRIT_IS_USED,
    SPIRIT_CANNOT_GO,
    NO_HUMAN_THERE,
    SPIRIT_FORBIDS,
) = range(9)

HOUSE, RANDOM, GIVEN = range(3)  # drawn at random: the spirits' order and cells; everything; nothing
MOST_APART = len(APART)
WAYS_TO_MIX = comb(2 * MAX_HUMANS, MAX_HUMANS)  # ways to place the humans on the remaining cells


class Rules(game.Rules):
    """The rules array of GENIUS LOCI."""

    setup: int  # HOUSE, RANDOM or GIVEN
    aligned: int  # 1: spirits may be drawn on the same line, GENIUS-04
    single: int  # 1: one sacrifice per turn, GENIUS-21
    humans: Annotated[Array[int], MAX_SEATS]  # bit sets of their cells at the start
    spirits: Annotated[Array[int], SPIRITS]  # their cells in a given position
    to_move: int  # seat
    lines: Annotated[Array[int], CELLS]  # bit set of the cells on lines through each cell
    landings: Annotated[Array[int], SPIRITS * CELLS * CELLS]  # [spirit, its cell, priest's cell] -> bit set of landings
    targets: Annotated[Grid[int], SPIRITS, CELLS]  # [spirit, priest's cell] -> bit set of landings from any spirit cell
    # [spirit, priest's cell, landing] -> bit set of the spirit's cells that allow this landing
    reaches: Annotated[Array[int], SPIRITS * CELLS * CELLS]
    most: int  # the most landings of one priest with one spirit
    apart: Annotated[Array[int], MOST_APART]  # bit sets of spirit cells with no two on a line


class State(game.State):
    """The state of a game of GENIUS LOCI."""

    humans: Annotated[Array[int], MAX_SEATS]  # bit set of cells
    spirits: Annotated[Array[int], SPIRITS]  # cells
    used: int  # bit set of the spirits that received a sacrifice this turn
    priest: int  # cell of this turn's high priest; NOBODY at the start of a turn
    turns: int  # turns started; 0 until the pieces are placed


RULES, STATE = dtype_of(Rules), dtype_of(State)


def prepare(rules: Any, options: Options, edition: Edition) -> tuple[Spirit, ...]:
    """Fill in the rules: GENIUS-02, GENIUS-04, GENIUS-11 to GENIUS-15, GENIUS-19 to GENIUS-21."""
    spirits = read_spirits(edition)
    rules.aligned, rules.single = int(options.aligned), int(options.single)
    rules.to_move = 0
    if options.setup in FIRST_PLAYERS:
        rules.setup = HOUSE
        rules.humans[0], rules.humans[1] = FIRST_PLAYERS[options.setup], SECOND_PLAYERS[options.setup]
    elif options.setup == "random":
        rules.setup = RANDOM
    else:
        placement = parse_placement(options.setup, "".join(spirit.letter for spirit in spirits))
        rules.setup, rules.to_move = GIVEN, placement.to_move
        rules.humans[0], rules.humans[1] = placement.humans
        rules.spirits[:] = placement.spirits
    rules.lines[:] = [lines(cell) for cell in range(CELLS)]
    rules.apart[:] = APART
    tables = _tables(spirits, any_line=options.lines == "any")
    rules.landings[:], rules.targets[:], rules.reaches[:] = tables.landings, tables.targets, tables.reaches
    rules.most = tables.most
    return spirits


class Tables(NamedTuple):
    """The landings of an edition's spirits; see the fields of Rules."""

    landings: list[int]
    targets: list[list[int]]
    reaches: list[int]
    most: int


@lru_cache(maxsize=MAX_KEPT)
def _tables(spirits: tuple[Spirit, ...], *, any_line: bool) -> Tables:
    """Compute the tables, once per edition because it takes 0.1 s."""
    landings, reaches = ([0] * (SPIRITS * CELLS * CELLS) for _ in range(2))
    targets = [[0] * CELLS for _ in range(SPIRITS)]
    most = 0
    for number, spirit in enumerate(spirits):
        for at in range(CELLS):
            for priest in range(CELLS):
                found = spirit.way.landings(at, priest, any_line=any_line)
                landings[(number * CELLS + at) * CELLS + priest] = sum(1 << cell for cell in found)
                most = max(most, len(found))
                for landing in found:
                    targets[number][priest] |= 1 << landing
                    reaches[(number * CELLS + priest) * CELLS + landing] |= 1 << at
    return Tables(landings, targets, reaches, most)


@compiled
def begin(rules: Rules, state: State) -> None:
    """Start with an empty board or the given position."""
    begin_head(state)
    state.used = 0
    state.priest = NOBODY
    state.turns = 0
    for spirit in range(SPIRITS):
        state.spirits[spirit] = 0
    for seat in range(MAX_SEATS):
        state.humans[seat] = 0
    if rules.setup == GIVEN:
        place_humans(rules, state)
        for spirit in range(SPIRITS):
            state.spirits[spirit] = rules.spirits[spirit]
        begin_turn(rules, state, rules.to_move)


@compiled
def place_humans(rules: Rules, state: State) -> None:
    """Place the humans as the setup says."""
    for seat in range(MAX_SEATS):
        state.humans[seat] = rules.humans[seat]


@compiled
def chance(rules: Rules, state: State, radices: Array[int]) -> int:
    """Draw the spirits' cells and their order and, in a random setup, the humans: GENIUS-03, GENIUS-04."""
    n = 0
    if rules.setup == RANDOM and not rules.aligned:
        radices[n] = MOST_APART
        n += 1
    if rules.setup == RANDOM and rules.aligned:
        for left in range(CELLS, CELLS - SPIRITS, -1):
            radices[n] = left
            n += 1
    else:
        for left in range(SPIRITS, 1, -1):
            radices[n] = left
            n += 1
    if rules.setup == RANDOM:
        radices[n] = WAYS_TO_MIX
        n += 1
    return n


@compiled
def draw(rules: Rules, state: State, digits: Array[int]) -> None:
    """Place the pieces on the board."""
    place_humans(rules, state)
    n = 0
    rest = ON_SPIRIT_CELLS
    count = SPIRITS
    if rules.setup == RANDOM and rules.aligned:
        rest = BOARD
    elif rules.setup == RANDOM:
        rest = rules.apart[digits[0]]
        n = 1
    on_spirits = 0
    for spirit in range(count):
        is_last = spirit == SPIRITS - 1 and not (rules.setup == RANDOM and rules.aligned)
        state.spirits[spirit] = lowest_bit(rest) if is_last else nth_bit(rest, digits[n])
        n += 0 if is_last else 1
        rest &= ~(1 << state.spirits[spirit])
        on_spirits |= 1 << state.spirits[spirit]
    if rules.setup == RANDOM:
        state.humans[0] = mixed(BOARD & ~on_spirits, digits[n])
        state.humans[1] = BOARD & ~on_spirits & ~state.humans[0]
    begin_turn(rules, state, 0)


@compiled
def mixed(cells: int, number: int) -> int:
    """Return the bit set with this number among all choices of 16 of these 32 cells."""
    chosen = 0
    left, wanted = 2 * MAX_HUMANS, MAX_HUMANS
    ways = WAYS_TO_MIX
    while wanted > 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        with_it = ways * wanted // left
        if number < with_it:
            chosen |= 1 << cell
            ways = with_it
            wanted -= 1
        else:
            number -= with_it
            ways -= with_it
        left -= 1
    return chosen


@compiled
def free_cells(rules: Rules, state: State) -> int:
    """Return the bit set of the empty cells."""
    taken = state.humans[0] | state.humans[1]
    for spirit in range(SPIRITS):
        taken |= 1 << state.spirits[spirit]
    return BOARD & ~taken


@compiled
def cells_for(rules: Rules, state: State, spirit: int, free: int) -> int:
    """Return where an unused spirit may take a sacrifice: empty cells on its lines (GENIUS-09), and STAY."""
    if state.used >> spirit & 1:
        return 0
    return rules.lines[state.spirits[spirit]] & free | 1 << STAY


@compiled
def cell_for(state: State, spirit: int, where: int) -> int:
    """Return the spirit's cell after it moves to `where`, which may be STAY."""
    return state.spirits[spirit] if where == STAY else where


@compiled
def priests_of(rules: Rules, state: State, seat: int) -> int:
    """Return the possible priests: the seat's humans at the start of a turn, then only the high priest (GENIUS-06)."""
    return state.humans[seat] if state.priest == NOBODY else 1 << state.priest


@compiled
def ways(rules: Rules, state: State, spirit: int, priest: int, landing: int, free: int) -> int:
    """Return the cells from which an unused spirit lets a priest land: empty cells on its lines, and STAY."""
    cell = state.spirits[spirit]
    reach = rules.reaches[(spirit * CELLS + priest) * CELLS + landing]
    return reach & rules.lines[cell] & free | (reach >> cell & 1) << STAY


@compiled
def can_sacrifice(rules: Rules, state: State, seat: int) -> bool:
    """Return whether any sacrifice is possible: GENIUS-17."""
    humans = state.humans[0] | state.humans[1]
    free = free_cells(rules, state)
    priests = priests_of(rules, state, seat)
    while priests:
        priest = lowest_bit(priests)
        priests &= priests - 1
        for spirit in range(SPIRITS):
            landings = 0 if state.used >> spirit & 1 else rules.targets[spirit, priest] & humans
            while landings:
                if ways(rules, state, spirit, priest, lowest_bit(landings), free):
                    return True
                landings &= landings - 1
    return False


@compiled
def legal(rules: Rules, state: State, seat: int, actions: Array[int]) -> int:
    """Write all sacrifices and, after the first one, the end of the turn: GENIUS-07, GENIUS-08, GENIUS-10."""
    n = 0
    humans = state.humans[0] | state.humans[1]
    free = free_cells(rules, state)
    priests = priests_of(rules, state, seat)
    while priests:
        priest = lowest_bit(priests)
        priests &= priests - 1
        for spirit in range(SPIRITS):
            landings = 0 if state.used >> spirit & 1 else rules.targets[spirit, priest] & humans
            while landings:
                landing = lowest_bit(landings)
                landings &= landings - 1
                base = action_of(state, priest, spirit, landing)
                wheres = ways(rules, state, spirit, priest, landing, free)
                while wheres:
                    actions[n] = base + lowest_bit(wheres)
                    wheres &= wheres - 1
                    n += 1
    if state.priest != NOBODY:
        actions[n] = END
        n += 1
    return n


@compiled
def action_of(state: State, priest: int, spirit: int, landing: int) -> int:
    """Return the action of a sacrifice with `where` 0. The caller adds `where`."""
    if state.priest != NOBODY:
        return LATER + (spirit * CELLS + landing) * WHERES
    return ((priest * SPIRITS + spirit) * CELLS + landing) * WHERES


@compiled
def pick(rules: Rules, state: State, seat: int, rng: Rng, actions: Array[int]) -> int:
    """Pick one of the legal actions at random by guessing. If no guess is legal, pick from a list of them."""
    if state.priest == NOBODY:
        humans = state.humans[0] | state.humans[1]
        free = free_cells(rules, state)
        places = 0
        for spirit in range(SPIRITS):
            actions[spirit] = cells_for(rules, state, spirit, free)
            places += count_bits(actions[spirit])
        count = count_bits(state.humans[seat])
        for _ in range(GUESSES):
            place = random_below(rng, places)
            priest = nth_bit(state.humans[seat], random_below(rng, count))
            spirit = 0
            while place >= count_bits(actions[spirit]):
                place -= count_bits(actions[spirit])
                spirit += 1
            where = nth_bit(actions[spirit], place)
            landings = rules.landings[(spirit * CELLS + cell_for(state, spirit, where)) * CELLS + priest] & humans
            if landings:
                which = random_below(rng, rules.most)
                if which < count_bits(landings):
                    return action_of(state, priest, spirit, nth_bit(landings, which)) + where
    return actions[random_below(rng, legal(rules, state, seat, actions))]


@compiled
def fault(rules: Rules, state: State, seat: int, action: int) -> int:
    """Return the first reason why an action is illegal."""
    if action == END:
        return SACRIFICE_FIRST if state.priest == NOBODY else LEGAL
    if action >= LATER and state.priest == NOBODY:
        return NAME_A_PRIEST
    if action < LATER and state.priest != NOBODY:
        return PRIEST_IS_NAMED
    priest = priest_of(state, action)
    if not priests_of(rules, state, seat) >> priest & 1:
        return NOT_YOUR_HUMAN
    return fault_of_spirit(rules, state, spirit_of(action), where_of(action), priest, landing_of(action))


@compiled
def priest_of(state: State, action: int) -> int:
    """Return the cell of the priest making the sacrifice."""
    return action // (SPIRITS * CELLS * WHERES) if action < LATER else state.priest


@compiled
def spirit_of(action: int) -> int:
    """Return the spirit that takes the sacrifice."""
    return action // (CELLS * WHERES) % SPIRITS if action < LATER else (action - LATER) // (CELLS * WHERES)


@compiled
def landing_of(action: int) -> int:
    """Return the cell the priest lands on."""
    return (action if action < LATER else action - LATER) // WHERES % CELLS


@compiled
def where_of(action: int) -> int:
    """Return the cell the spirit moves to, or STAY."""
    return (action if action < LATER else action - LATER) % WHERES


@compiled
def fault_of_spirit(rules: Rules, state: State, spirit: int, where: int, priest: int, landing: int) -> int:
    """Return why the spirit can't take this sacrifice: GENIUS-08 to GENIUS-16."""
    if state.used >> spirit & 1:
        return SPIRIT_IS_USED
    if not cells_for(rules, state, spirit, free_cells(rules, state)) >> where & 1:
        return SPIRIT_CANNOT_GO
    cell = cell_for(state, spirit, where)
    if not rules.landings[(spirit * CELLS + cell) * CELLS + priest] >> landing & 1:
        return SPIRIT_FORBIDS
    return LEGAL if (state.humans[0] | state.humans[1]) >> landing & 1 else NO_HUMAN_THERE


@compiled
def apply(rules: Rules, state: State, seat: int, action: int) -> None:
    """Make a sacrifice or end the turn."""
    if action != END:
        priest, spirit, landing = priest_of(state, action), spirit_of(action), landing_of(action)
        state.humans[1 - seat] &= ~(1 << landing)
        state.humans[seat] = state.humans[seat] & ~(1 << priest) | 1 << landing
        state.spirits[spirit] = cell_for(state, spirit, where_of(action))
        state.used |= 1 << spirit
        state.priest = landing
        if not rules.single and can_sacrifice(rules, state, seat):
            return
    begin_turn(rules, state, 1 - seat)


@compiled
def begin_turn(rules: Rules, state: State, seat: int) -> None:
    """Start a turn. A seat that can't sacrifice loses immediately: GENIUS-17."""
    state.used = 0
    state.priest = NOBODY
    state.turns += 1
    state.active = 1 << seat
    state.first = seat
    if not can_sacrifice(rules, state, seat):
        state.active = 0
        state.over = NO_SACRIFICE


@compiled
def judge(rules: Rules, state: State, scores: Array[int]) -> int:
    """Score 1 for the winner. While the game runs, both seats count as winners."""
    if state.over == RUNNING:
        scores[0] = 0
        scores[1] = 0
        return 3
    scores[state.first] = 0
    scores[1 - state.first] = 1
    return 1 << 1 - state.first


@compiled
def conceal(rules: Rules, state: State, observer: int) -> None:
    """Set the observer. Nothing is hidden: GENIUS-05."""
    state.observer = observer


@compiled
def sample(rules: Rules, state: State, rng: Rng) -> None:
    """Do nothing: there is only one possibility."""
    state.observer = TRUTH
