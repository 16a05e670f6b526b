"""How Numba compiles our code: the decorators, their options, and a cache that can't go stale.

Numba stamps a cache entry with the file of the function and so misses changes in functions called from it. Here
the stamp is a digest of every source the function may call: its *realm*. A generic function compiled for a game is
found by the game's layouts, whose types carry the digest of the game (see `layout.dtype_of`). Editing one game
therefore recompiles only that game, and editing the kernel recompiles everything.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numba
from numba.core import config
from numba.core.caching import (
    FunctionCache,
    IndexDataCacheFile,
    InTreeCacheLocator,
    UserProvidedCacheLocator,
    UserWideCacheLocator,
)

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

HOUSE = Path(__file__).resolve().parent.parent
CODE_SETTINGS = ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def realm(file: Path) -> tuple[Path, ...]:
    """Return the files and folders that a compiled function in this file may depend on."""
    kernel, search, games = HOUSE / "kernel", HOUSE / "search", HOUSE / "games"
    if kernel in file.parents:
        return (kernel,)
    if search in file.parents:
        return (kernel, search)
    if games in file.parents:
        game = games / file.relative_to(games).parts[0]
        return (kernel, search, game) if file.name == "bot.py" else (kernel, game)
    return (kernel, search, games, file.parent)  # for a file outside the package


@lru_cache
def _digest(places: tuple[Path, ...]) -> str:
    settings = [f"{name}={getattr(config, name)}" for name in CODE_SETTINGS]
    digest = hashlib.sha256(" ".join([numba.__version__, *settings]).encode())
    for place in places:
        for source in sorted(place.rglob("*.py")):
            digest.update(f"\0{source.relative_to(place)}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def digest_of_realm(file: str) -> str:
    """Return the digest of the sources and settings that determine the compiled code of this file."""
    return _digest(realm(Path(file).resolve()))


class _RealmStamp:
    """Stamps cache entries with the digest of the function's realm instead of its file."""

    _py_file: str

    def get_source_stamp(self) -> str:
        return digest_of_realm(self._py_file)


class GivenFolder(_RealmStamp, UserProvidedCacheLocator):  # type: ignore[misc]
    """The cache in the folder set by NUMBA_CACHE_DIR."""


class BesideSource(_RealmStamp, InTreeCacheLocator):  # type: ignore[misc]
    """The cache in __pycache__ beside the source."""


class UserFolder(_RealmStamp, UserWideCacheLocator):  # type: ignore[misc]
    """The cache in the user's cache folder, used if the source folder isn't writable."""


# Documented as NUMBA_CACHE_LOCATOR_CLASSES. It must be set before the first function is compiled.
_LOCATORS = (GivenFolder, BesideSource, UserFolder)
config.CACHE_LOCATOR_CLASSES = ",".join(f"{__name__}.{locator.__name__}" for locator in _LOCATORS)


class AddressedFile(IndexDataCacheFile):  # type: ignore[misc]
    """The cache of one function on disk, safe for processes that compile it at the same time.

    Numba numbers the data files of a function. Two processes that compile it for different games or from different
    sources would give the same number to different code. Here the file name is derived from the content.
    """

    def save(self, key: Any, data: Any) -> None:
        """Save the data before the index, so the index never names a missing file."""
        address = hashlib.sha256(f"{self._source_stamp} {key!r}".encode()).hexdigest()
        name = self._data_name(int(address[:15], 16))
        self._save_data(name, data)
        overloads = self._load_index()
        if not overloads:
            self._remove_others(name)
        overloads[key] = name
        self._save_index(overloads)

    def _remove_others(self, name: str) -> None:
        """Remove code compiled from other sources. A process about to load it compiles it again."""
        base = self._index_name.removesuffix(".nbi")
        for file in Path(self._cache_path).glob(f"{glob.escape(base)}.*.nbc"):
            if file.name != name:
                file.unlink(missing_ok=True)


class AddressedCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, stored in an `AddressedFile`."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = AddressedFile(self._cache_path, self._impl.filename_base, locator.get_source_stamp())


if TYPE_CHECKING:

    def compiled(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function of the rules or the search; see below."""

    def compiled_entry(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function that allocates arrays for the rules; see below."""

    def compiled_brief(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function that takes microseconds; see below."""

else:

    def compiled(function: Any) -> Any:
        """Compile a function of the rules or the search: without the GIL, cached on disk, with C's division.

        It is inlined into its callers and allocates nothing, so its array arguments need no reference counting.
        """
        return _compile(function, nogil=True, forceinline=True, _nrt=False)

    def compiled_entry(function: Any) -> Any:
        """Compile a function that allocates arrays for the rules."""
        return _compile(function, nogil=True)

    def compiled_brief(function: Any) -> Any:
        """Compile a function that takes microseconds. Releasing the GIL would cost more than it saves."""
        return _compile(function, nogil=False)

    def _compile(function: Any, **options: bool) -> Any:
        dispatcher = numba.njit(error_model="numpy", **options)(function)
        if IS_COMPILED:
            with contextlib.suppress(RuntimeError):  # no writable folder for the cache
                dispatcher._cache = AddressedCache(function)
        return dispatcher


def plain(function: Callable[P, R]) -> Callable[P, R]:
    """Return the Python function behind a compiled one, to avoid loading compiled code that Python rarely calls."""
    return getattr(function, "py_func", function)
