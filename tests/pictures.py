"""Pictures of the house for its documentation: every game in the middle of things, and the pages around them.

script/pictures [FOLDER [LANGUAGE [light|dark [WIDTHxHEIGHT]]]]
"""

from __future__ import annotations

import random
import sys
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from browser.conftest import DESKTOP, PHONE, Visitors, launch_options
from browser.people import ask
from server.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
FOLDER, ICONS = ROOT / "docs" / "pictures", ROOT / "web" / "public"
LEVEL = 4  # of the bots in the pictures

_keys = count()


@dataclass
class Scene:
    """A game that has gone on for a while."""

    seats: int
    steps: int  # that were made


SCENES = {
    "locus": Scene(seats=3, steps=90),
    "loco": Scene(seats=3, steps=10),
    "lokus": Scene(seats=4, steps=34),
    "genius-loci": Scene(seats=2, steps=8),
}
PAGES = {"start": "/", "daily": "/daily"}


def set_up(page: Page, game: str, scene: Scene) -> str:
    """Play a game against bots up to a scene; the table."""
    bots = [{"seat": seat, "level": LEVEL} for seat in range(1, scene.seats)]
    table = ask(page, "/api/tables", {"game": game, "seats": scene.seats, "bots": bots})["table"]
    ask(page, f"/api/tables/{table}/seats", {"name": "Ada", "seat": 0})
    choose = random.Random(game)
    while len((state := wait_for_turn(page, table))["log"]) < scene.steps:
        step = {"kind": "step", "key": f"k{next(_keys)}", "version": state["version"]}
        ask(page, f"/api/tables/{table}/requests", step | {"step": choose.choice(state["legal"])})
    return str(table)


def wait_for_turn(page: Page, table: str) -> dict[str, Any]:
    """The state of a table at which one may choose."""
    while True:
        state: dict[str, Any] = ask(page, f"/api/tables/{table}/state")
        assert state["ending"] is None, f"{table} is over: let a scene have fewer steps"
        if state["legal"] and state["seat"] not in state["chosen"]:
            return state


def take(page: Page, path: str, folder: Path, name: str) -> None:
    """A page as it looks when all of it is there."""
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / f"{name}.png")
    print(folder / f"{name}.png")


def write_icons(page: Page) -> None:
    """Of the app, drawn from icon.svg: with round corners, and with room around for those who cut it."""
    drawing = (ICONS / "icon.svg").read_text("utf-8")
    whole = drawing.replace('rx="12"', "").replace("<path", '<path transform="translate(4 4) scale(.875)"')
    for name, size, svg in (("192", 192, drawing), ("512", 512, drawing), ("maskable-512", 512, whole)):
        page.set_viewport_size({"width": size, "height": size})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
        page.screenshot(path=ICONS / f"icon-{name}.png", omit_background=True)


def write_pictures(folder: Path, language: str, scheme: str, sizes: dict[str, Any]) -> None:
    """All pictures, of every size."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data), bot_seconds=0.1)
        browser = playwright.chromium.launch(**launch_options())
        visitors = Visitors(browser, server.url)
        page = visitors.arrive("/", color_scheme=scheme)
        page.locator("header select").select_option(language)
        ask(page, "/api/me", {"name": "Ada"})
        tables = {game: f"/table/{set_up(page, game, scene)}" for game, scene in SCENES.items()}
        for size, viewport in sizes.items():
            page.set_viewport_size(viewport)
            for name, path in (tables | PAGES).items():
                take(page, path, folder, f"{name}-{size}")
        write_icons(visitors.arrive("about:blank"))
        visitors.leave()
        browser.close()
        server.stop()


if __name__ == "__main__":
    folder, language, scheme, *sizes = [*sys.argv[1:], *[str(FOLDER), "en", "light"][len(sys.argv) - 1 :]]
    measures = {size: dict(zip(("width", "height"), map(int, size.split("x")), strict=True)) for size in sizes}
    write_pictures(Path(folder), language, scheme, measures or {"desktop": DESKTOP, "phone": PHONE})
