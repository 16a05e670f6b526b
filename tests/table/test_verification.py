"""Verifying records: what is right passes, whatever was doctored is named with its place."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.cases import FOREIGN
from locarium import catalogue
from locarium.kernel.record import read_record
from locarium.kernel.rng import new_rng
from locarium.table.table import Table
from locarium.table.verification import Finding, verify
from table.tables import finish, full_table, new_key, old_table, seed, step, times

GAMES = {
    "loco": (3, {"match": "full"}, None),
    "lokus": (3, {"hand": 11}, "lokus"),
    "locus": (4, {}, None),
    "genius-loci": (2, {"lines": "any"}, "visitors"),
}


def finished(name: str, seeds: tuple[int, ...] = (0, 1), bots: tuple[int, ...] = ()) -> Table:
    seats, options, edition = GAMES[name]
    given = {"edition_text": FOREIGN[edition]} if edition in FOREIGN else {"edition": edition}
    table = full_table(catalogue.game(name), seats, seeds=seeds, bots=bots, options=options, **given)
    return finish(table, new_rng(1))


@lru_cache
def written(name: str) -> str:
    return finished(name).record().to_json()


def fields(name: str) -> Any:
    return json.loads(written(name))


def findings(record: Any) -> list[Finding]:
    read = read_record(json.dumps(record))
    return list(verify(read, catalogue.game(read.game)))


def wrong(record: Any) -> dict[str, str]:
    """Sentences by place."""
    return {finding.place: finding.sentence for finding in findings(record) if finding.verdict == "wrong"}


def places(record: Any, verdict: str) -> list[str]:
    return [finding.place for finding in findings(record) if finding.verdict == verdict]


def draws(record: Any) -> list[int]:
    """Where they are among the steps, from 0."""
    return [index for index, (seat, _) in enumerate(record["steps"]) if seat is None]


# What is right.


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_table_is_right(name: str) -> None:
    record = fields(name)
    assert not places(record, "wrong")
    assert not places(record, "unchecked")
    of_draws = [f"draw {number} (step {index + 1})" for number, index in enumerate(draws(record))]
    lot = ["lot"] if name == "genius-loci" else []
    assert places(record, "right") == ["commitment", "seed commitments", *lot, *of_draws, "steps"]
    assert places(record, "note") == ["seeds", "names"]


def test_bots_and_absent_clients_add_nothing() -> None:
    record = json.loads(finished("loco", seeds=(), bots=(1, 2)).record().to_json())
    assert record["fair"]["seeds"] == ["", "", ""]
    assert not wrong(record)
    assert next(finding.sentence for finding in findings(record) if finding.place == "seeds").startswith("no client")


def test_both_games_of_a_match_are_right() -> None:
    table = full_table(catalogue.game("genius-loci"), seeds=(0, 1), table_options={"match": "two"})
    finish(table, new_rng(1))
    (first,) = table.records()
    assert "fair.secret" in places(json.loads(first.to_json()), "unchecked")
    table.start_next_game(2)
    finish(table, new_rng(2))
    for record in table.records():
        right = places(json.loads(record.to_json()), "right")
        assert right[:4] == ["commitment", "seed commitments", "lot", "draw 0 (step 1)"]
        assert not wrong(json.loads(record.to_json()))


def test_a_game_that_was_resigned_is_right() -> None:
    table = full_table(catalogue.game("loco"), seeds=(0,))
    step(table, table.legal_texts(table.position.active[0])[0])
    table.resign(0)
    record = json.loads(table.record().to_json())
    assert places(record, "right") == ["commitment", "seed commitments", "draw 0 (step 1)", "steps"]
    assert not wrong(record)


def test_what_was_taken_back_leaves_no_trace() -> None:
    table = full_table(catalogue.game("loco"), seeds=(0,), practice=True)
    finish(table, new_rng(1))
    table.undo(0, key=new_key())
    finish(table, new_rng(2))
    assert not wrong(json.loads(table.record().to_json()))


# What cannot be checked.


def test_a_record_without_proof_is_replayed() -> None:
    record = fields("loco")
    del record["fair"]
    assert places(record, "unchecked") == ["fair"]
    assert places(record, "right") == ["steps"]


def test_a_foreign_method_is_not_known() -> None:
    record = fields("loco")
    record["fair"]["method"] = "elsewhere/9"
    (found,) = [finding for finding in findings(record) if finding.verdict == "unchecked"]
    assert (found.place, "'elsewhere/9'" in found.sentence) == ("fair.method", True)
    assert places(record, "right") == ["steps"]


@pytest.mark.parametrize("observer", [0, -2])
def test_a_running_game_hides_something(observer: int) -> None:
    table = full_table(catalogue.game("loco"), seeds=(0,))
    record = json.loads(table.record(observer).to_json())
    assert places(record, "unchecked") == ["step 1"]
    assert not wrong(record)
    record["seats"] = 9
    assert "9" in wrong(record)["record"]


def test_a_running_game_that_hides_nothing_has_no_secret_yet() -> None:
    record = json.loads(full_table(catalogue.game("genius-loci"), seeds=(0,)).record().to_json())
    assert places(record, "unchecked") == ["fair.secret"]
    assert places(record, "right") == ["steps"]


# What was doctored: the place, and what the sentence names.


def swap_cards(record: Any, number: int) -> None:
    """Two cards of a deal change hands."""
    step = record["steps"][draws(record)[number]]
    groups = step[1].split(" / ")
    first, second = groups[2].split(), groups[3].split()
    first[0], second[0] = second[0], first[0]
    order = [card for colour in "rbgpy" for card in (f"{colour}{value}" for value in range(6))]
    groups[2], groups[3] = (" ".join(sorted(hand, key=order.index)) for hand in (first, second))
    step[1] = " / ".join(groups)


@pytest.mark.parametrize("number", [0, 2])
def test_swapped_cards(number: int) -> None:
    record = fields("loco")
    swap_cards(record, number)
    place = f"draw {number} (step {draws(record)[number] + 1})"
    found = wrong(record)
    assert next(iter(found)) == place
    true, said = (
        json.loads(written("loco"))["steps"][draws(record)[number]][1],
        record["steps"][draws(record)[number]][1],
    )
    assert found[place] == f"secret and seeds give {true!r}, the record says {said!r}"


def test_a_swapped_deck() -> None:
    record = fields("locus")
    index = draws(record)[2]
    words = record["steps"][index][1].split()
    words[-1], words[-2] = words[-2], words[-1]
    record["steps"][index][1] = " ".join(words)
    assert next(iter(wrong(record))) == f"draw 2 (step {index + 1})"


def test_another_deck_altogether() -> None:
    """All of a game that was dealt otherwise, with the proof of this one."""
    other = json.loads(finished("lokus", seeds=(2,)).record().to_json())
    record = other | {"fair": fields("lokus")["fair"]}
    assert [place.split(" (")[0] for place in wrong(record)] == ["draw 0", "draw 1", "draw 2"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("loco", {"match": "full", "strict-marker": True}),
        ("lokus", {"hand": 11, "crowd": True}),
        ("genius-loci", {"lines": "any", "single": True}),
        ("genius-loci", {}),
    ],
)
def test_a_changed_option(name: str, options: dict[str, Any]) -> None:
    record = fields(name)
    true, record["options"] = record["options"], options
    assert f"right with the options {json.dumps(true)} in place of" in wrong(record)["commitment"]


def test_changed_seats() -> None:
    record = fields("loco")
    record["seats"] = 4
    found = wrong(record)
    assert "a text for each of the 4 seats; 3 are there" in found["fair.seeds"]
    assert "right with 3 seats in place of 4" in found["commitment"]
    for field in ("seeds", "seed_commitments"):
        record["fair"][field].append("")
    assert "draw 0 (step 1)" in wrong(record)


def test_another_built_in_edition() -> None:
    record = fields("genius-loci")
    del record["edition"]
    assert "with the edition 'visitors' in place of 'house'" in wrong(record)["commitment"]


def test_a_changed_text_of_the_edition() -> None:
    record = fields("lokus")
    record["edition_text"] += "# \n"
    assert "does not match the edition's" in wrong(record)["record"]
    del record["digest"]
    assert "or the text of the edition is not what it was" in wrong(record)["commitment"]


@pytest.mark.parametrize("name", GAMES)
def test_seeds_in_another_order(name: str) -> None:
    record = fields(name)
    seeds = record["fair"]["seeds"]
    seeds[0], seeds[1] = seeds[1], seeds[0]
    of_draws = [f"draw {number} (step {index + 1})" for number, index in enumerate(draws(record))]
    found = list(wrong(record))
    assert found[:2] == ["seed commitments, seat 0", "seed commitments, seat 1"]
    assert of_draws[-1] in found


@pytest.mark.parametrize("name", GAMES)
def test_seats_in_another_order(name: str) -> None:
    """Everybody's steps, and their bytes, stand at the seat beside."""
    record = fields(name)
    turned = [(seat + 1) % record["seats"] for seat in range(record["seats"])]
    record["steps"] = [[None if seat is None else turned[seat], text] for seat, text in record["steps"]]
    assert any(place.startswith("step ") for place in wrong(record)), "the rules say whose turn it is"
    record["fair"]["seeds"] = [record["fair"]["seeds"][seat - 1] for seat in range(record["seats"])]
    assert any(place.startswith("draw ") for place in wrong(record))


@pytest.mark.parametrize("value", [seed(7), ""])
def test_another_seed(value: str) -> None:
    record = fields("loco")
    record["fair"]["seeds"][1] = value
    places = [place.split(" (")[0] for place in wrong(record)]
    assert places == ["seed commitments, seat 1", "draw 0", "draw 1", "draw 2"]


def test_a_seed_that_nobody_committed_to() -> None:
    record = fields("loco")
    record["fair"]["seeds"][2] = seed(2)
    assert wrong(record)["seed commitments, seat 2"].endswith("the list says nothing")


def test_another_list_of_commitments() -> None:
    record = fields("loco")
    record["fair"]["seed_commitments"][0] = "0" * 64
    assert list(wrong(record)) == ["seed commitments, seat 0"]


def test_fewer_voided_deals() -> None:
    record = fields("loco")
    record["fair"]["voided"] = 3
    assert "right with 0 voided deals in place of 3" in wrong(record)["commitment"]


def test_another_secret() -> None:
    record = fields("loco")
    record["fair"]["secret"] = bytes(32).hex()
    assert [place.split(" (")[0] for place in wrong(record)] == ["commitment", "draw 0", "draw 1", "draw 2"]


def test_another_commitment() -> None:
    record = fields("loco")
    record["fair"]["commitment"] = "0" * 64
    assert next(iter(wrong(record))) == "commitment"
    assert "the commitment itself" in wrong(record)["commitment"]


def test_another_table() -> None:
    record = fields("loco")
    record["fair"]["table"] = "door"
    assert list(wrong(record)) == ["commitment"]
    assert "the table's name" in wrong(record)["commitment"]


def test_a_record_of_fair_1_is_right_and_says_what_it_did_not_promise() -> None:
    record = json.loads(finish(old_table(seats=3, seeds=(0, 1)), new_rng(1)).record().to_json())
    assert places(record, "right") == ["commitment", "draw 0 (step 1)", "steps"]
    assert places(record, "note") == ["method", "seeds", "names"]
    (note,) = [finding.sentence for finding in findings(record) if finding.place == "method"]
    assert "leaves out the table's name" in note
    assert "choose a seed" in note


def test_a_record_cannot_be_downgraded() -> None:
    record = fields("loco")
    record["fair"]["method"] = "locarium/fair/1"
    assert "commitment" in wrong(record)


def test_another_lot() -> None:
    record = fields("genius-loci")
    record["fair"]["lot"] = 1 - record["fair"]["lot"]
    assert list(wrong(record)) == ["lot"]
    assert f"give seat {1 - record['fair']['lot']}, the record says seat" in wrong(record)["lot"]
    del record["fair"]["lot"]
    assert "the record says nothing" in wrong(record)["lot"]
    other = fields("loco")
    other["fair"]["lot"] = 0
    assert list(wrong(other)) == ["lot"]


def test_a_changed_step() -> None:
    record = fields("loco")
    record["steps"][6][1] = "x9"
    assert list(wrong(record)) == ["step 7"]
    assert "'x9'" in wrong(record)["step 7"]
    assert places(record, "unchecked") == ["steps"]


def test_a_changed_result() -> None:
    record = fields("loco")
    record["result"]["scores"][0] += 1
    assert "the result says" in wrong(record)["record"]


def test_a_game_that_was_cut_off() -> None:
    record = fields("loco")
    del record["steps"][9:], record["result"]
    assert list(wrong(record)) == ["result"]


MALFORMED: dict[str, tuple[str, object]] = {
    "method": ("fair.method", 1),
    "table": ("fair.table", "win\ndow"),
    "commitment": ("fair.commitment", "a" * 63 + "A"),
    "secret": ("fair.secret", "ab"),
    "seeds": ("fair.seeds", "none"),
    "seed_commitments": ("fair.seed_commitments", {}),
    "voided": ("fair.voided", True),
    "lot": ("fair.lot", True),
}


@pytest.mark.parametrize("field", MALFORMED)
def test_a_malformed_field(field: str) -> None:
    record = fields("genius-loci")
    place, record["fair"][field] = MALFORMED[field]
    assert place in wrong(record)
    assert "steps" in places(record, "right"), "the rest is looked at all the same"


def test_a_malformed_seed() -> None:
    record = fields("loco")
    record["fair"]["seeds"][1] = seed(1).upper().replace("0", "A")
    assert list(wrong(record)) == ["fair.seeds, seat 1"]


JSON = st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.text(max_size=2), max_size=3)


@settings(max_examples=times(40, 5), deadline=None)
@given(st.dictionaries(st.sampled_from([*MALFORMED, "other"]), JSON), st.integers(-1, 5))
def test_whatever_stands_there_is_told_and_breaks_nothing(changes: dict[str, object], seats: int) -> None:
    record = fields("genius-loci")
    record["fair"] |= changes
    for count in (2, seats):
        record["seats"] = count
        found = {verdict for verdict in ("wrong", "unchecked") if places(record, verdict)}
        assert found or count == 2
        record["fair"]["seeds"] = [""] * seats
