"""LOKUS: samples of hidden information, with all possibilities equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from conformance.fairness import looks_uniform
from games.lokus.script import ALL_CARDS, GAME, NAMES
from locarium.kernel.game import SPECTATOR
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Position, Setup
from locarium.kernel.rng import new_rng

EACH = 100 if IS_COMPILED else 10  # samples per possibility
observed_by_some = pytest.mark.parametrize("observer", [0, SPECTATOR])


def late(cards: int, sealed: int = 0) -> Position:
    """Return a position of six seats with few cards left, some of which have chosen, to limit the possibilities."""
    history = write_game(Setup(GAME, len(NAMES), {"hand": 11, "crowd": True}), new_rng(1), choose_at_random)
    return next(
        position
        for position in history.positions
        if position.fields.held == [cards] * 6 and len(position.active) == 6 - sealed > 1
    )


def unseen(position: Position, observer: int) -> list[str]:
    """Return the cards that may be anywhere: not revealed and not in the observer's hand."""
    seen = position.fields.seen
    own = [] if observer == SPECTATOR else GAME.view(position.concealed(observer)).hand
    return [card for n, card in enumerate(ALL_CARDS) if not seen[n // 36] >> n % 36 & 1 and card not in own]


def hand(position: Position, seat: int) -> list[str]:
    cards: list[str] = GAME.view(position.concealed(seat)).hand
    return cards


@pytest.mark.clause("LOKUS-05")
@observed_by_some
def test_every_unseen_card_can_be_in_every_hand(observer: int) -> None:
    position = late(cards=1)
    cards = unseen(position, observer)
    assert len(cards) == (10 if observer == SPECTATOR else 9)
    possible = list(permutations(cards, 2))
    concealed, rng = position.concealed(observer), new_rng(2)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(EACH * len(possible)):
        sample = concealed.sampled(rng)
        counts[hand(sample, 1)[0], hand(sample, 5)[0]] += 1
    assert set(counts) == set(possible)
    assert looks_uniform(list(counts.values()))


@pytest.mark.clause("LOKUS-05", "LOKUS-06")
@observed_by_some
def test_face_down_choice_can_be_any_card_in_the_hand(observer: int) -> None:
    position = late(cards=2, sealed=2)
    assert position.sealed == [0, 1]
    possible = {(pair, chosen) for pair in combinations(unseen(position, observer), 2) for chosen in pair}
    concealed, rng = position.concealed(observer), new_rng(3)
    counts: Counter[tuple[tuple[str, ...], str]] = Counter()
    for _ in range(EACH * len(possible)):
        sample = concealed.sampled(rng)
        counts[tuple(hand(sample, 1)), ALL_CARDS[sample.fields.chosen[1]]] += 1
    assert set(counts) == possible
    assert looks_uniform(list(counts.values()))


@pytest.mark.clause("LOKUS-05")
def test_observers_knowledge_is_kept() -> None:
    position, rng = late(cards=2, sealed=2), new_rng(4)
    for _ in range(20):
        sample = position.concealed(0).sampled(rng)
        assert hand(sample, 0) == hand(position, 0)
        assert sample.fields.chosen[0] == position.fields.chosen[0]
        hands = [card for seat in range(6) for card in hand(sample, seat)]
        assert len(set(hands)) == 12
