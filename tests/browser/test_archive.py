"""The archive page: find, download and import games."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, Visitors
from .people import choose, hand, open_table, sit_down, violations

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).parents[1] / "archive"


def resigned_game(visitors: Visitors, **choices: str) -> tuple[Page, Page]:
    """Return the pages after Ada has resigned a LOCO! game against Ben."""
    ada = visitors.arrive("/")
    ben = visitors.arrive(open_table(ada, "Ada", **choices))
    sit_down(ben, "Ben")
    for page in (ada, ben):
        expect(hand(page)).to_be_visible()
    choose(ada, "Resign", "Resign")
    expect(ben.get_by_role("heading", name="You win!")).to_be_visible()
    return ada, ben


def test_private_game_is_listed_only_for_its_players(visitors: Visitors) -> None:
    ada, ben = resigned_game(visitors)
    ben.get_by_role("link", name="Archive").click()
    expect(ben.get_by_role("button", name="My games")).to_have_attribute("aria-pressed", "true")
    game = ben.get_by_role("article", name=re.compile("^LOCO!, You win!"))
    expect(game).to_contain_text("Resigned")
    with ben.expect_download() as saved:
        game.get_by_role("link", name=re.compile("^Download record")).click()
    assert json.loads(saved.value.path().read_text("utf-8"))["ended"]["by"] == "resigned"
    with ben.expect_download() as saved:
        ben.get_by_role("link", name="Export games").click()
    assert len(saved.value.path().read_text("utf-8").splitlines()) == 1
    ben.get_by_text("Filter", exact=True).click()
    ben.get_by_role("combobox", name="Game", exact=True).select_option("LOKUS")
    expect(ben.get_by_text("No games match")).to_be_visible()
    ben.get_by_role("combobox", name="Game", exact=True).select_option("LOCO!")
    ben.get_by_label("You can’t take a marker of the colour").select_option("off")
    ben.get_by_label("Player name").fill("ada")
    ben.keyboard.press("Enter")
    ben.get_by_label("Bots").select_option("People only")
    ben.get_by_label("From").fill("2026-01-01")
    expect(game).to_be_visible()
    ben.get_by_label("Players").select_option("3")
    expect(game).to_be_hidden()
    ben.get_by_role("button", name="Clear filters").click()
    game.get_by_role("link", name="LOCO!: You win!").click()
    expect(ben.get_by_role("heading", name="You win!")).to_be_visible()
    stranger = visitors.arrive("/games")
    expect(stranger.get_by_role("button", name="Public games")).to_have_attribute("aria-pressed", "true")
    expect(stranger.get_by_text("No public games have been finished yet.")).to_be_visible()
    stranger.get_by_role("button", name="My games").click()
    expect(stranger.get_by_text("You haven’t finished a game yet.")).to_be_visible()
    ada.goto("/games")
    expect(ada.get_by_role("article", name=re.compile("Ben wins"))).to_be_visible()


def test_stranger_finds_public_game(visitors: Visitors) -> None:
    resigned_game(visitors, Who_can_join="Anyone (listed in the lobby)")
    stranger = visitors.arrive("/")
    stranger.get_by_role("link", name="Game archive").click()
    expect(stranger.get_by_role("article", name=re.compile("LOCO!, Ben wins"))).to_be_visible()


def test_records_are_imported_with_errors_reported(visitors: Visitors) -> None:
    page = visitors.arrive("/games")
    page.get_by_role("button", name="Imported").click()
    lines = (RECORDS / "loco-1.jsonl").read_text("utf-8").splitlines()[:3]
    page.get_by_label("Records", exact=True).fill("\n".join([*lines, "{"]))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="3 imported, 1 rejected.")).to_be_visible()
    expect(page.get_by_text("Record 4: this is not JSON")).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(3)
    page.get_by_role("button", name=re.compile("^Remove LOCO!")).first.click()
    expect(page.get_by_role("article")).to_have_count(2)
    file = RECORDS / "genius-loci-1.jsonl"
    page.get_by_label("Or choose files").set_input_files(file)
    added = len(file.read_text("utf-8").splitlines())
    expect(page.get_by_role("status").filter(has_text=f"{added} imported.")).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(20)
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("article")).to_have_count(40)


def test_archive_page_is_accessible(visitors: Visitors, axe: str) -> None:
    ada, _ = resigned_game(visitors)
    for scheme in ("light", "dark"):
        for viewport in (PHONE, None):
            ada.set_viewport_size(viewport or {"width": 1280, "height": 800})
            ada.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            ada.goto("/games")
            expect(ada.get_by_role("article")).to_have_count(1)
            ada.get_by_text("Filter", exact=True).click()
            assert violations(ada, axe) == []
            ada.get_by_role("button", name="Imported").click()
            expect(ada.get_by_label("Records", exact=True)).to_be_visible()
            assert violations(ada, axe) == []
            assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")
