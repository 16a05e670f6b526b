"""Every game has texts in three languages."""

from __future__ import annotations

import string
import tomllib

from conformance.cases import about_of, every_game, game_of
from locarium.kernel.about import LANGUAGES
from locarium.kernel.options import accepted, hints


def tables(name):
    folder = about_of(name).folder / "texts"
    return {language: tomllib.loads((folder / language / "texts.toml").read_text("utf-8")) for language in LANGUAGES}


def placeholders(text):
    return sorted({field for _, field, _, _ in string.Formatter().parse(text) if field})


@every_game
def test_all_languages_have_the_same_texts(name):
    english, *others = tables(name).values()
    for other in others:
        assert {section: sorted(texts) for section, texts in other.items()} == {
            section: sorted(texts) for section, texts in english.items()
        }
        for section, texts in english.items():
            for key, text in texts.items():
                assert placeholders(text) == placeholders(other[section][key]), (section, key)
                assert other[section][key].strip()


@every_game
def test_every_message_has_a_text(name):
    about, book = about_of(name), game_of(name).book
    for language in LANGUAGES:
        texts = about.texts(language)
        assert all(texts.get("faults", key, seat=0) for key in book.FAULTS[1:])
        assert all(texts.get("endings", key) for key in book.ENDINGS[1:])
        for option, hint in hints(about.options).items():
            assert texts.get("options", option)
            for value in accepted(hint):
                if not isinstance(value, bool):
                    assert texts.get("choices", f"{option}.{value}")
