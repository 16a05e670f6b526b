"""Fair queues: round robin by address, then by person."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from locarium.server.base.fair_queue import in_turn, note_turn


@dataclass(frozen=True)
class Entry:
    address: str
    person: str
    asked: float


def queue(text: str) -> list[Entry]:
    """Parse entries such as `a1` (address and person) in order of arrival."""
    return [Entry(each[0], each[1:], asked) for asked, each in enumerate(text.split())]


def order(waiting: list[Entry], served: dict[Hashable, float] | None = None) -> str:
    return " ".join(entry.address + entry.person for entry in in_turn(waiting, served or {}))


def test_addresses_take_turns() -> None:
    assert order(queue("a1 a1 a1 b1 b1 c1")) == "a1 b1 c1 a1 b1 a1"


def test_people_behind_an_address_take_turns() -> None:
    assert order(queue("a1 a1 a1 a2 b9 a3")) == "a1 b9 a2 a3 a1 a1"


def test_many_identities_at_one_address_get_no_extra_turns() -> None:
    """A guest with ten identities has as many turns as a neighbour with one."""
    waiting = queue(" ".join(f"a{number}" for number in range(10)) + " b0 b0")
    assert order(waiting).split()[:4] == ["a0", "b0", "a1", "b0"]


def test_serving_keeps_the_announced_order() -> None:
    waiting, served = queue("a1 a1 a2 b1 a3 c1 b2 a1 c1"), dict[Hashable, float]()
    shown, taken = order(waiting), list[str]()
    for now in range(100, 100 + len(waiting)):
        first = in_turn(waiting, served)[0]
        waiting.remove(first)
        note_turn(first, served, now, waiting)
        taken.append(first.address + first.person)
    assert " ".join(taken) == shown
    assert served == {}


def test_new_addresses_do_not_overtake_a_served_one() -> None:
    served: dict[Hashable, float] = {"a": 5.0}
    assert order([Entry("a", "1", 0), Entry("b", "1", 4), Entry("c", "1", 6)], served) == "b1 a1 c1"
