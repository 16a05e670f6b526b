"""`script/setup` on bare machines names the missing thing and the command that fixes it, in one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from services import HOST, free_port
from waiting import PATIENCE

CHECKOUT = Path(__file__).parents[1]
NEEDED = ("script/setup", "requirements/run.txt", "pyproject.toml")
TOOLS = ("awk", "bash", "cat", "cut", "df", "dirname", "sha256sum", "sh")
PYTHON = Path(sys.executable).resolve()
OWN_MOUNTS = ("unshare", "--user", "--map-root-user", "--mount")


class Machine:
    """A machine with the script and Debian's basic tools, and nothing else on PATH."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self._programs = folder / "checkout", folder / "programs"
        self._programs.mkdir()
        self.link(*TOOLS)
        for name in NEEDED:
            (self.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, self.checkout / name)
        (self.checkout / "src").mkdir()

    def link(self, *tools: str) -> None:
        for tool in tools:
            (self._programs / tool).symlink_to(str(shutil.which(tool)))

    def install(self, name: str, script: str) -> None:
        program = self._programs / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def setup(self, *before: str | Path, **variables: str) -> str:
        """Run the script, which must fail, and return its last line."""
        environment = {"PATH": str(self._programs), "HOME": str(self.checkout), "PIP_CONFIG_FILE": os.devnull}
        done = subprocess.run(
            [*before, self.checkout / "script" / "setup", "run"],
            env=environment | variables,
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        *others, last = done.stderr.splitlines()
        assert others in ([], ["script/setup: installing requirements/run.txt into .venv (once)"])
        return last


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def contains_all(line: str, words: Sequence[str]) -> bool:
    return line.startswith("script/setup: ") and all(word in line for word in words)


def test_missing_python_is_reported(machine: Machine) -> None:
    line = machine.setup()
    assert contains_all(
        line, ["needs Python 3.11 to 3.14, and there is none on PATH", "PYTHON=/path/to/python3.13 script/setup"]
    )


def test_unsupported_python_is_reported(machine: Machine) -> None:
    older = "import sys; sys.version_info = (3, 9, 2); exec(sys.argv[1])"
    machine.install("python3", f"""exec {PYTHON} -c '{older}' "$2" """)
    line = machine.setup()
    assert contains_all(
        line, ["needs Python 3.11 to 3.14, python3 is Python 3.9;", "PYTHON=/path/to/python3.13 script/setup"]
    )


def test_missing_ensurepip_is_reported(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ModuleNotFoundError('No module named ensurepip')")
    machine.install("python3", f'PYTHONPATH={tmp_path} exec {PYTHON} "$@"')
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert contains_all(machine.setup(), ["python3 can't make environments", f"apt-get install python{version}-venv"])
    assert not (machine.checkout / ".venv").exists()


def test_missing_disk_space_is_reported(machine: Machine) -> None:
    write = f'{PYTHON} -c \'print(file=open("/dev/full", "w"), flush=True)\''
    machine.install("python3", f'case "$2" in venv) exec {write} ;; *) exec {PYTHON} "$@" ;; esac')
    assert contains_all(machine.setup(), ["no space left on the disk", "df -h . /tmp", "run: script/setup run"])


def can_mount() -> bool:
    return bool(shutil.which("unshare")) and not subprocess.run([*OWN_MOUNTS, "true"], check=False).returncode


@pytest.mark.slow
@pytest.mark.skipif(not can_mount(), reason="no right to mount a small tmpfs here")
def test_full_file_system_is_reported(machine: Machine, tmp_path: Path) -> None:
    """venv hides the error of the pip that it starts, so the script has to check the disk."""
    machine.link("cp", "mount", "unshare")
    machine.install("python3", f'exec {PYTHON} "$@"')
    original = shutil.move(machine.checkout, tmp_path / "original")
    machine.checkout.mkdir()
    mount = 'mount -t tmpfs -o size=8m tmpfs "$0" && cp -r "$1/." "$0" && shift && exec "$@"'
    line = machine.setup(*OWN_MOUNTS, "sh", "-c", mount, machine.checkout, original)
    assert contains_all(line, ["no space left on the disk", "df -h . /tmp"])


@pytest.mark.slow
def test_missing_network_is_reported(machine: Machine) -> None:
    machine.install("python3", f'exec {PYTHON} "$@"')
    line = machine.setup(PIP_INDEX_URL=f"http://{HOST}:{free_port()}/simple", PIP_RETRIES="0")
    assert contains_all(line, ["can't reach a package index", "PIP_INDEX_URL=ADDRESS script/setup run"])
