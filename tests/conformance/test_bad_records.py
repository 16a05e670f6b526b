"""Invalid records are rejected, with the faulty step and what would be valid."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.cases import FOREIGN, Case, every_number_of_seats, game_of, played
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadRecord
from locarium.kernel.record import Record, read_record, to_record
from locarium.kernel.replay import replay

TOY = game_of("toy")

# Two seats of the toy, two rounds; seat 0 holds the 3, seat 1 the 1.
STEPS = [
    [None, "deal 3 1"],
    [None, "prize 8"],
    [0, "bid 4"],
    [1, "bid 5"],
    [1, "keep"],
    [None, "prize 2"],
    [0, "bid 2"],
    [1, "bid 2"],
    [1, "give 0"],
]
RESULT = {"scores": [9, 10], "winners": [1]}


def toy(**changes) -> dict:
    """Return a valid record of the toy with these changes. None removes a field."""
    fields = {
        "format": "locarium/1",
        "game": "toy",
        "rules": 1,
        "seats": 2,
        "steps": deepcopy(STEPS),
        "result": deepcopy(RESULT),
    }
    return {name: value for name, value in (fields | changes).items() if value is not None}


def with_step(number: int, step: object) -> dict:
    """Return the record with one step replaced, counted from 1."""
    return toy(steps=[*STEPS[: number - 1], step, *STEPS[number:]])


def refused(value: object, *words: str, step: int | None = None) -> None:
    """Check that the record is rejected in one line with these words. `step` is the faulty one."""
    text = value if isinstance(value, str) else json.dumps(value)
    with pytest.raises(BadRecord) as caught:
        replay(read_record(text), TOY)
    message = str(caught.value)
    assert caught.value.step == step
    assert step is None or message.startswith(f"step {step}: ")
    assert "\n" not in message
    for word in words:
        assert word in message, message


def test_valid_record_is_accepted():
    record = read_record(json.dumps(toy()))
    assert replay(record, TOY).record() == record
    replay(read_record(json.dumps(toy(options={"rounds": 2, "stingy": False}, edition="house"))), TOY)
    replay(read_record(json.dumps(toy(meta={"names": ["Ada", "Ben"]}, fair={}))), TOY)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["not JSON"]),
        ("{", ["not JSON"]),
        ("nonsense", ["not JSON"]),
        ("[" * 100_000, ["not JSON"]),
        ('{"format": "locarium/1", "format": "locarium/1"}', ["'format'", "twice"]),
        ('{"format": "locarium/1", "meta": {"a": 1, "a": 2}}', ["'a'", "twice"]),
        ('{"format": "locarium/1", "seats": NaN}', ["NaN"]),
        ('{"format": "locarium/1", "seats": Infinity}', ["Infinity"]),
        (json.dumps(toy()).replace("keep", "k\\ud800p"), ["not JSON"]),
        ("[]", ["JSON object", "a list"]),
        ('"x"', ["JSON object", "a text"]),
        ("null", ["JSON object", "null"]),
        ("1", ["JSON object", "a number"]),
        ("true", ["JSON object", "a switch"]),
        ("{}", ["format", "locarium/1"]),
    ],
)
def test_non_records_are_rejected(text, words):
    refused(text, *words)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (toy(format="locarium/2"), ["'locarium/2'", "'locarium/1'"]),
        (toy(format=1), ["1", "'locarium/1'"]),
        (toy(game="chess"), ["'chess'", "'toy'"]),
        (toy(rules=2), ["rules version 2", "toy", "knows 1"]),
        (toy(rules=0), ["rules version 0", "knows 1"]),
        (toy(comment="x"), ["'comment'", "meta"]),
        (toy(result={"winners": [1], "scores": [9, 10], "ties": []}), ["ties"]),
        (toy(game=None), ["'game'", "missing"]),
        (toy(seats=None), ["'seats'", "missing"]),
        (toy(steps=None), ["'steps'", "missing"]),
        (toy(seats="2"), ["seats", "int", "str"]),
        (toy(seats=True), ["seats", "int", "bool"]),
        (toy(seats=2.0), ["seats", "int", "float"]),
        (toy(rules="1"), ["rules"]),
        (toy(rules=True), ["rules"]),
        (toy(steps={}), ["steps"]),
        (toy(steps="bid 3"), ["steps"]),
        (toy(options=[]), ["options"]),
        (toy(meta=[]), ["meta"]),
        (toy(fair="x"), ["fair"]),
        (toy(edition=1), ["edition"]),
        (toy(edition_text=1), ["edition_text"]),
        (toy(result=[]), ["result"]),
        (toy(result={"scores": [9, 10]}), ["winners"]),
        (toy(result={"scores": [9, "10"], "winners": [1]}), ["scores"]),
        (toy(result={"scores": [9, 10], "winners": [True]}), ["winners"]),
        (toy(seats=0), ["0", "1 to 6"]),
        (toy(seats=7), ["7", "1 to 6"]),
        (toy(seats=-1), ["-1", "1 to 6"]),
        (toy(seats=10**30), ["1 to 6"]),
        (toy(options={"round": 2}), ["'round'", "rounds or stingy"]),
        (toy(options={"rounds": 4}), ["'rounds'", "4", "2 or 3"]),
        (toy(options={"rounds": "2"}), ["'rounds'", "'2'", "2 or 3"]),
        (toy(options={"rounds": 2.0}), ["'rounds'", "2.0", "2 or 3"]),
        (toy(options={"rounds": True}), ["'rounds'", "True", "2 or 3"]),
        (toy(options={"rounds": None}), ["'rounds'", "None", "2 or 3"]),
        (toy(options={"rounds": [2]}), ["'rounds'", "2 or 3"]),
        (toy(options={"stingy": 1}), ["'stingy'", "1", "false or true"]),
        (toy(options={"stingy": "true"}), ["'stingy'", "'true'", "false or true"]),
        (toy(edition="castle"), ["'castle'", "house or poor"]),
        (toy(edition=""), ["''", "house or poor"]),
        (toy(edition="../house"), ["'../house'", "house or poor"]),
        (toy(digest="0" * 64), ["digest", "0000"]),
        (toy(digest=""), ["digest"]),
        (toy(edition="house", edition_text=FOREIGN["toy"]), ["edition", "edition_text", "not both"]),
        (toy(edition_text=FOREIGN["toy"], digest="0" * 64), ["digest"]),
        (toy(edition_text=""), ["coins", "None"]),
        (toy(edition_text="coins = "), ["TOML"]),
        (toy(edition_text="coins = true\nprizes = [1, 2, 3]"), ["coins", "True", "0 to 20"]),
        (toy(edition_text="coins = 3\nprizes = [1, 2]"), ["prizes", "3 to 8"]),
        (toy(edition_text="coins = 3\nprizes = [1, 2, 10]"), ["10", "1 to 9"]),
        (toy(edition_text="coins = 3\nprizes = [1, 3, 2]"), ["prize 2", "above"]),
        (toy(edition_text="coins = 3\nprizes = [1, 2, 3]\nluck = 1"), ["'luck'", "coins and prizes"]),
    ],
)
def test_invalid_setup_is_rejected(record, words):
    refused(record, *words)


@pytest.mark.parametrize(
    ("record", "step", "words"),
    [
        (with_step(3, [True, "bid 4"]), 3, ["[true,", "[seat,"]),
        (with_step(3, ["0", "bid 4"]), 3, ['["0",', "[seat,"]),
        (with_step(3, [0.0, "bid 4"]), 3, ["[0.0,", "[seat,"]),
        (with_step(3, [0, 4]), 3, ["[0, 4]", "[seat,"]),
        (with_step(3, [0, None]), 3, ["[0, null]", "[seat,"]),
        (with_step(3, [0, "bid 4", "x"]), 3, ['"x"', "[seat,"]),
        (with_step(3, [0]), 3, ["[0]", "[seat,"]),
        (with_step(3, []), 3, ["[]", "[seat,"]),
        (with_step(3, "bid 4"), 3, ['"bid 4"', "[seat,"]),
        (with_step(3, None), 3, ["null", "[seat,"]),
        (with_step(3, {"seat": 0}), 3, ["[seat,"]),
        (with_step(3, [2, "bid 4"]), 3, ["no seat 2"]),
        (with_step(3, [-1, "bid 4"]), 3, ["no seat -1"]),
        (with_step(3, [10**30, "bid 4"]), 3, ["no seat 1000"]),
        (with_step(5, [0, "keep"]), 5, ["'keep'", "seat 0", "turn"]),
        (with_step(4, [0, "bid 5"]), 4, ["'bid 5'", "seat 0", "turn"]),
        (with_step(3, [None, "prize 2"]), 3, ["'prize 2'", "No random draw is due"]),
        (with_step(2, [0, "bid 4"]), 2, ["'bid 4'", "A random draw comes first."]),
        (with_step(1, [0, "bid 4"]), 1, ["A random draw comes first."]),
        (with_step(3, [0, "bid 3"]), 3, ["'bid 3'", "own number"]),
        (with_step(3, [0, "keep"]), 3, ["'keep'", "Bid first"]),
        (with_step(5, [1, "bid 0"]), 5, ["'bid 0'", "The bids are in."]),
        (with_step(5, [1, "give 1"]), 5, ["'give 1'", "to yourself"]),
        (with_step(5, [1, "give 2"]), 5, ["'give 2'", "a seat at this table"]),
        (with_step(8, [1, "bid 3"]), 8, ["'bid 3'", "Bid less"]),
        (with_step(3, [0, "bid  4"]), 3, ["'bid  4'", "'bid 0' to 'bid 5'"]),
        (with_step(3, [0, "Bid 4"]), 3, ["'Bid 4'", "'bid 0' to 'bid 5'"]),
        (with_step(3, [0, "bid 4 "]), 3, ["'bid 4 '", "'bid 0' to 'bid 5'"]),
        (with_step(3, [0, " bid 4"]), 3, ["' bid 4'", "expected"]),
        (with_step(3, [0, "bid 4\n"]), 3, ["expected"]),
        (with_step(3, [0, "bid 04"]), 3, ["'bid 04'", "expected"]),
        (with_step(3, [0, "bid ٤"]), 3, ["expected"]),
        (with_step(3, [0, "bid 6"]), 3, ["'bid 6'", "expected"]),
        (with_step(3, [0, ""]), 3, ["''", "expected"]),
        (with_step(3, [0, "bid ?"]), 3, ["'bid ?'", "hidden", "not replayed"]),
        (with_step(1, [None, "deal ? 1"]), 1, ["'deal ? 1'", "hidden", "not replayed"]),
        (with_step(1, [None, "deal 3 3"]), 1, ["'deal 3 3'", "different numbers"]),
        (with_step(1, [None, "deal 3"]), 1, ["'deal 3'", "2 different numbers"]),
        (with_step(1, [None, "deal 3 1 2"]), 1, ["2 different numbers"]),
        (with_step(1, [None, "deal 3 9"]), 1, ["from 1 to 8"]),
        (with_step(1, [None, "deal 3  1"]), 1, ["expected"]),
        (with_step(1, [None, "Deal 3 1"]), 1, ["expected"]),
        (with_step(1, [None, "prize 8"]), 1, ["expected 'deal'"]),
        (with_step(6, [None, "prize 8"]), 6, ["'prize 8'", "prize 2, prize 3"]),
        (with_step(6, [None, "prize 5"]), 6, ["'prize 5'", "prize 2, prize 3"]),
        (toy(steps=[*STEPS, [0, "bid 0"]]), 10, ["game is over"]),
        (toy(steps=[*STEPS, [None, "prize 3"]]), 10, ["game is over"]),
        (toy(steps=STEPS[1:]), 1, ["expected 'deal'"]),
    ],
)
def test_invalid_step_is_rejected(record, step, words):
    refused(record, *words, step=step)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (toy(result=None), ["step 9", "[9, 10]", "[1]", "no result"]),
        (toy(result={"scores": [9, 11], "winners": [1]}), ["[9, 10]", "[9, 11]"]),
        (toy(result={"scores": [9, 10], "winners": [0, 1]}), ["[1]", "[0, 1]"]),
        (toy(result={"scores": [9, 10], "winners": []}), ["[1]", "[]"]),
        (toy(result={"scores": [9, 10, 0], "winners": [1]}), ["[9, 10, 0]"]),
        (toy(result={"winners": [1]}), ["[9, 10]", "None"]),
        (toy(steps=STEPS[:-1]), ["not over after step 8"]),
        (toy(steps=[]), ["not over after step 0"]),
    ],
)
def test_wrong_result_is_rejected(record, words):
    refused(record, *words)


def ended(**changes) -> dict:
    """Return a record of a game that seat 0 resigned after the first prize, with these changes."""
    fields = {"steps": STEPS[:4], "ended": {"by": "resigned", "seat": 0}, "result": {"winners": [1]}}
    return toy(**fields | changes)


def test_end_outside_the_rules_is_accepted():
    for by in ("resigned", "time", "abandoned"):
        replay(read_record(json.dumps(ended(ended={"by": by, "seat": 0}))), TOY)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (ended(result=None), ["seat 0", "winners [1]", "no scores"]),
        (ended(result={"winners": [0]}), ["winners [1]"]),
        (ended(result={"winners": [0, 1]}), ["winners [1]"]),
        (ended(result={"winners": []}), ["winners [1]"]),
        (ended(result={"winners": [1], "scores": [7, 7]}), ["no scores"]),
        (ended(ended={"by": "resigned", "seat": 2}), ["seat 2", "0 or 1"]),
        (ended(ended={"by": "resigned", "seat": -1}), ["seat -1", "0 or 1"]),
        (ended(ended={"by": "boredom", "seat": 0}), ["boredom"]),
        (ended(ended={"by": "resigned"}), ["seat"]),
        (ended(ended={"seat": 0}), ["by"]),
        (ended(ended={"by": "resigned", "seat": True}), ["ended.seat"]),
        (ended(ended={"by": "resigned", "seat": 0, "why": ""}), ["why"]),
        (ended(ended="resigned"), ["ended"]),
        (ended(seats=3, steps=[]), ["two-player", "3"]),
        (ended(seats=1, steps=[], result={"winners": [0]}), ["two-player", "1"]),
        (toy(ended={"by": "resigned", "seat": 0}), ["ended by its rules after step 9"]),
        (toy(ended={"by": "resigned", "seat": 0}, result={"winners": [1]}), ["ended by its rules after step 9"]),
    ],
)
def test_invalid_end_is_rejected(record, words):
    refused(record, *words)


def legal_lists() -> list:
    return replay(to_record(toy()), TOY).legal_texts()


def with_legal(number: int, steps: object) -> dict:
    lists = legal_lists()
    lists[number - 1] = steps
    return toy(legal=lists)


def test_legal_lists_are_accepted():
    replay(read_record(json.dumps(toy(legal=legal_lists()))), TOY)


@pytest.mark.parametrize(
    ("number", "steps"),
    [
        (1, []),
        (1, ["deal 3 1"]),
        (3, None),
        (3, []),
        (3, ["bid 0", "bid 1", "bid 2", "bid 4"]),
        (3, ["bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid 5"]),
        (3, ["bid 0", "bid 0", "bid 1", "bid 2", "bid 4", "bid 5"]),
        (9, ["keep"]),
    ],
)
def test_wrong_legal_list_is_rejected(number, steps):
    refused(with_legal(number, steps), "'legal'", step=number)


def test_legal_lists_of_wrong_length_or_type_are_rejected():
    refused(toy(legal=legal_lists()[:-1]), "8 lists for 9 steps")
    refused(toy(legal=[*legal_lists(), None]), "10 lists for 9 steps")
    refused(toy(legal={}), "legal")
    refused(with_legal(3, "bid 0"), "legal")
    refused(with_legal(3, [1]), "legal")


def test_custom_edition_needs_no_name_and_is_stored_whole():
    edition = Edition("foreign", FOREIGN["toy"], foreign=True)
    record = to_record(toy(edition_text=edition.text, digest=edition.digest, steps=[], result=None))
    written = replay(record, TOY).record()
    assert (written.edition, written.edition_text, written.digest) == (None, edition.text, edition.digest)


@every_number_of_seats
def test_every_game_rejects_records_that_do_not_replay(case: Case):
    """Test the same kinds of errors in every kind of game."""
    game = case.setup.game
    fields = json.loads(played(case, "random", 0).record(with_legal=True).to_json())
    steps, legal = fields["steps"], fields["legal"]
    first = next(i for i, (seat, _) in enumerate(steps) if seat is not None)

    def check(step: int | None, **changes: object) -> None:
        with pytest.raises(BadRecord) as caught:
            replay(read_record(json.dumps(fields | changes)), game)
        assert caught.value.step == step

    def instead(i: int, step: object) -> dict:
        return {"steps": [*steps[:i], step, *steps[i + 1 :]]}

    replay(read_record(json.dumps(fields)), game)
    seat, text = steps[first]
    check(first + 1, **instead(first, [case.seats, text]), legal=None)
    check(first + 1, **instead(first, [None, text]), legal=None)
    check(first + 1, **instead(first, [seat, text + " "]))
    check(first + 1, **instead(first, [seat, ""]))
    check(first + 1, **instead(first, [seat, "?"]))
    check(1, **instead(0, [0, steps[0][1]]), legal=None)
    check(len(steps) + 1, steps=[*steps, steps[-1]], legal=None)
    check(first + 1, legal=[*legal[:first], legal[first][1:], *legal[first + 1 :]])
    check(first + 1, legal=[*legal[:first], None, *legal[first + 1 :]])
    check(None, legal=legal[1:])
    check(None, steps=steps[:-1], legal=legal[:-1])
    check(None, result={"scores": [score + 1 for score in fields["result"]["scores"]], "winners": [0]})
    check(None, seats=99)
    check(None, options={"nonsense": True})
    check(None, edition="nonsense")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
SPOTS = st.sampled_from([*Record.__struct_fields__, "steps/2", "steps/2/0", "steps/2/1", "steps/0/1", "result/scores"])


@given(SPOTS, ANYTHING)
def test_any_value_in_any_field_is_rejected_or_round_trips(spot, value):
    """Any inserted value is rejected with a message, or the accepted record can be written and read again."""
    fields = toy(legal=legal_lists(), options={"stingy": False})
    *path, last = [int(part) if part.isdigit() else part for part in spot.split("/")]
    place = fields
    for part in path:
        place = place[part]
    place[last] = value
    fault = fault_of(json.dumps(fields))
    if fault is None:
        record = read_record(json.dumps(fields))
        assert read_record(record.to_json()) == record
    else:
        assert "\n" not in str(fault)


def fault_of(text: str) -> BadRecord | None:
    try:
        replay(read_record(text), TOY)
    except BadRecord as error:
        return error
    return None


@given(st.text(), st.integers(0, 1))
def test_any_text_as_a_step_gives_a_message(text, seat):
    fault = fault_of(json.dumps(with_step(3, [seat, text])))
    assert fault is not None
    assert fault.step is not None


def test_unknown_game_is_rejected():
    from locarium import catalogue
    from locarium.kernel.errors import BadInput

    with pytest.raises(BadInput, match=r"unknown game 'chess'; choose .*loco"):
        catalogue.game("chess")


@pytest.mark.clause("LOKUS-04")
@pytest.mark.parametrize(("hand", "claimed"), [(10, 11), (11, 10)])
def test_step_that_contradicts_the_options_is_named(hand, claimed):
    """A deal for another hand size is rejected, and the message says what would fit."""
    case = Case("lokus", 3, (("hand", hand),))
    fields = json.loads(played(case, "random", 0).record().to_json())
    with pytest.raises(BadRecord, match=rf"^step 1: .*{claimed} cards in this group") as caught:
        replay(read_record(json.dumps(fields | {"options": {"hand": claimed}})), case.setup.game)
    assert caught.value.step == 1


@pytest.mark.clause("LOKUS-05")
def test_table_option_is_not_part_of_the_record():
    fields = json.loads(played(Case("lokus", 3), "random", 0).record().to_json())
    with pytest.raises(BadRecord, match="no option 'memory'; it has hand or crowd"):
        replay(read_record(json.dumps(fields | {"options": {"memory": "closed"}})), game_of("lokus"))
