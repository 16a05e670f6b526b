"""Layouts: an annotated class declares the fields of a state or a rules array.

The type checker reads the class, and `dtype_of` turns it into the NumPy record type that compiled code uses. Every
integer is an int64 and every fraction a float64, so compiled and plain code get the same results. (Everywhere else, a
*record* is a written game.)
"""

from __future__ import annotations

import math
import sys
from collections import namedtuple
from functools import lru_cache
from operator import itemgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from .jit import digest_of_realm

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Array(Protocol[T]):
    """A one-dimensional NumPy array as rules see it: Array[int], Array[float], or Array[State] for layouts."""

    def __getitem__(self, index: int, /) -> T: ...
    def __setitem__(self, index: int, value: T, /) -> None: ...
    def __len__(self) -> int: ...
    @property
    def dtype(self) -> Any: ...


class Grid(Protocol[T]):
    """A two-dimensional NumPy array as rules see it."""

    def __getitem__(self, index: tuple[int, int], /) -> T: ...
    def __setitem__(self, index: tuple[int, int], value: T, /) -> None: ...


class Layout:
    """Base of the declarations. It is never instantiated: instances are elements of NumPy arrays."""

    @property
    def dtype(self) -> Any: ...


_SCALARS: dict[Any, Any] = {int: np.int64, float: np.float64}


def dtype_of(declaration: type[Layout]) -> np.dtype[Any]:
    """Return the record type of a declaration.

    int, float, Annotated[Array[int], length] and Annotated[Grid[int], rows, columns] become fields. The last field's
    name carries the digest of the declaring realm. Functions compiled for this layout are found in the disk cache only
    while their sources are unchanged.
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if hasattr(
            np.record, name
        ):  # plain Python would find NumPy's method (`round`, `size`, `take` …) instead of the field
            raise ValueError(f"a layout cannot have a field {name!r}: NumPy uses this name itself")
        if get_origin(hint) is Annotated:
            array, *shape = get_args(hint)
            fields.append((name, _SCALARS[get_args(array)[0]], tuple(shape)))
        else:
            fields.append((name, _SCALARS[hint]))
    file = sys.modules[declaration.__module__].__file__
    assert file is not None
    fields.append((f"from_{digest_of_realm(file)[:16]}", np.int64))
    return np.dtype((np.record, np.dtype(fields)))


def new_array(dtype: np.dtype[Any], length: int) -> Any:
    """Return an array of blank layouts."""
    return np.zeros(length, dtype)


def fields_of(array: Any) -> SimpleNamespace:
    """Copy the fields of a one-layout array into plain numbers and lists, which are ten times faster to read."""
    space = SimpleNamespace()
    fields = space.__dict__
    for kind, names, cut, grids in _cuts(array.dtype):
        fields.update(zip(names, cut(array.view(kind).tolist())))  # noqa: B905  # the cut has one more
        for name, columns in grids:
            flat = fields[name]
            fields[name] = [flat[start : start + columns] for start in range(0, len(flat), columns)]
    return space


@lru_cache
def reader_of(dtype: np.dtype[Any]) -> Callable[[list[int]], Any]:
    """Return a faster `fields_of` for layouts of integers only, which reads a list of numbers."""
    ((_, names, cut, grids),) = _cuts(dtype)
    fields = namedtuple("fields", names)  # type: ignore[misc]  # of whatever names
    places = [(names.index(name), columns) for name, columns in grids]

    def read(numbers: list[int]) -> Any:
        *values, _ = cut(numbers)
        for place, columns in places:
            flat = values[place]
            values[place] = [flat[start : start + columns] for start in range(0, len(flat), columns)]
        return fields._make(values)

    return read


@lru_cache
def _cuts(dtype: np.dtype[Any]) -> list[tuple[Any, tuple[str, ...], Any, list[tuple[str, int]]]]:
    """Return, per number type, the field names, their slices of the flat list, and the grid fields."""
    assert dtype.fields is not None
    found = []
    for kind in {field.base for field, *_ in dtype.fields.values()}:
        places = {
            name: (field, offset // 8) for name, (field, offset, *_) in dtype.fields.items() if field.base == kind
        }
        cuts = [slice(start, start + math.prod(f.shape)) if f.shape else start for f, start in places.values()]
        grids = [(name, field.shape[1]) for name, (field, _) in places.items() if len(field.shape) > 1]
        found.append((kind, tuple(places), itemgetter(*cuts, 0), grids))  # with the extra 0, it always returns a tuple
    return found
