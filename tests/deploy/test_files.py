"""The files in deploy/ name existing things, are valid for their tools, and the proxies pass a game through."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import typer
import yaml
from websockets.sync.client import connect

from docs.blocks import CHECKOUT
from locarium.cli.main import app
from locarium.server.http import limits
from server.client import open_table
from server.server_process import ServerProcess
from server.waiting import wait_until
from services import HOST, free_port
from waiting import PATIENCE

from .commands import DEPLOY, PROXY
from .serving import play_a_move, replaced

PAGES = [CHECKOUT / "docs" / name for name in ("hosting.md", "operating.md")]
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is missing; script/tools fetches it")


@pytest.mark.parametrize("text", [file.read_text() for file in (*PAGES, *DEPLOY.iterdir())])
def test_every_path_and_variable_exists(text: str) -> None:
    for path in re.findall(r"(?<![\w/.])(?:\.\./)?((?:deploy|script|docs|requirements)/[\w./-]*[\w])", text):
        assert (CHECKOUT / path).exists() or path == "deploy/.env"
    known = {option.envvar for option in typer.main.get_command(app).commands["serve"].params}  # type: ignore[attr-defined]
    assert set(re.findall(r"LOCARIUM_\w+", text)) <= known | {limits.FACTOR, *limits.SETTINGS}


def test_compose_services_refer_to_each_other() -> None:
    services = COMPOSE["services"]
    assert services["proxy"]["environment"]["HOUSE_ADDRESS"] == "house:8484"
    assert "@database/" in services["house"]["environment"]["LOCARIUM_DATABASE"]
    named = {volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])}
    assert {name for name in named if not name.startswith(".")} == set(COMPOSE["volumes"])
    assert (DEPLOY / services["house"]["build"]["context"] / services["house"]["build"]["dockerfile"]).exists()


def run(*command: str | Path, **variables: str) -> str:
    """Run a tool. Return its output if it fails, otherwise an empty text."""
    done = subprocess.run(
        command, env=os.environ | variables, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_compose_file_is_valid() -> None:
    check = ["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    assert run(sys.executable, *check) == ""


@needs("systemd-analyze")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "locarium.service"
    here = Path(sys.executable).with_name("locarium")
    unit.write_text((DEPLOY / "locarium.service").read_text().replace("/opt/locarium/.venv/bin/locarium", str(here)))
    verify = ["systemd-analyze", "verify", unit]
    done = subprocess.run(verify, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert "locarium.service" not in done.stdout + done.stderr  # it may mention other units of this machine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("server"), "--trust-proxy")
    yield process
    process.stop()


@contextmanager
def running(command: list[str], port: int, folder: Path, variables: Mapping[str, str]) -> Iterator[None]:
    """Run a proxy until the end of the block. Wait until it listens."""
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(command, cwd=CHECKOUT, env=os.environ | variables, stdout=log, stderr=log)
        try:
            wait_until(lambda: process.poll() is not None or listens(port))
            assert process.poll() is None, (folder / "log").read_text()
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def listens(port: int) -> bool:
    try:
        httpx.get(f"http://localhost:{port}", timeout=PATIENCE)
    except httpx.ConnectError:
        return False
    except httpx.HTTPError:  # it uses TLS
        pass
    return True


@needs("caddy")
def test_caddy_accepts_the_caddyfile() -> None:
    file = ["--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    assert run("caddy", "validate", *file, HOUSE_NAME="house.example") == ""


@needs("caddy")
def test_game_works_through_caddy(server: ServerProcess, tmp_path: Path) -> None:
    """Run the page's command with a local address instead of a host name, which needs no certificates."""
    port = free_port()
    command = replaced(PROXY, {"house.example": f"http://localhost:{port}"})
    variables = {
        "HOUSE_ADDRESS": server.host,
        "CADDY_ADMIN": f"{HOST}:{free_port()}",
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }
    with running(["bash", "-c", f"export {command.replace(' caddy', '; exec caddy')}"], port, tmp_path, variables):
        play_a_move(f"localhost:{port}")
        assert httpx.get(f"http://localhost:{port}/metrics").status_code == 404


def nginx_settings(folder: Path, plain: int, tls: int, server: str) -> Path:
    """Write nginx.conf as part of a complete configuration, with the test's certificate, ports and paths."""
    pair = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=house.example", *pair]
    assert run("openssl", *request) == ""
    text = (DEPLOY / "nginx.conf").read_text()
    assert text.count("listen ") == 4
    text = re.sub(r"^ +listen \[::\].*\n", "", text, flags=re.MULTILINE)  # not every machine has IPv6
    places: dict[str, str | Path] = {
        "/etc/letsencrypt/live/house.example": folder,
        "listen 80": f"listen {plain}",
        "listen 443": f"listen {tls}",
        "127.0.0.1:8484": server,
    }
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    whole = f"pid {folder / 'pid'};\nevents {{}}\nhttp {{\naccess_log off;\n{paths}\n{replaced(text, places)}\n}}\n"
    file = folder / "nginx.conf"
    file.write_text(whole)
    return file


@needs("nginx")
def test_game_works_through_nginx(server: ServerProcess, tmp_path: Path) -> None:
    plain, tls = free_port(), free_port()
    settings = nginx_settings(tmp_path, plain, tls, server.host)
    command = ["nginx", "-e", str(tmp_path / "errors"), "-c", str(settings)]
    assert run(*command, "-t") == ""
    context = ssl.create_default_context(cafile=tmp_path / "fullchain.pem")
    context.check_hostname = False
    table = open_table(server.url)["table"]
    with running([*command, "-g", "daemon off;"], tls, tmp_path, {}):
        moved = httpx.get(f"http://localhost:{plain}/play")
        assert (moved.status_code, moved.headers["location"]) == (301, "https://localhost/play")
        with httpx.Client(base_url=f"https://localhost:{tls}", verify=context, timeout=PATIENCE) as client:
            assert client.get("/health").json()["status"] == "ok"
            assert client.get("/metrics").status_code == 404
        with connect(f"wss://localhost:{tls}/api/tables/{table}/live", ssl=context) as live:
            live.send('{"kind": "hello"}')
            assert '"kind":"state"' in str(live.recv(PATIENCE))
