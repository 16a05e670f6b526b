"""The examples for research do what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.compiled
def test_a_value_is_learned_for_locus(tmp_path: Path) -> None:
    output = tmp_path / "weights.toml"
    command = [sys.executable, "-m", "bench.learn_locus", str(output), "--afresh", "--rounds", "2", "--games", "4"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "round 1:" in said
    assert "zones = [" in output.read_text("utf-8")
