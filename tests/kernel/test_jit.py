"""The compile cache is never stale, and editing one game doesn't recompile another."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import locarium
from locarium.kernel.jit import HOUSE, AddressedFile, realm

pytestmark = pytest.mark.compiled

# The start and end of every program below.
BEGIN = """
import json, sys
import numpy as np
from numba.core.dispatcher import Dispatcher
import locarium
"""
END = """
functions = {
    id(function): function
    for name, module in list(sys.modules.items()) if name.startswith("locarium.")
    for function in vars(module).values() if isinstance(function, Dispatcher)
}
hits = sum(sum(function.stats.cache_hits.values()) for function in functions.values())
misses = sum(sum(function.stats.cache_misses.values()) for function in functions.values())
print(json.dumps({"house": locarium.__file__, "answer": answer, "hits": hits, "misses": misses}))
"""

POINTS = """
from locarium.games.loco import rules
state = np.zeros(1, rules.STATE)[0]
state.piles[2] = 5  # the card on top is a 4
state.markers[1, 2] = 3
answer = int(rules.points(state, 1))
"""

PICKS = """
from locarium.games.loco import rules
from locarium.kernel.rng import new_rng
state, tables, rng, scratch = np.zeros(1, rules.STATE)[0], np.zeros(1, rules.RULES), new_rng(1), np.zeros(98, np.int64)
state.in_stock = 31
state.hands[0] = 62
state.held[0] = 5
answer = [int(rules.pick(tables[0], state, 0, rng, scratch)) for _ in range(20)]
"""

# A generic function for two games: its result, and which of them it was compiled for.
TWO_GAMES = """
import numba
from importlib import import_module
from locarium.kernel import entry
from locarium.kernel.game import next_seat, register

def asked(function, ask):
    answer = {}
    for name in ("loco", "twin"):
        rules = import_module(f"locarium.games.{name}.rules")
        register(rules)
        states, tables = np.zeros(1, rules.STATE), np.zeros(1, rules.RULES)
        tables[0].seats = 2
        states[0].active = 1
        states[0].piles[2] = 5
        states[0].markers[1, 2] = 3
        before = sum(function.stats.cache_misses.values())
        answer[name] = [int(ask(tables, states)), sum(function.stats.cache_misses.values()) - before]
    return answer
"""

NEXT = """
answer = asked(next_seat, lambda tables, states: next_seat(tables[0], states[0]))
"""

JUDGE = """
scores = np.zeros(5, np.int64)
answer = asked(entry.ask, lambda *arrays: (entry.ask(entry.JUDGE, *arrays, 0, 0, scores), scores[1])[1])
"""


class Copy:
    """A copy of the package with its own cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        source = Path(locarium.__file__).parent
        for part in ("kernel", "games"):
            shutil.copytree(source / part, self.house / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(source / "__init__.py", self.house)

    @property
    def house(self) -> Path:
        return self.folder / "src" / "locarium"

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.house / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} must occur once in {file}"
        before = path.stat()
        path.write_text(text.replace(old, new), "utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # the file time doesn't reveal the change

    def run(self, program: str, **settings: str) -> dict:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        done = subprocess.run(
            [sys.executable, "-c", BEGIN + program + END],
            env=environment
            | {"PYTHONPATH": str(self.folder / "src"), "NUMBA_CACHE_DIR": str(self.folder / "cache")}
            | {"PYTHONDONTWRITEBYTECODE": "1"}
            | settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert Path(said["house"]).parent == self.house
        return said


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.mark.slow
def test_only_changed_rules_are_recompiled(copy):
    assert copy.run(POINTS)["misses"] > 0
    unchanged = copy.run(POINTS)
    assert unchanged["answer"] == 12
    assert (unchanged["misses"], unchanged["hits"] > 0) == (0, True)
    copy.edit("games/loco/rules.py", "return top - 1 if top else 0", "return top + 1 if top else 0")
    assert copy.run(POINTS)["answer"] == 18
    # a setting that changes the code has its own cache entries
    assert copy.run(POINTS, NUMBA_BOUNDSCHECK="1")["misses"] > 0


@pytest.mark.slow
def test_change_in_another_module_is_noticed(copy):
    before = copy.run(PICKS)["answer"]
    formula = "((x & LOW32) ^ (x >> 32)) * n >> 32"
    copy.edit("kernel/rng.py", f"return {formula}", f"return n - 1 - ({formula})")
    after = copy.run(PICKS)["answer"]
    assert after != before
    assert after == copy.run(PICKS, NUMBA_DISABLE_JIT="1")["answer"]


@pytest.mark.slow
def test_change_in_an_intrinsic_is_noticed(copy):
    before = copy.run(PICKS)["answer"]
    copy.edit("kernel/bits.py", "return builder.cttz(args[0]", "return builder.ctlz(args[0]")
    assert copy.run(PICKS)["answer"] != before


def check_one_game_alone(copy: Copy, program: str, before: int, after: int) -> None:
    shutil.copytree(copy.house / "games/loco", copy.house / "games/twin")
    copy.edit("games/twin/rules.py", '"""LOCO!: the rules', '"""TWIN!: the rules')  # its own digest and layouts
    assert copy.run(program)["answer"] == {"loco": [before, 1], "twin": [before, 1]}
    unchanged = copy.run(program)
    assert unchanged["answer"] == {"loco": [before, 0], "twin": [before, 0]}
    assert unchanged["misses"] == 0
    copy.edit("games/twin/rules.py", "return top - 1 if top else 0", "return top + 1 if top else 0")
    assert copy.run(program)["answer"] == {"loco": [before, 0], "twin": [after, 1]}


def test_generic_function_is_recompiled_only_for_the_changed_game(copy):
    check_one_game_alone(copy, TWO_GAMES + NEXT, 0, 0)


@pytest.mark.slow
def test_entry_point_is_recompiled_only_for_the_changed_game(copy):
    check_one_game_alone(copy, TWO_GAMES + JUDGE, 12, 18)


@pytest.mark.parametrize(
    ("file", "places"),
    [
        ("kernel/rng.py", ["kernel"]),
        ("search/tree.py", ["kernel", "search"]),
        ("games/loco/rules.py", ["kernel", "games/loco"]),
        ("games/loco/bot.py", ["kernel", "search", "games/loco"]),
    ],
)
def test_realm_holds_the_sources_a_function_depends_on(file, places):
    assert realm(HOUSE / file) == tuple(HOUSE / place for place in places)


def test_game_outside_the_package_depends_on_all_compiled_sources(tmp_path):
    assert realm(tmp_path / "rules.py") == (HOUSE / "kernel", HOUSE / "search", HOUSE / "games", tmp_path)


@pytest.mark.compiled
@pytest.mark.parametrize("sources", [("these", "these"), ("others", "these")])
def test_concurrent_compilations_do_not_mix_their_code(tmp_path, monkeypatch, sources):
    """Both read the index before either writes, and the first reader writes last."""
    first, second = (AddressedFile(str(tmp_path), "ask-1.py311", stamp) for stamp in sources)
    late = []
    with monkeypatch.context() as at_the_same_time:
        at_the_same_time.setattr(AddressedFile, "_load_index", lambda self: {})
        at_the_same_time.setattr(AddressedFile, "_save_data", lambda self, *what: late.insert(0, (self, what)))
        first.save("loco", "of the first")
        second.save("lokus", "of the second")
    for file, what in late:
        file._save_data(*what)
    assert AddressedFile(str(tmp_path), "ask-1.py311", "these").load("lokus") == "of the second"


@pytest.mark.compiled
def test_code_compiled_from_other_sources_is_removed(tmp_path):
    for stamp in ("old", "new"):
        AddressedFile(str(tmp_path), "ask-1.py311", stamp).save("loco", stamp)
    assert len(list(tmp_path.glob("*.nbc"))) == 1
    assert AddressedFile(str(tmp_path), "ask-1.py311", "new").load("loco") == "new"
    assert AddressedFile(str(tmp_path), "ask-1.py311", "old").load("loco") is None
