"""Concealed positions: what a seat keeps, and what is made up for the rest."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations, product
from typing import TYPE_CHECKING

import pytest

from conformance.cases import (
    CASES,
    HIDING,
    MANY_POSSIBILITIES,
    NAMES,
    Case,
    every_case,
    history_of,
    played,
    some_games,
    times,
)
from conformance.fairness import looks_uniform
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.kernel.position import Position

MOST_POSSIBILITIES = 40
FAR_FROM_THE_END = 20  # steps of each seat


@every_case
def test_concealing_twice_is_concealing_once(case):
    for history in some_games(case, 1):
        for position in history.positions[:: times(1, 3)]:
            for observer in case.observers:
                once = position.concealed(observer)
                assert once.observer == observer
                assert once.concealed(observer).words.tobytes() == once.words.tobytes()


@every_case
def test_a_seat_keeps_what_it_may_know(case):
    for history in some_games(case, 1):
        for position in history.positions[:: times(1, 3)]:
            for observer in case.observers:
                concealed = position.concealed(observer)
                assert concealed.active == position.active
                assert concealed.sealed == position.sealed
                assert concealed.fields.first == position.fields.first
                assert concealed.outcome() == position.outcome()
                if observer != SPECTATOR:
                    assert concealed.legal(observer) == position.legal(observer)
                    assert concealed.scores()[observer] == position.scores()[observer]


@every_case
def test_samples_fit_what_was_seen(case):
    rng = new_rng(4)
    for history in list(some_games(case, 1))[: times(3, 1)]:
        for position in history.positions[:: times(1, 3)]:
            for observer in case.observers:
                concealed = position.concealed(observer)
                possible = concealed.sampled(rng)
                assert possible.observer == TRUTH
                assert possible.concealed(observer).words.tobytes() == concealed.words.tobytes()
                assert possible.legal(observer) == position.legal(observer)


@every_case
def test_samples_can_be_played(case):
    """Every active seat of a possible position has legal steps, and the game goes on to its end."""
    from locarium.kernel.playout import choose_at_random, random_digits

    rng = new_rng(6)
    history = played(case, "random", 0)
    for position in history.positions[:: times(3, 9)]:
        for observer in case.observers[-2:]:
            on = history_of(case.setup, [], [position.concealed(observer).sampled(rng)])
            while not on.position.is_over:
                if on.position.chance_is_due:
                    on.draw(random_digits(on.position, rng))
                else:
                    seat = on.position.next_seat
                    on.play(seat, choose_at_random(on.position, seat, rng))


def few_possibilities(name: str) -> Iterator[tuple[Position, Position]]:
    """Positions, true and concealed, that leave few possibilities open, but more than one; a few of every case."""
    for case in [case for case in CASES if case.name == name and case.seats > 1 and not case.options]:
        yield from islice(filter(leaves_few, positions_from_the_end(case)), times(8, 2))


def positions_from_the_end(case: Case) -> Iterator[tuple[Position, Position]]:
    for history in some_games(case, 4, 1):
        for position in history.positions[: -1 - FAR_FROM_THE_END * case.seats : -times(1, 3)]:
            yield from ((position, position.concealed(observer)) for observer in case.observers)


def leaves_few(pair: tuple[Position, Position]) -> bool:
    rng = new_rng(7)
    seen = {pair[1].sampled(rng).words.tobytes() for _ in range(MOST_POSSIBILITIES + 1)}
    return 1 < len(seen) <= MOST_POSSIBILITIES * 3 // 4


@pytest.mark.parametrize("name", sorted(HIDING & set(NAMES) - MANY_POSSIBILITIES))
def test_samples_are_uniform(name):
    rng = new_rng(8)
    checked = 0
    for position, concealed in few_possibilities(name):
        samples = times(200, 60) * MOST_POSSIBILITIES
        counts = Counter(concealed.sampled(rng).words.tobytes() for _ in range(samples))
        if len(counts) <= MOST_POSSIBILITIES:
            assert position.words.tobytes() in counts, "the truth must be possible"
            assert looks_uniform(list(counts.values()))
            checked += 1
    assert checked >= times(5, 1)


def toy_possibilities(position, observer):
    """All secret numbers and bids face down that fit what the observer of the toy has seen, by trying all."""
    state, seats = position.fields, position.setup.seats
    others = [seat for seat in range(seats) if seat != observer]
    known = set() if observer == SPECTATOR else {state.numbers[observer]}
    for numbers in permutations(sorted(set(range(1, 9)) - known), len(others)):
        if any(state.excluded[seat] >> number & 1 for seat, number in zip(others, numbers, strict=True)):
            continue
        bids = [range(min(5, state.purses[seat]) + 1) if seat in position.sealed else [None] for seat in others]
        for chosen in product(*bids):
            if all(bid != number for bid, number in zip(chosen, numbers, strict=True)):
                yield numbers, chosen


@pytest.mark.parametrize("case", [Case("toy", 2), Case("toy", 3)], ids=str)
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_samples_of_the_toy_are_all_that_is_possible(case, steps):
    position = played(case, "random", 1).positions[steps]
    for observer in (0, SPECTATOR):
        expected = Counter(toy_possibilities(position, observer))
        if len(expected) > times(3000, 50):
            continue
        rng, seen = new_rng(9), Counter()
        for _ in range(40 * len(expected)):
            state = position.concealed(observer).sampled(rng).fields
            others = [seat for seat in range(case.seats) if seat != observer]
            bids = tuple(state.bids[seat] if seat in position.sealed else None for seat in others)
            seen[tuple(state.numbers[seat] for seat in others), bids] += 1
        assert seen.keys() == expected.keys()
        assert looks_uniform(list(seen.values()))
