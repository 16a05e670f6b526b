"""The research examples reach the results they claim."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from locarium.games.locus.value import Weights

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | ONE_THREAD)


def expected(name: str, *arguments: str) -> str:
    done = run(name, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.compiled
def test_loco_example_beats_random_and_greedy() -> None:
    text = expected("learn_loco.py")
    for opponent in ("random", "greedy"):
        found = re.search(rf"^against {opponent}: \S+% of first places \((\S+)% to \S+%\)$", text, re.MULTILINE)
        assert found, text
        assert float(found[1]) > 60, text


@pytest.mark.slow
@pytest.mark.compiled
def test_locus_example_learns_a_value(tmp_path: Path) -> None:
    output = tmp_path / "weights.toml"
    text = expected("learn_locus.py", "--output", str(output))
    found = re.findall(r"^(.+): (\S+) ± (\S+) points in 100 games$", text, re.MULTILINE)
    points = {name: (float(mean), float(margin)) for name, mean, margin in found}
    least = points["learned"][0] - points["learned"][1]
    assert least > sum(points["first guess"]), text
    assert least > sum(points["greedy"]), text
    written = tomllib.loads(output.read_text("utf-8"))
    assert Weights(written["zones"], written["whole"]).zones.any()


@pytest.mark.parametrize("name", ["learn_loco.py", "learn_locus.py"])
def test_examples_reject_zero_rounds(name: str) -> None:
    done = run(name, "--rounds", "0")
    assert done.returncode == 2
    assert "at least 1 round" in done.stderr
