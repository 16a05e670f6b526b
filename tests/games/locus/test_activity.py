"""LOCUS: the best activity, compared with an independent search."""

from __future__ import annotations

import pytest

from games.locus.script import SMALL, drafted
from locarium.games.locus.activity import best_activity
from locarium.kernel.position import Position


def best_by_trying(position: Position, seen: set[bytes]) -> int:
    """Return the highest score of all reachable ends."""
    best = -1
    for action in position.legal(0):
        after = position.copy()
        if position.setup.game.notation.show(position.setup.fields, action) == "end":
            best = max(best, position.scores()[0])
            continue
        after.play(0, action)
        if (key := after.words.tobytes()) not in seen:
            seen.add(key)
            best = max(best, best_by_trying(after, seen))
    return best


LONG = pytest.mark.compiled  # only because it is slow otherwise


@pytest.mark.parametrize(
    ("cards", "coins"),
    [("y-d2 p-d2", 0), pytest.param("y-d2 p-d2", 2, marks=LONG), pytest.param("r-i3 g-d2", 1, marks=LONG)],
)
def test_best_activity_is_optimal(cards: str, coins: int) -> None:
    history = drafted(cards, edition=SMALL, coins=coins)
    best = best_activity(history.position, 0, 200_000)
    assert best is not None
    assert best.points == best_by_trying(history.position, set())


def test_steps_of_the_best_activity_reach_its_points() -> None:
    history = drafted("y-d2 p-d2", edition=SMALL, coins=0)
    best = best_activity(history.position, 0, 200_000)
    assert best is not None
    for action in best.steps:
        history.play(0, action)
    assert "end" in history.position.legal_texts(0)
    assert history.position.scores() == [best.points]


def test_search_gives_up_on_too_many_sheets() -> None:
    position = drafted("y-d2 p-d2", edition=SMALL, coins=2).position
    assert best_activity(position, 0, 50) is None
