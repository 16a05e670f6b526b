"""Illegal steps, for the tests of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from locarium.kernel.about import LANGUAGES
from locarium.kernel.errors import IllegalStep

if TYPE_CHECKING:
    from locarium.kernel.history import History


def refusal(history: History, seat: int | None, step: str) -> str:
    """Return the key of the reason why a seat may not make this step, and check that nothing has changed."""
    before = history.texts()
    with pytest.raises(IllegalStep) as caught:
        history.play_text(seat, step)
    assert history.texts() == before
    for language in LANGUAGES:
        assert history.setup.game.about.texts(language).get("faults", caught.value.reason, seat=seat)
    return caught.value.reason
