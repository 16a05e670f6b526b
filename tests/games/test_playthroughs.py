"""The golden playthroughs of every game of the catalogue; a new game only lists its setups in tests/playthroughs.py."""

from __future__ import annotations

import pytest

import playthroughs
from locarium import catalogue


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_none_is_missing(game: str) -> None:
    playthroughs.check_complete(game)


@pytest.mark.parametrize("playthrough", playthroughs.PLAYTHROUGHS, ids=lambda one: f"{one.game}-{one.name}")
def test_nothing_has_changed(playthrough: playthroughs.Playthrough) -> None:
    playthroughs.check_unchanged(playthrough)
