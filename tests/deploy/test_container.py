"""Install the container and the service as an operator does, in temporary folders."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from docs.blocks import CHECKOUT
from services import free_port
from waiting import PATIENCE

from .commands import BUILT, CLONED, DEPLOY, IMAGE, INSTALLED, shell
from .containerfile import Instruction, lets_through
from .serving import play_a_move, replaced, serving

PATTERNS = (DEPLOY / "Containerfile.dockerignore").read_text().splitlines()
UNIT = (DEPLOY / "locarium.service").read_text()
PROGRAM, DATA, PORT = "/opt/locarium", "/var/lib/locarium", "8484"
EXCLUDED = (  # files of an operator's checkout
    ".cache/chromium/chromium",
    ".git/config",
    ".venv/bin/python",
    "deploy/.env",
    "src/locarium/__pycache__/main.cpython-313.pyc",
    "src/locarium/server/static/index.html",
    "var/locarium.sqlite",
    "web/node_modules/vite/package.json",
)


def only(stage: list[Instruction], word: str) -> Instruction:
    [found] = [each for each in stage if each.word == word]
    return found


def context() -> list[str]:
    """Return the files of this checkout that are sent to a build."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(listed, cwd=CHECKOUT, check=True, capture_output=True, text=True)
    there = [name for name in done.stdout.split("\0") if name and (CHECKOUT / name).is_file()]
    return [name for name in there if lets_through(PATTERNS, name)]


@pytest.mark.parametrize("path", EXCLUDED)
def test_local_files_stay_out_of_the_build(path: str) -> None:
    assert not lets_through(PATTERNS, path)


@dataclass(frozen=True)
class Built:
    """The result of the first build stage."""

    source: Path
    program: Path
    environment: dict[str, str]  # environment of the shell that built it


def clean_shell(folder: Path) -> dict[str, str]:
    """Return the environment of a shell that does not use .venv and calls its Python `python`."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("python", "python3"):
        (programs / name).symlink_to(Path(sys.executable).resolve())
    own = str(Path(sys.executable).parent)
    path = os.pathsep.join([str(programs), *(each for each in os.environ["PATH"].split(os.pathsep) if each != own)])
    return {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"} | {"PATH": path}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Copy the files that the ignore file lets through, and execute the RUN lines of the first stage."""
    folder = tmp_path_factory.mktemp("container")
    made = Built(folder / "source", folder / "program", clean_shell(folder))
    for name in context():
        (made.source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, made.source / name)
    for line in BUILT:
        shell(line, made.source, {PROGRAM: made.program}, made.environment)
    return made


def minimal(folder: Path, variables: str, places: dict[str, Path]) -> dict[str, str]:
    """Return a minimal environment with these NAME=VALUE words."""
    own = dict(word.split("=") for word in shlex.split(replaced(variables, places)))
    return {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", **own}


@pytest.mark.slow
def test_image_serves_the_app(built: Built, tmp_path: Path) -> None:
    places = {PROGRAM: built.program, DATA: tmp_path / "data"}
    words = [replaced(word, places) for name in ("ENTRYPOINT", "CMD") for word in only(IMAGE, name).words()]
    port = str(free_port())
    with serving([*words, "--port", port], minimal(tmp_path, only(IMAGE, "ENV").text, places), tmp_path) as host:
        play_a_move(host)
        _, _, check = only(IMAGE, "HEALTHCHECK").text.partition("CMD ")
        places = {PROGRAM: built.program, PORT: port}
        subprocess.run(
            [replaced(word, places) for word in Instruction("CMD", check).words()], check=True, timeout=PATIENCE
        )
    assert (tmp_path / "data" / "locarium.sqlite").exists()


def setting(name: str) -> str:
    [found] = re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)
    return str(found)


@pytest.mark.slow
def test_systemd_unit_serves_the_app(built: Built, tmp_path: Path) -> None:
    """Execute the page's commands in a clone, the slow ones in the folder where the same command built the image."""
    clone, system = tmp_path / "clone", tmp_path / "system"
    system.mkdir()
    for command in CLONED:
        shell(command, tmp_path, {"…": CHECKOUT, PROGRAM: clone}, built.environment)
    *install, copy = INSTALLED
    for command in install:
        shell(command, built.source, {}, built.environment)
    shell(copy, clone, {"/etc/systemd/system": system}, built.environment)
    assert (system / "locarium.service").read_text() == UNIT
    places = {PROGRAM: built.source, DATA: tmp_path / "data", "/var/cache/locarium": tmp_path / "cache"}
    words = shlex.split(replaced(setting("ExecStart"), places))
    with serving([*words, "--port", "0"], minimal(tmp_path, setting("Environment"), places), tmp_path) as host:
        play_a_move(host)
