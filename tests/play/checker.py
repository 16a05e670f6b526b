"""A checker of fair draws, written from docs/fair.md alone: it uses nothing of the house."""

from __future__ import annotations

import hashlib
import hmac
import json
from functools import cache
from math import comb

METHOD = "locarium/fair/1"
DECK = [f"{colour}{value}" for colour in "rbgpy" for value in range(6)]
LAID_OUT_AND_HAND = {2: (2, 14), 3: (3, 9), 4: (2, 7), 5: (0, 6)}


def lines_of_commitment(record, edition_text=""):
    options = json.dumps(record.get("options", {}), sort_keys=True, separators=(",", ":"))
    edition = hashlib.sha256(edition_text.encode("utf-8")).hexdigest()
    return [METHOD, record["game"], options, edition, str(record["seats"]), record["fair"]["secret"]]


def commitment(record, edition_text=""):
    return hashlib.sha256("\n".join(lines_of_commitment(record, edition_text)).encode("utf-8")).hexdigest()


def lines_of_key(fair, k):  # k: a number, or "lot"
    return [METHOD, fair["table"], str(k), *fair["seeds"]]


def key_of_draw(fair, k):
    message = "\n".join(lines_of_key(fair, k)).encode("utf-8")
    return hmac.new(bytes.fromhex(fair["secret"]), message, hashlib.sha256).digest()


def block(key, n):
    return hmac.new(key, n.to_bytes(8, "big"), hashlib.sha256).digest()


def numbers_of_draw(fair, k, radices):
    key, numbers, n, words = key_of_draw(fair, k), [], 0, []
    for radix in radices:
        while True:
            if not words:
                data = block(key, n)
                words = [int.from_bytes(data[i : i + 8], "big") for i in (0, 8, 16, 24)]
                n += 1
            word = words.pop(0)
            if word < 2**64 - 2**64 % radix:
                numbers.append(word % radix)
                break
    return numbers


def radices_of_deal(k, seats):
    _, hand = LAID_OUT_AND_HAND[seats]
    return [seats] * (k == 0) + list(range(30, hand, -1))


def deal(fair, k, seats, dealer):
    """The text of deal k; the dealer of the deal before, None for the first one."""
    numbers = numbers_of_draw(fair, k, radices_of_deal(k, seats))
    dealer = numbers.pop(0) if dealer is None else (dealer + 1) % seats
    deck = list(DECK)
    cards = [deck.pop(number) for number in numbers] + deck
    laid_out, hand = LAID_OUT_AND_HAND[seats]
    groups = [cards[:laid_out]] + [cards[laid_out + i * hand : laid_out + (i + 1) * hand] for i in range(seats)]
    words = [f"deal {dealer}"]
    for group in groups:
        words += ["/", *sorted(group, key=DECK.index)]
    return " ".join(words)


def faults(text):
    """What is wrong with the draws of a finished record of LOCO!; nothing if all is fair."""
    record = json.loads(text)
    fair, seats, found, dealer = record["fair"], record["seats"], [], None
    if fair["method"] != METHOD or len(fair["seeds"]) != seats:
        found.append("method or seeds")
    if commitment(record) != fair["commitment"]:
        found.append("commitment")
    for k, step in enumerate(step for seat, step in record["steps"] if seat is None):
        if deal(fair, k, seats, dealer) != step:
            found.append(f"draw {k}")
        dealer = int(step.split()[1])
    return found


CELLS = [
    f"{row}{number}"
    for row, length in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    for number in range(1, length + 1)
]
SPIRIT_CELLS = ["b3", "c6", "d4", "e1", "f3"]
SPIRITS = "TPSYC"


def on_a_line(one, other):
    rows = "abcdefg".index(one[0]), "abcdefg".index(other[0])
    columns = [2 * int(cell[1]) + abs(row - 3) for cell, row in zip((one, other), rows, strict=True)]
    up, right = abs(rows[0] - rows[1]), abs(columns[0] - columns[1])
    return up in (0, right)


@cache
def sets_apart():
    """All sets of five cells without two on a line."""
    found = [()]
    for _ in range(5):
        found = [
            (*some, cell)
            for some in found
            for cell in CELLS[CELLS.index(some[-1]) + 1 if some else 0 :]
            if not any(on_a_line(cell, other) for other in some)
        ]
    return found


def spirits(fair):
    """The chance step of GENIUS LOCI with the setups house and petals."""
    cells = list(SPIRIT_CELLS)
    placed = [cells.pop(number) for number in numbers_of_draw(fair, 0, [5, 4, 3, 2])] + cells
    return " ".join(["spirits", *(f"{letter} {cell}" for letter, cell in zip(SPIRITS, placed, strict=True))])


def placing(fair, *, aligned):
    """The chance step of GENIUS LOCI with the setup random."""
    if aligned:
        *numbers, mix = numbers_of_draw(fair, 0, [37, 36, 35, 34, 33, comb(32, 16)])
        cells = list(CELLS)
        placed = [cells.pop(number) for number in numbers]
    else:
        sets = sets_apart()
        which, *numbers, mix = numbers_of_draw(fair, 0, [len(sets), 5, 4, 3, 2, comb(32, 16)])
        cells = list(sets[which])
        placed = [cells.pop(number) for number in numbers] + cells
    marks, wanted = dict(zip(placed, SPIRITS, strict=True)), 16
    left = [cell for cell in CELLS if cell not in marks]
    for place, cell in enumerate(left):
        ways = comb(len(left) - place - 1, wanted - 1) if wanted else 0
        marks[cell] = "w" if mix < ways else "b"
        wanted, mix = (wanted - 1, mix) if mix < ways else (wanted, mix - ways)
    rows = ["".join(marks[cell] for cell in CELLS if cell[0] == row) for row in "gfedcba"]
    return f"place {'/'.join(rows)} w"
