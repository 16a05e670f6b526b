"""Fixtures for tests with a real browser (`$CHROMIUM`, or the one script/browser finds) and a real server."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import waiting
from server.server_process import ServerProcess

ROOT = Path(__file__).parents[2]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LOOKS: list[tuple[Any, Any]] = [(DESKTOP, "light"), (PHONE, "dark")]
every_look = pytest.mark.parametrize(
    ("viewport", "schemes"),
    [
        pytest.param(PHONE, ("dark",), id="phone"),
        pytest.param(None, ("light", "dark"), id="desktop", marks=pytest.mark.slow),
    ],
)
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
]


PATIENCE = 1000 * waiting.PATIENCE  # milliseconds
expect.set_options(timeout=PATIENCE)
BOT_SECONDS = 0.02  # quick moves matter here, not good ones


def launch_options() -> dict[str, Any]:
    executable = Path(
        os.environ.get("CHROMIUM") or subprocess.check_output([ROOT / "script" / "browser"], text=True).strip()
    )
    options: dict[str, Any] = {
        "executable_path": executable,
        "args": FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else []),
    }
    if (executable.parent / "fonts.conf").exists():  # the unpacked browser has its own libraries and fonts
        own = {"LD_LIBRARY_PATH": f"{executable.parent}/lib", "FONTCONFIG_FILE": f"{executable.parent}/fonts.conf"}
        options["env"] = os.environ | own
    return options


_loops: list[asyncio.AbstractEventLoop | None] = [None]  # Playwright leaves its event loop running


@contextmanager
def playwright_loop() -> Iterator[None]:
    """Mark Playwright's event loop as running only in this block, so that other tests can run their own."""
    if asyncio._get_running_loop() is not None:  # the session ends inside a test
        yield
        return
    asyncio._set_running_loop(_loops[0])
    try:
        yield
    finally:
        _loops[0] = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    is_here = Path(__file__).parent in item.path.parents  # pytest calls this for tests in all folders
    with playwright_loop() if is_here else nullcontext():
        return (yield)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(**launch_options())
    yield browser
    with playwright_loop():  # may follow a test in another folder
        browser.close()
        playwright.stop()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server for one module. Its bots think for the module's BOT_SECONDS."""
    seconds = getattr(request.module, "BOT_SECONDS", BOT_SECONDS)
    process = ServerProcess(tmp_path_factory.mktemp("house"), bot_seconds=seconds)
    yield process
    process.stop()


class Visitors:
    """Users, each in their own browser context."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self.url = browser, url
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []  # errors reported by the pages

    def arrive(self, path: str = "/", viewport: Any = None, **options: Any) -> Page:
        usual = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block"}
        context = self._browser.new_context(viewport=viewport or DESKTOP, base_url=self.url, **usual | options)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        page.goto(path)
        return page

    def leave(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Start a server for a test that stops it."""
    process = ServerProcess(tmp_path, bot_seconds=BOT_SECONDS)
    yield process
    process.stop()


@pytest.fixture
def visitors(browser: Browser, server: ServerProcess) -> Iterator[Visitors]:
    visitors = Visitors(browser, server.url)
    yield visitors
    visitors.leave()
    assert visitors.problems == []


@pytest.fixture(scope="session")
def axe() -> str:
    return (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
