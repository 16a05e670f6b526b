"""The files in deploy/ and the page about hosting: what they call exists, and the tools that read them agree."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
import yaml

from locarium.cli.main import app

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
HOSTING = ROOT / "docs" / "hosting.md"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
EXAMPLES = re.findall(r"^\$ (locarium .*?)(?: +#.*)?$", HOSTING.read_text(), re.MULTILINE)


def container_command() -> list[str]:
    found = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert found
    words: list[str] = json.loads(found[1])
    return words


def unit_command() -> list[str]:
    found = re.search(r"^ExecStart=\S+/locarium (.*)$", (DEPLOY / "locarium.service").read_text(), re.MULTILINE)
    assert found
    return found[1].split()


@pytest.mark.parametrize(
    "words",
    [container_command(), unit_command(), COMPOSE["services"]["house"]["command"], *map(shlex.split, EXAMPLES)],
    ids=" ".join,
)
def test_every_command_is_understood(words: list[str]) -> None:
    name, *arguments = [word for word in words if word != "locarium"]
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    command.make_context(name, arguments)  # parses, and calls nothing


def test_there_are_examples() -> None:
    assert {example.split()[1] for example in EXAMPLES} == {"serve", "backup", "restore"}


@pytest.mark.parametrize("text", [HOSTING.read_text(), *(file.read_text() for file in DEPLOY.iterdir())])
def test_every_path_and_variable_exists(text: str) -> None:
    for path in re.findall(r"(?<![\w/.])(?:\.\./)?((?:deploy|script|docs|requirements)/[\w./-]*[\w])", text):
        assert (ROOT / path).exists() or path == "deploy/.env"
    known = {option.envvar for name in ("serve",) for option in typer.main.get_command(app).commands[name].params}  # type: ignore[attr-defined]
    assert set(re.findall(r"LOCARIUM_\w+", text)) <= known


def test_the_services_know_each_other() -> None:
    services = COMPOSE["services"]
    assert services["proxy"]["environment"]["HOUSE_ADDRESS"] == "house:8484"
    assert "@database/" in services["house"]["environment"]["LOCARIUM_DATABASE"]
    named = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert {name for name in named if not name.startswith(".")} == set(COMPOSE["volumes"])
    assert (DEPLOY / services["house"]["build"]["context"] / services["house"]["build"]["dockerfile"]).exists()


def run(*command: str | Path) -> str:
    """What a tool says if it objects."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "locarium.service"
    here = Path(sys.executable).with_name("locarium")
    unit.write_text((DEPLOY / "locarium.service").read_text().replace("/opt/locarium/.venv/bin/locarium", str(here)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False, timeout=60)
    assert "locarium.service" not in done.stdout + done.stderr  # of other units of this machine it may speak


@pytest.mark.skipif(not shutil.which("nginx"), reason="no nginx here")
def test_nginx_takes_its_file(tmp_path: Path) -> None:
    pair = [tmp_path / "privkey.pem", tmp_path / "fullchain.pem"]
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=house.example"]
    assert run("openssl", *request, "-keyout", pair[0], "-out", pair[1]) == ""
    text = (DEPLOY / "nginx.conf").read_text().replace("/etc/letsencrypt/live/house.example", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"events {{}}\nhttp {{\n{text}\n}}\n")
    assert run("nginx", "-t", "-e", tmp_path / "errors", "-c", tmp_path / "nginx.conf") == ""


@pytest.mark.skipif(not shutil.which("caddy"), reason="no Caddy here")
def test_caddy_takes_its_file() -> None:
    adapted = ["caddy", "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    assert run("env", "HOUSE_NAME=house.example", *adapted) == ""
