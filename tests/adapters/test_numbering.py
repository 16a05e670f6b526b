"""Compact action numbers."""

from __future__ import annotations

import numpy as np
import pytest

from adapters.cases import CASES
from locarium.adapters.extras import MissingExtra, need
from locarium.adapters.numbering import numbering_of
from locarium.adapters.observing import features_of
from locarium.adapters.stage import setup_of
from locarium.catalogue import NAMES
from locarium.kernel.playout import choose_at_random, random_digits
from locarium.kernel.rng import new_rng


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_every_legal_action_has_a_number(game: str, seats: int, options: dict[str, object]) -> None:
    setup = setup_of(game, seats, options)
    numbering, rng = numbering_of(setup), new_rng(1)
    for _ in range(3):
        position = setup.begin()
        while not position.is_over:
            if position.chance_is_due:
                position.draw(random_digits(position, rng))
                continue
            seat = position.next_seat
            assert (numbering.hosts[position.legal(seat)] >= 0).all()
            position.play(seat, choose_at_random(position, seat, rng))


@pytest.mark.parametrize(
    ("game", "edition", "count"),
    [
        ("genius-loci", "house", 3559),
        ("genius-loci", "visitors", 3185),
        ("locus", "house", 12351),
        ("loco", "house", 185),
        ("lokus", "house", 74),
    ],
)
def test_action_numbers_and_texts_round_trip_in_rules_order(game: str, edition: str, count: int) -> None:
    numbering = numbering_of(setup_of(game, 3 if game == "lokus" else 2, None, edition))
    assert len(numbering) == count
    assert (np.diff(numbering.rules) > 0).all()
    for number in range(0, count, max(1, count // 200)):
        assert numbering.number(numbering.text(number)) == number


def test_every_game_has_observations() -> None:
    for name in NAMES:
        features = features_of(name)
        assert len({feature.name for feature in features}) == len(features) > 0


def test_error_names_the_missing_framework() -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'locarium\[openspiel\]'"):
        need("openspiel", "no_such_module")
