"""The time from opening the start page in a fresh browser until the visitor can start a game."""

from __future__ import annotations

import gzip
import os
import subprocess
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from .measure import Figure, Goal, every_core, spread
from .server import our_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Response

CHECKOUT = Path(__file__).resolve().parents[1]
COMMAND = "locarium serve; Chromium opens the page, both on the same machine"
VISITS = 9

WEIGHT = Figure(
    name="web-script",
    what="compressed size of the first page's scripts",
    unit="KB",
    goal=Goal("ours", "<", 150),
)
INTERACTIVE = Figure(
    name="web-interactive",
    what="time from requesting the start page until a game can be started",
    unit="s",
    goal=Goal("ours", "<", 1),
)


def measure(_: float) -> list[Figure]:
    """Measure a fixed number of visits, each in a fresh browser."""
    if find_spec("playwright") is None:
        note = "Not measured: no Playwright; script/setup dev installs it."
        return [msgspec.structs.replace(figure, note=note) for figure in (WEIGHT, INTERACTIVE)]
    subprocess.run([CHECKOUT / "script" / "web"], check=True)
    with every_core(), our_server() as server, _browser() as browser:
        address = f"http://127.0.0.1:{server.port}/"
        _visit(browser, address)  # warm up: from here on files are in memory
        visits = [_visit(browser, address) for _ in range(VISITS)]
    note = f"Median of {VISITS} visits, each with an empty cache."
    return [
        msgspec.structs.replace(WEIGHT, ours=spread([weight for _, weight in visits])),
        msgspec.structs.replace(INTERACTIVE, ours=spread([seconds for seconds, _ in visits]), note=note),
    ]


@contextmanager
def _browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # of the development tools

    executable = subprocess.check_output([CHECKOUT / "script" / "browser"], text=True).strip()
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=sandbox)
        yield browser
        browser.close()


def _visit(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds until a game can start, and the KB of script loaded by then."""
    context = browser.new_context()
    page = context.new_page()
    scripts: list[Response] = []
    page.on("response", lambda response: scripts.append(response) if response.url.endswith(".js") else None)
    began = perf_counter()
    page.goto(address, wait_until="commit")
    page.get_by_role("button", name="Play now").first.click(trial=True)
    seconds = perf_counter() - began
    page.wait_for_load_state("networkidle")
    weight = sum(len(gzip.compress(response.body(), 9)) for response in scripts) / 1000
    context.close()
    return seconds, weight
