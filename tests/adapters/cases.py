"""Test cases: every game, number of seats and option that changes array shapes."""

from __future__ import annotations

import pytest

FEW = [("loco", 2, {}), ("lokus", 3, {}), ("locus", 1, {}), ("locus", 2, {}), ("genius-loci", 2, {})]
MORE = [
    *(("loco", seats, {}) for seats in (3, 4)),
    *(("loco", seats, {"match": "full"}) for seats in (2, 4)),
    ("loco", 5, {"family": True}),
    ("loco", 2, {"strict-marker": True}),
    *(("lokus", seats, {}) for seats in (4, 5)),
    *(("lokus", seats, {"crowd": True, "hand": 11}) for seats in (2, 6)),
    *(("locus", seats, {}) for seats in (3, 4, 5)),
    *(("locus", seats, {"coins": "german", "order": "printed"}) for seats in (1, 3)),
    *(("genius-loci", 2, {"setup": setup}) for setup in ("petals", "random")),
    ("genius-loci", 2, {"setup": "random", "aligned": True}),
    ("genius-loci", 2, {"lines": "any", "single": True}),
]
CASES = [*FEW, *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE)]
EDITIONS = [("genius-loci", "visitors")]
