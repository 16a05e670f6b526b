"""Take the pictures of the documentation: each game in mid-play and in motion, and the pages around the games.

script/pictures [FOLDER [LANGUAGE [light|dark [WIDTHxHEIGHT]]]]
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

from browser.conftest import DESKTOP, PHONE, Visitors, launch_options
from browser.people import ask
from server.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
FOLDER, ICONS = ROOT / "docs" / "pictures", ROOT / "web" / "public"
LEVEL = 4  # level of the bots
FRAMES, FRAME_SECONDS, LAST_FRAME_SECONDS = 16, 0.9, 3.0  # of a moving picture
FILM_SIZE = (640, 400)
SETTLE_MILLISECONDS = 600  # until the page has finished animating a move

_keys = count()


@dataclass
class Scene:
    """A game that has been played for a number of steps."""

    seats: int
    steps: int
    film_from: int  # steps played before the moving picture starts


SCENES = {
    "locus": Scene(seats=3, steps=90, film_from=30),
    "loco": Scene(seats=3, steps=10, film_from=0),
    "lokus": Scene(seats=4, steps=34, film_from=8),
    "genius-loci": Scene(seats=2, steps=8, film_from=0),
}
PAGES = {"start": "/", "daily": "/daily"}


class Game:
    """A game against bots in which seat 0 plays random moves."""

    def __init__(self, page: Page, game: str, seats: int) -> None:
        self._page, self._choose = page, random.Random(game)
        bots = [{"seat": seat, "level": LEVEL} for seat in range(1, seats)]
        self._table = ask(page, "/api/tables", {"game": game, "seats": seats, "bots": bots})["table"]
        ask(page, f"/api/tables/{self._table}/seats", {"name": "Ada", "seat": 0})
        self.path = f"/table/{self._table}"
        self.is_over = False

    def play(self, steps: int) -> None:
        """Play until the log has at least this many steps."""
        while self.move() < steps:
            assert not self.is_over, f"{self.path} is over: give the scene fewer steps"

    def move(self) -> int:
        """Make a random legal move if it is seat 0's turn. Return the length of the log before it."""
        state: dict[str, Any] = ask(self._page, f"/api/tables/{self._table}/state")
        self.is_over = state["ending"] is not None
        if state["legal"] and state["seat"] not in state["locked_in"]:
            step = {"kind": "step", "key": f"k{next(_keys)}", "version": state["version"]}
            ask(self._page, f"/api/tables/{self._table}/requests", step | {"step": self._choose.choice(state["legal"])})
        return len(state["log"])


def film(page: Page, name: str, scene: Scene, file: Path) -> None:
    """Record a moving picture of a new game, with one frame per visible change."""
    game = Game(page, name, scene.seats)
    game.play(scene.film_from)
    page.set_viewport_size(DESKTOP)
    page.goto(game.path)
    page.wait_for_load_state("networkidle")
    frames: list[Image.Image] = []
    while len(frames) < FRAMES and not game.is_over:
        page.wait_for_timeout(SETTLE_MILLISECONDS)
        frame = Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(FILM_SIZE, Image.Resampling.LANCZOS)
        if not frames or frame != frames[-1]:
            frames.append(frame)
        game.move()
    durations = [round(1000 * FRAME_SECONDS)] * (len(frames) - 1) + [round(1000 * LAST_FRAME_SECONDS)]
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=80, method=6)
    print(file)


def take(page: Page, paths: dict[str, str], sizes: dict[str, Any], folder: Path) -> None:
    """Take a picture of each page in each size, once it has loaded."""
    for size, viewport in sizes.items():
        page.set_viewport_size(viewport)
        for name, path in paths.items():
            page.goto(path)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}-{size}.png")
            print(folder / f"{name}-{size}.png")


def write_icons(page: Page) -> None:
    """Draw the app's icons from icon.svg: with round corners, and with a margin for systems that crop them."""
    drawing = (ICONS / "icon.svg").read_text("utf-8")
    whole = drawing.replace('rx="12"', "").replace("<path", '<path transform="translate(4 4) scale(.875)"')
    for name, size, svg in (("192", 192, drawing), ("512", 512, drawing), ("maskable-512", 512, whole)):
        page.set_viewport_size({"width": size, "height": size})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
        page.screenshot(path=ICONS / f"icon-{name}.png", omit_background=True)


def write_pictures(folder: Path, language: str, scheme: str, sizes: dict[str, Any]) -> None:
    """Take all pictures, in all sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = ServerProcess(Path(data), bot_seconds=0.1)
        browser = playwright.chromium.launch(**launch_options())
        visitors = Visitors(browser, server.url)
        page = visitors.arrive("/", color_scheme=scheme)
        page.locator("header select").select_option(language)
        ask(page, "/api/me", {"name": "Ada"})
        take(page, PAGES, sizes, folder)  # before there are tables on the start page
        tables = {}
        for name, scene in SCENES.items():
            film(page, name, scene, folder / f"{name}.webp")
            game = Game(page, name, scene.seats)
            game.play(scene.steps)
            tables[name] = game.path
        take(page, tables, sizes, folder)
        write_icons(visitors.arrive("about:blank"))
        visitors.leave()
        browser.close()
        server.stop()


if __name__ == "__main__":
    folder, language, scheme, *sizes = [*sys.argv[1:], *[str(FOLDER), "en", "light"][len(sys.argv) - 1 :]]
    measures = {size: dict(zip(("width", "height"), map(int, size.split("x")), strict=True)) for size in sizes}
    write_pictures(Path(folder), language, scheme, measures or {"desktop": DESKTOP, "phone": PHONE})
