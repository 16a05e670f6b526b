"""The search tree: reproducible by seed, limited to offered actions, with correct counts."""

from __future__ import annotations

import pytest

from locarium.kernel.history import History
from locarium.kernel.position import Setup
from locarium.search.ismcts import children
from search.positions import CASES, middle, times
from search.trees import Tree
from toy.game import GAME as TOY

every_case = pytest.mark.parametrize("case", CASES)


def tree_of(case, **given):
    return Tree(middle(*CASES[case]), **given)


@every_case
def test_same_seed_grows_the_same_tree(case):
    trees = [tree_of(case), tree_of(case)]
    for tree in trees:
        assert tree.grow(times(2000, 30)) == times(2000, 30)
    assert trees[0].used.tobytes() == trees[1].used.tobytes()
    assert trees[0].controls.tobytes() == trees[1].controls.tobytes()
    assert trees[0].rng[0] == trees[1].rng[0]


def test_different_seed_grows_a_different_tree():
    trees = [tree_of("2", seed=1), tree_of("2", seed=2)]
    for tree in trees:
        tree.grow(times(500, 30))
    assert trees[0].used.tobytes() != trees[1].used.tobytes()


def test_search_can_continue():
    at_once, in_parts = tree_of("3"), tree_of("3")
    at_once.grow(times(900, 60))
    for part in (times(1, 1), times(399, 19), times(500, 40)):
        assert in_parts.grow(part) == part
    assert in_parts.used.tobytes() == at_once.used.tobytes()


@every_case
def test_concealed_position_stays_unchanged(case):
    tree = tree_of(case)
    before = tree.position.words.tobytes()
    tree.grow(times(300, 10))
    assert tree.position.words.tobytes() == before


@every_case
def test_visits_add_up(case):
    simulations = times(3000, 100)
    tree = tree_of(case)
    tree.grow(simulations)
    assert int(tree.controls[0].simulations) == simulations == int(tree.nodes[0].visits)
    assert len(tree.used) <= 1 + simulations
    assert sum(int(tree.nodes[child].visits) for child in tree.below(0)) == simulations
    for index in range(1, len(tree.used)):
        node = tree.nodes[index]
        assert 1 <= node.visits <= node.available <= simulations
        assert 0 <= node.total <= node.visits
        assert sum(int(tree.nodes[child].visits) for child in tree.below(index)) <= node.visits


@every_case
def test_seats_follow_the_turn_order(case):
    tree = tree_of(case)
    tree.grow(times(3000, 100))
    seats, single = tree.position.setup.seats, "match" not in case
    assert {int(tree.nodes[child].seat) for child in tree.below(0)} == {tree.seat}
    for index in range(1, len(tree.used)):
        for child in tree.below(index):
            if single:
                assert tree.nodes[child].seat == (tree.nodes[index].seat + 1) % seats


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_observer_comes_first_if_several_seats_may_act(seat):
    """The offered actions are the observer's, not those of the seat counted first."""
    history = History(Setup(TOY, 3))
    history.play_text(None, "deal 1 2 3")
    history.play_text(None, "prize 6")
    assert history.position.active == [0, 1, 2]
    tree = Tree(history.position, seat=seat)
    tree.grow(times(500, 50))
    assert int(tree.nodes[1].seat) == seat
    assert {int(node.action) for node in children(tree.nodes, seat)} == set(history.position.legal(seat))


def test_no_action_occurs_twice_below_a_node():
    tree = tree_of("2")
    tree.grow(times(5000, 200))
    for index in range(len(tree.used)):
        actions = [int(tree.nodes[child].action) for child in tree.below(index)]
        assert len(actions) == len(set(actions))


@every_case
def test_only_offered_actions_are_considered(case):
    truth = middle(*CASES[case])
    legal = truth.legal(truth.active[0])
    for offered in (legal[:1], legal[1:4], legal[::-3], legal):
        tree = Tree(truth, offered=offered)
        tree.grow(times(1000, 60))
        considered = [int(node.action) for node in children(tree.nodes, tree.seat)]
        assert set(considered) <= set(offered)
        if len(offered) <= 4:
            assert sorted(considered) == sorted(offered)


def test_every_action_is_tried_before_any_is_repeated():
    tree = tree_of("4")
    for made in range(1, len(tree.offered) + 1):
        tree.grow(1)
        assert [int(node.visits) for node in children(tree.nodes, tree.seat)] == [1] * made
    tree.grow(1)
    assert [int(node.visits) for node in children(tree.nodes, tree.seat)][:2] == [2, 1]


def test_children_are_sorted_by_visits():
    tree = tree_of("2")
    tree.grow(times(2000, 120))
    found = [(-int(node.visits), int(node.action)) for node in children(tree.nodes, tree.seat)]
    assert found == sorted(found)


@pytest.mark.parametrize("capacity", [2, 3, 50])
def test_full_tree_ends_the_search(capacity):
    tree = tree_of("2", capacity=capacity)
    assert tree.grow(times(10_000, 1000)) == capacity - 1
    assert len(tree.used) == capacity
    assert tree.grow(10) == 0


def test_stopped_search_makes_at_least_one_simulation():
    tree = tree_of("2")
    tree.controls[0].stop = 1
    assert tree.grow(100) == 1
    assert tree.grow(100) == 0
    assert len(children(tree.nodes, tree.seat)) == 1


def test_search_works_at_the_first_and_last_step():
    first = Tree(middle(2, {}, steps=1))
    first.grow(times(200, 10))
    assert children(first.nodes, first.seat)
    truth = middle(2, {}, steps=-2)
    last = Tree(truth)
    last.grow(times(2000, 100))
    assert {int(node.action) for node in children(last.nodes, last.seat)} == set(truth.legal(last.seat))
