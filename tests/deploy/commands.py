"""Commands from the pages for operators, and the ones that no test can run."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from docs.blocks import CHECKOUT, TESTED_ELSEWHERE, read_blocks, read_commands
from waiting import PATIENCE

from .containerfile import read_stages
from .serving import replaced

PAGES = ("docs/hosting.md", "docs/operating.md", "docs/play.md")
DEPLOY = CHECKOUT / "deploy"
BUILD, IMAGE = read_stages((DEPLOY / "Containerfile").read_text())

# Commands that the tests in this folder run, in this order.
BUILT = tuple(each.text for each in BUILD if each.word == "RUN")
AT_HOME = ("script/server", "script/server --share")
CLONED = ("git clone … /opt/locarium && cd /opt/locarium",)
INSTALLED = ("script/setup run && script/web", "script/setup deploy", "cp deploy/locarium.service /etc/systemd/system/")
PROXY = "HOUSE_NAME=house.example caddy run --config deploy/Caddyfile"
SECRETS = (
    "cd deploy",
    r"""printf 'HOUSE_NAME=house.example\nPOSTGRES_PASSWORD=%s\n' "$(openssl rand -hex 16)" > .env""",
)
OWNER = ("createuser locarium", "createdb --owner locarium locarium")
PROCESSES = "locarium serve --database postgresql://locarium@127.0.0.1/locarium --processes 4 --trust-proxy"
BUS = (
    "locarium serve --database postgresql://locarium@db.internal/locarium --processes 8 --bus nats://nats.internal:4222"
)
DUMPED = (
    "pg_dump --file=house.dump --format=custom postgresql://locarium@127.0.0.1/locarium",
    "pg_restore --clean --if-exists --dbname=postgresql://locarium@127.0.0.1/locarium house.dump",
)
BACKUP = "locarium backup /backups/house-2026-11-16 --data /var/lib/locarium"
RESTORE = "locarium restore /backups/house-2026-11-16 --data /var/lib/locarium"
PRUNE = ("locarium prune --dry-run --data /var/lib/locarium", "locarium prune --data /var/lib/locarium")
KILL = "kill -9"
WHEEL = ("pip wheel --no-deps .", "pip install", "locarium serve")  # run in tests/docs/test_wheel.py
SHORT = {"script/setup": "", ".venv/bin/locarium": " games", "locarium rules": " loco"}  # command -> added arguments
RUN = {
    *BUILT,
    *AT_HOME,
    *CLONED,
    *INSTALLED,
    PROXY,
    *SECRETS,
    *OWNER,
    PROCESSES,
    BUS,
    *DUMPED,
    BACKUP,
    RESTORE,
    *PRUNE,
    KILL,
    *WHEEL,
    *SHORT,
}

NO_ENGINE = "needs a container engine; test_container.py executes the steps of the image without one"
NO_SYSTEMD = "needs a running systemd; systemd-analyze checks the unit, and a test starts its ExecStart"
NO_USER = "adds a user to the machine"
NOT_RUN = {
    "docker build -f deploy/Containerfile -t locarium .": NO_ENGINE,
    "docker run -p 127.0.0.1:8484:8484 locarium": NO_ENGINE,
    "docker compose up --detach --build": NO_ENGINE,
    "systemctl enable --now locarium": NO_SYSTEMD,
    "systemctl edit locarium": NO_SYSTEMD,
    "useradd --system --shell /usr/sbin/nologin locarium": NO_USER,
    "useradd --system --uid 8484 --home-dir /var/lib/locarium --create-home locarium": NO_USER,
    "runuser -u locarium -- /opt/locarium/.venv/bin/locarium backup …": "needs that user; a test makes the backup",
    "proxy_buffering off": "an nginx directive, tested in deploy/nginx.conf",
    "save FILE": "typed during a game, as in tests/cli/test_play.py",
}


def documented() -> set[str]:
    """Return every command of the pages and of the Containerfile that test_blocks.py does not run."""
    found = {each.text for stage in (BUILD, IMAGE) for each in stage if each.word == "RUN"}
    for name in PAGES:
        found |= {*_in_blocks(name), *_in_text((CHECKOUT / name).read_text("utf-8"))}
    return found


def _in_blocks(name: str) -> Iterator[str]:
    for block in read_blocks(CHECKOUT / name):
        if block.language == "console" and (block.not_run or name in TESTED_ELSEWHERE):
            for command in read_commands(block.text):
                yield re.sub(r" +# .*", "", command.text)


def _in_text(page: str) -> Iterator[str]:
    """Yield likely commands in running text: a program of the checkout, or a lower-case word with an argument."""
    prose = re.sub(r"^(`{3,}).*?^\1", "", page, flags=re.DOTALL | re.MULTILINE)
    for span in re.findall(r"`([^`]+)`", prose):
        text = " ".join(span.split())
        if re.match(r"(?:script|\.venv/bin)/\w|[a-z][a-z_-]* ", text):
            yield text


def shell(command: str, folder: Path, places: Mapping[str, str | Path], environment: Mapping[str, str]) -> str:
    """Run a command of a page in a folder, with test paths and addresses. Return its output."""
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {replaced(command, places)}"],
        check=False,
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=4 * PATIENCE,  # some commands install a whole environment
    )
    assert done.returncode == 0, f"{command}\nexit {done.returncode}\n{done.stdout}"
    return done.stdout
