"""Checks of a game's texts and faults that need more than one case."""

from __future__ import annotations

from conformance.cases import PLAYERS, WALKED, every_game, game_of, is_fast_enough, played, some_actions, times


@every_game
def test_every_action_has_a_text(name):
    setup = next(case.setup for case in WALKED if case.name == name)
    show, rules = setup.game.notation.show, setup.fields
    assert all(show(rules, action) for action in range(setup.game.book.ACTIONS))


@every_game
def test_every_fault_can_occur(name):
    wanted = set(game_of(name).book.FAULTS[1:])
    for case in [case for case in WALKED if case.name == name]:
        for player in [player for player in PLAYERS if is_fast_enough(case, player)]:
            for number, position in enumerate(played(case, player, 0).positions[:: times(5, 4)]):
                for seat in position.may_act:
                    wanted -= {position.fault(seat, action) for action in some_actions(case.setup.game, number)}
                if not wanted:
                    return
    assert not wanted
