"""The LOCUS sheet editor in a real browser: draw, write, check, undo, test, play, export."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from locarium import catalogue
from locarium.games.locus.edition import read_sheet
from locarium.kernel.edition import Edition

from .conftest import PHONE, Visitors, every_look
from .people import show_whole_page, violations

pytestmark = pytest.mark.slow

FINE = "No problems found. Ready to play."


def state(page: Page) -> Locator:
    """Return the server's current verdict."""
    return page.get_by_test_id("state")


def zone(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def square(page: Page, name: str, at: str) -> Locator:
    return zone(page, name).get_by_role("gridcell", name=re.compile(rf"^{at},"))


def pick(page: Page, pen: str) -> None:
    page.get_by_role("radio", name=pen, exact=True).check(force=True)  # its picture covers it


def show_text(page: Page, view: str = "Text") -> None:
    page.get_by_role("radio", name=view, exact=True).check(force=True)


def text_of(page: Page) -> str:
    show_text(page)
    text = page.get_by_label("Edition text").input_value()
    show_text(page, "Draw")
    return text


def arrive(visitors: Visitors, **options: Any) -> Page:
    page = visitors.arrive("/edit/locus", **options)
    expect(state(page)).to_contain_text(FINE)
    return page


def test_squares_are_drawn_with_the_selected_brush(visitors: Visitors) -> None:
    page = arrive(visitors)
    pick(page, "gap")
    square(page, "Yellow", "a6").click()
    expect(square(page, "Yellow", "a6")).to_have_accessible_name("a6, gap")
    expect(page.get_by_test_id("live")).to_contain_text("Yellow: a6, gap")
    pick(page, "double block (blue)")
    square(page, "Yellow", "b6").click()
    pick(page, "bold square")
    square(page, "Yellow", "a1").click()
    expect(state(page)).to_contain_text(FINE)
    sheet = read_sheet(Edition("mine", text_of(page), foreign=True)).zones[0]
    assert ((0, 5) in sheet.index, (0, 4) in sheet.index) == (False, True)
    assert sheet.doubles[4] == 1 << sheet.index[1, 5]
    assert sheet.bold & 1 << sheet.index[0, 0]


def test_blocks_are_drawn_and_marks_of_other_zones_rejected(visitors: Visitors) -> None:
    page = arrive(visitors)
    pick(page, "square")
    page.get_by_label("Block letter (red)").select_option("Q")
    square(page, "Red", "a1").click()
    expect(square(page, "Red", "a1")).to_have_accessible_name("a1, block Q")
    worth = zone(page, "Red").get_by_role("spinbutton", name="block Q")  # a new block can have points immediately
    expect(worth).to_have_value("0")
    worth.fill("9")
    worth.press("Tab")
    expect(state(page)).to_contain_text(FINE)
    assert "Q = 9" in text_of(page)
    pick(page, "end")
    square(page, "Red", "b1").click()
    expect(page.get_by_test_id("live")).to_contain_text("You can’t draw “end” in Red.")
    expect(square(page, "Red", "b1")).to_have_accessible_name("b1, block D")


def test_errors_are_shown_at_their_zone(visitors: Visitors) -> None:
    page = arrive(visitors)
    pick(page, "square")
    for at in ("b1", "c1", "d1"):
        square(page, "Yellow", at).click()
    expect(zone(page, "Yellow").get_by_test_id("flaws")).to_contain_text("zone yellow has no bold square B")
    expect(state(page)).to_contain_text("1 problem to fix")
    expect(page.get_by_role("button", name="Play solo")).to_be_disabled()
    expect(page.get_by_test_id("live")).to_contain_text("1 problem to fix")
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(state(page)).to_contain_text(FINE)
    expect(square(page, "Yellow", "b1")).to_have_accessible_name("b1, bold square")
    page.keyboard.press("Control+Shift+Z")
    expect(square(page, "Yellow", "b1")).to_have_accessible_name("b1, square")
    page.keyboard.press("Control+Z")
    expect(square(page, "Yellow", "b1")).to_have_accessible_name("b1, bold square")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_mouse_stroke_is_undone_as_one_step(visitors: Visitors) -> None:
    page = arrive(visitors)
    pick(page, "coin")
    square(page, "Blue", "a6").hover()
    page.mouse.down()
    for at in ("b6", "c6", "d6"):
        square(page, "Blue", at).hover()
    page.mouse.up()
    expect(square(page, "Blue", "d6")).to_have_accessible_name("d6, square, coin")
    page.get_by_role("button", name="Undo").click()
    for at in ("a6", "d6"):
        expect(square(page, "Blue", at)).to_have_accessible_name(f"{at}, square")


def test_editor_works_by_keyboard(visitors: Visitors) -> None:
    page = arrive(visitors)
    page.get_by_role("radio", name="square", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="bold square")).to_be_checked()
    square(page, "Purple", "a1").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(square(page, "Purple", "c2")).to_have_accessible_name("c2, bold square")
    expect(square(page, "Purple", "c2")).to_be_focused()
    expect(zone(page, "Purple").get_by_label("9 bold squares")).to_have_value("38")  # the same as for eight
    expect(state(page)).to_contain_text(FINE)


def test_zones_are_resized_and_lines_added(visitors: Visitors) -> None:
    page = arrive(visitors)
    rows = zone(page, "Blue").get_by_label("Rows")
    rows.fill("16")
    rows.press("Tab")
    expect(square(page, "Blue", "a16")).to_have_accessible_name("a16, gap")
    pick(page, "square")
    square(page, "Blue", "a16").click()
    zone(page, "Blue").get_by_label("New line in row").select_option("16")
    zone(page, "Blue").get_by_role("button", name="Add").click()
    expect(zone(page, "Blue").get_by_role("spinbutton", name="line in row 16")).to_have_value("36")
    zone(page, "Blue").get_by_role("button", name="Remove the line in row 3").click()
    expect(state(page)).to_contain_text(FINE)
    assert "line_points = { 6 = 16, 9 = 24, 12 = 32, 15 = 36, 16 = 36 }" in text_of(page)


def test_shapes_and_cards_are_edited(visitors: Visitors) -> None:
    page = arrive(visitors)
    page.get_by_role("button", name="New shape").click()
    grid = page.get_by_role("grid", name="shape A1")
    for x, y in ((2, 1), (3, 1), (1, 2), (2, 2)):
        grid.get_by_role("button", name=f"column {x}, row {y}").click()
    expect(page.get_by_text("No cards use it.")).to_be_visible()
    shapes = page.get_by_role("region", name="Shapes").get_by_test_id("flaws")
    expect(shapes).to_contain_text("shape A1 is the same as P5")
    for x, y in ((1, 2), (4, 1)):
        grid.get_by_role("button", name=f"column {x}, row {y}").click()
    expect(state(page)).to_contain_text(FINE)
    name = page.get_by_label("Shape name")
    name.fill("Y5")
    name.press("Tab")
    red = page.get_by_role("group", name="Red")
    red.get_by_role("button", name="Add Red Y5").click()
    cards = page.get_by_role("region", name="Cards: 49")
    expect(cards.get_by_test_id("flaws")).to_contain_text("there are 49 cards; a deck has 48")
    red.get_by_role("button", name="Remove Red U5").click()
    coin = red.get_by_role("button", name="Coin on Red Y5")
    coin.click()
    expect(coin).to_have_attribute("aria-pressed", "true")
    expect(state(page)).to_contain_text(FINE)
    text = text_of(page)
    assert '"Y5$"' in text


def test_edition_is_edited_as_text(visitors: Visitors) -> None:
    page = arrive(visitors)
    show_text(page)
    field = page.get_by_label("Edition text")
    field.fill(field.input_value().replace("end_points = 8", "end_points = 1000"))
    expect(page.get_by_test_id("flaws")).to_contain_text("zone green, end_points is 1000")
    field.fill("not an edition")
    expect(page.get_by_test_id("flaws")).to_contain_text("is not TOML")
    show_text(page, "Draw")
    expect(page.get_by_text("This text can’t be drawn.")).to_be_visible()
    page.get_by_role("button", name="Start over with “house”").click()
    expect(state(page)).to_contain_text(FINE)
    expect(square(page, "Green", "a1")).to_have_accessible_name("a1, end")


def test_edition_is_stored_and_exported(visitors: Visitors, tmp_path: Path) -> None:
    page = arrive(visitors)
    page.get_by_label("Title").fill("Our garden")
    page.get_by_label("Title").press("Tab")
    expect(state(page)).to_contain_text(FINE)
    page.reload()
    expect(page.get_by_label("Title")).to_have_value("Our garden")
    show_text(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "locus.toml"
    saved = tmp_path / "mine.toml"
    download.value.save_as(saved)
    text = saved.read_text("utf-8")
    assert read_sheet(Edition("mine", text, foreign=True)).title == "Our garden"
    saved.write_text(text.replace("Our garden", "Their garden"), "utf-8")
    page.get_by_label("Open file").set_input_files(saved)
    expect(page.get_by_text("Opened mine.toml.")).to_be_visible()
    show_text(page, "Draw")
    expect(page.get_by_label("Title")).to_have_value("Their garden")


def test_edition_can_be_played_immediately(visitors: Visitors) -> None:
    page = arrive(visitors)
    pick(page, "coin")
    square(page, "Yellow", "a1").click()
    expect(state(page)).to_contain_text(FINE)
    page.get_by_role("button", name="Play solo").click()
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")
    mine = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}/edition").text()
    assert read_sheet(Edition("mine", mine, foreign=True)).zones[0].coins & 1
    page.goto("/")  # also with friends
    page.get_by_role("article", name="LOCUS").get_by_role("button", name="With friends").click()
    page.get_by_role("dialog").get_by_text("Custom edition").click()
    page.get_by_role("button", name="Use my last design").click()
    expect(page.get_by_label("Edition text")).to_have_value(mine)
    page.get_by_role("link", name="Open the editor").click()
    expect(state(page)).to_contain_text(FINE)


def test_bots_test_the_balance(visitors: Visitors) -> None:
    page = arrive(visitors)
    page.get_by_role("button", name="Run balance test").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile(r"^2 players, \d+ games"))).to_be_visible()
    report = page.get_by_role("region", name="Balance")
    expect(report.get_by_role("row", name=re.compile("^Yellow"))).to_have_count(2)
    expect(report.get_by_role("listitem")).to_have_count(6)
    pick(page, "coin")
    square(page, "Yellow", "c1").click()
    expect(page.get_by_text("The sheet has changed since this test.")).to_be_visible()


@every_look
def test_editor_is_accessible(visitors: Visitors, viewport: Any, schemes: Any, axe: str) -> None:
    page = arrive(visitors, viewport=viewport, color_scheme=schemes[0])
    show_whole_page(page)
    assert violations(page, axe, schemes) == []
    if viewport == PHONE:
        expect(zone(page, "Yellow")).to_be_visible()
        expect(zone(page, "Red")).to_be_hidden()
        page.get_by_role("group", name="Zones").get_by_role("button", name="Purple").click()
        box = square(page, "Purple", "a1").bounding_box()
        assert box is not None
        assert box["width"] >= 43.5
    show_text(page)
    expect(page.get_by_label("Edition text")).to_be_visible()
    assert violations(page, axe, schemes) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("locale", "title", "fine", "zone_name"),
    [
        ("de-DE", "Blatt-Editor", "Keine Fehler: Du kannst damit spielen.", "Gelb"),
        ("fr-FR", "Éditeur de feuille", "Aucune erreur\N{NO-BREAK SPACE}: l’édition est prête à jouer", "Jaune"),
    ],
)
def test_editor_is_translated(visitors: Visitors, locale: str, title: str, fine: str, zone_name: str) -> None:
    page = visitors.arrive("/edit/locus", locale=locale)
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(state(page)).to_contain_text(fine)
    expect(zone(page, zone_name)).to_be_visible()


def test_editor_starts_with_the_built_in_edition(visitors: Visitors) -> None:
    page = arrive(visitors)
    assert text_of(page) == catalogue.about("locus").edition().text
