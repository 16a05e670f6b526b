"""LOKUS: an edition's table of minus points, and its errors."""

from __future__ import annotations

from typing import Any

import pytest

from games.lokus.script import GAME, deal, play, view_of
from locarium.games.lokus.edition import read_minus_points
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput
from locarium.kernel.position import Setup
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay

GROWING = list(range(0, 46, 2))  # 23 numbers


def table(numbers: list[Any]) -> str:
    return f"minus-points = {numbers}".replace("True", "true").replace("False", "false")


def changed(place: int, value: object) -> str:
    """Return a valid table with one value changed, by the number of rolls."""
    return table([*GROWING[:place], value, *GROWING[place + 1 :]])


@pytest.mark.clause("LOKUS-18")
def test_house_edition_has_a_table_for_both_hand_sizes() -> None:
    edition = GAME.about.edition()
    assert GAME.about.edition_names() == ["house"]
    for hand in (10, 11):
        assert read_minus_points(edition, hand) == [n * (n + 1) // 2 for n in range(2 * hand + 1)]


@pytest.mark.clause("LOKUS-18")
def test_custom_table_is_read() -> None:
    edition = Edition("mine", table(GROWING), foreign=True)
    assert read_minus_points(edition, 10) == GROWING[:21]
    assert read_minus_points(edition, 11) == GROWING


@pytest.mark.clause("LOKUS-18")
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([0] * 21, id="always zero"),
        pytest.param([0, 0, 0, 5, 5, *[9999] * 16], id="flat, then steep, up to the limit"),
        pytest.param(list(range(60)), id="longer than needed"),
    ],
)
def test_valid_tables_are_accepted(numbers: list[int]) -> None:
    view = view_of(play(deal(3, "b6 r7"), edition=table(numbers)))
    assert view.minus_points == numbers[:21]


@pytest.mark.clause("LOKUS-04", "LOKUS-18")
def test_table_for_ten_cards_can_be_too_short_for_eleven() -> None:
    edition = Edition("mine", table(GROWING[:21]), foreign=True)
    assert len(read_minus_points(edition, 10)) == 21
    with pytest.raises(BadInput) as caught:
        Setup(GAME, 3, {"hand": 11}, edition)
    assert str(caught.value) == (
        "edition 'mine' of lokus: minus-points ends with its number for 20 rolls (21 numbers); "
        "hands of 11 cards need 23, for 0 to 22 rolls"
    )


@pytest.mark.clause("LOKUS-18")
@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param("minus-points = [0, 1", ["is not TOML"], id="not TOML"),
        pytest.param("\n0 1 3 6", ["is not TOML", "line 2"], id="bare numbers"),
        pytest.param(
            table(GROWING) + "\nbonus = 3", ["unknown field 'bonus'", "an edition has minus-points"], id="unknown field"
        ),
        pytest.param(
            "minus_points = [0]", ["unknown field 'minus_points'", "an edition has minus-points"], id="misspelt field"
        ),
        pytest.param("", ["minus-points must be a list of 21 whole numbers", "0 to 20 rolls"], id="missing"),
        pytest.param("minus-points = 3", ["minus-points must be a list of 21 whole numbers"], id="not a list"),
        pytest.param("[minus-points]\n0 = 0", ["minus-points must be a list of 21 whole numbers"], id="a table"),
        pytest.param(
            changed(0, 1), ["number 1 (for 0 rolls) cannot be 1", "without rolls it must be 0"], id="starts at 1"
        ),
        pytest.param(changed(7, 11), ["number 8 (for 7 rolls) cannot be 11", "never fall", "at least 12"], id="falls"),
        pytest.param(changed(4, "8"), ["number 5 (for 4 rolls) cannot be '8'", "from 0 to 9999"], id="text"),
        pytest.param(changed(4, True), ["number 5 (for 4 rolls) cannot be True", "from 0 to 9999"], id="a boolean"),
        pytest.param(changed(0, False), ["number 1 (for 0 rolls) cannot be False"], id="a boolean at the start"),
        pytest.param(changed(4, 8.0), ["number 5 (for 4 rolls) cannot be 8.0", "whole number"], id="a fraction"),
        pytest.param(changed(1, -2), ["number 2 (for 1 rolls) cannot be -2", "from 0 to 9999"], id="negative"),
        pytest.param(changed(22, 10_000), ["number 23 (for 22 rolls) cannot be 10000"], id="too large"),
        pytest.param(changed(20, 2**70), ["number 21 (for 20 rolls)"], id="larger than 64 bits"),
        pytest.param(changed(3, []), ["number 4 (for 3 rolls) cannot be []"], id="nested list"),
        pytest.param(
            table(GROWING[:20]), ["ends with its number for 19 rolls (20 numbers)", "need 21"], id="too short"
        ),
        pytest.param(table([]), ["minus-points must be a list of 21 whole numbers"], id="empty"),
    ],
)
def test_errors_name_the_place(text: str, named: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        Setup(GAME, 3, {}, Edition("mine", text, foreign=True))
    message = str(caught.value)
    assert message.startswith("edition 'mine' of lokus")
    assert "\n" not in message
    for words in named:
        assert words in message


@pytest.mark.clause("LOKUS-18")
def test_record_contains_its_custom_edition() -> None:
    history = play(deal(3, "b6 r7"), edition=table(GROWING))
    record = history.record()
    assert (record.edition, record.edition_text) == (None, table(GROWING))
    again = replay(read_record(record.to_json()), GAME)
    assert again.record() == record
    assert view_of(again).minus_points == GROWING[:21]


def test_record_omits_the_house_edition() -> None:
    assert '"edition' not in play(deal(3, "b6 r7")).record().to_json()
