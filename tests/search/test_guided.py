"""The guided search: reproducible by seed, limited to offered actions, with correct counts."""

from __future__ import annotations

import numpy as np
import pytest

from locarium.games.loco.bot import manner_of, network
from locarium.kernel.rng import new_rng
from locarium.search.guided import new_branches, search_guided
from locarium.search.ismcts import NONE
from search.positions import CASES, middle, times

every_case = pytest.mark.parametrize("case", CASES)


class Tree:
    """A search below a position, in stages."""

    def __init__(self, case, seed=3, capacity=200_000, offered=None):
        truth = middle(*CASES[case])
        (self.seat,) = truth.active
        self.position = truth.concealed(self.seat)
        self.offered = np.array(self.position.legal(self.seat) if offered is None else offered, np.int64)
        self.branches, self.controls = new_branches(capacity)
        self.rng = new_rng(seed)

    def grow(self, simulations):
        setup = self.position.setup
        known = (manner_of(setup), network())
        tree = (self.branches, self.controls)
        return search_guided(setup.tables, self.position.array, self.offered, *tree, *known, self.rng, simulations)

    @property
    def used(self):
        return self.branches[: int(self.controls[0].nodes)]

    def below(self, index):
        child = int(self.branches[index].first_child)
        while child != NONE:
            yield child
            child = int(self.branches[child].next_sibling)


@every_case
def test_same_seed_grows_the_same_tree(case):
    trees = [Tree(case), Tree(case)]
    for tree in trees:
        assert tree.grow(times(1000, 10)) == times(1000, 10)
    assert trees[0].used.tobytes() == trees[1].used.tobytes()
    assert trees[0].rng[0] == trees[1].rng[0]


def test_different_seed_grows_a_different_tree():
    trees = [Tree("2", seed=1), Tree("2", seed=2)]
    for tree in trees:
        tree.grow(times(500, 10))
    assert trees[0].used.tobytes() != trees[1].used.tobytes()


@pytest.mark.parametrize("case", ["2", "3"])
def test_search_can_continue(case):
    at_once, in_parts = Tree(case), Tree(case)
    at_once.grow(times(600, 15))
    for part in (1, times(199, 4), times(400, 10)):
        assert in_parts.grow(part) == part
    assert in_parts.used.tobytes() == at_once.used.tobytes()


@every_case
def test_visits_add_up(case):
    simulations = times(1500, 20)
    tree = Tree(case)
    tree.grow(simulations)
    assert int(tree.controls[0].simulations) == simulations == int(tree.branches[0].visits)
    assert sum(int(tree.branches[child].visits) for child in tree.below(0)) == simulations
    for branch in tree.used[1:]:
        assert 0 <= branch.visits <= branch.available <= simulations
        assert 0 <= branch.total <= branch.visits
        assert 0 <= branch.promise <= 1


@every_case
def test_offered_actions_are_added_together(case):
    legal = Tree(case).offered
    for offered in (legal[:1], legal[1:4], legal[::-3], legal):
        tree = Tree(case, offered=offered)
        tree.grow(1)
        assert sorted(int(tree.branches[child].action) for child in tree.below(0)) == sorted(offered.tolist())


def test_no_action_occurs_twice_below_a_node():
    tree = Tree("2")
    tree.grow(times(1500, 20))
    for index in range(len(tree.used)):
        actions = [int(tree.branches[child].action) for child in tree.below(index)]
        assert len(actions) == len(set(actions))


@every_case
def test_full_tree_still_updates(case):
    tree = Tree(case, capacity=300)
    assert tree.grow(times(1000, 20)) == times(1000, 20)
    assert len(tree.used) <= 300
    assert sum(int(tree.branches[child].visits) for child in tree.below(0)) == times(1000, 20)


def test_stopped_search_makes_at_least_one_simulation():
    tree = Tree("2")
    tree.controls[0].stop = 1
    assert tree.grow(100) == 1
    assert tree.grow(100) == 0


@every_case
def test_concealed_position_stays_unchanged(case):
    tree = Tree(case)
    before = tree.position.words.tobytes()
    tree.grow(times(300, 10))
    assert tree.position.words.tobytes() == before
