"""A checker of fair draws, written from docs/fair.md alone: it uses nothing of the house."""

from __future__ import annotations

import hashlib
import hmac
import json

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
