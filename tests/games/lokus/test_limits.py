"""LOKUS: cleaning cards can't run out, but the stock can. LOKUS-15 is proven by exhaustive search.

An abstract machine tracks only the lengths of the rows in a round. It allows more than the rules: each of the two
placing cards can go into either row or none. The tests check that real games are runs of this machine, so anything
impossible for the machine is impossible in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, permutations, product
from random import Random
from typing import Any, NamedTuple

import pytest

from games.lokus.rounds import FIVE_CLEANING_CARDS
from games.lokus.script import ALL_CARDS, GAME, deal, play, play_turns, split, view_of
from locarium.games.lokus.rules import DONE, TWO_ROLLS
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import chooser, random_digits, write_game
from locarium.kernel.position import Position, Setup
from locarium.kernel.rng import new_rng


class Machine(NamedTuple):
    """A round between two turns."""

    turn: int = 0
    row_1: int = 1  # cards
    row_2: int = 1
    cleaned: int = 0  # cleaning cards taken
    second_rolls: int = 0


NOWHERE, ROW_1, ROW_2 = range(3)


def lay(machine: Machine, where: int) -> Machine:
    """Place one of the two cards in a row, or take a second roll. A fifth card cleans its row and stays alone."""
    if where == NOWHERE:
        return machine._replace(second_rolls=machine.second_rolls + 1)
    row = "row_1" if where == ROW_1 else "row_2"
    length = getattr(machine, row)
    if length == 4:
        return machine._replace(**{row: 1}, cleaned=machine.cleaned + 1)
    return machine._replace(**{row: length + 1})


def successors(machine: Machine) -> set[Machine]:
    """Return all results of a turn, with the lowest and the highest card placed anywhere."""
    return {
        lay(lay(machine, first), second)._replace(turn=machine.turn + 1)
        for first, second in product((NOWHERE, ROW_1, ROW_2), repeat=2)
    }


def walk(turns: int) -> set[Machine]:
    """Return every state in which a round of this many turns can end."""
    reachable = {Machine()}
    for _ in range(turns):
        reachable = {after for before in reachable for after in successors(before)}
    return reachable


def machines(history: History) -> Iterator[list[Machine]]:
    """Yield the rounds of a real game, each as the machine's states between its turns."""
    rounds: dict[int, list[Machine]] = {}
    for position in history.positions[1:]:
        state = position.fields
        run = rounds.setdefault(state.rounds_begun, [])
        if state.placing == DONE and not state.sealed and len(run) == state.turns_revealed:
            second = state.fates.count(TWO_ROLLS) + (run[-1].second_rolls if run else 0)
            run.append(Machine(state.turns_revealed, *state.lengths, 5 - state.ready, second))
    yield from rounds.values()


def second_rolls(history: History) -> int:
    """Return how many second rolls were taken in the last round, whether or not a card was left for them."""
    return list(machines(history))[-1][-1].second_rolls


@pytest.mark.clause("LOKUS-15")
@pytest.mark.parametrize("turns", [10, 11])
def test_at_most_five_cleaning_cards_are_taken(turns: int) -> None:
    ends = walk(turns)
    assert {machine.turn for machine in ends} == {turns}
    assert {machine.cleaned for machine in ends} == {0, 1, 2, 3, 4, 5}, "never six, and five are possible"
    assert {machine.second_rolls for machine in ends} == set(range(2 * turns + 1))


@pytest.mark.clause("LOKUS-15")
def test_round_of_twelve_turns_could_need_a_sixth_cleaning_card() -> None:
    """This shows that the search can find a sixth card. Only ten or eleven turns are allowed: LOKUS-04."""
    assert max(machine.cleaned for machine in walk(12)) == 6


@pytest.mark.clause("LOKUS-15")
def test_ten_turns_need_at_most_the_stock_of_five_seats() -> None:
    most = max(machine.second_rolls for machine in walk(10))
    assert most == 20 == 72 - 5 * 10 - 2 == view_of(play(deal(5, "b6 r7"))).stock


@pytest.mark.clause("LOKUS-15")
@pytest.mark.parametrize("hand", [10, 11])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("player", ["random", "greedy", "mixed"] if IS_COMPILED else ["random"])  # others are too slow
def test_machine_allows_every_real_game(seats: int, hand: int, player: Any) -> None:
    setup = Setup(GAME, seats, {"hand": hand, "crowd": True})
    turns = 0
    for seed in range((60 if player == "random" else 6) if IS_COMPILED else 1):
        for run in machines(write_game(setup, new_rng(seed), chooser(GAME, player))):
            assert run[0] == Machine()
            assert len(run) == hand + 1
            for before, after in pairwise(run):
                assert after in successors(before)
                turns += 1
    assert turns >= 3 * hand


# The maximum number of second rolls. Both rows refuse a card only if each of them has its number or its colour.

SHARING = [  # for every card the set of those that share its number or colour
    sum(1 << j for j, other in enumerate(ALL_CARDS) if other[0] == card[0] or other[1:] == card[1:])
    for card in ALL_CARDS
]


def refused_by_both(row_1: tuple[int, ...], row_2: tuple[int, ...]) -> int:
    """Return how many cards outside the rows fit neither row."""
    first = second = in_rows = 0
    for card in row_1:
        first |= SHARING[card]
        in_rows |= 1 << card
    for card in row_2:
        second |= SHARING[card]
        in_rows |= 1 << card
    return (first & second & ~in_rows).bit_count()


@pytest.mark.clause("LOKUS-15")
def test_at_least_two_cards_are_placed_in_ten_turns() -> None:
    """At most 18 second rolls are therefore taken in ten turns and 20 in eleven, two fewer than the machine allows.

    With one card placed or none, no row is cleaned, so the rows only grow and refuse more. The refused cards would have
    to be 20 with none placed, or 19 with one. They are far fewer for all rows.
    """
    cards = range(len(ALL_CARDS))
    none = max(refused_by_both((a,), (b,)) for a, b in permutations(cards, 2))
    one = max(refused_by_both((a, c), (b,)) for a, b, c in permutations(cards, 3) if not SHARING[a] >> c & 1)
    assert (none, one) == (10, 14)


def refuse_all_but_two(seats: int, hand: int) -> str:
    """Return turns with r6 and r7 in the rows: seats 0 and 1 place blue cards first, then no red or blue one fits."""
    low = ["b5", "r1", "b1", "r2", "b2", "r3", "b3", "r4", "b4", "r5", "b6"][:hand]
    high = ["b8", "b12", "r12", "b11", "r11", "b10", "r10", "b9", "r9", "r8", "b7"][:hand]
    free = [card for card in ALL_CARDS if card[0] not in "rb"]
    others: dict[int, list[str]] = {}
    for turn in sorted(range(hand), key=lambda turn: distance(low[turn], high[turn])):  # narrow pairs first
        between = [card for card in free if distance(low[turn], card) > 0 and distance(card, high[turn]) > 0]
        others[turn] = between[: seats - 2]
        free = [card for card in free if card not in others[turn]]
    first, *rest = [" ".join([low[turn], high[turn], *others[turn]]) for turn in range(hand)]
    return ", ".join([f"{first} row 1", *rest])


def distance(lower: str, higher: str) -> int:
    """Return the distance of two cards in the order of LOKUS-08."""
    return ALL_CARDS.index(higher) - ALL_CARDS.index(lower)


@pytest.mark.clause("LOKUS-11", "LOKUS-15")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_eighteen_second_rolls_are_possible_in_ten_turns(seats: int) -> None:
    history = play_turns("r6 r7", refuse_all_but_two(seats, 10))
    assert second_rolls(history) == 18
    assert view_of(history).stock == 72 - 10 * seats - 2 - 18 >= 2, "the stock of five seats is enough"
    assert [place.past[0].rolls for place in view_of(history).places] == [18, 18, *[10] * (seats - 2)]


@pytest.mark.clause("LOKUS-15")
def test_hands_of_eleven_can_exhaust_the_stock_of_five_seats() -> None:
    """Fifteen second rolls come from the stock and five have no card. All count."""
    history = play_turns("r6 r7", refuse_all_but_two(5, 11), hand=11)
    assert second_rolls(history) == 20
    view = view_of(history)
    assert (view.stock, view.away) == (0, 0)
    assert [place.past[0].rolls for place in view.places] == [20, 20, 11, 11, 11]


# Six seats with hands of eleven leave four cards in stock. The red 10 cleans row 1, so both rows are red.

LEFT_IN_STOCK = "g12 b12 o12 e12"
CLEANED = "y1 e11 b3 b4 g8 g9 row 1 row 1, g2 r10 g3 g4 o8 o9 row 1"
STOCK_USED_UP = f"{CLEANED}, r2 r12 e3 e4 y8 y9, r3 r11 o4 o5 b8 b9"
AWAY_USED_UP = f"{STOCK_USED_UP}, r4 r9 y5 g5 e7 e8, r5 r8 b5 e5 y6 y7"


def play_six(turns: str, rest: str = "") -> History:
    return play(deal(6, "b6 r7", f"{turns}{rest}", hand=11, stock=LEFT_IN_STOCK), turns, hand=11, crowd=True)


@pytest.mark.clause("LOKUS-15", "LOKUS-20")
def test_cards_put_away_replace_an_empty_stock() -> None:
    view = view_of(play_six(CLEANED))
    assert (view.rows, view.stock, view.away, view.ready) == ([["r10"], ["r7"]], 4, 4, 4)
    view = view_of(play_six(STOCK_USED_UP))
    assert (view.stock, view.away) == (0, 4)
    assert [place.now.rolls for place in view.places[:2]] == [4, 4]
    view = view_of(play_six(AWAY_USED_UP))
    assert (view.stock, view.away) == (0, 0)
    assert [place.now.rolls for place in view.places[:2]] == [8, 8], "they count as rolls too"


@pytest.mark.clause("LOKUS-15", "LOKUS-20")
def test_second_roll_counts_even_without_a_card() -> None:
    history = play_six(f"{AWAY_USED_UP}, r1 g11 y2 b2 o2 e2")
    view = view_of(history)
    assert [place.fate for place in view.places][:1] == ["two-rolls"]
    assert (view.stock, view.away) == (0, 0)
    assert view.places[0].now.rolls == 10


@pytest.mark.clause("LOKUS-15", "LOKUS-20")
def test_second_roll_counts_even_if_no_card_was_put_away() -> None:
    turns = "r1 r12 b2 b3 b4 b5, r2 r11 g3 g4 g5 g6, r3 r10 y4 y5 y6 y7"
    history = play(deal(6, "r6 r7", turns, hand=11, stock=LEFT_IN_STOCK), turns, hand=11, crowd=True)
    view = view_of(history)
    assert (view.stock, view.away) == (0, 0), "six were needed, four were in stock"
    assert [place.now.rolls for place in view.places] == [6, 6, 3, 3, 3, 3]


@pytest.mark.clause("LOKUS-15")
def test_row_is_cleaned_even_if_no_cleaning_card_is_left() -> None:
    """This can't happen in a game, so the test removes the cleaning cards."""
    turns = "y3 b3 g4 row 1 row 1, b5 e5 y8 row 1"
    history = play(deal(3, "r2 r9", f"{turns}, o1 e6 r12"), turns)
    history.position.array["ready"] = 0
    for seat, step in ((0, "play o1"), (1, "play e6"), (2, "play r12"), (0, "row 1")):
        history.play_text(seat, step)
    view = view_of(history)
    assert view.rows[0] == ["o1", "r12"]
    assert (view.ready, view.away) == (0, 4)
    assert view.places[0].now.cleaning == 0


# Adversarial play: random deals, then the best of many ways to choose cards and rows.


def play_random_turn(position: Position, random: Random) -> Position:
    """Play a turn with random choices and rows."""
    after = position.copy()
    for seat in position.active:
        after.play(seat, random.choice(after.legal(seat)))
    while after.fields.placing != DONE:
        (seat,) = after.active
        after.play(seat, random.choice(after.legal(seat)))
    return after


def search(setup: Setup, seed: int, worth: Callable[[Any], tuple[int, ...]]) -> Position:
    """Return the end of the best round found by a beam of 30 positions with 40 turns each."""
    random = Random(seed)
    start = setup.begin()
    start.draw(random_digits(start, new_rng(seed)))
    beam = [start]
    for _ in range(setup.fields.hand):
        after = {
            turn.words.tobytes(): turn for each in beam for turn in (play_random_turn(each, random) for _ in range(40))
        }
        pool = list(after.values())
        random.shuffle(pool)
        beam = sorted(pool, key=lambda position: worth(position.fields), reverse=True)[:30]
    return beam[0]


def placed(state: Any) -> int:
    """Return how many cards were placed in the round."""
    return int(sum(state.lengths)) - 2 + 4 * (5 - int(state.ready))


@pytest.mark.clause("LOKUS-15")
def test_five_cleaning_cards_are_taken_in_a_real_round() -> None:
    history = play_turns(FIVE_CLEANING_CARDS.rows, FIVE_CLEANING_CARDS.turns)
    assert len(split(FIVE_CLEANING_CARDS.turns)) == 10
    view = view_of(history)
    assert (view.ready, view.away) == (0, 20)
    assert [place.past[0].cleaning for place in view.places] == FIVE_CLEANING_CARDS.cleaning
    assert sum(FIVE_CLEANING_CARDS.cleaning) == 5


@pytest.mark.skipif(not IS_COMPILED, reason="the search is too slow in plain Python")
@pytest.mark.clause("LOKUS-15")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_search_for_the_most_cleaning_cards_finds_five(seats: int) -> None:
    end = search(Setup(GAME, seats), 0, lambda state: (placed(state), -state.ready)).fields
    assert sum(end.past_cleaning[0]) == 5
    assert (end.ready, end.away, end.lengths) == (0, 20, [1, 1]), "as many cards as possible were placed"


@pytest.mark.skipif(not IS_COMPILED, reason="the search is too slow in plain Python")
@pytest.mark.clause("LOKUS-15")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_search_for_the_most_second_rolls_finds_fourteen(seats: int) -> None:
    """The search starts from random deals, so fourteen is only a lower bound. Eighteen are possible, as shown above."""
    end = search(Setup(GAME, seats), 0, lambda state: (-placed(state),)).fields
    assert 14 <= 20 - placed(end) <= 18
