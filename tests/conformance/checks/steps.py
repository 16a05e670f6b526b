"""Legal lists, faults, random picks and notation agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from conformance.cases import some_actions, times
from conformance.fairness import looks_uniform
from conformance.loops import tally_picks
from conformance.walk import after_case, after_games, at_positions
from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from conformance.walk import Game, Moment, Walk

FEW = 8  # actions to try for a seat that may not act, and illegal actions to try


@at_positions(times(7, 17))
def faults_match_illegal_actions(moment: Moment) -> None:
    game, position = moment.case.setup.game, moment.position
    actions = some_actions(game, moment.number)
    for seat in range(moment.case.seats):
        legal = moment.legal(seat)
        tried = {*legal, *actions} if seat in position.may_act else actions[:: max(1, len(actions) // FEW)]
        faults = {action: position.fault(seat, action) for action in tried}
        assert sorted(action for action, reason in faults.items() if reason is None) == legal
        moment.game.walk.reasons |= {reason for reason in faults.values() if reason}


@at_positions(times(7, 17))
def illegal_steps_change_nothing(moment: Moment) -> None:
    for seat in moment.active[:1]:
        illegal = sorted({*some_actions(moment.case.setup.game, moment.number)} - {*moment.legal(seat)})
        position = moment.position.copy()
        for action in illegal[:: max(1, len(illegal) // FEW)]:
            with pytest.raises(IllegalStep) as caught:
                position.play(seat, action)
            assert caught.value.reason == position.fault(seat, action)
        assert position.words.tobytes() == moment.bytes


@at_positions(times(11, 31))
def picks_are_uniform(moment: Moment) -> None:
    setup = moment.case.setup
    scratch = np.empty(setup.game.book.MAX_LEGAL, np.int64)
    for seat in moment.active[:2]:
        legal = moment.legal(seat)
        counts = np.zeros(setup.game.book.ACTIONS, np.int64)
        picks = times(100, 10) * len(legal)
        tally_picks(setup.tables, moment.position.array, seat, new_rng(moment.number), scratch, counts, picks)
        assert counts.sum() == picks
        assert counts[legal].sum() == picks
        assert looks_uniform(counts[legal].tolist())
        moment.game.walk.choices += len(legal) > 1


@after_case
def picks_had_a_choice(walk: Walk) -> None:
    assert walk.choices


@after_case
def illegal_actions_have_a_reason_in_every_language(walk: Walk) -> None:
    assert walk.reasons
    for language in LANGUAGES:
        texts = walk.case.setup.game.about.texts(language)
        assert all(texts.get("faults", reason, seat=0) for reason in walk.reasons)


@at_positions()
def steps_are_deterministic(moment: Moment) -> None:
    """The same draw or action from the same position gives the same next position."""
    history = moment.game.history
    if moment.step < len(history.steps):
        step, after = history.steps[moment.step], moment.position.copy()
        if step.seat is None:
            after.draw(step.digits)
        else:
            moment.game.walk.actions.update(*map(moment.legal, moment.active))
            after.play(step.seat, step.action)
        assert after.words.tobytes() == history.positions[moment.step + 1].words.tobytes()


@at_positions()
def chance_steps_round_trip(moment: Moment) -> None:
    history, setup = moment.game.history, moment.case.setup
    if moment.position.chance_is_due:
        after = history.positions[moment.step + 1]
        text = setup.game.notation.show_chance(setup.fields, after.state, history.position.state)
        assert "?" not in text
        again = moment.position.copy()
        # Different digits can give the same step.
        again.draw(setup.game.notation.parse_chance(setup.fields, again.state, text))
        assert again.words.tobytes() == after.words.tobytes()


@after_case
def steps_round_trip(walk: Walk) -> None:
    notation, rules, actions = walk.case.setup.game.notation, walk.case.setup.fields, sorted(walk.actions)
    texts = [notation.show(rules, action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [notation.parse(rules, text) for text in texts] == actions
    assert all(text == " ".join(text.split()) and "?" not in text for text in texts)


def other_spellings(text: str) -> set[str]:
    spaced = {f"{text} ", f" {text}", f"{text}\n", text.replace(" ", "  ", 1), text.replace(" ", "\t", 1)}
    return (spaced | {text.upper(), text.replace(" ", "\u00a0", 1)}) - {text}


@after_games
def other_spellings_are_rejected(game: Game) -> None:
    notation, rules, history = game.case.setup.game.notation, game.case.setup.fields, game.history
    lines = {text: (seat, number) for number, (seat, text) in enumerate(history.texts())}
    for text, (seat, number) in lines.items():
        for other in other_spellings(text):
            with pytest.raises((BadNotation, IllegalStep)):
                _ = (
                    notation.parse_chance(rules, history.positions[number].state, other)
                    if seat is None
                    else notation.parse(rules, other)
                )
