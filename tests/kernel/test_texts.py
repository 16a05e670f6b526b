"""The texts that all games share, and how texts are looked up."""

from __future__ import annotations

from importlib.resources import files

import pytest

from locarium.kernel.about import LANGUAGES
from locarium.kernel.texts import Texts

WORDS = files("locarium.kernel") / "words"


def test_every_language_has_a_file() -> None:
    assert {file.name for file in WORDS.iterdir() if file.name.endswith(".toml")} == {
        f"{name}.toml" for name in LANGUAGES
    }


def test_game_texts_override_shared_ones() -> None:
    texts = Texts(
        "en", [{"faults": {"own": "no {card}", "both": "own"}}, {"faults": {"both": "shared", "shared": "all"}}]
    )
    assert texts.get("faults", "own", card="r3") == "no r3"
    assert texts.get("faults", "both") == "own"
    assert texts.all_sections()["faults"] == {"own": "no {card}", "both": "own", "shared": "all"}


def test_unknown_key_is_named_in_the_error() -> None:
    with pytest.raises(KeyError, match=r"\[faults\] missing"):
        Texts("en", [{}]).get("faults", "missing")
