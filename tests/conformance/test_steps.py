"""Legal lists, faults, random picks and notation agree."""

from __future__ import annotations

import numpy as np
import pytest

from conformance.cases import (
    CASES,
    NAMES,
    SLOW_PICKS,
    every_case,
    every_number_of_seats,
    game_of,
    sampled_positions,
    some_actions,
    some_games,
    times,
)
from conformance.fairness import looks_uniform
from conformance.loops import tally_picks
from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.rng import new_rng


@every_case
def test_faults_are_what_is_not_legal(case):
    game = case.setup.game
    reasons = set()
    for number, position in enumerate(sampled_positions(case, times(5, 17))):
        for seat in range(case.seats):
            legal = position.legal(seat)
            faults = {action: position.fault(seat, action) for action in {*legal, *some_actions(game, number)}}
            assert sorted(action for action, reason in faults.items() if reason is None) == legal
            reasons |= {reason for reason in faults.values() if reason}
    assert reasons
    for language in LANGUAGES:
        texts = game.about.texts(language)
        assert all(texts.get("faults", reason, seat=0) for reason in reasons)


@every_case
def test_an_illegal_step_changes_nothing(case):
    for position in sampled_positions(case, 11):
        seat = position.next_seat
        illegal = sorted(set(range(case.setup.game.book.ACTIONS)) - set(position.legal(seat)))
        before = position.words.tobytes()
        for action in illegal[:: max(1, len(illegal) // 5)]:
            with pytest.raises(IllegalStep) as caught:
                position.play(seat, action)
            assert caught.value.reason == position.fault(seat, action)
        assert position.words.tobytes() == before


@every_case
def test_picks_are_uniform(case):
    if not IS_COMPILED and (case.name, case.edition) in SLOW_PICKS and case.seats > 1:
        pytest.skip("too slow in plain Python")
    book = case.setup.game.book
    scratch = np.empty(book.MAX_LEGAL, np.int64)
    rng = new_rng(2)
    checked = 0
    for position in sampled_positions(case, times(5, 11)):
        for seat in position.active[:2]:
            legal = position.legal(seat)
            counts = np.zeros(book.ACTIONS, np.int64)
            picks = times(100, 10) * len(legal)
            tally_picks(case.setup.tables, position.array, seat, rng, scratch, counts, picks)
            assert counts.sum() == picks
            assert counts[legal].sum() == picks
            assert looks_uniform(counts[legal].tolist())
            checked += len(legal) > 1
    assert checked


@every_case
def test_steps_are_written_and_read(case):
    notation, rules = case.setup.game.notation, case.setup.fields
    actions = {
        action
        for history in some_games(case, 4)
        for position in history.positions
        for seat in position.active
        for action in position.legal(seat)
    }
    texts = [notation.show(rules, action) for action in sorted(actions)]
    assert len(set(texts)) == len(texts)
    assert [notation.parse(rules, text) for text in texts] == sorted(actions)
    assert all(text == " ".join(text.split()) and "?" not in text for text in texts)


@every_case
def test_every_action_has_a_text(case):
    notation, rules = case.setup.game.notation, case.setup.fields
    assert all(notation.show(rules, action) for action in range(case.setup.game.book.ACTIONS))


@every_case
def test_chance_is_written_and_read(case):
    notation, rules = case.setup.game.notation, case.setup.fields
    for history in some_games(case):
        for i, step in enumerate(history.steps):
            if step.seat is None:
                text = notation.show_chance(rules, history.positions[i + 1].state, history.position.state)
                assert "?" not in text
                again = history.positions[i].copy()
                again.draw(notation.parse_chance(rules, again.state, text))  # other digits may mean the same deal
                assert again.words.tobytes() == history.positions[i + 1].words.tobytes()


def other_spellings(text: str) -> set[str]:
    spaced = {f"{text} ", f" {text}", f"{text}\n", text.replace(" ", "  ", 1), text.replace(" ", "\t", 1)}
    return (spaced | {text.upper(), text.replace(" ", "\u00a0", 1)}) - {text}


@every_number_of_seats
def test_other_spellings_are_refused(case):
    notation, rules = case.setup.game.notation, case.setup.fields
    for history in some_games(case, 1):
        for i, (seat, text) in enumerate(history.texts()):
            for other in other_spellings(text):
                with pytest.raises((BadNotation, IllegalStep)):
                    _ = (
                        notation.parse_chance(rules, history.positions[i].state, other)
                        if seat is None
                        else notation.parse(rules, other)
                    )


@pytest.mark.parametrize("name", NAMES)
def test_every_fault_can_be_met(name):
    met = {
        position.fault(seat, action)
        for case in [case for case in CASES if case.name == name]
        for number, position in enumerate(sampled_positions(case, times(7, 4)))
        for seat in position.active
        for action in some_actions(game_of(name), number)
    }
    assert set(game_of(name).book.FAULTS[1:]) <= met | {None}
