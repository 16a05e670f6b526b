"""Every game speaks three languages."""

from __future__ import annotations

import string
import tomllib

from conformance.cases import about_of, every_case, every_game, game_of, played
from locarium.kernel.about import LANGUAGES
from locarium.kernel.options import accepted, hints


def tables(name):
    folder = about_of(name).folder / "texts"
    return {language: tomllib.loads((folder / language / "texts.toml").read_text("utf-8")) for language in LANGUAGES}


def placeholders(text):
    return sorted({field for _, field, _, _ in string.Formatter().parse(text) if field})


@every_game
def test_all_languages_say_the_same_things(name):
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
def test_everything_that_can_be_said_has_a_text(name):
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


@every_case
def test_every_step_can_be_told(case):
    game = case.setup.game
    history = played(case, "mixed", 2)
    names = [f"Seat-{seat}" for seat in range(case.seats)]
    for language in LANGUAGES:
        texts = case.setup.texts(language)
        for observer in (-1, *case.observers):
            for seat, text in history.texts(observer):
                told = game.telling.tell(texts, names, seat, text)
                assert told
                assert seat is None or names[seat] in told
        sealed = game.notation.SEALED
        if sealed != "?":
            assert names[0] in game.telling.tell(texts, names, 0, sealed)


@every_case
def test_every_view_can_be_drawn(case):
    game, names = case.setup.game, [f"Seat-{seat}" for seat in range(case.seats)]
    texts = {language: game.about.texts(language) for language in LANGUAGES}
    positions = played(case, "mixed", 2).positions
    for position in positions[:: max(3, len(positions) // 25)]:
        for observer in case.observers:
            view = game.view(position.concealed(observer))
            for language in LANGUAGES:
                lines = game.draw(view, texts[language], names)
                drawn = "".join(text for line in lines for text, _ in line)
                assert all(name in drawn for name in names)
                assert "\n" not in drawn
