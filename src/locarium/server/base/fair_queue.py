"""Fair queues: addresses take turns, and so do the people behind each address."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping


class QueueEntry(Protocol):
    """An entry of a queue."""

    @property
    def address(self) -> str:
        """Return the client's address."""

    @property
    def person(self) -> str:
        """Return the person id, empty for an anonymous client."""

    @property
    def asked(self) -> float:
        """Return when the entry joined the queue."""


Entry = TypeVar("Entry", bound=QueueEntry)
Served: TypeAlias = "dict[Hashable, float]"  # address, or address and person -> time of the last turn


def in_turn(waiting: Iterable[Entry], served: Mapping[Hashable, float]) -> list[Entry]:
    """Sort a queue by turns: round robin between addresses, then between people, then first come, first served.

    Addresses come first because a guest can create many identities from one address.
    """
    by_age = sorted(waiting, key=lambda entry: entry.asked)
    return _alternate(
        [_alternate(_groups(group, _person, served)) for group in _groups(by_age, lambda entry: entry.address, served)]
    )


def note_turn(entry: QueueEntry, served: Served, now: float, waiting: Iterable[QueueEntry]) -> None:
    """Move an address and a person to the back of the queue. Forget those that are not waiting."""
    served[entry.address] = served[_person(entry)] = now
    still_here = {key for other in waiting for key in (other.address, _person(other))}
    for key in served.keys() - still_here:
        del served[key]


def _person(entry: QueueEntry) -> Hashable:
    return entry.address, entry.person


def _groups(
    by_age: list[Entry], key: Callable[[Entry], Hashable], served: Mapping[Hashable, float]
) -> list[list[Entry]]:
    """Group the entries. The group that joined first or waited longest since its last turn comes first."""
    groups: dict[Hashable, list[Entry]] = {}
    for entry in by_age:
        groups.setdefault(key(entry), []).append(entry)
    return sorted(groups.values(), key=lambda group: max(group[0].asked, served.get(key(group[0]), group[0].asked)))


def _alternate(groups: list[list[Entry]]) -> list[Entry]:
    """Take one entry from each group in turn."""
    return [entry for turn in zip_longest(*groups) for entry in turn if entry is not None]
