"""LOCO!: texts for colours and steps."""

from __future__ import annotations

import pytest

from locarium.games.loco import notation
from locarium.games.loco.about import ABOUT
from locarium.kernel.about import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_a_name(language: str) -> None:
    assert "".join(ABOUT.texts(language).all_sections()["colours"]) == notation.COLOUR_LETTERS


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada plays the green Loco with a shout of LOCO! and takes a yellow marker"),
        ("de", "Ada spielt Loco in Grün, ruft LOCO! und nimmt einen Marker in Gelb"),
        ("fr", "Ada joue le Loco vert en criant LOCO! et prend un jeton jaune"),
    ],
)
def test_step_is_described_in_a_sentence(language: str, sentence: str) -> None:
    texts = ABOUT.texts(language)
    green, yellow = (texts.get("colours", letter) for letter in "gy")
    card = texts.get("steps", "loco", colour=green)
    assert texts.get("steps", "loco-take", seat="Ada", card=card, marker=yellow) == sentence
