"""Plant small bugs in copies of the source and check whether the tests notice.

    script/mutants [--count 100] [--seed 1] [--areas rules,table,…] [--jobs 2] [--results FILE] [--suite CHECKOUT]

A seed chooses the mutants, equally many from each area. Every mutant runs against the tests that
`script/test --changed` would select for its file, the most closely related first, until one fails. Browser tests, docs
and slow tests are left out. Results are written one by one, as JSON lines. A second run with the same file continues
where the first one stopped. `--suite` runs the survivors in the results against the tests of another checkout.

This checkout stays unchanged. Each job has its own copy, with a virtual environment that uses the copy.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import selection

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKOUT = Path(__file__).parents[1]
PACKAGE = "src/locarium/"
AREAS = {
    "rules": ["games/*/rules.py"],
    "table": ["table/*.py"],
    "storage": [f"server/storage/{name}.py" for name in ("event_log", "database", "leases", "bus")],
    "live": ["server/live/*.py", *(f"server/tables/{name}.py" for name in ("subscription", "commands", "messages"))],
    "views": ["games/*/showing.py", "games/*/view.py", "server/tables/view.py"],
}
LEFT_OUT = ("tests/browser/", "tests/docs/", "tests/bench/", "tests/test_")  # slow, or without rules
_groups: set[int] = set()  # process groups that run tests
SECONDS_PER_TEST, SECONDS_PER_STAGE = 90, 1200  # a slower test means that a mutant hangs, which counts as noticed

OPERATORS: list[tuple[type[Any], str]] = [  # each is swapped with its neighbour
    (ast.Lt, "<"), (ast.LtE, "<="), (ast.Gt, ">"), (ast.GtE, ">="), (ast.Eq, "=="), (ast.NotEq, "!="),
    (ast.In, "in"), (ast.NotIn, "not in"), (ast.Is, "is"), (ast.IsNot, "is not"),
    (ast.Add, "+"), (ast.Sub, "-"), (ast.And, "and"), (ast.Or, "or"),
]  # fmt: skip
SYMBOLS = dict(OPERATORS)
SWAPS = {operator: OPERATORS[number ^ 1][0] for number, (operator, _) in enumerate(OPERATORS)}
TALK = {"debug", "info", "warning", "error", "exception", "critical", "log"}  # calls that only write to the log
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "bases"}


@dataclass(frozen=True)
class Mutant:
    """One planted bug: a replaced part of a file."""

    path: str
    line: int
    what: str
    source: str  # the whole file with the bug

    def __str__(self) -> str:
        return f"{self.path.removeprefix(PACKAGE)}:{self.line} {self.what}"

    def diff(self, before: str) -> str:
        """Return the bug as a diff."""
        return "\n".join(unified_diff(before.splitlines(), self.source.splitlines(), lineterm="", n=1))


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    text = source.encode()
    starts = [0, *accumulate(len(line) for line in text.splitlines(keepends=True))]
    for node, new, what in changes(ast.parse(source)):
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        mutated = (text[:start] + new.encode() + text[end:]).decode()
        yield Mutant(path, node.lineno, what or f"{_brief(text[start:end].decode())} -> {_brief(new)}", mutated)


def _brief(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


def changes(node: ast.AST) -> Iterator[tuple[Any, str, str]]:
    """Yield every replaceable part of a tree, its replacement, and optionally a description."""
    match node:
        case ast.Raise():  # can be deleted, but its message stays unchanged
            yield node, "pass", ""
            return
        case ast.JoinedStr() | ast.Assert() | ast.Expr(value=ast.Constant()) | ast.keyword(arg="strict" | "default"):
            return
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name in TALK:
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.Assign(targets=[ast.Name(id=name)]) if name == "__all__" or name.startswith("MAX_"):
            return  # arrays can be larger than needed
    yield from _changes_here(node)
    for name, value in ast.iter_fields(node):
        if name not in SKIPPED_FIELDS and not (name == "keywords" and isinstance(node, ast.ClassDef)):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from changes(child)


def _changes_here(node: ast.AST) -> Iterator[tuple[Any, str, str]]:
    match node:
        case ast.BinOp(left=ast.JoinedStr() | ast.Constant(value=str())) | ast.BinOp(right=ast.Constant(value=str())):
            pass  # string concatenation
        case ast.Compare(ops=[old]) | ast.BinOp(op=old) | ast.BoolOp(op=old) if type(old) in SWAPS:
            other: Any = copy.deepcopy(node)
            new = SWAPS[type(old)]()
            if isinstance(node, ast.Compare):
                other.ops = [new]
            else:
                other.op = new
            yield node, f"({ast.unparse(other)})", f"{SYMBOLS[type(old)]!r} -> {SYMBOLS[type(new)]!r}"
        case ast.Constant(value=bool(value)):
            yield node, str(not value), ""
        case ast.Constant(value=int(value)):
            yield node, str(value + 1), ""
            if value > 0:
                yield node, str(value - 1), ""
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({ast.unparse(operand)})", ""
        case ast.AugAssign() | ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
            yield node, "pass", ""
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass", ""
        case ast.Return(value=ast.Call() | ast.Name() | ast.Subscript() | ast.Dict() | ast.List() as returned):
            yield returned, "None", ""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, f"(not ({ast.unparse(node.test)}))", ""


def choose(areas: list[str], count: int, seed: int) -> list[tuple[str, Mutant]]:
    """Choose mutants, equally many from each area and at most one per line. A larger count keeps the first ones."""
    by_area = []
    for area in areas:
        found: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
        for path in sorted(path for pattern in AREAS[area] for path in (CHECKOUT / PACKAGE).glob(pattern)):
            for mutant in mutants_of(path.relative_to(CHECKOUT).as_posix(), path.read_text("utf-8")):
                found[mutant.path, mutant.line].append(mutant)
        draw, lines = random.Random(f"{seed} {area}"), list(found.values())
        draw.shuffle(lines)
        by_area.append([(area, draw.choice(line)) for line in lines])
    return [one for row in zip(*by_area, strict=False) for one in row][:count]


class Copy:
    """A copy of the checkout to plant mutants in, with its own virtual environment."""

    def __init__(self, folder: Path, suite: Path | None) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-zco", "--exclude-standard"], cwd=CHECKOUT, capture_output=True, check=True
        )
        files = {CHECKOUT / name for name in listed.stdout.decode().split("\0") if name}
        files |= {*(CHECKOUT / "src").rglob("*"), *(CHECKOUT / "tests").rglob("*.nb[ic]")}  # with all compiled code
        for file in filter(Path.is_file, files):
            copied = folder / file.relative_to(CHECKOUT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copied)
        if suite:
            shutil.rmtree(folder / "tests")
            shutil.copytree(suite / "tests", folder / "tests", ignore=shutil.ignore_patterns("node_modules"))
            shutil.copy2(suite / "pyproject.toml", folder)
        installed = Path(sysconfig.get_path("purelib"))
        packages = folder / ".venv" / installed.relative_to(sys.prefix)
        packages.mkdir(parents=True)
        (packages / "copy.pth").write_text(f"{folder / 'src'}\n{installed}\n", "utf-8")
        shutil.copy2(Path(sys.prefix) / "pyvenv.cfg", folder / ".venv")
        self.python = folder / ".venv" / "bin" / "python"
        self.python.parent.mkdir()
        self.python.symlink_to(Path(sys.executable).resolve())
        program = [self.python, "-c", "import locarium; print(locarium.__file__)"]
        found = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()
        assert Path(found) == folder / PACKAGE / "__init__.py", found

    def run(self, stage: dict[str, str], arguments: list[str]) -> str | None:
        """Run tests up to the first failure; return the test that failed or hung."""
        report = ["-x", "-v", "--tb=no", "--no-header", "-rfE", "-p", "no:cacheprovider", "-m", "not slow"]
        hang = ["-o", f"faulthandler_timeout={SECONDS_PER_TEST}", "-o", "faulthandler_exit_on_timeout=true"]
        command = [self.python, "-m", "pytest", *report, *hang, *arguments]
        own = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}  # a hanging test has printed its name
        environment = os.environ | stage | own | {"PATH": f"{self.python.parent}:{os.environ['PATH']}"}
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            _groups.add(process.pid)
            try:
                code = process.wait(SECONDS_PER_STAGE)
            except subprocess.TimeoutExpired:
                code = 1
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # also kill servers that a test left running
            process.wait()
            _groups.discard(process.pid)
            output.seek(0)
            text = output.read()
        if code in (0, 5) or "ERROR: not found: " in text:  # a mutant can change the ids of tests
            return None
        if failed := re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", text, re.MULTILINE):
            return failed[1]
        started = re.findall(r"^(tests/.+?)(?: (?:PASSED|SKIPPED|Timeout \().*)?$", text, re.MULTILINE)
        assert started, text
        return f"{started[-1].strip()} (hangs)"

    def judge(self, mutant: Mutant, broken: set[str]) -> str | None:
        """Return the test that notices a mutant, or None."""
        file = self.folder / mutant.path
        before = file.stat()
        original = file.read_bytes()
        try:
            file.write_text(mutant.source, "utf-8")
            for stage, arguments in stages(mutant.path):
                if noticed := self.run(stage, [*arguments, *(f"--deselect={test}" for test in broken)]):
                    return noticed
        finally:
            file.write_bytes(original)
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        return None


def stages(path: str) -> list[tuple[dict[str, str], list[str]]]:
    """Return environment and arguments of every pytest run, the fastest first."""
    chosen = selection.select([path])
    named = {*chosen.named} - chosen.main
    compiled = {test for test in named if test.startswith(selection.COMPILED)}
    only = ["-k", " or ".join(sorted({game for games in chosen.named.values() for game in games}))]
    plain = {"NUMBA_DISABLE_JIT": "1"}
    found = [(plain, chosen.plain - chosen.main, []), (plain, named - compiled, only), ({}, compiled, only)]
    found.append(({}, chosen.main, []))
    sorted_ = [(stage, nearest_first(path, tests), more) for stage, tests, more in found]
    return [(stage, tests + more) for stage, tests, more in sorted_ if tests]


def nearest_first(path: str, tests: set[str]) -> list[str]:
    """Sort tests: those named after the file, those of its package, then by import distance."""
    distance, waiting = {path: 0}, [path]
    for file in waiting:  # the list grows during the loop
        new = selection.reverse().get(file, set()) - distance.keys()
        distance |= dict.fromkeys(new, distance[file] + 1)
        waiting += sorted(new)
    name, package = Path(path).stem, Path(path).parent.name
    kept = [test for test in tests if not test.startswith(LEFT_OUT)]
    return sorted(
        kept, key=lambda test: (f"test_{name}.py" not in test, f"/{package}/" not in test, distance.get(test, 99), test)
    )


def main() -> None:
    """Test mutants and write the results."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # stop child processes
    parser = argparse.ArgumentParser(prog="script/mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--areas", default=",".join(AREAS), help=f"some of {', '.join(AREAS)}")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, default=CHECKOUT / ".cache" / "mutants.jsonl")
    parser.add_argument("--suite", type=Path, help="run the tests of this other checkout against the survivors")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    wish = parser.parse_args()
    chosen = choose(wish.areas.split(","), wish.count, wish.seed)
    if wish.list:
        print(*(f"{area}: {mutant}" for area, mutant in chosen), sep="\n")
        return
    results = wish.results
    if wish.suite:
        survivors = {result["id"] for result in read_results(results) if not result["noticed"]}
        chosen = [(area, mutant) for area, mutant in chosen if str(mutant) in survivors]
        results = results.with_suffix(".suite.jsonl")
    done = {result["id"] for result in read_results(results)}
    results.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="locarium-mutants-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(wish.jobs):
            copies.put(Copy(Path(folder) / str(number), wish.suite))
        clean = Copy(Path(folder) / "clean", wish.suite)  # to check whether a test fails without any mutant
        selection.ROOT = clean.folder
        selection.reverse()
        writing, checking, sound, broken = threading.Lock(), threading.Lock(), set(), set()
        stopped = threading.Event()

        def is_broken(noticed: str) -> bool:
            test = noticed.removesuffix(" (hangs)")
            with checking:
                if test not in sound | broken:
                    (broken if clean.run({}, [test]) else sound).add(test)
                return test in broken

        def judge(area: str, mutant: Mutant) -> None:
            place, start = copies.get(), time.monotonic()
            try:
                noticed = place.judge(mutant, broken)
                while noticed and is_broken(noticed):
                    noticed = place.judge(mutant, broken)
            finally:
                copies.put(place)
            if stopped.is_set():
                return  # its tests were killed, so the mutant is undecided
            seconds = round(time.monotonic() - start, 1)
            diff = mutant.diff((CHECKOUT / mutant.path).read_text("utf-8"))
            result = {"id": str(mutant), "area": area, "noticed": noticed, "seconds": seconds, "diff": diff}
            with writing, results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
                print(f"{'killed  ' if noticed else 'SURVIVED'} {mutant} {noticed or ''} ({seconds} s)", flush=True)

        with ThreadPoolExecutor(wish.jobs) as pool:
            waiting = [pool.submit(judge, *one) for one in chosen if str(one[1]) not in done]
            try:
                for one in waiting:
                    one.result()
            except BaseException:
                stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                for group in _groups:
                    os.killpg(group, signal.SIGKILL)
                raise
    judged = read_results(results)
    for area in AREAS:
        of_area = [result for result in judged if result["area"] == area]
        print(f"{area}: {sum(bool(result['noticed']) for result in of_area)} of {len(of_area)} killed")
    if broken:
        print("these tests fail without a mutant and are skipped:", *sorted(broken), sep="\n  ")


def read_results(file: Path) -> list[dict[str, Any]]:
    """Return the results so far."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


if __name__ == "__main__":
    main()
