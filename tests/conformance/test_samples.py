"""Samples of concealed positions are uniform."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations, product
from typing import TYPE_CHECKING

import pytest

from conformance.cases import HIDING, MANY_POSSIBILITIES, NAMES, PLAYERS, WALKED, Case, is_fast_enough, played, times
from conformance.fairness import looks_uniform
from locarium.kernel.game import SPECTATOR
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.kernel.position import Position

MOST_POSSIBILITIES = 40
FAR_FROM_THE_END = 20  # steps per seat before the end


def few_possibilities(name: str) -> Iterator[tuple[Position, Position]]:
    """Yield some positions of every case, full and concealed, that leave few possibilities but more than one."""
    for case in [case for case in WALKED if case.name == name and case.seats > 1 and not case.options]:
        yield from islice(filter(leaves_few, positions_from_the_end(case)), times(8, 2))


def positions_from_the_end(case: Case) -> Iterator[tuple[Position, Position]]:
    for seed in range(times(4)):
        for player in [player for player in PLAYERS if is_fast_enough(case, player)]:
            for position in played(case, player, seed).positions[: -1 - FAR_FROM_THE_END * case.seats : -times(1, 3)]:
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
            assert position.words.tobytes() in counts, "the real position must be possible"
            assert looks_uniform(list(counts.values()))
            checked += 1
    assert checked >= times(5, 1)


def toy_possibilities(position, observer):
    """List all secret numbers and face-down bids that fit what the observer of the toy has seen, by brute force."""
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
def test_samples_of_the_toy_cover_all_possibilities(case, steps):
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
