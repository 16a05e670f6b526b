"""The one place that knows how Numba compiles: the decorator, its options, and a cache that cannot go stale.

Numba stamps a cache entry with the one file that holds the function and so misses changes in what it calls. Here
the stamp is the digest of everything the function may call: its *realm*. A generic function that is compiled for
a game is found by the game's layouts, and their types carry the digest of the game (see `layout.dtype_of`). So
touching one game recompiles that game alone, and touching the kernel recompiles all.
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
    """The files and folders whose sources a compiled function of this file may depend on."""
    kernel, search, games = HOUSE / "kernel", HOUSE / "search", HOUSE / "games"
    if kernel in file.parents:
        return (kernel,)
    if search in file.parents:
        return (kernel, search)
    if games in file.parents:
        game = games / file.relative_to(games).parts[0]
        return (kernel, search, game) if file.name == "bot.py" else (kernel, game)
    return (kernel, search, games, file.parent)  # outside of the house


@lru_cache
def _digest(places: tuple[Path, ...]) -> str:
    settings = [f"{name}={getattr(config, name)}" for name in CODE_SETTINGS]
    digest = hashlib.sha256(" ".join([numba.__version__, *settings]).encode())
    for place in places:
        for source in sorted(place.rglob("*.py")):
            digest.update(f"\0{source.relative_to(place)}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def digest_of_realm(file: str) -> str:
    """Digest of the sources and settings that decide what a function of this file compiles to."""
    return _digest(realm(Path(file).resolve()))


class _RealmStamp:
    """Stamps cache entries with the digest of the function's realm instead of its one file."""

    _py_file: str

    def get_source_stamp(self) -> str:
        return digest_of_realm(self._py_file)


class GivenFolder(_RealmStamp, UserProvidedCacheLocator):  # type: ignore[misc]
    """The cache in the folder that NUMBA_CACHE_DIR names."""


class BesideSource(_RealmStamp, InTreeCacheLocator):  # type: ignore[misc]
    """The cache in __pycache__ beside the source."""


class UserFolder(_RealmStamp, UserWideCacheLocator):  # type: ignore[misc]
    """The cache in the user's cache folder, where the source's folder is not writable."""


# Documented as NUMBA_CACHE_LOCATOR_CLASSES; has to be set before the first function is compiled.
_LOCATORS = (GivenFolder, BesideSource, UserFolder)
config.CACHE_LOCATOR_CLASSES = ",".join(f"{__name__}.{locator.__name__}" for locator in _LOCATORS)


class AddressedFile(IndexDataCacheFile):  # type: ignore[misc]
    """The cache of one function on disk, safe for processes that compile it at the same time.

    Numba numbers the data files of a function. Two processes that compile it for different games, or from different
    sources, would give the same number to different code. Here the name of a file follows from what is in it.
    """

    def save(self, key: Any, data: Any) -> None:
        """Data first: an index never names what is not there."""
        address = hashlib.sha256(f"{self._source_stamp} {key!r}".encode()).hexdigest()
        name = self._data_name(int(address[:15], 16))
        self._save_data(name, data)
        overloads = self._load_index()
        if not overloads:
            self._remove_others(name)
        overloads[key] = name
        self._save_index(overloads)

    def _remove_others(self, name: str) -> None:
        """What was compiled from other sources; whoever is about to load it compiles it again."""
        base = self._index_name.removesuffix(".nbi")
        for file in Path(self._cache_path).glob(f"{glob.escape(base)}.*.nbc"):
            if file.name != name:
                file.unlink(missing_ok=True)


class AddressedCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function on such files."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = AddressedFile(self._cache_path, self._impl.filename_base, locator.get_source_stamp())


if TYPE_CHECKING:

    def compiled(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function of rules or search; see below."""

    def compiled_entry(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function that allocates what it hands to the rules; see below."""

    def compiled_brief(function: Callable[P, R]) -> Callable[P, R]:
        """Compile a function that takes microseconds; see below."""

else:

    def compiled(function: Any) -> Any:
        """Compile a function of rules or search: without the interpreter's lock, cached on disk, C's division.

        It becomes part of its callers, and allocates nothing: so no array that it is handed has to be counted.
        """
        return _compile(function, nogil=True, forceinline=True, _nrt=False)

    def compiled_entry(function: Any) -> Any:
        """Compile a function that allocates what it hands to the rules."""
        return _compile(function, nogil=True)

    def compiled_brief(function: Any) -> Any:
        """Compile a function that takes microseconds: giving the lock away would cost more than it takes."""
        return _compile(function, nogil=False)

    def _compile(function: Any, **options: bool) -> Any:
        dispatcher = numba.njit(error_model="numpy", **options)(function)
        if IS_COMPILED:
            with contextlib.suppress(RuntimeError):  # no writable folder for the cache
                dispatcher._cache = AddressedCache(function)
        return dispatcher


def plain(function: Callable[P, R]) -> Callable[P, R]:
    """The Python function behind a compiled one: for a small one that Python calls seldom, it costs no loading."""
    return getattr(function, "py_func", function)
