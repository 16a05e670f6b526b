"""The GENIUS LOCI spirit workshop in a real browser: describe a spirit, try it on the board, play."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from locarium.games.genius_loci.board import CELL_OF
from locarium.games.genius_loci.edition import Spirit, Way, read_spirits
from locarium.kernel.edition import Edition

from .conftest import Visitors, every_look
from .people import show_whole_page, violations

pytestmark = pytest.mark.slow

FINE = "No problems found. Ready to play."


def state(page: Page) -> Locator:
    return page.get_by_test_id("state")


def outcome(page: Page) -> Locator:
    """Return the description of the priest's landing."""
    return page.get_by_test_id("landings")


def choose(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check(force=True)  # its picture covers it


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("grid", name="Try it on the board").get_by_role("button", name=re.compile(rf"^{name}\b"))


def spirits_of(page: Page) -> tuple[Spirit, ...]:
    choose(page, "Text")
    text = page.get_by_label("Edition text").input_value()
    choose(page, "Draw")
    return read_spirits(Edition("mine", text, foreign=True))


def arrive(visitors: Visitors, **options: Any) -> Page:
    page = visitors.arrive("/edit/genius-loci", **options)
    expect(state(page)).to_contain_text(FINE)
    return page


def test_board_shows_where_a_spirit_leads(visitors: Visitors) -> None:
    page = arrive(visitors)
    expect(outcome(page)).to_have_text("Tractor on d4, high priest on d2: lands on d3")
    cell(page, "g4").click()
    expect(outcome(page)).to_have_text("Tractor on d4, high priest on g4: lands on f4")
    expect(cell(page, "f4")).to_have_accessible_name(
        "f4, the high priest can land here, a high priest here could make a sacrifice"
    )
    choose(page, "Spirit")
    cell(page, "g1").click()
    expect(outcome(page)).to_have_text("Tractor on g1, high priest on g4: lands on g3")
    choose(page, "Saltator")
    expect(outcome(page)).to_have_text("Saltator on d4, high priest on d3: lands on d5")


def test_spirit_is_described_by_a_rule(visitors: Visitors) -> None:
    page = arrive(visitors)
    choose(page, "Pulsor")
    page.get_by_label("High priest moves").select_option("Around the spirit, clockwise")
    page.get_by_role("combobox", name="Starting from", exact=True).select_option("Any cell")
    page.get_by_label("Distance from the spirit").select_option("2")
    page.get_by_label("Sixths of a circle").select_option("2")
    expect(outcome(page)).to_have_text("Pulsor on d4, high priest on d2: lands on f4")
    page.get_by_label("Letter").fill("v")
    page.get_by_label("Letter").press("Tab")
    page.get_by_role("group", name="Name").get_by_label("Deutsch").fill("Wirbel")
    page.get_by_role("group", name="Description").get_by_label("English").fill("Turns the second ring.")
    page.get_by_role("group", name="Name").get_by_label("English").fill("Vortex")
    page.keyboard.press("Tab")
    expect(outcome(page)).to_contain_text("Vortex on d4")
    expect(state(page)).to_contain_text(FINE)
    vortex = spirits_of(page)[1]
    assert (vortex.letter, vortex.names["de"], vortex.sentences["en"]) == ("V", "Wirbel", "Turns the second ring.")
    assert isinstance(vortex.way, Way)
    assert (vortex.way.move, vortex.way.on_line, vortex.way.distance, vortex.way.steps) == ("clockwise", False, 2, 2)


def test_errors_are_shown(visitors: Visitors) -> None:
    page = arrive(visitors)
    page.get_by_label("Letter").fill("P")
    page.get_by_label("Letter").press("Tab")
    expect(state(page)).to_contain_text("1 problem to fix")
    expect(page.get_by_role("button", name="Play against a bot")).to_be_disabled()
    page.get_by_role("radio", name="Pulsor ! 1 problem to fix").check(force=True)
    expect(page.get_by_test_id("flaws")).to_contain_text("has the letter P, which is already taken")
    page.get_by_role("button", name="Undo").click()
    expect(state(page)).to_contain_text(FINE)
    choose(page, "Tractor")
    page.get_by_label("Distance from the spirit").select_option("1")
    expect(page.get_by_test_id("flaws")).to_contain_text("spirit T never takes a sacrifice")


def test_spirit_is_described_cell_by_cell(visitors: Visitors) -> None:
    page = arrive(visitors)
    choose(page, "Cell by cell")
    expect(page.get_by_test_id("live")).to_contain_text("Now defined cell by cell, starting from the previous rule")
    expect(outcome(page)).to_have_text("Tractor on d4, high priest on d2: lands on d3")
    choose(page, "Landing")
    cell(page, "g4").click()
    cell(page, "d3").click()
    expect(outcome(page)).to_have_text("Tractor on d4, high priest on d2: lands on g4")
    expect(state(page)).to_contain_text(FINE)
    landings = spirits_of(page)[0].way.landings(CELL_OF["d4"], CELL_OF["d2"], any_line=False)
    assert landings == [CELL_OF["g4"]]
    choose(page, "By rule")
    expect(outcome(page)).to_have_text("Tractor on d4, high priest on d2: lands on d3")


def test_workshop_works_by_keyboard(visitors: Visitors) -> None:
    page = arrive(visitors)
    page.get_by_role("radio", name="Tractor").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Pulsor")).to_be_checked()
    expect(outcome(page)).to_have_text("Pulsor on d4, high priest on d3: lands on d2")
    cell(page, "d4").focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(outcome(page)).to_have_text("Pulsor on d4, high priest on d5: lands on d6")
    expect(page.get_by_test_id("live")).to_contain_text("Pulsor on d4, high priest on d5: lands on d6")


def test_visitors_edition_is_loaded_and_stored(visitors: Visitors) -> None:
    page = arrive(visitors)
    page.get_by_role("button", name="Start over with “visitors”").click()
    choose(page, "Janus")
    expect(page.get_by_role("radio", name="Cell by cell")).to_be_checked()
    expect(state(page)).to_contain_text(FINE)
    page.reload()
    expect(page.get_by_role("radio", name="Janus")).to_be_visible()


def test_edition_can_be_played(visitors: Visitors) -> None:
    page = arrive(visitors)
    for language, name in (("English", "Boreas"), ("Deutsch", "Nordwind"), ("Français", "Borée")):
        page.get_by_role("group", name="Name").get_by_label(language).fill(name)
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Boreas")).to_be_visible()
    expect(state(page)).to_contain_text(FINE)
    page.get_by_role("button", name="Play against a bot").click()
    expect(page.get_by_role("button", name=re.compile("^Boreas"))).to_be_visible()


@every_look
def test_workshop_is_accessible(visitors: Visitors, viewport: Any, schemes: Any, axe: str) -> None:
    page = arrive(visitors, viewport=viewport, color_scheme=schemes[0])
    box = cell(page, "d4").bounding_box()
    assert box is not None
    assert box["width"] >= 43.5
    show_whole_page(page)
    assert violations(page, axe, schemes) == []
    choose(page, "Cell by cell")
    expect(state(page)).to_contain_text(FINE)
    assert violations(page, axe, schemes) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("locale", "title", "lands"),
    [
        ("de-DE", "Geisterwerkstatt", "Tractor auf d4, Hohepriester auf d2: Landefelder d3"),
        ("fr-FR", "Atelier des esprits", "Avec Tractor en d4, un grand prêtre en d2 peut arriver en d3."),
    ],
)
def test_workshop_is_translated(visitors: Visitors, locale: str, title: str, lands: str) -> None:
    page = visitors.arrive("/edit/genius-loci", locale=locale)
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(outcome(page)).to_have_text(lands)
