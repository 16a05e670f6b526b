"""A search as tables run it: reproducible, limited to the seat's knowledge, stopped by deadline or flag, and strong."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from locarium.kernel.game import SPECTATOR
from locarium.kernel.rng import new_rng
from locarium.search.thinker import CAPACITY, Thinker, standard_error
from plain import said_in_plain_python
from search.positions import (
    CASES,
    LOSE_NOW,
    SHOUT_TO_WIN,
    WIN_NOW,
    indistinguishable_position,
    middle,
    play_match,
    texts,
    thinker_of,
    times,
)
from waiting import PATIENCE

every_case = pytest.mark.parametrize("case", CASES)
LONG = 10**9  # simulations


# Reproducibility.


@every_case
def test_same_seed_gives_the_same_advice(case):
    truth = middle(*CASES[case])
    first, second = (thinker_of(truth).think(simulations=times(1500, 30)) for _ in range(2))
    assert first == second
    assert first


PROGRAM = """
from search.positions import CASES, middle, thinker_of
for case in CASES:
    print(thinker_of(middle(*CASES[case])).think(simulations=25))
"""


@pytest.mark.compiled
def test_plain_python_gives_the_same_advice():
    advice = [thinker_of(middle(*CASES[case])).think(simulations=25) for case in CASES]
    assert said_in_plain_python(PROGRAM).splitlines() == [str(each) for each in advice]


def test_shares_cover_all_simulations():
    advice = thinker_of(middle(2, {})).think(simulations=times(3000, 100))
    assert sum(each.share for each in advice) == pytest.approx(1)
    assert all(0 <= each.value <= 1 for each in advice)
    assert [each.share for each in advice] == sorted((each.share for each in advice), reverse=True)


# Knowledge.


def test_full_state_is_rejected():
    truth = middle(2, {})
    (seat,) = truth.active
    with pytest.raises(ValueError, match="not the full state"):
        Thinker(truth, truth.legal(seat), 1)
    with pytest.raises(ValueError, match="not the full state"):
        Thinker(truth.concealed(SPECTATOR), truth.legal(seat), 1)
    with pytest.raises(ValueError, match="not the full state"):
        Thinker(truth.concealed(seat).sampled(new_rng(1)), truth.legal(seat), 1)


def test_seat_without_a_choice_is_rejected():
    truth = middle(2, {})
    (seat,) = truth.active
    with pytest.raises(ValueError, match="has a choice"):
        Thinker(truth.concealed(seat), [], 1)
    with pytest.raises(ValueError, match="has a choice"):
        Thinker(truth.concealed(1 - seat), truth.legal(seat), 1)


@every_case
def test_hidden_information_does_not_change_the_advice(case):
    """Two full positions that differ only in hidden information give the same advice."""
    truth = middle(*CASES[case])
    (seat,) = truth.active
    other = indistinguishable_position(truth, seat)
    advice = [thinker_of(each).think(simulations=times(1000, 20)) for each in (truth, other)]
    assert advice[0] == advice[1]


def test_position_may_change_during_the_search():
    """The search works on a copy."""
    truth = middle(2, {})
    (seat,) = truth.active
    concealed = truth.concealed(seat)
    thinker = Thinker(concealed, concealed.legal(seat), 7)
    concealed.words[:] = 0
    assert thinker.think(simulations=50) == thinker_of(truth).think(simulations=50)


def test_only_offered_actions_are_ranked():
    truth = middle(3, {})
    offered = truth.legal(truth.active[0])[2:5]
    advice = thinker_of(truth, offered=offered).think(simulations=times(500, 50))
    assert sorted(each.action for each in advice) == offered


def test_single_action_is_ranked():
    truth = middle(3, {})
    (action,) = truth.legal(truth.active[0])[:1]
    (advice,) = thinker_of(truth, offered=[action]).think(simulations=20)
    assert (advice.action, advice.share) == (action, 1.0)


# Stopping.


def think_in_thread(thinker, **limits):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(thinker.think(**limits)), daemon=True)
    thread.start()
    return thread, answers


def test_search_ends_after_its_simulations():
    thinker = thinker_of(middle(2, {}))
    thinker.think(simulations=37)
    assert thinker.simulations == 37


@pytest.mark.parametrize("case", ["2", "4", "4 match"])
def test_search_ends_at_its_deadline(case):
    thinker = thinker_of(middle(*CASES[case]))
    thread, answers = think_in_thread(thinker, seconds=0.05, simulations=LONG)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert 1 <= thinker.simulations < CAPACITY - 1  # the tree was not full either
    assert answers[0]


def test_search_is_stopped_from_another_thread():
    thinker = thinker_of(middle(2, {}), capacity=1_000_000)
    thread, answers = think_in_thread(thinker, simulations=LONG)
    while thinker.simulations < 20:
        time.sleep(0.001)
    assert thread.is_alive()
    thinker.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert 20 <= thinker.simulations < 999_999
    assert answers[0]


def test_search_stopped_before_its_start_still_answers():
    thinker = thinker_of(middle(2, {}))
    thinker.stop()
    (advice,) = thinker.think(seconds=60, simulations=LONG)
    assert advice.share == 1.0
    assert thinker.simulations == 1


def test_full_tree_ends_the_search():
    thinker = thinker_of(middle(2, {}), capacity=100)
    thinker.think(seconds=60, simulations=LONG)
    assert thinker.simulations == 99


def test_no_thread_is_left_behind():
    before = threading.active_count()
    thinker_of(middle(2, {})).think(seconds=60, simulations=5)
    deadline = time.monotonic() + PATIENCE
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.005)
    assert threading.active_count() == before


def test_event_loop_is_not_blocked():
    async def tick_beside(thinker: Thinker) -> None:
        thinking = asyncio.get_running_loop().run_in_executor(None, lambda: thinker.think(simulations=LONG))
        for _ in range(10):
            await asyncio.sleep(0.002)
        assert not thinking.done()
        thinker.stop()
        assert await asyncio.wait_for(thinking, PATIENCE)

    thinker = thinker_of(middle(4, {}), capacity=1_000_000)
    thinker.think(simulations=2)  # loads compiled code
    asyncio.run(tick_beside(thinker))


# Playing strength.


def best(history, simulations=None):
    truth = history.position
    return texts(truth, [thinker_of(truth).think(simulations=simulations or times(4000, 400))[0].action])[0]


def test_search_finds_the_winning_last_card():
    assert best(WIN_NOW).startswith("r5 ")


def test_search_knows_that_it_wins():
    truth = WIN_NOW.position
    advice = thinker_of(truth).think(simulations=times(4000, 400))
    values = dict(zip(texts(truth, [each.action for each in advice]), (each.value for each in advice), strict=True))
    assert {values[text] for text in values if text.startswith("r5")} == {1.0}


def test_search_avoids_the_losing_last_card():
    assert not best(LOSE_NOW).startswith("r5")


def test_search_shouts_to_win():
    assert best(SHOUT_TO_WIN).startswith("r0! ")


@pytest.mark.compiled
def test_search_beats_one_random_player():
    games = 60
    points = 0.0
    for number in range(games):
        winners = play_match(number // 2, 2, number % 2, 200)
        points += (number % 2 in winners) / len(winners)
    assert points / games >= 0.8


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [3, 4])
def test_search_beats_several_random_players(seats):
    games = 60
    wins = sum(number % seats in play_match(number // seats, seats, number % seats, 200) for number in range(games))
    assert wins / games >= 0.6


# Standard errors.


def test_error_is_that_of_a_mean():
    """A hundred coin tosses have an error of one twentieth. Equal results still prove nothing."""
    assert standard_error(50, 50, 100) == pytest.approx(0.05, abs=0.001)
    alike = standard_error(100, 100, 100)
    assert alike is not None
    assert 0 < alike < 0.01
    assert standard_error(0, 0, 0) is None


def test_every_value_has_an_error():
    few, many = (thinker_of(middle(2, {})).think(simulations=count)[0] for count in (times(300, 150), times(6000, 900)))
    assert few.error
    assert many.error
    assert 0 < many.error < few.error < 0.5
