"""LOCUS: a beam search over whole activities, from the card through bonuses and coins to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np

from locarium.kernel.bits import count_bits, nth_bit
from locarium.kernel.jit import compiled, compiled_entry
from locarium.kernel.layout import Array, Layout, dtype_of, new_array
from locarium.kernel.rng import Rng, random_below

from .edition import CARDS
from .rules import (
    ACTIVITIES,
    ALL_CARDS,
    BLOCKS,
    END,
    FINAL,
    MAX_LEGAL,
    NOTHING,
    STATE,
    ZONES,
    apply,
    base_action,
    coins_of_take,
    earn,
    forgo,
    legal,
    total,
    what_of,
)
from .value import WHOLE_PARTS, ZONE_PARTS, Outlook, foretell, foretell_zone

if TYPE_CHECKING:
    from typing import Any

    from .rules import Rules, State

NONE = -1
MAX_DEPTH = 64
# The estimated value of unfilled pieces within the activity, in points. Used only by the beam.
SINGLE, DOUBLE, CARD_SQUARE = 2.4, 3.6, 1.6
TIE_BREAK = 1e-3
LEAST_POOL = 5  # the pool size for a beam of width 1 that keeps one end
ROUNDS_TO_DROP = 6


class Plan(Layout):
    """A sheet during or at the end of an activity."""

    first: int  # the action that led there
    value: float  # the estimated final total
    zones: Annotated[Array[float], ZONES]  # the estimated final points of each zone


PLAN = dtype_of(Plan)


def new_pool(width: int, keep: int) -> tuple[Any, Any]:
    """Return states and plans for a beam: the root, two levels, a scratch slot, and the best ends."""
    size = 2 * width + 2 + keep
    return new_array(STATE, size), new_array(PLAN, size)


@compiled
def pending(rules: Rules, state: State, seat: int) -> float:
    """Return the estimated value of what can still be filled in within the activity."""
    worth = SINGLE * state.singles[seat]
    for colour in range(ZONES):
        worth += DOUBLE * state.doubles[seat, colour]
    if state.has_card >> seat & 1:
        placement = rules.first_placement[rules.card_shape[state.taken[seat]], 0]
        worth += CARD_SQUARE * count_bits(rules.placements[placement])
    return worth


@compiled
def insert(pool: Array[State], plans: Array[Plan], start: int, count: int, size: int, scratch: int) -> int:
    """Keep the scratch slot if it is new and among the best `size` from `start`. Return the new count."""
    value = plans[scratch].value
    worst = start
    for n in range(start, start + count):
        if plans[n].value == value:
            return count
        if plans[n].value < plans[worst].value:
            worst = n
    if count < size:
        worst = start + count
        count += 1
    elif plans[worst].value >= value:
        return count
    pool[worst] = pool[scratch]
    plans[worst] = plans[scratch]
    return count


@compiled_entry
def plan(  # noqa: PLR0912  # a beam is one sequence
    rules: Rules,
    outlooks: Array[Outlook],
    pool: Array[State],
    plans: Array[Plan],
    seat: int,
    turns_left: int,
    width: int,
    keep: int,
    control: Array[int],
) -> int:
    """Find the best ends of the seat's activity in pool[0] and put them at the end of the pool, best first.

    Stops early when control[0] is set. Every end is a sheet just before the step `end`; anything not filled in is lost.
    """
    outlook = outlooks[turns_left]
    actions: Array[int] = np.empty(MAX_LEGAL, np.int64)
    zone_parts = np.empty(ZONE_PARTS, np.float64)
    parts = np.empty(WHOLE_PARTS, np.float64)
    is_last = pool[0].phase == FINAL or turns_left == 0
    scratch = 2 * width + 1
    ends = scratch + 1
    ended = 0
    for zone in range(ZONES):
        plans[0].zones[zone] = foretell_zone(rules, outlook, zone, pool[0].filled[seat, zone], zone_parts)
    plans[0].first = NONE
    level, count = 0, 1
    for _ in range(MAX_DEPTH):
        following = 1 if level != 1 else 1 + width
        found = 0
        worst = -1e9
        for node in range(level, level + count):
            if control[0]:
                break
            may_buy = pool[node].singles[seat] == 0
            for i in range(legal(rules, pool[node], seat, actions)):
                action = actions[i]
                if action == BLOCKS and not may_buy:
                    continue
                plans[scratch] = plans[node]
                if plans[node].first == NONE:
                    plans[scratch].first = action
                if action == END:
                    value = foretell(rules, outlook, pool[node], seat, plans[node].zones, parts)
                    if is_last:
                        value = total(rules, pool[node], seat) + TIE_BREAK * value
                    plans[scratch].value = value
                    pool[scratch] = pool[node]
                    ended = insert(pool, plans, ends, ended, keep, scratch)
                    continue
                pool[scratch] = pool[node]
                apply(rules, pool[scratch], seat, action)
                if action > END:
                    zone = rules.zone_of[action - base_action(rules, what_of(action))]
                    filled = pool[scratch].filled[seat, zone]
                    plans[scratch].zones[zone] = foretell_zone(rules, outlook, zone, filled, zone_parts)
                value = foretell(rules, outlook, pool[scratch], seat, plans[scratch].zones, parts)
                plans[scratch].value = value + pending(rules, pool[scratch], seat)
                if found < width or plans[scratch].value > worst:
                    found = insert(pool, plans, following, found, width, scratch)
                    if found == width:
                        worst = lowest_value(plans, following, found)
        if found == 0 or control[0]:
            break
        level, count = following, found
    sort_plans(pool, plans, ends, ended, scratch)
    return ended


@compiled
def lowest_value(plans: Array[Plan], start: int, count: int) -> float:
    """Return the lowest value of these plans."""
    worst = plans[start].value
    for n in range(start + 1, start + count):
        worst = min(worst, plans[n].value)
    return worst


@compiled
def sort_plans(pool: Array[State], plans: Array[Plan], start: int, count: int, scratch: int) -> None:
    """Sort plans, best first."""
    for n in range(start, start + count):
        best = n
        for i in range(n + 1, start + count):
            if plans[i].value > plans[best].value:
                best = i
        if best != n:
            pool[scratch] = pool[n]
            plans[scratch] = plans[n]
            pool[n] = pool[best]
            plans[n] = plans[best]
            pool[best] = pool[scratch]
            plans[best] = plans[scratch]


@compiled
def hand_card(rules: Rules, state: State, seat: int, card: int, leftover: int) -> None:
    """Set up the state after the draft, with this leftover and card for the seat. Either may be NOTHING."""
    if card != NOTHING:
        state.taken[seat] = card
        earn(rules, state, seat, coins_of_take(rules, card))
        state.has_card |= 1 << seat
    state.leftover = leftover
    state.phase = ACTIVITIES
    state.has_bought &= ~(1 << seat)


@compiled_entry
def plan_with(
    rules: Rules,
    outlooks: Array[Outlook],
    pool: Array[State],
    plans: Array[Plan],
    seat: int,
    turns_left: int,
    width: int,
    keep: int,
    card: int,
    leftover: int,
    control: Array[int],
) -> int:
    """Plan the activity of a seat as if it had taken a card."""
    hand_card(rules, pool[0], seat, card, leftover)
    return plan(rules, outlooks, pool, plans, seat, turns_left, width, keep, control)


@compiled
def shuffle(order: Array[int], start: int, cards: int, rng: Rng) -> int:
    """Write a set of cards in random order, starting at index `start`. Return the end index."""
    n = start
    rest = cards
    while rest:
        card = nth_bit(rest, random_below(rng, count_bits(rest)))
        rest &= ~(1 << card)
        order[n] = card
        n += 1
    return n


@compiled_entry
def look_ahead(
    rules: Rules,
    outlooks: Array[Outlook],
    ends: Array[State],
    against: Array[float],
    sums: Array[float],
    counts: Array[int],
    is_out: Array[int],
    seat: int,
    turns_left: int,
    depth: int,
    simulations: int,
    rng: Rng,
    control: Array[int],
) -> int:
    """Play on from some ends of an activity with random cards for a few turns. Add up the results of each end.

    The gain of the other seats counts against an end. All ends get the same cards, and from time to time the worse half
    of them is dropped. Only the seat's own turns are simulated. Seats that draft before it take random cards.
    """
    pool: Array[State] = np.empty(LEAST_POOL, ends.dtype)
    plans: Array[Plan] = np.empty(LEAST_POOL, PLAN)
    sheets: Array[State] = np.empty(2, ends.dtype)
    order = np.empty(CARDS, np.int64)
    done = 0
    rounds = 0
    left_in = len(ends)
    while done < simulations and control[0] == 0:
        shown = 0
        for n in range(ends[0].shown):
            shown |= 1 << ends[0].display[n]
        unseen = ALL_CARDS & ~ends[0].discards & ~shown
        shuffle(order, shuffle(order, 0, unseen, rng), ALL_CARDS & ~unseen, rng)
        for n in range(len(ends)):
            if is_out[n] or control[0]:
                continue
            sheets[0] = ends[n]
            value = go_on(rules, outlooks, sheets, pool, plans, seat, turns_left, depth, order, control)
            if control[0] == 0:
                sums[n] += value - against[n]
                counts[n] += 1
                done += 1
        rounds += 1
        if left_in > 2 and rounds % ROUNDS_TO_DROP == 0 and control[0] == 0:
            for _ in range(left_in // 2):
                worst = NONE
                for n in range(len(ends)):
                    if not is_out[n] and (worst == NONE or sums[n] < sums[worst]):
                        worst = n
                is_out[worst] = 1
                left_in -= 1
    return done


@compiled_entry
def go_on(
    rules: Rules,
    outlooks: Array[Outlook],
    sheets: Array[State],
    pool: Array[State],
    plans: Array[Plan],
    seat: int,
    turns_left: int,
    depth: int,
    order: Array[int],
    control: Array[int],
) -> float:
    """Return the result of sheets[0] after some turns with cards in this order. sheets[1] is scratch space."""
    star = sheets[0].star
    drawn = 0
    value = 0.0
    for _ in range(min(depth, turns_left)):
        if control[0]:
            break
        turns_left -= 1
        star = (star + 1) % rules.seats
        drawn += 1 if rules.seats == 1 else (seat - star) % rules.seats
        choices = 2 if rules.seats == 1 else rules.seats + 1 - (seat - star) % rules.seats
        if drawn + choices > CARDS:
            drawn = 0
        forgo(sheets[0], seat)
        best = -1e9
        for n in range(choices):
            card, leftover = order[drawn + n], order[drawn + (n + 1) % choices]
            pool[0] = sheets[0]
            plan_with(rules, outlooks, pool, plans, seat, turns_left, 1, 1, card, leftover, control)
            if control[0] == 0 and plans[LEAST_POOL - 1].value > best:
                best = plans[LEAST_POOL - 1].value
                sheets[1] = pool[LEAST_POOL - 1]
        drawn += choices
        if control[0] == 0:
            sheets[0] = sheets[1]
            value = best
    return value
