"""Every command on the pages for operators runs, or is listed with the reason why it can't."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from docs.blocks import CHECKOUT
from server import forkserver
from server.client import call
from server.server_process import ServerProcess
from services import HOST, Nats, Postgres

from . import commands
from .commands import DEPLOY, NOT_RUN, RUN, documented, shell
from .serving import play_a_move, replaced, serving

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
ADDRESS, DATA = "postgresql://locarium@127.0.0.1/locarium", "/var/lib/locarium"


def test_every_command_is_run_or_listed() -> None:
    there = documented()
    assert there - RUN - NOT_RUN.keys() == set(), "run these commands in a test, or add the reason to NOT_RUN"
    assert (RUN | NOT_RUN.keys()) - there == set(), "these commands are no longer on any page"
    assert not RUN & NOT_RUN.keys()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables for commands: a fast-starting `locarium`, then the programs of .venv."""
    folder = tmp_path_factory.mktemp("programs")
    forkserver.write_client(folder)
    path = os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {"PATH": path, "HOME": str(folder)}


def has_table(server: ServerProcess, table: str) -> bool:
    return bool(call(server.url, "GET", f"/api/tables/{table}/state"))


@pytest.mark.slow
@pytest.mark.parametrize("command", commands.AT_HOME)
def test_home_server_starts(command: str, tmp_path: Path) -> None:
    """`--port` and `--data` keep the test's server separate from one in this checkout."""
    words = ["bash", "-c", f"{command} --port 0 --data {shlex.quote(str(tmp_path))}"]
    with serving(words, os.environ, CHECKOUT) as host:
        play_a_move(host)


@pytest.mark.parametrize(("command", "rest"), commands.SHORT.items())
def test_commands_in_running_text_work(command: str, rest: str, environment: dict[str, str]) -> None:
    shell(command + rest, CHECKOUT, {}, environment)


def test_backup_prune_and_restore_work(environment: dict[str, str], tmp_path: Path) -> None:
    data = tmp_path / "data"
    (tmp_path / "backups").mkdir()
    places = {"/backups": tmp_path / "backups", DATA: data}
    server = ServerProcess(data)
    table = play_a_move(server.host)
    shell(commands.BACKUP, tmp_path, places, environment)
    shell(f"{commands.KILL} {server.pid}", tmp_path, {}, environment)
    assert server.wait() == -signal.SIGKILL
    server.start()
    assert has_table(server, table), "the table survives a kill"
    shell(commands.PRUNE[0], tmp_path, places, environment)
    server.stop()
    assert "Deleted 0 tables" in shell(commands.PRUNE[1], tmp_path, places, environment)
    shutil.rmtree(data)
    shell(commands.RESTORE, tmp_path, places, environment)
    server.start()
    assert has_table(server, table)
    server.stop()


@pytest.fixture
def database_owner(postgres: Postgres, environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Create user and database as on the page. Yield the variables for PostgreSQL's own programs."""
    path = f"{postgres.programs}{os.pathsep}{environment['PATH']}"
    variables = environment | {"PATH": path, "PGHOST": HOST, "PGPORT": str(postgres.port), "PGUSER": "postgres"}
    for command in commands.OWNER:
        shell(command, CHECKOUT, {}, variables)
    yield variables
    for command in ("dropdb --force locarium", "dropuser locarium"):
        shell(command, CHECKOUT, {}, variables)


@pytest.mark.slow
def test_server_runs_on_postgresql(postgres: Postgres, database_owner: dict[str, str], tmp_path: Path) -> None:
    places = {"@127.0.0.1/": f"@{HOST}:{postgres.port}/"}
    words = shlex.split(replaced(commands.PROCESSES, places))
    server = ServerProcess(tmp_path, *words[2:])
    table = play_a_move(server.host)
    server.stop()
    for command in commands.DUMPED:
        shell(command, tmp_path, places, database_owner)
    server.start()
    assert has_table(server, table)
    server.stop()


@pytest.mark.slow
def test_processes_communicate_over_nats(
    postgres: Postgres, nats: Nats, database_owner: dict[str, str], tmp_path: Path
) -> None:
    places = {"@db.internal/": f"@{HOST}:{postgres.port}/", "nats://nats.internal:4222": nats.address}
    server = ServerProcess(tmp_path, *shlex.split(replaced(commands.BUS, places))[2:])
    play_a_move(server.host)
    server.stop()


@pytest.mark.slow
def test_compose_services_start(postgres: Postgres, database_owner: dict[str, str], tmp_path: Path) -> None:
    """Run the server's command on its database, and the database's own health check."""
    services = COMPOSE["services"]
    kind, check = services["database"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    shell(check, tmp_path, {}, database_owner)
    name, *options = services["house"]["command"]
    assert name == "serve"
    address = services["house"]["environment"]["LOCARIUM_DATABASE"].partition("@")[2]
    database = f"postgresql://locarium@{replaced(address, {'database/': f'{HOST}:{postgres.port}/'})}"
    options = [replaced(word, {DATA: tmp_path}) for word in options]
    server = ServerProcess(tmp_path, *options, database=database)
    play_a_move(server.host)
    server.stop()


def test_compose_secrets_are_generated(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    shell("; ".join(commands.SECRETS), tmp_path, {}, environment)
    lines = (tmp_path / "deploy" / ".env").read_text().splitlines()
    found = dict(line.split("=") for line in lines)
    assert found.keys() == {"HOUSE_NAME", "POSTGRES_PASSWORD"}
    assert len(found["POSTGRES_PASSWORD"]) == 32
