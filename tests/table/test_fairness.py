"""Fair draws: an independent checker recomputes them and rejects manipulated records."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from conformance.fairness import looks_uniform
from locarium.kernel.rng import new_rng
from locarium.table.events import Bot
from locarium.table.fairness import FAIR_1, FAIR_2, METHOD, SECRET_BYTES, SEED_BYTES, FairStream
from locarium.table.seeds import SEED_SECONDS
from locarium.table.table import Table
from table import checker
from table.tables import LOCO, SECRET, TOY, committed, finish, full_table, new_table, old_table, person, seed, times

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "fair-method.md").read_text("utf-8")
SOME_SEEDS = (seed(0), "", seed(2))


def finished(seats, seeds=(0,), secret=SECRET, **given):
    return finish(full_table(seats=seats, seeds=seeds, secret=secret, **given), new_rng(seats))


def stream(secret=SECRET, seeds=SOME_SEEDS, method=FAIR_2):
    return FairStream(method, secret, "window", tuple(seeds))


def draws(table):
    return sum(1 for step in table.history.steps if step.seat is None)


# Finished games.


@pytest.mark.parametrize("match", ["single", "full"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_finished_game_passes_verification(seats, match):
    options = {"match": match, "family": seats == 5}
    for seeds in ([], [0], range(seats)):
        table = finished(seats, seeds, options=options)
        assert checker.faults(table.record().to_json()) == []
        assert draws(table) == (seats if match == "full" else 1)


def test_running_fair_1_table_finishes_and_passes():
    for seeds in ([], [0], range(3)):
        record = finish(old_table(seats=3, seeds=seeds, options={"match": "full"}), new_rng(3)).record()
        assert record.fair["method"] == FAIR_1
        assert record.fair.keys() == {"method", "table", "commitment", "secret", "seeds"}
        assert checker.faults(record.to_json()) == []


def test_player_joining_a_fair_1_table_after_the_upgrade_adds_no_seed():
    table = new_table(method=FAIR_1)
    for seat in range(2):
        table.sit(seat, person(seat), committed(table, seed(seat)))
    assert finish(table, new_rng(1)).record().fair["seeds"] == ["", ""]


def test_commitment_is_fixed_before_players_sit_down():
    table = new_table(seats=3)
    assert checker.commitment(json.loads(finished(3).record().to_json())) == table.commitment


def test_commitment_covers_the_edition():
    table = finish(full_table(TOY, 2), new_rng(1))
    record = json.loads(table.record().to_json())
    assert checker.commitment(record, table.setup.edition.text) == table.commitment
    assert checker.commitment(record, table.setup.edition.text + " ") != table.commitment


def test_record_stays_fair_after_undo_at_a_practice_table():
    table = full_table(practice=True, options={"match": "full"}, seeds=[1])
    finish(table, new_rng(1))
    assert draws(table) == 2
    while draws(table) == 2:
        table.undo(1, key=str(table.version))
    finish(table, new_rng(2))
    assert checker.faults(table.record().to_json()) == []


# Manipulated records.


def swapped_cards(record, number):
    """Swap two cards of a deal between hands."""
    steps = [step for step in record["steps"] if step[0] is None]
    head, out, *hands = steps[number][1].split(" / ")
    first, second = hands[0].split(), hands[1].split()
    first[0], second[0] = second[0], first[0]
    hands[:2] = (" ".join(sorted(hand, key=checker.DECK.index)) for hand in (first, second))
    steps[number][1] = " / ".join([head, out, *hands])


def other_dealer(record):
    record["steps"][0][1] = re.sub(r"deal (\d)", lambda match: f"deal {(int(match[1]) + 1) % 3}", record["steps"][0][1])


MANIPULATED = {
    "cards": (lambda record: swapped_cards(record, 0), ["draw 0"]),
    "cards of the second deal": (lambda record: swapped_cards(record, 1), ["draw 1"]),
    "dealer": (other_dealer, ["draw 0", "draw 1"]),
    "option": (lambda record: record["options"].update({"strict-marker": True}), ["commitment"]),
    "no option": (lambda record: record.update(options={}), ["commitment"]),
    "another seed": (
        lambda record: record["fair"]["seeds"].__setitem__(0, seed(7)),
        ["seed commitments", "draw 0", "draw 1", "draw 2"],
    ),
    "a seed for a bot": (
        lambda record: record["fair"]["seeds"].__setitem__(1, seed(7)),
        ["seed commitments", "draw 0", "draw 1", "draw 2"],
    ),
    "exchanged seeds": (
        lambda record: record["fair"]["seeds"].reverse(),
        ["seed commitments", "draw 0", "draw 1", "draw 2"],
    ),
    "list": (lambda record: record["fair"]["seed_commitments"].reverse(), ["seed commitments"]),
    "voided": (lambda record: record["fair"].update(voided=1), ["commitment"]),
    "table": (lambda record: record["fair"].update(table="door"), ["commitment"]),
    "rules": (lambda record: record.update(rules=2), ["commitment"]),
    "commitment": (
        lambda record: record["fair"].update(commitment="0" * 64),
        ["commitment", "seed commitments", "draw 0", "draw 1", "draw 2"],
    ),
    "secret": (
        lambda record: record["fair"].update(secret=bytes(32).hex()),
        ["commitment", "draw 0", "draw 1", "draw 2"],
    ),
    "game": (lambda record: record.update(game="lokus"), ["commitment", "draw 0", "draw 1", "draw 2"]),
    "lot": (lambda record: record["fair"].update(lot=0), ["lot"]),
    "method": (lambda record: record["fair"].update(method=FAIR_1), ["commitment", "draw 0", "draw 1", "draw 2"]),
    "unknown method": (
        lambda record: record["fair"].update(method="locarium/fair/9"),
        ["method or seeds", "commitment", "draw 0", "draw 1", "draw 2"],
    ),
}


@pytest.mark.parametrize("manipulated", MANIPULATED)
def test_manipulated_record_fails_verification(manipulated):
    record = json.loads(finished(3, [0], options={"match": "full"}, bots=[1]).record().to_json())
    assert checker.faults(json.dumps(record)) == []
    doctor, expected = MANIPULATED[manipulated]
    doctor(record)
    assert checker.faults(json.dumps(record)) == expected


def test_changed_seat_count_fails_verification():
    record = json.loads(finished(3).record().to_json())
    record["seats"] = 4
    for field in ("seeds", "seed_commitments"):
        record["fair"][field].append("")
    assert checker.faults(json.dumps(record)) == ["commitment", "draw 0"]


def test_forged_secret_and_commitment_fail_verification():
    """A forged secret deals other cards, even with a matching commitment."""
    record = json.loads(finished(2).record().to_json())
    record["fair"]["secret"] = bytes(32).hex()
    record["fair"]["commitment"] = checker.commitment(record)
    record["fair"]["seed_commitments"] = checker.seed_commitments(record["fair"])
    assert checker.faults(json.dumps(record)) == ["draw 0"]


def test_commitment_depends_on_every_part_of_the_deal():
    """The parts are secret, game, options, seats, name and method."""
    tables = [
        new_table(),
        new_table(method=FAIR_1),
        Table.open(LOCO, name="door", secret=SECRET, seats=2),
        new_table(secret=bytes(32)),
        new_table(seats=3),
        new_table(options={"strict-marker": True}),
        new_table(options={"match": "full"}),
        new_table(TOY),
    ]
    assert len({table.commitment for table in tables}) == len(tables)


# Client seeds.


def test_every_seed_changes_the_deal():
    deals = [finished(3, seeds).history.texts()[0] for n in range(4) for seeds in combinations(range(3), n)]
    assert len(set(deals)) == 8


def test_bots_and_absent_clients_add_no_seed():
    assert finished(3, []).record().fair["seeds"] == ["", "", ""]
    people, bots = finished(2, []), finished(2, [], bots=[0, 1])
    assert people.record().fair["seed_commitments"] == ["", ""]
    assert people.record().fair == bots.record().fair
    assert people.record().steps[0] == bots.record().steps[0]
    table = new_table()
    table.sit(0, person(0), committed(table, seed(0)))
    table.sit(1, Bot("Lemur"))
    table.open_seed(0, seed(0))
    assert finish(table, new_rng(1)).record().fair["seeds"] == [seed(0), ""]


def test_seed_depends_on_its_seat():
    streams = [stream(seeds=seeds) for seeds in [(seed(0), ""), ("", seed(0)), (seed(0), seed(0))]]
    assert len({tuple(each.digits(0, [1 << 60])) for each in streams}) == 3


# The stream.


def test_independent_checker_draws_the_same_numbers():
    """Large radices reject half of the words."""
    radices = [1, 2, 3, 30, 2**63 + 1, 2**62 + 1, 2**64, 5, 2**63 + 1, 2**63 + 1] * 20
    for method, name in ((FAIR_1, "table"), (FAIR_2, "commitment")):
        fair = {"method": method, "secret": SECRET.hex(), name: "am Fenster", "seeds": list(SOME_SEEDS)}
        stream = FairStream(method, SECRET, "am Fenster", SOME_SEEDS)
        for k in (0, 1, 9, 10, 12345):
            assert stream.digits(k, radices) == checker.numbers_of_draw(fair, k, radices)


@pytest.mark.parametrize("radix", [2, 3, 7, 30, 2**63 + 1, 2**64])
def test_digits_are_below_their_radix(radix):
    digits = stream(seeds=()).digits(0, [radix] * 500)
    assert 0 <= min(digits) <= max(digits) < radix


@pytest.mark.parametrize("radix", [2, 3, 5, 30])
def test_digits_are_uniformly_distributed(radix):
    counts = Counter(stream().digits(radix, [radix] * times(30_000, 6_000)))
    assert looks_uniform([counts[digit] for digit in range(radix)])


def test_first_digits_of_draws_are_uniform():
    counts = Counter(
        stream(number.to_bytes(32, "big")).digits(draw, [30])[0]
        for number in range(times(1_000, 200))
        for draw in range(10)
    )
    assert looks_uniform([counts[digit] for digit in range(30)])


def test_pairs_of_digits_are_uniform():
    digits = stream().digits(3, [5] * times(30_000, 10_000))
    counts = Counter(zip(digits[::2], digits[1::2], strict=True))
    assert looks_uniform([counts[a, b] for a in range(5) for b in range(5)])


def test_each_draw_has_its_own_stream():
    assert len({tuple(stream().digits(k, [30] * 6)) for k in range(100)}) == 100
    assert stream().digits(7, [30] * 6) == stream().digits(7, [30] * 9)[:6]


# The docs page.


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)


def values(text):
    """Parse the lines of a code block by name."""
    return {line[:9].strip(): line[9:] for line in text.split("\n")}


def test_docs_name_the_method_and_its_sizes():
    assert PAGE.startswith(f"# Fair draws: `{METHOD}`\n")
    assert (METHOD, SECRET_BYTES, SEED_BYTES) == (checker.FAIR_2, 32, 16)
    assert f"not opened within {SEED_SECONDS:.0f} seconds" in PAGE
    assert f"`secret` | {SECRET_BYTES} bytes" in PAGE
    assert f"{2 * SEED_BYTES} hexadecimal digits, or" in PAGE


def test_docs_example_is_correct():
    (fields,) = blocks("json")
    example = json.loads(fields)
    commitment_lines, seed_lines, key_lines, first, second = blocks("text")
    fair = example["fair"]
    assert "\n".join(checker.lines_of_commitment(example)) == commitment_lines
    assert checker.commitment(example) == fair["commitment"]
    assert "\n".join(checker.lines_of_seed_commitment(fair, fair["seeds"][0])) == seed_lines
    assert checker.seed_commitments(fair) == fair["seed_commitments"]
    assert "\n".join(checker.lines_of_key(fair, 0)) == key_lines
    said = values(first)
    assert said == {
        "key": checker.key_of_draw(fair, 0).hex(),
        "block 0": checker.block(checker.key_of_draw(fair, 0), 0).hex(),
        "block 1": checker.block(checker.key_of_draw(fair, 0), 1).hex(),
        "radices": " ".join(map(str, checker.radices_of_deal(0, 3))),
        "numbers": " ".join(map(str, checker.numbers_of_draw(fair, 0, checker.radices_of_deal(0, 3)))),
        "step": checker.deal(fair, 0, 3, None),
    }
    assert values(second) == {
        "key": checker.key_of_draw(fair, 1).hex(),
        "block 0": checker.block(checker.key_of_draw(fair, 1), 0).hex(),
        "step": checker.deal(fair, 1, 3, 1),
    }


def test_table_deals_as_in_the_docs():
    example = json.loads(blocks("json")[0])
    fair = example["fair"]
    table = new_table(seats=3, secret=bytes.fromhex(fair["secret"]), options=example["options"])
    assert (table.opened.table, table.commitment) == (fair["table"], fair["commitment"])
    for seat in range(3):
        table.sit(seat, Bot("Vesta") if seat == 1 else person(seat), fair["seed_commitments"][seat])
    for seat in (2, 0):
        table.open_seed(seat, fair["seeds"][seat])
    finish(table, new_rng(1))
    deals = [text for seat, text in table.record().steps if seat is None]
    assert deals[:2] == [values(block)["step"] for block in blocks("text")[3:]]
    assert checker.faults(table.record().to_json()) == []


def test_docs_table_of_hands_is_correct():
    page = (DOCS / "draws.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d) \| (\d) \| (\d+) \| 1 \+ (\d+) \|$", page, re.MULTILINE)
    assert {int(row[0]) for row in rows} == {2, 3, 4, 5}
    for seats, laid_out, hand, numbers in (map(int, row) for row in rows):
        table = new_table(LOCO, seats, options={"family": seats == 5})
        assert (table.setup.fields.laid_out, table.setup.fields.hand_size) == (laid_out, hand)
        assert table.position.radices() == checker.radices_of_deal(0, seats)
        assert len(table.position.radices()) == 1 + numbers
