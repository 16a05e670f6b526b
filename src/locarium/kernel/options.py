"""Rule options: one struct per game, checked with messages that name the invalid value and the valid ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from .bounds import MAX_OPTION, shown
from .errors import BadInput, one_of

if TYPE_CHECKING:
    from collections.abc import Mapping


class Options(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """Base of the games' options. A field is a bool, a Literal (names or numbers), or a str that the game checks."""


O = TypeVar("O", bound=Options)  # noqa: E741


def accepted(hint: Any) -> list[Any]:
    """Return the named values of an option."""
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Union:
        return [value for part in get_args(hint) for value in accepted(part)]
    return list(get_args(hint)) if get_origin(hint) is Literal else []


def takes_text(hint: Any) -> bool:
    """Return whether the option also takes free text, which the game checks."""
    return hint is str or str in get_args(hint)


@lru_cache
def hints(kind: type[Options]) -> dict[str, Any]:
    """Return the option types by their names in records."""
    by_field = get_type_hints(kind)
    return {field.encode_name: by_field[field.name] for field in msgspec.structs.fields(kind)}


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(game: str, kind: type[O], values: Mapping[str, object]) -> O:
    """Check that the values are valid and have the right JSON types, and return the options."""
    known = hints(kind)
    for name, value in values.items():
        if name not in known:
            expected = f"it has {one_of(list(known))}" if known else "it has none"
            raise BadInput(f"{game} has no option {shown(name)}; {expected}")
        choices = accepted(known[name])
        fits = any(type(value) is type(choice) and value == choice for choice in choices)
        if isinstance(value, str) and len(value) > MAX_OPTION:
            raise BadInput(f"option {name!r} of {game} has {len(value)} characters; the limit is {MAX_OPTION}")
        if not fits and not (takes_text(known[name]) and isinstance(value, str)):
            expected = one_of([*map(_written, choices), *(["a text"] if takes_text(known[name]) else [])])
            raise BadInput(f"option {name!r} of {game} cannot be {shown(value)}; it takes {expected}")
    defaults = {field.encode_name: field.default for field in msgspec.structs.fields(kind)}
    return msgspec.convert({name: value for name, value in values.items() if value != defaults[name]}, kind)


def option_from_text(kind: type[Options], name: str, text: str) -> object:
    """Convert an option written as text (`--option hand=11`) to its type. Unknown options stay text."""
    choices = accepted(hints(kind).get(name, str))
    return next((choice for choice in choices if _written(choice) == text), text)
