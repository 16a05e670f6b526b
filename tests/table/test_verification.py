"""Verifying records: genuine records pass, and every manipulation is reported with its place."""

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
    """Return the messages of failed checks by place."""
    return {finding.place: finding.sentence for finding in findings(record) if finding.verdict == "wrong"}


def places(record: Any, verdict: str) -> list[str]:
    return [finding.place for finding in findings(record) if finding.verdict == verdict]


def draws(record: Any) -> list[int]:
    """Return the indices of the chance steps."""
    return [index for index, (seat, _) in enumerate(record["steps"]) if seat is None]


# Genuine records.


@pytest.mark.parametrize("name", GAMES)
def test_finished_table_passes(name: str) -> None:
    record = fields(name)
    assert not places(record, "wrong")
    assert not places(record, "unchecked")
    of_draws = [f"draw {number} (step {index + 1})" for number, index in enumerate(draws(record))]
    lot = ["lot"] if name == "genius-loci" else []
    assert places(record, "right") == ["commitment", "seed commitments", *lot, *of_draws, "steps"]
    assert places(record, "note") == ["seeds", "names"]


def test_bots_and_absent_clients_add_no_seed() -> None:
    record = json.loads(finished("loco", seeds=(), bots=(1, 2)).record().to_json())
    assert record["fair"]["seeds"] == ["", "", ""]
    assert not wrong(record)
    assert next(finding.sentence for finding in findings(record) if finding.place == "seeds").startswith("no client")


def test_both_games_of_a_match_pass() -> None:
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


def test_resigned_game_passes() -> None:
    table = full_table(catalogue.game("loco"), seeds=(0,))
    step(table, table.legal_texts(table.position.active[0])[0])
    table.resign(0)
    record = json.loads(table.record().to_json())
    assert places(record, "right") == ["commitment", "seed commitments", "draw 0 (step 1)", "steps"]
    assert not wrong(record)


def test_undone_steps_leave_no_trace() -> None:
    table = full_table(catalogue.game("loco"), seeds=(0,), practice=True)
    finish(table, new_rng(1))
    table.undo(0, key=new_key())
    finish(table, new_rng(2))
    assert not wrong(json.loads(table.record().to_json()))


# Unverifiable records.


def test_record_without_fairness_data_is_replayed() -> None:
    record = fields("loco")
    del record["fair"]
    assert places(record, "unchecked") == ["fair"]
    assert places(record, "right") == ["steps"]


def test_unknown_method_is_reported() -> None:
    record = fields("loco")
    record["fair"]["method"] = "elsewhere/9"
    (found,) = [finding for finding in findings(record) if finding.verdict == "unchecked"]
    assert (found.place, "'elsewhere/9'" in found.sentence) == ("fair.method", True)
    assert places(record, "right") == ["steps"]


@pytest.mark.parametrize("observer", [0, -2])
def test_redacted_record_cannot_be_verified(observer: int) -> None:
    table = full_table(catalogue.game("loco"), seeds=(0,))
    record = json.loads(table.record(observer).to_json())
    assert places(record, "unchecked") == ["step 1"]
    assert not wrong(record)
    record["seats"] = 9
    assert "9" in wrong(record)["record"]


def test_record_of_a_running_game_has_no_secret_yet() -> None:
    record = json.loads(full_table(catalogue.game("genius-loci"), seeds=(0,)).record().to_json())
    assert places(record, "unchecked") == ["fair.secret"]
    assert places(record, "right") == ["steps"]


# Manipulated records: the findings name the place and the cause.


def swap_cards(record: Any, number: int) -> None:
    """Swap two cards of a deal between hands."""
    step = record["steps"][draws(record)[number]]
    groups = step[1].split(" / ")
    first, second = groups[2].split(), groups[3].split()
    first[0], second[0] = second[0], first[0]
    order = [card for colour in "rbgpy" for card in (f"{colour}{value}" for value in range(6))]
    groups[2], groups[3] = (" ".join(sorted(hand, key=order.index)) for hand in (first, second))
    step[1] = " / ".join(groups)


@pytest.mark.parametrize("number", [0, 2])
def test_swapped_cards_are_detected(number: int) -> None:
    record = fields("loco")
    swap_cards(record, number)
    place = f"draw {number} (step {draws(record)[number] + 1})"
    found = wrong(record)
    assert next(iter(found)) == place
    true, said = (
        json.loads(written("loco"))["steps"][draws(record)[number]][1],
        record["steps"][draws(record)[number]][1],
    )
    assert found[place] == f"secret and seeds give {true!r}, but the record has {said!r}"


def test_swapped_deck_is_detected() -> None:
    record = fields("locus")
    index = draws(record)[2]
    words = record["steps"][index][1].split()
    words[-1], words[-2] = words[-2], words[-1]
    record["steps"][index][1] = " ".join(words)
    assert next(iter(wrong(record))) == f"draw 2 (step {index + 1})"


def test_replaced_game_is_detected() -> None:
    """Combine the steps of another game with the fairness data of this one."""
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
def test_changed_option_is_detected(name: str, options: dict[str, Any]) -> None:
    record = fields(name)
    true, record["options"] = record["options"], options
    assert f"it matches the options {json.dumps(true)} instead of" in wrong(record)["commitment"]


def test_changed_seat_count_is_detected() -> None:
    record = fields("loco")
    record["seats"] = 4
    found = wrong(record)
    assert "one string for each of the 4 seats; found 3" in found["fair.seeds"]
    assert "it matches 3 seats instead of 4" in found["commitment"]
    for field in ("seeds", "seed_commitments"):
        record["fair"][field].append("")
    assert "draw 0 (step 1)" in wrong(record)


def test_changed_built_in_edition_is_detected() -> None:
    record = fields("genius-loci")
    del record["edition"]
    assert "the edition 'visitors' instead of 'house'" in wrong(record)["commitment"]


def test_changed_edition_text_is_detected() -> None:
    record = fields("lokus")
    record["edition_text"] += "# \n"
    assert "does not match the edition's" in wrong(record)["record"]
    del record["digest"]
    assert "or the edition text was changed" in wrong(record)["commitment"]


@pytest.mark.parametrize("name", GAMES)
def test_reordered_seeds_are_detected(name: str) -> None:
    record = fields(name)
    seeds = record["fair"]["seeds"]
    seeds[0], seeds[1] = seeds[1], seeds[0]
    of_draws = [f"draw {number} (step {index + 1})" for number, index in enumerate(draws(record))]
    found = list(wrong(record))
    assert found[:2] == ["seed commitments, seat 0", "seed commitments, seat 1"]
    assert of_draws[-1] in found


@pytest.mark.parametrize("name", GAMES)
def test_rotated_seats_are_detected(name: str) -> None:
    """Every seat's steps and seeds are moved to the next seat."""
    record = fields(name)
    turned = [(seat + 1) % record["seats"] for seat in range(record["seats"])]
    record["steps"] = [[None if seat is None else turned[seat], text] for seat, text in record["steps"]]
    assert any(place.startswith("step ") for place in wrong(record)), "the turn order no longer fits"
    record["fair"]["seeds"] = [record["fair"]["seeds"][seat - 1] for seat in range(record["seats"])]
    assert any(place.startswith("draw ") for place in wrong(record))


@pytest.mark.parametrize("value", [seed(7), ""])
def test_changed_seed_is_detected(value: str) -> None:
    record = fields("loco")
    record["fair"]["seeds"][1] = value
    places = [place.split(" (")[0] for place in wrong(record)]
    assert places == ["seed commitments, seat 1", "draw 0", "draw 1", "draw 2"]


def test_seed_without_a_commitment_is_detected() -> None:
    record = fields("loco")
    record["fair"]["seeds"][2] = seed(2)
    assert wrong(record)["seed commitments, seat 2"].endswith("but the record has nothing")


def test_changed_seed_commitments_are_detected() -> None:
    record = fields("loco")
    record["fair"]["seed_commitments"][0] = "0" * 64
    assert list(wrong(record)) == ["seed commitments, seat 0"]


def test_changed_number_of_voided_deals_is_detected() -> None:
    record = fields("loco")
    record["fair"]["voided"] = 3
    assert "it matches 0 voided deals instead of 3" in wrong(record)["commitment"]


def test_changed_secret_is_detected() -> None:
    record = fields("loco")
    record["fair"]["secret"] = bytes(32).hex()
    assert [place.split(" (")[0] for place in wrong(record)] == ["commitment", "draw 0", "draw 1", "draw 2"]


def test_changed_commitment_is_detected() -> None:
    record = fields("loco")
    record["fair"]["commitment"] = "0" * 64
    assert next(iter(wrong(record))) == "commitment"
    assert "the secret, the commitment" in wrong(record)["commitment"]


def test_changed_table_name_is_detected() -> None:
    record = fields("loco")
    record["fair"]["table"] = "door"
    assert list(wrong(record)) == ["commitment"]
    assert "the table name" in wrong(record)["commitment"]


def test_fair_1_record_passes_with_a_note_on_its_limits() -> None:
    record = json.loads(finish(old_table(seats=3, seeds=(0, 1)), new_rng(1)).record().to_json())
    assert places(record, "right") == ["commitment", "draw 0 (step 1)", "steps"]
    assert places(record, "note") == ["method", "seeds", "names"]
    (note,) = [finding.sentence for finding in findings(record) if finding.place == "method"]
    assert "leaves out the table's name" in note
    assert "choose a seed" in note


def test_downgraded_method_is_detected() -> None:
    record = fields("loco")
    record["fair"]["method"] = "locarium/fair/1"
    assert "commitment" in wrong(record)


def test_changed_draw_of_the_first_player_is_detected() -> None:
    record = fields("genius-loci")
    record["fair"]["lot"] = 1 - record["fair"]["lot"]
    assert list(wrong(record)) == ["lot"]
    assert f"give seat {1 - record['fair']['lot']}, but the record has seat" in wrong(record)["lot"]
    del record["fair"]["lot"]
    assert "the record has nothing" in wrong(record)["lot"]
    other = fields("loco")
    other["fair"]["lot"] = 0
    assert list(wrong(other)) == ["lot"]


def test_changed_step_is_detected() -> None:
    record = fields("loco")
    record["steps"][6][1] = "x9"
    assert list(wrong(record)) == ["step 7"]
    assert "'x9'" in wrong(record)["step 7"]
    assert places(record, "unchecked") == ["steps"]


def test_changed_result_is_detected() -> None:
    record = fields("loco")
    record["result"]["scores"][0] += 1
    assert "the result says" in wrong(record)["record"]


def test_truncated_game_is_detected() -> None:
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
def test_malformed_fields_are_detected(field: str) -> None:
    record = fields("genius-loci")
    place, record["fair"][field] = MALFORMED[field]
    assert place in wrong(record)
    assert "steps" in places(record, "right"), "everything else is still checked"


def test_malformed_seed_is_detected() -> None:
    record = fields("loco")
    record["fair"]["seeds"][1] = seed(1).upper().replace("0", "A")
    assert list(wrong(record)) == ["fair.seeds, seat 1"]


JSON = st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.text(max_size=2), max_size=3)


@settings(max_examples=times(40, 5), deadline=None)
@given(st.dictionaries(st.sampled_from([*MALFORMED, "other"]), JSON), st.integers(-1, 5))
def test_arbitrary_fairness_data_never_crashes_verification(changes: dict[str, object], seats: int) -> None:
    record = fields("genius-loci")
    record["fair"] |= changes
    for count in (2, seats):
        record["seats"] = count
        found = {verdict for verdict in ("wrong", "unchecked") if places(record, verdict)}
        assert found or count == 2
        record["fair"]["seeds"] = [""] * seats
