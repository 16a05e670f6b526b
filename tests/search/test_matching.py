"""Regret matching: finds mixed strategies, is reproducible, ignores hidden information, stops on request."""

from __future__ import annotations

import threading
import time

import pytest

from locarium.search.matching import Matcher
from plain import said_in_plain_python
from search.doors.game import doors
from search.doors.rules import DOORS, HIDER, HOME, SEEKER
from search.positions import choosing, indistinguishable_position, times
from waiting import PATIENCE, finish

LONG = 10**9  # simulations


def matcher(truth, seat, seed=7, offered=None, **given):
    concealed = truth.concealed(seat)
    return Matcher(concealed, offered or concealed.legal(seat), seed, **given)


def think(truth, seat, simulations, **given):
    return matcher(truth, seat, **given).think(simulations=simulations)


# Mixed strategies.


def test_unseen_hider_chooses_any_door():
    """A seeker who saw the choice could counter every door, but not staying at home."""
    shares = {each.action: each.share for each in think(doors(), HIDER, times(40_000, 4000))}
    assert shares.pop(HOME) < 0.02
    assert all(share == pytest.approx(1 / DOORS, abs=0.08) for share in shares.values())


@pytest.mark.compiled
def test_seeker_opens_any_door():
    for door in think(doors(), SEEKER, times(40_000, 4000)):
        assert door.share == pytest.approx(1 / DOORS, abs=0.08)
        assert door.value == pytest.approx(1 / DOORS, abs=0.08)


def test_mixed_strategy_is_played_at_random():
    """The hider varies the door and never stays at home."""
    chosen = [
        think(doors(), HIDER, times(3000, 1500), seed=seed, mixed=True)[0].action for seed in range(times(80, 20))
    ]
    assert set(chosen) >= set(range(DOORS))
    assert chosen.count(HOME) <= len(chosen) // 20


@pytest.mark.parametrize(("chosen", "observer"), [(HIDER, SEEKER), (SEEKER, HIDER)])
def test_hidden_choice_does_not_affect_the_search(chosen, observer):
    truth, other = doors(), doors()
    truth.play(chosen, 1)
    other.play(chosen, 2)
    simulations = times(4000, 500)
    assert think(truth, observer, simulations) == think(other, observer, simulations)


# The advice.


@pytest.mark.parametrize("sealed", [0, 1, 3])
def test_all_offered_actions_are_ranked(sealed):
    truth = choosing(4, sealed)
    for seat in truth.active:
        advice = think(truth, seat, times(2000, 30))
        assert sorted(each.action for each in advice) == truth.legal(seat)
        assert sum(each.share for each in advice) == pytest.approx(1)
        assert all(0 <= each.value <= 1 for each in advice)
        offered = truth.legal(seat)[1::3]
        assert sorted(each.action for each in think(truth, seat, times(500, 12), offered=offered)) == offered


@pytest.mark.parametrize("sealed", [0, 3])
def test_same_seed_gives_the_same_advice(sealed):
    truth = choosing(4, sealed)
    seat = truth.active[-1]
    first, second = (think(truth, seat, times(2000, 40)) for _ in range(2))
    assert first == second
    assert first != think(truth, seat, times(2000, 40), seed=8)


@pytest.mark.parametrize("sealed", [0, 1, 3])
def test_hidden_information_does_not_change_the_advice(sealed):
    truth = choosing(4, sealed)
    seat = truth.active[-1]
    other = indistinguishable_position(truth, seat)
    assert think(truth, seat, times(2000, 40)) == think(other, seat, times(2000, 40))


PROGRAM = """
from search.test_matching import advice_of_all
print(advice_of_all())
"""


def advice_of_all():
    positions = [doors(), *(choosing(4, sealed) for sealed in (0, 1, 3))]
    return [think(truth, seat, 60) for truth in positions for seat in truth.active]


@pytest.mark.slow
@pytest.mark.compiled
def test_plain_python_gives_the_same_advice():
    assert said_in_plain_python(PROGRAM).strip() == str(advice_of_all())


# Stopping.


def test_search_is_stopped_from_another_thread():
    truth = choosing(4, 0)
    thinking, answers = matcher(truth, 0), []
    thread = threading.Thread(target=lambda: answers.append(thinking.think(simulations=LONG)), daemon=True)
    thread.start()
    while thinking.simulations < 40:
        time.sleep(0.001)
    assert thread.is_alive()
    thinking.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert sorted(each.action for each in answers[0]) == truth.legal(0)


def test_search_stopped_before_its_start_still_answers():
    truth = choosing(4, 0)
    thinking = matcher(truth, 2)
    thinking.stop()
    assert sorted(each.action for each in thinking.think(seconds=60, simulations=LONG)) == truth.legal(2)
    assert thinking.simulations == len(truth.legal(2))


def test_search_ends_at_its_deadline():
    thinking = matcher(choosing(4, 0), 1)
    thinking.think(simulations=1)  # loads compiled code
    assert finish(lambda: thinking.think(seconds=0.05))
