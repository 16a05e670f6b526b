"""Concealed positions keep what a seat knows, and samples fill in the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.cases import times
from conformance.walk import at_positions
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.playout import choose_at_random, random_digits
from locarium.kernel.position import FIRST
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from conformance.walk import Moment


@at_positions(times(1, 3))
def concealing_is_idempotent(moment: Moment) -> None:
    for observer in moment.case.observers:
        once = moment.concealed(observer)
        assert once.observer == observer
        assert once.concealed(observer).words.tobytes() == once.words.tobytes()


@at_positions(times(1, 3))
def seat_keeps_its_knowledge(moment: Moment) -> None:
    position = moment.position
    for observer in moment.case.observers:
        concealed = moment.concealed(observer)
        assert concealed.active == moment.active
        assert concealed.sealed == position.sealed
        assert concealed.words[FIRST] == position.words[FIRST]
        assert concealed.outcome() == moment.outcome
        if observer != SPECTATOR:
            assert concealed.legal(observer) == moment.legal(observer)
            assert concealed.scores()[observer] == moment.scores[observer]


@at_positions(times(1, 3))
def samples_match_the_observation(moment: Moment) -> None:
    rng = new_rng(moment.number)
    for observer in moment.case.observers:
        concealed = moment.concealed(observer)
        possible = concealed.sampled(rng)
        assert possible.observer == TRUTH
        assert possible.concealed(observer).words.tobytes() == concealed.words.tobytes()
        assert possible.legal(observer) == moment.legal(observer)


@at_positions(times(17, 29))
def samples_can_be_played(moment: Moment) -> None:
    """Every active seat of a sampled position has legal steps, and the game can be played to its end."""
    rng = new_rng(moment.number)
    position = moment.concealed(moment.observer).sampled(rng)
    for _ in range(moment.case.setup.game.book.MAX_STEPS):
        if position.is_over:
            return
        if position.chance_is_due:
            position.draw(random_digits(position, rng))
        else:
            assert all(position.legal(seat) for seat in position.active)
            seat = position.next_seat
            position.play(seat, choose_at_random(position, seat, rng))
    assert position.is_over
