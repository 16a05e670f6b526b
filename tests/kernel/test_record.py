"""Records: canonical writing, strict reading."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel.errors import BadRecord
from locarium.kernel.record import FORMAT, Ended, Record, Result, read_record, read_records, to_record


def record(**fields) -> Record:
    return Record(**{"format": FORMAT, "game": "loco", "seats": 2, "steps": [], **fields})


def test_fields_are_in_the_order_of_the_specification():
    whole = record(
        options={"match": "full"},
        edition="castle",
        edition_text="x",
        digest="0",
        steps=[(None, "deal …"), (0, "r3 y")],
        legal=[None, ["r3 y"]],
        result=Result(winners=[1], scores=[3, 4]),
        ended=Ended(by="time", seat=0),
        fair={"commitment": "…"},
        meta={"names": ["Ümit", "小明"]},
    )
    assert whole.to_json() == (
        '{"format": "locarium/1", "game": "loco", "rules": 1, "seats": 2, "options": {"match": "full"}, '
        '"edition": "castle", "edition_text": "x", "digest": "0", "steps": [[null, "deal …"], [0, "r3 y"]], '
        '"legal": [null, ["r3 y"]], "result": {"scores": [3, 4], "winners": [1]}, '
        '"ended": {"by": "time", "seat": 0}, "fair": {"commitment": "…"}, "meta": {"names": ["Ümit", "小明"]}}'
    )
    assert read_record(whole.to_json()) == whole


def test_defaults_are_omitted():
    assert record().to_json() == '{"format": "locarium/1", "game": "loco", "rules": 1, "seats": 2, "steps": []}'
    assert record(result=Result(winners=[1])).to_json().endswith('"result": {"winners": [1]}}')


def test_rules_version_is_optional():
    assert read_record('{"format": "locarium/1", "game": "loco", "seats": 2, "steps": []}').rules == 1


def test_reader_ignores_the_order_of_fields():
    assert read_record('{"steps": [], "seats": 2, "game": "loco", "format": "locarium/1"}') == record()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.builds(
    record,
    game=st.text(max_size=5),
    seats=st.integers(1, 6),
    rules=st.integers(1, 9),
    steps=st.lists(st.tuples(st.none() | st.integers(0, 5), st.text(max_size=8)), max_size=5),
    options=st.dictionaries(st.text(max_size=5), JSON, max_size=3),
    edition_text=st.none() | st.text(min_size=1),
    legal=st.none() | st.lists(st.none() | st.lists(st.text(max_size=5), max_size=3), max_size=3),
    result=st.none()
    | st.builds(Result, winners=st.lists(st.integers(0, 5)), scores=st.none() | st.lists(st.integers(), max_size=3)),
    ended=st.none() | st.builds(Ended, by=st.sampled_from(["resigned", "time", "abandoned"]), seat=st.integers(0, 5)),
    fair=st.none() | st.dictionaries(st.text(max_size=3), JSON, max_size=3),
    meta=st.none() | st.dictionaries(st.text(max_size=3), JSON, max_size=3),
)


@given(RECORDS)
def test_records_round_trip(record):
    text = record.to_json()
    assert "\n" not in text
    assert read_record(text) == record
    assert read_record(text).to_json() == text
    assert to_record(json.loads(text)) == record


@given(st.text())
def test_any_text_is_read_or_rejected_with_a_message(text):
    with pytest.raises(BadRecord):
        read_record(text)


@pytest.mark.parametrize(
    ("text", "is_redacted"),
    [("play ?", True), ("deal 2 / ? / r0", True), ("play g7", False), ("what?", False), ("", False)],
)
def test_redacted_records_are_recognized(text, is_redacted):
    assert record(steps=[(0, text)]).is_redacted == is_redacted


def test_file_holds_one_record_per_line_or_a_single_long_one():
    line = record().to_json()
    assert list(read_records([])) == []
    assert list(read_records(["\n", "  \n"])) == []
    assert list(read_records([f"{line}\n", "\n", line])) == [(1, f"{line}\n"), (2, line)]
    pretty = json.dumps(json.loads(line), indent=1).splitlines(keepends=True)
    [(number, text)] = read_records(["\n", *pretty])
    assert number == 1
    assert read_record(text) == record()


def test_malformed_line_does_not_hide_the_others():
    line = record().to_json()
    faulty = '{"format": oops}'
    assert [text for _, text in read_records([f"{faulty}\n", f"{line}\n"])] == [f"{faulty}\n", f"{line}\n"]
    assert [text for _, text in read_records([f"{line}\n", "nonsense\n", line])] == [f"{line}\n", "nonsense\n", line]


def test_field_name_cannot_imitate_a_message():
    """The field is named like the path that msgspec gives for a bad step."""
    with pytest.raises(BadRecord, match=r"unknown field .* - at `\$.steps"):
        read_record('{"format": "locarium/1", "game": "loco", "seats": 2, "steps": [], " - at `$.steps[": 1}')


def test_step_length_is_limited():
    with pytest.raises(BadRecord, match=r"step 2: 'xxx.* has 1001 characters; a step has at most 1000"):
        read_record(json.dumps({"format": FORMAT, "game": "loco", "seats": 2, "steps": [[0, "r3 y"], [1, "x" * 1001]]}))
