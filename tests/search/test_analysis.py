"""Analysis: the cost of decisions, the sources of a result, and no use of hidden information."""

from __future__ import annotations

import threading

import msgspec
import pytest

from games.genius_loci import script as genius_loci
from games.loco import script as loco
from games.locus import script as locus
from games.lokus import script as lokus
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.rng import new_rng
from locarium.search.analysis import Analysis, Analyst, advise, analyse, in_record_order
from search.positions import times
from search.test_outlook import GENIUS_LOCI_END

pytestmark = pytest.mark.compiled  # searching in plain Python takes too long

LITTLE = {"simulations": times(60, 2), "games": times(64, 2)}
BLUNDER = "r0! r, r1 b, r2 r, r3 b, r4 r, r5 g"  # seat 0 ends the game though the other seat has the red markers


def finished(setup, seed=5):
    return write_game(setup, new_rng(seed), choose_at_random)


def some_game(name):
    """Return a short game of each kind."""
    if name == "loco":
        return loco.play_steps(2, BLUNDER, hands={0: "r5"})
    if name == "lokus":
        return lokus.play_turns("g5 b7", "r1 y6 e12 row 1 row 2, y1 g6 o12")
    if name == "genius-loci":
        return finished(genius_loci.setup(setup=GENIUS_LOCI_END))
    seats = 1 if name == "locus solo" else 2
    cards = "y-d2 p-d2 r-i3" if seats == 2 else "y-d2 r-i3"
    return locus.drafted(cards, "0 discard, 0 end", edition=locus.SMALL)


every_game = pytest.mark.parametrize("name", ["loco", "lokus", "genius-loci", "locus", "locus solo"])


@every_game
def test_sources_add_up_to_the_result(name):
    history = some_game(name)
    analysis = analyse(history, seed=1, **LITTLE)
    assert [moment.text for moment in analysis.moments] == [text for _, text in history.texts()]
    assert len(analysis.balances) == history.setup.seats
    for seat, balance in enumerate(analysis.balances):
        assert balance.began + balance.luck + balance.own + balance.others == pytest.approx(balance.result)
        assert balance.result == analysis.moments[-1].true[seat]
        costs = [moment.choice.cost for moment in analysis.moments if moment.seat == seat and moment.choice]
        assert all(cost >= 0 for cost in costs)
        assert (balance.cost, balance.decisions) == (pytest.approx(sum(costs)), len(costs))
    if analysis.unit == "chance":
        assert all(sum(moment.true) == pytest.approx(1) for moment in analysis.moments)


@every_game
def test_same_seed_gives_the_same_analysis(name):
    history = some_game(name)
    first, second = (analyse(history, seed=1, **LITTLE) for _ in range(2))
    assert first == second


@every_game
def test_analysis_can_be_written_as_json(name):
    analysis = analyse(some_game(name), **LITTLE)
    assert msgspec.json.decode(msgspec.json.encode(analysis), type=Analysis) == analysis


# The cost of decisions.


def test_blunder_costs_the_game():
    """GENIUS LOCI: every step except the winning one is proven to lose."""
    history = genius_loci.play(GENIUS_LOCI_END, "g3 S-f4xe5")
    (moment,) = analyse(history, simulations=500, games=500).moments
    assert moment.choice
    assert (moment.choice.best, moment.choice.cost, moment.choice.error) == ("b1 S-c1xd1", 1.0, 0.0)
    assert moment.true == moment.known == [0.0, 1.0]


def test_winning_step_costs_nothing():
    history = genius_loci.play(GENIUS_LOCI_END, "b1 S-c1xd1")
    analysis = analyse(history, simulations=500, games=500)
    assert analysis.moments[0].choice
    assert analysis.moments[0].choice.cost == 0
    assert analysis.is_finished
    assert analysis.balances[0].own == 0  # it was already won


def test_ending_a_lost_game_costs_the_remaining_chance():
    """LOCO!: by playing the sixth red card, seat 0 gives up the chance that another step would keep."""
    history = loco.play_steps(2, BLUNDER, hands={0: "r5"})
    moment = analyse(history, simulations=times(800, 60), games=times(400, 20)).moments[-1]
    assert moment.choice
    assert moment.choice.cost > 0.1
    assert not moment.choice.best.startswith("r5")
    assert moment.true == [0.0, 1.0]


def test_forced_step_is_not_a_choice():
    """LOKUS: the last card in a hand."""
    history = finished(lokus.play_turns("g5 b7", "r1 y6 e12").setup)
    moments = analyse(history, simulations=1, games=1).moments
    last = [moment for moment in moments if moment.text.startswith("play")][-3:]
    assert [moment.choice for moment in last] == [None, None, None]


@pytest.mark.clause("LOCUS-18")
def test_steps_out_of_turn_are_not_choices():
    steps = "0 take y-d2, 0 discard, 1 take p-d2, 1 discard"
    moments = analyse(locus.start(2, "y-d2 p-d2 r-i3", steps, edition=locus.SMALL, order="printed"), **LITTLE).moments
    judged = [(moment.seat, moment.text) for moment in moments if moment.choice is not None]
    assert judged == [(0, "take y-d2"), (1, "take p-d2"), (1, "discard")]


def test_forgotten_shout_has_a_cost():
    history = loco.play_steps(2, "r1 r, b1 b, g0", hands={0: "g5"})
    moment = analyse(history, simulations=times(800, 30), games=times(200, 10)).moments[-1]
    assert moment.text == "g0"
    assert moment.choice
    assert moment.choice.best != "g0"


def test_simultaneous_choices_are_listed_by_seat():
    history = lokus.play(lokus.deal(3, "g5 b7"))
    for seat in (2, 0, 1):
        history.play(seat, history.position.legal(seat)[0])
    assert [seat for seat, _ in history.texts()][1:4] == [0, 1, 2]
    reordered = in_record_order(history)
    assert [step.seat for step in reordered.steps] == [None, 0, 1, 2]
    assert reordered.position.words.tolist() == history.position.words.tolist()
    assert [moment.seat for moment in analyse(history, **LITTLE).moments] == [None, 0, 1, 2]


# Hidden information.


def swapped(text, one, other):
    """Return a deal with two cards swapped."""
    words = [{one: other, other: one}.get(word, word) for word in text.split(" / ")[0].split()]
    groups = [
        sorted(({one: other, other: one}.get(card, card) for card in group.split()), key=loco.ALL_CARDS.index)
        for group in text.split(" / ")[1:]
    ]
    return " / ".join([" ".join(words), *map(" ".join, groups)])


def test_hidden_cards_do_not_affect_the_analysis_of_a_seat():
    """LOCO!: swap two unplayed cards, one in the other hand and one laid out."""
    steps = "r1 g, b1 g, r2 p, b2 p, r3 y"
    deal = loco.deal(2, 0, "y5 p5", {1: "g4"}, steps)
    other = swapped(deal, "y5", "g4")
    assert deal != other
    first, second = (
        analyse(loco.play(text, steps), simulations=times(100, 3), games=times(200, 5)) for text in (deal, other)
    )
    assert [moment.known[0] for moment in first.moments] == [moment.known[0] for moment in second.moments]
    own = [[moment.choice for moment in each.moments if moment.seat == 0] for each in (first, second)]
    assert own[0] == own[1]
    assert [moment.true for moment in first.moments] != [moment.true for moment in second.moments]


def test_advice_requires_a_concealed_position():
    truth = loco.play_steps(2, "r1 g, b1 g").position
    with pytest.raises(ValueError, match="not the full state"):
        advise(truth)


# Stopping, and unfinished games.


def test_analysis_can_be_stopped():
    stop = threading.Event()
    progress = []

    def count(done, total):
        progress.append((done, total))
        if done == 2:
            stop.set()

    analysis = Analyst(some_game("loco"), stop=stop, **LITTLE).analyse(count)
    assert progress == [(1, 7), (2, 7)]
    assert len(analysis.moments) == 2
    assert not analysis.is_complete
    assert not analysis.is_finished
    for balance in analysis.balances:
        assert balance.began + balance.luck + balance.own + balance.others == pytest.approx(balance.result)


def test_unfinished_game_is_analysed_up_to_its_last_step():
    analysis = analyse(loco.play_steps(2, "r1 g, b1 g"), **LITTLE)
    assert (analysis.is_complete, analysis.is_finished) == (True, False)
    assert len(analysis.moments) == 3
