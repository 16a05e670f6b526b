"""Choose the tests that a change can affect.

    python tests/selection.py FOLDER [REV]

writes one file of pytest arguments per stage into FOLDER: `plain` (without Numba), `main`, and `web` for the front
end's own tests. A stage without tests gets no file. `script/test --changed` runs the stages.

It considers files changed since REV, committed or not. The default REV is the commit at which the branch left
origin/main (or main). If nothing has changed since then, it uses the last commit.

A test is affected by a file that it imports, directly or through other modules. Imports are read from the source, so
files that are loaded in other ways are listed below.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("src", "tests", "")  # folders that modules are imported from
PACKAGES = ("src/locarium", "tests", "bench", "manual")
GAMES = "src/locarium/games/"

# Imports that the source does not show, because a test starts a process or loads a file by its name.
HIDDEN = {
    "tests/server/server_process.py": ["src/locarium/cli/serve.py", "src/locarium/server/serve/app.py"],
    "tests/server/forkserver.py": ["src/locarium/cli/serve.py", "src/locarium/server/serve/app.py"],
    "tests/docs/blocks.py": ["src/locarium/__main__.py"],
    "tests/server/test_backup.py": ["src/locarium/__main__.py"],
    "tests/server/tables/test_clocks.py": ["src/locarium/__main__.py"],
    "tests/cli/test_play.py": ["src/locarium/__main__.py"],
    "tests/cli/test_process.py": ["src/locarium/__main__.py"],
    "tests/cli/test_serve.py": ["src/locarium/__main__.py"],
}
# Imports to ignore: the fork server loads all commands, but its tests only serve.
IGNORED = {"tests/server/forkserver.py": ["src/locarium/cli/main.py"]}
# Files that affect every test.
EVERYTHING = re.compile(r"pyproject\.toml|requirements/.*|script/(setup|test)|tests/conftest\.py")
# Other files, and the tests that read them. A file that is not listed affects the tests of its package.
READERS = {
    r"web/.*": ["tests/browser", "tests/server/serve/test_typescript.py"],
    r"docs/(rules/.*|spirits\.md)": ["tests/test_clauses.py", "tests/test_spirits.py"],
    r"(docs|manual)/.*|mkdocs\.yml|[A-Z]+\.md|changelog\.d/.*": ["tests/docs"],
    r"src/locarium/games/.*/clauses\.toml": ["tests/test_clauses.py"],
    r"src/locarium/games/loco/network\.npy": ["tests/games/loco/test_bot.py"],
    r"src/locarium/games/locus/weights\.toml": ["tests/games/locus/test_bot.py"],
    r"deploy/.*|docs/(hosting|operating|play)\.md|hatch_build\.py|script/tools": ["tests/deploy"],
    r"examples/.*": ["tests/server/test_examples.py", "tests/adapters/test_examples.py", "tests/docs"],
    r"bench/.*": ["tests/bench"],
}
# Tests that compile searches, which takes longer than testing a rule. So do tests that import a game's bot.
SEARCHING = re.compile(r"tests/search/.*|.*/test_bots?\.py")
# Folders that test games. Tests elsewhere also play games, but they test the layers above.
JUDGES = ("tests/conformance/", "tests/games/", "tests/table/")
COMPILED = "tests/conformance/"  # the other tests run without waiting for the compiler


@dataclass
class Selection:
    """Test files by the stage that runs them."""

    plain: set[str] = field(default_factory=set)
    main: set[str] = field(default_factory=set)
    named: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by game; only its tests run
    web: bool = False

    def arguments(self) -> dict[str, list[str]]:
        """Return the arguments for pytest by stage, without empty stages."""
        named = {test: games for test, games in self.named.items() if test not in self.main}
        filters = {test: [f"--named={test}={game}" for game in sorted(games)] for test, games in sorted(named.items())}
        compiled = {test for test in named if test.startswith(COMPILED)}
        plain = named.keys() - compiled
        stages = {
            "plain": sorted((self.plain - self.main) | plain)
            + [one for test in sorted(plain) for one in filters[test]],
            "main": sorted(self.main | compiled) + [one for test in sorted(compiled) for one in filters[test]],
            "web": ["test"] * self.web,
        }
        return {stage: arguments for stage, arguments in stages.items() if arguments}


@cache
def modules() -> dict[str, str]:
    """Return the file of every module, by dotted name."""
    found = {}
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            found[name_of(path)] = path
    return found


def name_of(path: str) -> str:
    """Return the dotted name that a file is imported by."""
    source = next(source for source in SOURCES if path.startswith(source and f"{source}/"))
    return path.removeprefix(f"{source}/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_test(path: str) -> bool:
    """Return whether pytest collects a file."""
    return re.fullmatch(r"tests/(.*/)?test_\w+\.py", path) is not None


@cache
def imports(path: str) -> frozenset[str]:
    """Return the files that a file imports anywhere, and those that pytest loads with it."""
    package = name_of(path).split(".")[: None if path.endswith("__init__.py") else -1]
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            names |= {origin, *(f"{origin}.{alias.name}" for alias in node.names)}
    parents = {name.rsplit(".", count)[0] for name in names for count in range(1, name.count(".") + 1)}
    found = {modules()[name] for name in names | parents if name in modules()}
    if path.startswith("tests/"):
        found |= {f"{folder}/conftest.py" for folder in map(str, Path(path).parents) if folder != "."}
    found = {*found, *HIDDEN.get(path, ())} & {*modules().values()}
    return frozenset(found - {path, *IGNORED.get(path, ())})


def importing_tests(path: str, within: tuple[str, ...] = ("",)) -> set[str]:
    """Return the test files that import a file, including itself, through files whose paths start with `within`."""
    found, waiting = {path}, [path]
    while waiting:
        for other in reverse().get(waiting.pop(), set()) - found:
            if other.startswith(within):
                found.add(other)
                waiting.append(other)
    return {file for file in found if is_test(file) and file in modules().values()}


@cache
def reverse() -> dict[str, set[str]]:
    """Return the direct importers of every file. The catalogue is left out, because games are selected by name."""
    found = defaultdict(set)
    for path in modules().values():
        for other in imports(path):
            if not (path == "src/locarium/catalogue.py" and other.startswith(GAMES)):
                found[other].add(path)
    return found


def tests_in(*places: str) -> set[str]:
    """Return the test files in these folders, or these files themselves."""
    return {
        path
        for path in modules().values()
        if is_test(path) and any(f"{path}/".startswith(f"{place}/") for place in places)
    }


def select(changed: list[str]) -> Selection:
    """Return the tests that these files can affect."""
    selection = Selection()
    for path in changed:
        readers = [test for pattern, tests in READERS.items() if re.fullmatch(pattern, path) for test in tests]
        selection.main |= tests_in(*readers)
        selection.web |= path.startswith("web/")
        if EVERYTHING.fullmatch(path):
            selection.main |= tests_in("tests")
            selection.web = True
        elif path.startswith(GAMES) and path.count("/") > GAMES.count("/"):
            select_game(selection, path)
        elif not readers:
            selection.main |= importing_tests(path) or tests_of_package(path)
    return selection


def select_game(selection: Selection, path: str) -> None:
    """Select the tests for a change in one game.

    These are its own tests and those that get it from the catalogue and name it. The conformance suite and tests that
    play its cases run compiled. The others run in plain Python, so they don't wait for the compiler. Other tests are
    selected if they import the changed file. A changed rule does not select bots and searches.
    """
    folder = path.removeprefix(GAMES).split("/")[0]
    is_rule = path.endswith("/rules.py")
    searching = importing_tests(f"{GAMES}{folder}/bot.py", ("tests/",)) | set(
        filter(SEARCHING.fullmatch, tests_in("tests"))
    )
    own = tests_in(f"tests/games/{folder}") - searching
    many_games = {test for test in own if "tests/conformance/cases.py" in imports(test)}
    selection.plain |= own - many_games
    selection.main |= many_games
    for test in importing_tests("src/locarium/catalogue.py", ("tests/",)) - (searching if is_rule else set()):
        if test.startswith(JUDGES) and not re.match(r"tests/games/\w+/", test):
            selection.named[test].add(folder.replace("_", "-"))
    if is_rule:
        others = importing_tests(path, ("tests/",)) - searching
    else:
        others = importing_tests(path, ("tests/", f"{GAMES}{folder}/"))
    selection.main |= {test for test in others - selection.plain if not test.startswith("tests/browser/")}


def tests_of_package(path: str) -> set[str]:
    """Return the tests that import any module of the package of a data file."""
    for folder in map(str, Path(path).parents):
        if folder.startswith("src/locarium/"):
            members = [member for member in modules().values() if str(Path(member).parent) == folder]
            if tests := {test for member in members for test in importing_tests(member)}:
                return tests
        elif folder.startswith("tests/") and (tests := tests_in(folder)):
            return tests
    return set()


def changed_files(rev: str | None = None) -> list[str]:
    """Return the files that differ from a revision, including untracked ones."""
    base = rev or _git("merge-base", "HEAD", "origin/main" if _has("origin/main") else "main")[0]
    changed = {*_git("diff", "--name-only", base), *_git("ls-files", "--others", "--exclude-standard")}
    if not changed and rev is None:
        changed = {*_git("diff", "--name-only", "HEAD~1", "HEAD")}
    return sorted(changed)


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"script/test --changed: {done.stderr.strip()}")
    return done.stdout.splitlines()


def _has(rev: str) -> bool:
    command = ["git", "rev-parse", "--verify", "--quiet", rev]
    return not subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode


def main(folder: str, rev: str | None = None) -> None:
    """Write the stages, and print the changed files and the number of selected tests."""
    changed = changed_files(rev)
    stages = select(changed).arguments()
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    for stage, arguments in stages.items():
        (place / stage).write_text("".join(f"{argument}\n" for argument in arguments), "utf-8")
    print(f"changed: {', '.join(changed) or 'nothing'}")
    counts = {stage: sum(is_test(argument) for argument in arguments) for stage, arguments in stages.items()}
    print(
        "selected:",
        ", ".join(f"{count} files ({stage})" if count else stage for stage, count in counts.items()) or "no tests",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
