"""An independent checker of fair draws: plain Python, written from docs/fair.md alone, without importing locarium."""

from __future__ import annotations

import hashlib
import hmac
import json
import tomllib
from functools import cache
from math import comb

FAIR_1, FAIR_2 = "locarium/fair/1", "locarium/fair/2"


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


# The commitments.


def lines_of_commitment(record, edition_text=""):
    fair = record["fair"]
    options = json.dumps(record.get("options", {}), sort_keys=True, separators=(",", ":"))
    table = [fair["table"], str(fair["voided"])] if fair["method"] == FAIR_2 else []
    rules = [str(record.get("rules", 1))] if fair["method"] == FAIR_2 else []
    edition = hashlib.sha256(edition_text.encode("utf-8")).hexdigest()
    return [fair["method"], *table, record["game"], *rules, options, edition, str(record["seats"]), fair["secret"]]


def commitment(record, edition_text=""):
    return digest(lines_of_commitment(record, edition_text))


def lines_of_seed_commitment(fair, seed):
    return [FAIR_2, "seed", fair["commitment"], seed]


def seed_commitments(fair):
    return [seed and digest(lines_of_seed_commitment(fair, seed)) for seed in fair["seeds"]]


# The numbers of a draw.


def lines_of_key(fair, k):  # k: number of the draw, or "lot"
    name = fair["commitment"] if fair["method"] == FAIR_2 else fair["table"]
    return [fair["method"], name, str(k), *fair["seeds"]]


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


def taken(things, numbers):
    """Take out the thing at each index in turn. The remaining things come last."""
    rest = list(things)
    return [rest.pop(number) for number in numbers] + rest


def joined(head, groups):
    words = [head]
    for group in groups:
        words += ["/", *group]
    return " ".join(words)


# LOCO!

DECK = [f"{colour}{value}" for colour in "rbgpy" for value in range(6)]
LAID_OUT_AND_HAND = {2: (2, 14), 3: (3, 9), 4: (2, 7), 5: (0, 6)}


def radices_of_deal(k, seats):
    _, hand = LAID_OUT_AND_HAND[seats]
    return [seats] * (k == 0) + list(range(30, hand, -1))


def deal(fair, k, seats, dealer):
    """Return the text of deal k. `dealer` dealt the previous deal and is None for the first."""
    numbers = numbers_of_draw(fair, k, radices_of_deal(k, seats))
    dealer = numbers.pop(0) if dealer is None else (dealer + 1) % seats
    cards = taken(DECK, numbers)
    laid_out, hand = LAID_OUT_AND_HAND[seats]
    groups = [cards[:laid_out]] + [cards[laid_out + i * hand : laid_out + (i + 1) * hand] for i in range(seats)]
    return joined(f"deal {dealer}", [sorted(group, key=DECK.index) for group in groups])


def draws_of_loco(record, said, edition_text):
    dealer = None
    for k, text in enumerate(said):
        yield deal(record["fair"], k, record["seats"], dealer)
        dealer = int(text.split()[1])


# LOKUS

BIG_DECK = [f"{colour}{number}" for number in range(1, 13) for colour in "rygboe"]


def draws_of_lokus(record, said, edition_text):
    seats, hand = record["seats"], record.get("options", {}).get("hand", 10)
    count = seats * hand + 2
    for k in range(len(said)):
        cards = taken(BIG_DECK, numbers_of_draw(record["fair"], k, range(72, 72 - count, -1)))
        hands = [sorted(cards[i * hand : (i + 1) * hand], key=BIG_DECK.index) for i in range(seats)]
        yield joined("deal", [*hands, cards[count - 2 : count]])


# LOCUS


def names_of_cards(edition_text):
    table, names = tomllib.loads(edition_text)["cards"], []
    for colour in ("yellow", "purple", "red", "green", "blue", "wild"):
        for shape in table.get(colour, []):
            name = f"{colour[0]}-{shape.removesuffix('$').lower()}"
            copies = sum(1 for other in names if other == name or other.startswith(f"{name}-"))
            names.append(name if copies == 0 else f"{name}-{copies + 1}")
    return names


def draws_of_locus(record, said, edition_text):
    cards, seats = names_of_cards(edition_text), record["seats"]
    first_deck = 0
    if seats > 1:
        yield f"star {numbers_of_draw(record['fair'], 0, [seats])[0]}"
        first_deck = 1
    turned_up = []  # all cards of the decks so far, in order
    for k in range(first_deck, len(said)):
        open_cards = turned_up[len(turned_up) - len(turned_up) % (seats + 1) :]
        shuffled = [card for card in cards if card not in open_cards]
        deck = taken(shuffled, numbers_of_draw(record["fair"], k, range(len(shuffled), 1, -1)))
        yield " ".join(["deck", *deck])
        turned_up += said[k].split()[1:]


# GENIUS LOCI

CELLS = [
    f"{row}{number}"
    for row, length in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    for number in range(1, length + 1)
]
SPIRIT_CELLS = ["b3", "c6", "d4", "e1", "f3"]


def on_a_line(one, other):
    rows = "abcdefg".index(one[0]), "abcdefg".index(other[0])
    columns = [2 * int(cell[1]) + abs(row - 3) for cell, row in zip((one, other), rows, strict=True)]
    up, right = abs(rows[0] - rows[1]), abs(columns[0] - columns[1])
    return up in (0, right)


@cache
def sets_apart():
    """Return all sets of five cells with no two in line."""
    found = [()]
    for _ in range(5):
        found = [
            (*some, cell)
            for some in found
            for cell in CELLS[CELLS.index(some[-1]) + 1 if some else 0 :]
            if not any(on_a_line(cell, other) for other in some)
        ]
    return found


def spirits(fair, letters):
    """Return the chance step for the setups house and petals."""
    placed = taken(SPIRIT_CELLS, numbers_of_draw(fair, 0, [5, 4, 3, 2]))
    return " ".join(["spirits", *(f"{letter} {cell}" for letter, cell in zip(letters, placed, strict=True))])


def placing(fair, letters, *, aligned):
    """Return the chance step for the setup random."""
    if aligned:
        *numbers, mix = numbers_of_draw(fair, 0, [37, 36, 35, 34, 33, comb(32, 16)])
        placed = taken(CELLS, numbers)[:5]
    else:
        sets = sets_apart()
        which, *numbers, mix = numbers_of_draw(fair, 0, [len(sets), 5, 4, 3, 2, comb(32, 16)])
        placed = taken(sets[which], numbers)
    marks, wanted = dict(zip(placed, letters, strict=True)), 16
    left = [cell for cell in CELLS if cell not in marks]
    for place, cell in enumerate(left):
        ways = comb(len(left) - place - 1, wanted - 1) if wanted else 0
        marks[cell] = "w" if mix < ways else "b"
        wanted, mix = (wanted - 1, mix) if mix < ways else (wanted, mix - ways)
    rows = ["".join(marks[cell] for cell in CELLS if cell[0] == row) for row in "gfedcba"]
    return f"place {'/'.join(rows)} w"


def draws_of_genius_loci(record, said, edition_text):
    options = record.get("options", {})
    letters = [spirit["letter"] for spirit in tomllib.loads(edition_text)["spirit"]]
    setup = options.get("setup", "house")
    if setup == "random":
        yield placing(record["fair"], letters, aligned=options.get("aligned", False))
    elif setup in ("house", "petals"):
        yield spirits(record["fair"], letters)


# A whole record.

DRAWS = {
    "loco": draws_of_loco,
    "lokus": draws_of_lokus,
    "locus": draws_of_locus,
    "genius-loci": draws_of_genius_loci,
}


def faults(text, edition_text=""):
    """Return the errors in the draws of a finished record, or an empty list if all draws are fair."""
    record = json.loads(text)
    fair, seats, found = record["fair"], record["seats"], []
    if fair["method"] not in (FAIR_1, FAIR_2) or len(fair["seeds"]) != seats:
        found.append("method or seeds")
    if commitment(record, edition_text) != fair["commitment"]:
        found.append("commitment")
    if fair["method"] == FAIR_2 and seed_commitments(fair) != fair["seed_commitments"]:
        found.append("seed commitments")
    lot = numbers_of_draw(fair, "lot", [seats])[0] if record["game"] == "genius-loci" else None
    if fair.get("lot") != lot:
        found.append("lot")
    said = [step for seat, step in record["steps"] if seat is None]
    given = list(DRAWS[record["game"]](record, said, edition_text))
    if len(said) != len(given):
        found.append("number of draws")
    return found + [f"draw {k}" for k, (one, other) in enumerate(zip(said, given, strict=False)) if one != other]
