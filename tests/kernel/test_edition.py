"""Editions: built in by name or custom by text (on the toy, and on games with and without edition data)."""

from __future__ import annotations

import hashlib

import pytest

from locarium import catalogue
from locarium.kernel.bounds import MAX_TEXT
from locarium.kernel.edition import Edition, read_toml
from locarium.kernel.errors import BadInput
from locarium.kernel.position import Setup
from toy.game import GAME

FIELDS = ("coins", "prizes")


def read(text: str):
    return read_toml("toy", Edition("mine", text, foreign=True), FIELDS)


def test_fields_are_read():
    assert read("coins = 4\nprizes = [1, 2]") == {"coins": 4, "prizes": [1, 2]}
    assert read("# only a comment") == {}, "the game checks for missing fields"


@pytest.mark.parametrize("text", ["coins", "coins = ", "coins = [1", "= 3", "coins = 1\ncoins = 2", "\0", "{}"])
def test_invalid_toml_is_rejected_with_its_place(text):
    with pytest.raises(
        BadInput, match=r"^edition 'mine' of toy is not TOML: .* \(at (line \d+|end of document)"
    ) as caught:
        read(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("coins = " + "[" * 5000, "line 1 has 9 nested arrays or inline tables; the limit is 8"),
        ("\ncoins = " + "9" * 5000, "line 2 has a number or key of 5000 characters; the limit is 64"),
    ],
)
def test_text_beyond_limits_is_rejected_with_its_line(text, where):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value) == f"edition 'mine' of toy: {where}"


def test_unknown_fields_are_rejected():
    with pytest.raises(BadInput) as caught:
        read("coins = 4\nluck = 1")
    assert str(caught.value) == "edition 'mine' of toy: unknown field 'luck'; an edition has coins and prizes"


def test_digest_is_the_sha256_of_the_text():
    assert Edition("mine", "Ω").digest == hashlib.sha256("Ω".encode()).hexdigest()
    assert Edition("mine", "Ω").digest == Edition("yours", "Ω", foreign=True).digest


def test_edition_is_built_in_or_custom():
    about = GAME.about
    house = about.edition_brought(None, None)
    assert (house, house.foreign) == (about.edition("house"), False)
    assert about.edition_brought("poor", None) == about.edition("poor")
    custom = about.edition_brought(None, "coins = 1")
    assert (custom.text, custom.foreign) == ("coins = 1", True)


def test_edition_and_edition_text_exclude_each_other():
    with pytest.raises(BadInput, match=r"either edition .* or edition_text .*, not both"):
        GAME.about.edition_brought("house", "coins = 1")
    with pytest.raises(BadInput, match="not both"):
        GAME.about.edition_brought("house", "")


def test_empty_text_counts_as_a_custom_edition():
    assert GAME.about.edition_brought(None, "").foreign


def test_long_text_is_rejected():
    longest = "#" * MAX_TEXT
    assert GAME.about.edition_brought(None, longest).text == longest
    with pytest.raises(BadInput) as caught:
        GAME.about.edition_brought(None, longest + "#")
    assert str(caught.value) == "an edition text can have at most 65536 characters; this one is longer"


def test_unknown_edition_name_is_rejected():
    for name in ("", "castle", "../house", "house.toml", "HOUSE"):
        with pytest.raises(BadInput, match="it has house or poor"):
            GAME.about.edition_brought(name, None)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_game_has_a_house_edition(name):
    about = catalogue.about(name)
    assert "house" in about.edition_names()
    assert bool(about.edition().text) == about.has_editions
    seats = about.seats(about.options())[0]
    assert Setup(catalogue.game(name), seats).edition == about.edition()


def test_game_without_edition_data_takes_no_text():
    loco = catalogue.game("loco")
    with pytest.raises(BadInput, match="loco takes no edition text; it has no edition data"):
        Setup(loco, 2, {}, loco.about.edition_brought(None, "x = 1"))
