"""The wheel works in an empty environment, without node and without a compiler."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from deploy.commands import WHEEL, shell
from deploy.serving import serving
from docs.blocks import CHECKOUT
from waiting import PATIENCE

pytestmark = pytest.mark.slow
BUILD, INSTALL, SERVE = WHEEL

STEPS = [f"{colour}{value} {marker}" for colour in "rbgpy" for value in "12345" for marker in "rbgpy"]
STEPS += [f"{colour}0! {marker}" for colour in "rbgpy" for marker in "rbgpy"]
TURNS = 15  # more than the cards of a hand
SECONDS = 600


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    shell(f"python -m {BUILD} --quiet --wheel-dir {folder}", CHECKOUT, {}, os.environ)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bin folder of a new environment with only the wheel and its pinned requirements."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=SECONDS)
    pins = re.findall(r"^\w.*==.*?(?= \\$)", (CHECKOUT / "requirements" / "deploy.txt").read_text(), re.MULTILINE)
    (folder / "pins.txt").write_text("\n".join(pins))
    variables = os.environ | {"PIP_CONSTRAINT": str(folder / "pins.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    shell(f"{folder / 'bin' / INSTALL} --quiet {wheel}", folder, {}, variables)
    return folder / "bin"


def isolated_variables(environment: Path, home: Path) -> dict[str, str]:
    """Return variables for a program that finds no node, no compiler and nothing of the checkout."""
    return {"PATH": str(environment), "HOME": str(home), "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}


def run(environment: Path, home: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [environment / "locarium", *arguments],
        check=False,
        cwd=home,
        env=isolated_variables(environment, home),
        input=typed,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_wheel_contains_only_the_package_and_the_front_end(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "locarium/server/static/index.html" in names
    assert any(re.fullmatch(r"locarium/server/static/assets/.+\.js", name) for name in names)
    assert "locarium/games/locus/editions/house.toml" in names
    tops = {name.partition("/")[0] for name in names}
    assert all(top == "locarium" or top.endswith(".dist-info") for top in tops), tops


def test_environment_has_neither_node_nor_compiler(environment: Path) -> None:
    assert not {"node", "npm", "cc", "gcc", "clang"} & {path.name for path in environment.iterdir()}


def test_wheel_lists_and_plays_games(environment: Path, tmp_path: Path) -> None:
    assert "GENIUS LOCI" in run(environment, tmp_path, "games")
    played = run(environment, tmp_path, "play", "loco", "--level", "2", "--seed", "5", typed="\n".join(STEPS * TURNS))
    assert re.search(r"wins|share", played.splitlines()[-1]), played[-600:]


def test_wheel_serves_the_app(environment: Path, tmp_path: Path) -> None:
    serve = [environment / SERVE.split()[0], *SERVE.split()[1:], "--port", "0", "--data", str(tmp_path / "data")]
    with serving(serve, isolated_variables(environment, tmp_path), tmp_path) as host:
        with urllib.request.urlopen(f"http://{host}", timeout=PATIENCE) as page:
            assert b'<script type="module"' in page.read()
        with urllib.request.urlopen(f"http://{host}/health", timeout=PATIENCE) as health:
            assert json.load(health)["status"] == "ok"
