"""A search tree, grown in stages."""

from __future__ import annotations

import numpy as np

from locarium.kernel.rng import new_rng
from locarium.search.ismcts import NONE, new_tree, search

EXPLORATION = 0.7


class Tree:
    """A search below a position, in stages."""

    def __init__(self, truth, seed=3, capacity=20_000, offered=None, seat=None):
        self.seat = truth.active[0] if seat is None else seat
        self.position = truth.concealed(self.seat)
        self.offered = np.array(self.position.legal(self.seat) if offered is None else offered, np.int64)
        self.nodes, self.controls = new_tree(capacity)
        self.rng = new_rng(seed)

    def grow(self, simulations):
        tables, roots = self.position.setup.tables, self.position.array
        return search(tables, roots, self.offered, self.nodes, self.controls, self.rng, simulations, EXPLORATION)

    @property
    def used(self):
        return self.nodes[: int(self.controls[0].nodes)]

    def below(self, index):
        child = int(self.nodes[index].first_child)
        while child != NONE:
            yield child
            child = int(self.nodes[child].next_sibling)
