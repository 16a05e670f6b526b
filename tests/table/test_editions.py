"""A table can use a custom edition text.

The text is validated, sets the rules of the game and is part of the record.
"""

from __future__ import annotations

import json

import pytest

from locarium.kernel.bounds import MAX_TEXT
from locarium.kernel.errors import BadInput, BadRecord
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.rng import new_rng
from locarium.table.table import Table
from table import checker
from table.tables import LOCO, LOKUS, TOY, everything, finish, full_table, new_table, restored

HOUSE_TEXT = LOKUS.about.edition("house").text
STRAIGHT = f"# brought along: Ω\nminus-points = {[*range(23)]}\n"  # one point per roll
FREE = f"minus-points = {[0] * 21}\n"  # rolls cost nothing


def lokus_table(**given):
    return new_table(LOKUS, 3, **given)


def refused(**given):
    """Return why the table cannot be created."""
    with pytest.raises(BadInput) as caught:
        lokus_table(**given)
    return str(caught.value)


def finished(**given):
    """Return a finished table. The same steps are played in every edition."""
    return finish(full_table(LOKUS, 3, seeds=[0], **given), new_rng(4))


@pytest.mark.clause("LOKUS-18")
def test_edition_sets_the_cost_of_rolls():
    house = finished()
    straight, free = (
        Table.replayed(LOKUS, [new_table(LOKUS, 3, edition_text=text).opened, *house.events[1:]])
        for text in (STRAIGHT, FREE)
    )
    rolls = [[past.counted for past in place.past] for place in LOKUS.view(house.position).places]
    assert house.outcome.scores == [sum(n * (n + 1) // 2 for n in each) for each in rolls]
    assert straight.outcome.scores == [sum(each) for each in rolls]
    assert (free.outcome.scores, free.outcome.winners) == ([0, 0, 0], [0, 1, 2])


@pytest.mark.clause("LOKUS-18")
def test_tables_with_different_editions_coexist():
    house, straight = full_table(LOKUS, 3), full_table(LOKUS, 3, edition_text=STRAIGHT)
    for table, expected in ((house, [0, 1, 3, 6]), (straight, [0, 1, 2, 3])):
        assert LOKUS.view(table.seen_by(0)).minus_points[:4] == expected


def test_edition_is_built_in_or_custom():
    assert lokus_table().setup.edition == lokus_table(edition="house").setup.edition == LOKUS.about.edition("house")
    table = lokus_table(edition_text=STRAIGHT)
    assert (table.setup.edition.text, table.setup.edition.foreign) == (STRAIGHT, True)
    assert "not both" in refused(edition="house", edition_text=STRAIGHT)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "mine",
        "HOUSE",
        "house.toml",
        "/etc/passwd",
        "../house",
        "editions/../house",
        "../editions/house",
        "house\0",
        "__init__",
    ],
)
def test_edition_name_is_not_a_path(name):
    assert refused(edition=name) == f"lokus has no edition {name!r}; it has house"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("minus-points = [0, 1, 3", "not TOML"),
        ("minus-points = [0, 1, 3]", "ends with its number for 2 rolls"),
        (f"minus-points = {[*range(20)]}", "need 21"),
        (f"minus-points = {[0, 5, 4, *range(5, 25)]}", "number 3 (for 2 rolls)"),
        (f"minus-points = {[1, *range(1, 23)]}", "number 1 (for 0 rolls)"),
        (f"minus-points = {[*range(22), 10_000]}", "number 23 (for 22 rolls)"),
        (f"minus-points = {[0, -1, *range(21)]}", "number 2 (for 1 rolls)"),
        ("minus-points = [0, 1.5]", "number 2 (for 1 rolls)"),
        ("minus-points = [0, true]", "number 2 (for 1 rolls)"),
        ("minus-points = 3", "list of 21"),
        (f"{STRAIGHT}plus-points = 3", "'plus-points'"),
        ("", "list of 21"),
        ("/etc/passwd", "not TOML"),
        ("# " + "x" * MAX_TEXT, f"at most {MAX_TEXT}"),
    ],
)
def test_invalid_edition_text_is_rejected_with_its_location(text, place):
    message = refused(edition_text=text)
    assert place in message
    assert "\n" not in message


def test_edition_needs_enough_values_for_all_hands():
    lokus_table(edition_text=FREE)
    assert "need 23, for 0 to 22 rolls" in refused(edition_text=FREE, options={"hand": 11})


def test_game_without_editions_rejects_one():
    with pytest.raises(BadInput, match="no edition data"):
        new_table(LOCO, edition_text=STRAIGHT)
    with pytest.raises(BadInput, match="has no edition 'mine'"):
        new_table(LOCO, edition="mine")
    assert new_table(LOCO, edition="house").record().edition is None


# Records.


def test_record_contains_the_custom_edition():
    table = finished(edition_text=STRAIGHT)
    record = read_record(table.record().to_json())
    assert (record.edition, record.edition_text, record.digest) == (None, STRAIGHT, table.setup.edition.digest)
    replayed = replay(record, LOKUS)
    assert replayed.position.outcome() == table.outcome
    assert replayed.setup.edition.text == STRAIGHT
    running = full_table(LOKUS, 3, edition_text=STRAIGHT)
    assert running.record().edition_text == STRAIGHT


def test_record_of_the_house_edition_omits_the_text():
    for given in ({}, {"edition": "house"}):
        fields = json.loads(finished(**given).record().to_json())
        assert not {"edition", "edition_text", "digest"} & fields.keys()


def test_record_with_another_edition_text_is_rejected():
    """Neither the digest nor the result matches."""
    fields = json.loads(finished(edition_text=STRAIGHT).record().to_json())
    with pytest.raises(BadRecord, match="digest"):
        replay(read_record(json.dumps(fields | {"edition_text": FREE})), LOKUS)
    del fields["digest"]
    with pytest.raises(BadRecord, match="scores"):
        replay(read_record(json.dumps(fields | {"edition_text": FREE})), LOKUS)


def test_events_contain_the_custom_edition():
    table = full_table(LOKUS, 3, edition_text=STRAIGHT)
    assert everything(restored(table)) == everything(table)
    assert restored(table).setup.edition.text == STRAIGHT


# Commitments.


def test_commitments_differ_with_the_edition():
    texts = [STRAIGHT, FREE, STRAIGHT + "\n", HOUSE_TEXT + "\n"]
    tables = [lokus_table(), *(lokus_table(edition_text=text) for text in texts)]
    assert len({table.commitment for table in tables}) == len(tables)
    assert lokus_table(edition="house").commitment == tables[0].commitment
    assert lokus_table(edition_text=HOUSE_TEXT).commitment == tables[0].commitment  # the same text is the same edition
    toy = new_table(TOY, edition_text=TOY.about.edition("house").text + " ")
    assert toy.commitment != new_table(TOY).commitment


def test_independent_checker_accepts_custom_editions():
    """The edition text comes from the record or from the built-in edition."""
    foreign, house = finished(edition_text=STRAIGHT), finished()
    fields = json.loads(foreign.record().to_json())
    assert checker.commitment(fields, fields["edition_text"]) == foreign.commitment
    assert checker.commitment(json.loads(house.record().to_json()), HOUSE_TEXT) == house.commitment
