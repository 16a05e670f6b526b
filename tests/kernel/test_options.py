"""Options: accepted values and error messages."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel import options
from locarium.kernel.errors import BadInput
from locarium.kernel.options import accepted, hints, option_from_text, read_options, takes_text


class Some(options.Options, frozen=True, rename="kebab", omit_defaults=True):
    hand_size: Literal[10, 11] = 10
    crowd: bool = False
    setup: Literal["house", "random"] = "house"
    text: str = ""
    either: Literal["axis", "any"] | str = "axis"


class NoOptions(options.Options, frozen=True):
    pass


def test_names_are_written_as_in_records():
    assert list(hints(Some)) == ["hand-size", "crowd", "setup", "text", "either"]


def test_accepted_values_are_listed():
    assert [accepted(hint) for hint in hints(Some).values()] == [
        [10, 11],
        [False, True],
        ["house", "random"],
        [],
        ["axis", "any"],
    ]
    assert [takes_text(hint) for hint in hints(Some).values()] == [False, False, False, True, True]


def test_values_are_read():
    read = read_options("game", Some, {"hand-size": 11, "crowd": True, "text": "x", "either": "anything"})
    assert read == Some(hand_size=11, crowd=True, text="x", either="anything")
    assert read_options("game", Some, {}) == Some()


def test_defaults_are_omitted():
    assert msgspec.to_builtins(Some(crowd=True, hand_size=10)) == {"crowd": True}
    written = "".join(["ax", "is"])  # equal to the default, not the same object
    assert msgspec.to_builtins(read_options("game", Some, {"either": written})) == {}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"hand": 11}, "game has no option 'hand'; it has hand-size, crowd, setup, text or either"),
        ({"hand_size": 11}, "game has no option 'hand_size'; it has hand-size, crowd, setup, text or either"),
        ({"hand-size": 12}, "option 'hand-size' of game cannot be 12; it takes 10 or 11"),
        ({"hand-size": "11"}, "option 'hand-size' of game cannot be '11'; it takes 10 or 11"),
        ({"hand-size": 11.0}, "option 'hand-size' of game cannot be 11.0; it takes 10 or 11"),
        ({"crowd": 1}, "option 'crowd' of game cannot be 1; it takes false or true"),
        ({"crowd": "true"}, "option 'crowd' of game cannot be 'true'; it takes false or true"),
        ({"crowd": None}, "option 'crowd' of game cannot be None; it takes false or true"),
        ({"setup": "House"}, "option 'setup' of game cannot be 'House'; it takes house or random"),
        ({"text": 1}, "option 'text' of game cannot be 1; it takes a text"),
        ({"either": True}, "option 'either' of game cannot be True; it takes axis, any or a text"),
    ],
)
def test_errors_name_the_value_and_the_accepted_ones(values, message):
    with pytest.raises(BadInput) as caught:
        read_options("game", Some, values)
    assert str(caught.value) == message


def test_game_without_options_rejects_every_option():
    with pytest.raises(BadInput, match="game has no option 'x'; it has none"):
        read_options("game", NoOptions, {"x": 1})


def test_option_text_is_converted_to_its_type():
    texts = {"hand-size": "11", "crowd": "true", "setup": "random", "text": "true", "unknown": "3"}
    read = {name: option_from_text(Some, name, text) for name, text in texts.items()}
    assert read == {"hand-size": 11, "crowd": True, "setup": "random", "text": "true", "unknown": "3"}
    assert option_from_text(Some, "hand-size", "12") == "12"


ANY = st.none() | st.booleans() | st.integers(-20, 20) | st.floats() | st.text(max_size=6) | st.lists(st.integers())


@given(st.dictionaries(st.sampled_from(list(hints(Some))) | st.text(max_size=3), ANY))
def test_accepted_values_round_trip(values):
    try:
        read = read_options("game", Some, values)
    except BadInput:
        return
    written = msgspec.to_builtins(read)
    assert written.items() <= values.items()
    assert read_options("game", Some, written) == read
