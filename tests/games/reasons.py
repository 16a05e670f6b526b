"""Checks for hint reasons, shared by all games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from locarium.kernel.about import LANGUAGES

if TYPE_CHECKING:
    from locarium.kernel.history import History


def why(history: History, seat: int, step: str, language: str = "en") -> str:
    """Return why a seat would make this step now, given what it knows."""
    setup = history.setup
    assert setup.game.explain is not None
    action = setup.game.notation.parse(setup.fields, step)
    return setup.game.explain(setup.texts(language), history.position.concealed(seat), seat, action)


def check_all(history: History, every: int = 1) -> set[str]:
    """Explain every step of every seat in every language, at every point. Return the English texts."""
    said = set()
    for index, position in enumerate(history.positions):
        for seat in position.active:
            seen = position.concealed(seat)
            before = seen.words.tolist()
            for action in seen.legal(seat)[index % every :: every]:
                for language in LANGUAGES:
                    sentence = history.setup.game.explain(history.setup.texts(language), seen, seat, action)
                    assert re.fullmatch(r"[A-ZÀÉ].*[^ .]\.", sentence), sentence
                    assert "{" not in sentence
                    if language == "en":
                        said.add(sentence)
            assert seen.words.tolist() == before
    return said
