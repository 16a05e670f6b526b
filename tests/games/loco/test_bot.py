"""LOCO!: the master is legal, reproducible and limited to its seat's knowledge, stops on request, and finds wins."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from games.loco.script import play_steps
from locarium import catalogue
from locarium.games.loco.bot import choose_greedily, master, network
from locarium.games.loco.guide import consider, promise
from locarium.games.loco.network import expect, result
from locarium.games.loco.rules import MAX_LEGAL
from locarium.kernel.jit import compiled_entry
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.guide import SCRATCH
from plain import said_in_plain_python
from search.positions import CASES, LOSE_NOW, SHOUT_TO_WIN, WIN_NOW, indistinguishable_position, middle, texts, times
from waiting import PATIENCE, finish

LOCO = catalogue.game("loco")
every_case = pytest.mark.parametrize("case", CASES)


def thinker(truth, seed=7):
    (seat,) = truth.active
    concealed = truth.concealed(seat)
    return LOCO.master(concealed, LOCO.offered_to_bots(concealed.legal(seat)), seed)


def best(history):
    truth = history.position
    return texts(truth, [thinker(truth).think(simulations=times(500, 60))[0].action])[0]


@every_case
def test_master_ranks_all_offered_steps(case):
    truth = middle(*CASES[case])
    advice = thinker(truth).think(simulations=times(300, 5))
    assert sorted(each.action for each in advice) == LOCO.offered_to_bots(truth.legal(truth.active[0]))
    assert sum(each.share for each in advice) == pytest.approx(1)
    assert [each.share for each in advice] == sorted((each.share for each in advice), reverse=True)
    assert all(0 <= each.value <= 1 for each in advice)


@every_case
def test_same_seed_gives_the_same_advice(case):
    truth = middle(*CASES[case])
    first, second = (thinker(truth).think(simulations=times(500, 5)) for _ in range(2))
    assert first == second


PROGRAM = """
from games.loco.test_bot import thinker
from search.positions import CASES, middle
for case in CASES:
    print(thinker(middle(*CASES[case])).think(simulations=5)[:5])
"""


@pytest.mark.compiled
def test_plain_python_gives_the_same_advice():
    advice = [thinker(middle(*CASES[case])).think(simulations=5)[:5] for case in CASES]
    assert said_in_plain_python(PROGRAM).splitlines() == [str(each) for each in advice]


@every_case
def test_hidden_information_does_not_change_the_advice(case):
    truth = middle(*CASES[case])
    other = indistinguishable_position(truth, truth.active[0])
    advice = [thinker(each).think(simulations=times(500, 5)) for each in (truth, other)]
    assert advice[0] == advice[1]


def test_full_state_is_rejected():
    truth = middle(2, {})
    with pytest.raises(ValueError, match="not the full state"):
        master(truth, truth.legal(truth.active[0]), 1)


@pytest.mark.parametrize("case", ["2", "4"])
def test_master_is_stopped_from_another_thread(case):
    thinking = thinker(middle(*CASES[case]))
    thinking.think(simulations=2)  # loads compiled code
    answers = []
    thread = threading.Thread(target=lambda: answers.append(thinking.think()), daemon=True)
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive()
    thinking.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert answers[0]


def test_master_ends_at_its_deadline():
    thinking = thinker(middle(2, {}))
    assert finish(lambda: thinking.think(seconds=0.05))


def test_master_finds_the_winning_last_card():
    assert best(WIN_NOW).startswith("r5 ")


def test_master_avoids_the_losing_last_card():
    assert not best(LOSE_NOW).startswith("r5")


def test_master_shouts_to_win():
    assert best(SHOUT_TO_WIN).startswith("r0! ")


def test_master_ends_the_game_before_the_opponent_wins():
    """The other seat has the red markers and would win with r5. Blue ends the game now, for five blue markers."""
    steps = "r0! b, r1 r, b0! b, r2 r, b1 b, r3 r, b2 b, r4 r, b3 b, g1 r, g2 g, g3 g"
    history = play_steps(2, steps, hands={1: "b5 b4", 0: "r5"}, out="y0 y1")
    assert history.position.active == [1]
    assert best(history)[0] in "br"


@compiled_entry
def promised(rules, states, seat, knowledge, promises):
    """Write the priors of the actions of states[0] and return their number."""
    scratch = np.empty(SCRATCH, np.float64)
    actions = np.empty(MAX_LEGAL, np.int64)
    count = consider(rules, states[0], seat, actions)
    promise(rules, states[0], seat, actions, count, knowledge, scratch, promises)
    return count


@compiled_entry
def expected(states, seat, knowledge):
    """Return the network's estimate of states[0]."""
    return expect(states[0], seat, knowledge, np.empty(SCRATCH, np.float64))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", [{}, {"strict-marker": True}])
def test_prior_is_the_estimate_after_the_action(seed, options):
    history = write_game(Setup(LOCO, 2, options), new_rng(seed), choose_at_random)
    for truth in history.positions[1 : -1 : times(3, 9)]:
        (seat,) = truth.active
        promises = np.zeros(MAX_LEGAL)
        count = promised(truth.setup.rules, truth.array, seat, network(), promises)
        actions = LOCO.offered_to_bots(truth.legal(seat))
        assert len(actions) == count
        for action, found in list(zip(actions, promises, strict=False))[:: times(1, 7)]:
            after = truth.copy()
            after.play(seat, action)
            if after.is_over:
                scores = after.scores()
                margin = scores[seat] - scores[1 - seat]
                assert found == pytest.approx(result(margin, (np.sign(margin) + 1) / 2, network()))
            else:
                assert found == pytest.approx(expected(after.array, seat, network()))


@pytest.mark.compiled
def test_master_beats_the_greedy_bot():
    """It wins at least 14 of 20 games with 100 simulations per step."""

    def choose_with(thinking):
        def choose(position, seat, rng):
            if seat != thinking:
                return choose_greedily(position, seat, rng)
            offered = LOCO.offered_to_bots(position.legal(seat))
            return master(position, offered, int(rng[0]) & 0xFFFF).think(simulations=100)[0].action

        return choose

    won = 0.0
    for number in range(20):
        outcome = write_game(Setup(LOCO, 2), new_rng(number // 2), choose_with(number % 2)).position.outcome()
        won += (number % 2 in outcome.winners) / len(outcome.winners)
    assert won >= 14


def test_weights_have_the_expected_size():
    file = Path(__file__).parents[3] / "src/locarium/games/loco/network.npy"
    assert np.load(file).shape == network().shape
