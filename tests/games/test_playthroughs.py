"""The golden playthroughs of every game in the catalogue. New games list their setups in tests/playthroughs.py."""

from __future__ import annotations

from dataclasses import replace

import pytest

import playthroughs
from locarium import catalogue


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_every_playthrough_exists(game: str) -> None:
    playthroughs.check_complete(game)


@pytest.mark.parametrize("playthrough", playthroughs.PLAYTHROUGHS, ids=lambda one: f"{one.game}-{one.name}")
def test_playthrough_is_unchanged(playthrough: playthroughs.Playthrough) -> None:
    playthroughs.check_unchanged(playthrough)


def test_rewriting_keeps_the_game() -> None:
    """Stronger bots must not change the transcripts."""
    listed = playthroughs.PLAYTHROUGHS[0]
    kept = playthroughs.keep_or_play(replace(listed, seed=listed.seed + 1))
    assert playthroughs.transcript(kept) == listed.path.read_text("utf-8")


@pytest.mark.parametrize("change", [{"name": "new"}, {"seats": 3}, {"options": {"strict-marker": True}}])
def test_new_playthrough_is_played(change: dict[str, object]) -> None:
    changed = replace(playthroughs.PLAYTHROUGHS[0], **change)  # type: ignore[arg-type]
    written = playthroughs.transcript(playthroughs.play(changed))
    assert playthroughs.transcript(playthroughs.keep_or_play(changed)) == written
