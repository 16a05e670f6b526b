"""Face-down simultaneous choices: each seat is searched separately, without seeing the others' choices."""

from __future__ import annotations

import pytest

from locarium.games.lokus.rules import ROW
from locarium.kernel.history import History
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.thinker import Thinker
from plain import said_in_plain_python
from search.doors.game import doors
from search.doors.rules import DOORS, HIDER, HOME, SEEKER
from search.positions import LOKUS, choosing, indistinguishable_position, times
from search.trees import Tree
from toy.game import GAME as TOY
from toy.rules import KEEP

SEATS = range(4)
every_seat = pytest.mark.parametrize("seat", SEATS)


def bidding():
    """Return the toy with four seats, all of which may bid."""
    history = History(Setup(TOY, 4))
    history.play_text(None, "deal 1 2 7 8")
    history.play_text(None, "prize 6")
    return history.position


def think(truth, seat, simulations, seed=7, offered=None):
    concealed = truth.concealed(seat)
    return Thinker(concealed, offered or concealed.legal(seat), seed).think(simulations=simulations)


def grown(truth, seat, simulations):
    tree = Tree(truth, seat=seat)
    tree.grow(simulations)
    return tree


def of_seat(tree, index, seat):
    """Return the nodes of a seat's actions below a node."""
    return [child for child in tree.below(index) if tree.nodes[child].seat == seat]


# The best answer to a hidden choice.


def test_unseen_hider_chooses_a_door():
    """A seeker who saw the choice could counter every door, but not staying at home."""
    home, *others = sorted(think(doors(), HIDER, times(4000, 1500)), key=lambda each: each.action != HOME)
    assert (home.action, home.value) == (HOME, 0.5)
    assert home.share < 0.05
    for door in others:
        assert door.value == pytest.approx(1 - 1 / DOORS, abs=0.05)
        assert door.share == pytest.approx(1 / DOORS, abs=0.08)


def test_seeker_guesses():
    """The hider doesn't see the opened door either."""
    for door in think(doors(), SEEKER, times(4000, 1500)):
        assert door.value == pytest.approx(1 / DOORS, abs=0.08)
        assert door.share == pytest.approx(1 / DOORS, abs=0.08)


@pytest.mark.parametrize(("chosen", "observer"), [(HIDER, SEEKER), (SEEKER, HIDER)])
@pytest.mark.parametrize("action", range(DOORS))
def test_hidden_choice_does_not_affect_the_advice(chosen, observer, action):
    truth, other = doors(), doors()
    truth.play(chosen, action)
    other.play(chosen, (action + 1) % DOORS)
    simulations = times(4000, 500)
    advice = think(truth, observer, simulations)
    assert advice == think(other, observer, simulations)
    assert all(each.value < 0.9 for each in advice)


@pytest.mark.parametrize("seat", [HIDER, SEEKER])
def test_choices_of_both_seats_are_siblings(seat):
    """Five choices and four make nine nodes, not five times four."""
    tree = grown(doors(), seat, times(2000, 500))
    assert len(tree.used) == 1 + DOORS + 1 + DOORS
    assert len(list(tree.below(0))) == len(tree.used) - 1


# The tree.


@every_seat
def test_all_bids_of_a_round_share_one_node(seat):
    """The nodes below a bid are steps after all bids are revealed."""
    tree = grown(bidding(), seat, times(3000, 600))
    assert {int(tree.nodes[child].seat) for child in tree.below(0)} == set(SEATS)
    for child in tree.below(0):
        below = [tree.nodes[each] for each in tree.below(child)]
        assert all(node.action >= KEEP for node in below)
        assert not below or tree.nodes[child].seat == seat


@pytest.mark.parametrize("seat", [0, 3])
def test_all_cards_of_a_turn_share_one_node(seat):
    truth = choosing(4, 0)
    tree = grown(truth, seat, times(20_000, 250))
    assert {int(tree.nodes[child].seat) for child in tree.below(0)} == set(SEATS)
    followed = 0
    for child in tree.below(0):
        below = [tree.nodes[each] for each in tree.below(child)]
        assert not below or tree.nodes[child].seat == seat
        own = [int(node.action) for node in below if node.seat == seat]
        assert int(tree.nodes[child].action) not in own  # it was already played
        assert set(own) <= {*truth.legal(seat), ROW, ROW + 1}
        followed += len(below)
    assert followed > times(100, -1)


@every_seat
def test_every_choice_of_the_observer_is_counted(seat):
    for truth, simulations in ((bidding(), times(3000, 200)), (choosing(4, 0), times(3000, 40))):
        tree = grown(truth, seat, simulations)
        assert sum(int(tree.nodes[child].visits) for child in of_seat(tree, 0, seat)) == simulations
        for other in SEATS:
            visits = [int(tree.nodes[child].visits) for child in of_seat(tree, 0, other)]
            assert sum(visits) <= simulations
        for index in range(1, len(tree.used)):
            node = tree.nodes[index]
            assert 1 <= node.visits <= node.available <= simulations
            assert 0 <= node.total <= node.visits


# The advice.


@pytest.mark.parametrize("waiting", [1, 2, 4])
@pytest.mark.parametrize("seats", [3, 5])
def test_advice_is_about_the_seats_own_cards(seats, waiting):
    """This holds for any seat and any number of earlier choices."""
    truth = choosing(seats, max(0, seats - waiting))
    for seat in truth.active:
        advice = think(truth, seat, times(1500, 12))
        assert sorted(each.action for each in advice) == truth.legal(seat)
        assert sum(each.share for each in advice) == pytest.approx(1)
        offered = truth.legal(seat)[1::3]
        assert sorted(each.action for each in think(truth, seat, times(300, 4), offered=offered)) == offered


@pytest.mark.parametrize("sealed", [0, 1, 3])
def test_same_seed_gives_the_same_advice(sealed):
    truth = choosing(4, sealed)
    for seat in truth.active:
        first, second = (think(truth, seat, times(1000, 15)) for _ in range(2))
        assert first == second
        assert first != think(truth, seat, times(1000, 15), seed=8)


@pytest.mark.parametrize("sealed", [0, 1, 3])
def test_hidden_information_does_not_change_the_advice(sealed):
    """Two full positions that differ in hands and face-down choices give the same advice."""
    truth = choosing(4, sealed)
    seat = truth.active[-1]
    other = indistinguishable_position(truth, seat)
    assert other.sealed == truth.sealed
    assert think(truth, seat, times(1000, 15)) == think(other, seat, times(1000, 15))


PROGRAM = """
from search.test_sealed import advice_of_all
print(advice_of_all())
"""


def advice_of_all():
    positions = [bidding(), *(choosing(4, sealed) for sealed in (0, 1, 3))]
    return [think(truth, seat, 12) for truth in positions for seat in truth.active]


@pytest.mark.compiled
def test_plain_python_gives_the_same_advice():
    assert said_in_plain_python(PROGRAM).strip() == str(advice_of_all())


# Playing strength.


def first_places(seed, thinking, simulations):
    """Return the searching seats' share of first place, at a table of four where the others play randomly."""

    def choose(position, seat, rng):
        if seat not in thinking:
            return choose_at_random(position, seat, rng)
        seed_of_step = int(rng[0]) & 0xFFFFFF
        return Thinker(position, position.legal(seat), seed_of_step, 1000).think(simulations=simulations)[0].action

    outcome = write_game(Setup(LOKUS, 4), new_rng(seed), choose).position.outcome()
    return sum(seat in thinking for seat in outcome.winners) / len(outcome.winners)


@pytest.mark.slow
@pytest.mark.compiled
def test_two_searching_seats_beat_two_random_ones():
    games = 24
    thinking = [(0, 1), (2, 3), (0, 2), (1, 3)]
    assert sum(first_places(number, thinking[number % 4], 300) for number in range(games)) / games >= 0.7
