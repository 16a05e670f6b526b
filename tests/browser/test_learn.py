"""Learning: guided first games, why something cannot be done, rules with pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, Visitors
from .people import door, heard, open_markers, violations

GAMES = {"loco": "LOCO!", "lokus": "LOKUS", "genius-loci": "GENIUS LOCI", "locus": "LOCUS"}


def says(page: Page) -> Locator:
    """What the coach says."""
    return page.get_by_test_id("says")


def why(page: Page) -> Locator:
    """Why the last thing that was tried cannot be done."""
    return page.get_by_test_id("why")


def go_on(page: Page, *words: str) -> None:
    """Read on, once the coach has said this."""
    for each in words:
        expect(says(page)).to_contain_text(each)
        page.get_by_role("button", name="Go on").click()


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-hand={name}]")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell={name}]")


def square(page: Page, zone: str, name: str) -> Locator:
    return page.locator(f"[data-zone={zone}] [data-square={name}]")


def take(page: Page, played: str, marker: str | None = None) -> None:
    card(page, played).click()
    (open_markers(page).first if marker is None else page.locator(f"[data-stock={marker}]")).click()


def learn_loco(page: Page) -> None:
    go_on(page, "Welcome to LOCO!")
    expect(says(page)).to_contain_text("You begin")
    take(page, "r5", "r")
    expect(says(page)).to_contain_text("play your blue 1")
    take(page, "b1", "r")
    expect(says(page)).to_contain_text("your red 4")
    take(page, "r4")
    expect(says(page)).to_contain_text("you have to shout")
    card(page, "g0").click()  # without a shout
    expect(says(page)).to_contain_text("You have forgotten to shout!")
    page.locator("[data-shout]").click()
    take(page, "g0")
    expect(says(page)).to_contain_text("Well shouted!")
    take(page, "p3")
    expect(says(page)).to_contain_text("your red 3")
    take(page, "r3")
    expect(says(page)).to_contain_text("You have won!")


def learn_lokus(page: Page) -> None:
    go_on(page, "Welcome to LOKUS!")
    card(page, "g7").click()  # legal, but not what the coach waits for
    expect(says(page)).to_contain_text("try the red 1 first")
    card(page, "r1").click()
    expect(says(page)).to_contain_text("Take row 2")
    page.get_by_role("button", name=re.compile("row 2", re.IGNORECASE)).click()
    for played, words in {"e12": "nothing is higher", "g7": "green 7", "r2": "four people", "e11": "grey 11"}.items():
        expect(says(page)).to_contain_text(words)
        card(page, played).click()
    go_on(page, "two rolls at once")
    expect(says(page)).to_contain_text("cost 3 minus points")


def learn_genius_loci(page: Page) -> None:
    go_on(page, "Welcome to GENIUS LOCI!")
    expect(says(page)).to_contain_text("jump across")
    cell(page, "f3").click()
    cell(page, "b5").click()
    expect(says(page)).to_contain_text("One gone!")
    page.locator("[data-letter=C]").click()
    cell(page, "b4").click()
    expect(says(page)).to_contain_text("End your turn now")
    page.get_by_role("button", name="End turn").click()
    go_on(page, "one of his own")
    expect(says(page)).to_contain_text("A spirit may move")
    cell(page, "b4").click()
    page.locator("[data-letter=T]").click()
    cell(page, "g1").click()
    cell(page, "c4").click()
    expect(says(page)).to_contain_text("you have won!")


def learn_locus(page: Page) -> None:
    go_on(page, "Welcome to LOCUS!")
    expect(says(page)).to_contain_text("Take the yellow one")
    page.locator("[data-tile=y-t4]").click()
    for zone, name, words in [("Y", "e1", "A yellow shape"), ("R", "a5", "Press a5"), ("Y", "e2", "Press e2")]:
        expect(says(page)).to_contain_text(words)
        press_twice(square(page, zone, name))
    expect(says(page)).to_contain_text("Press Done")
    page.get_by_role("button", name="Done").click()
    expect(says(page)).to_contain_text("shows a coin")
    page.locator("[data-tile=p-v3]").click()
    expect(says(page)).to_contain_text("on d1 in the purple zone")
    press_twice(square(page, "P", "d1"))
    expect(says(page)).to_contain_text("4 coins!")
    page.locator("[data-tile=leftover]").click()
    press_twice(square(page, "B", "a1"))
    expect(says(page)).to_contain_text("16 turns")
    page.get_by_role("button", name="Done").click()
    expect(says(page)).to_contain_text("183 points")


def press_twice(place: Locator) -> None:
    """Choose a place for a shape, then fill it in."""
    place.click()
    expect(place).to_have_attribute("aria-selected", "true")
    place.click()


LESSONS: dict[str, Callable[[Page], None]] = {
    "loco": learn_loco,
    "lokus": learn_lokus,
    "genius-loci": learn_genius_loci,
    "locus": learn_locus,
}


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_a_newcomer_finishes_the_lesson(visitors: Visitors, axe: str, game: str, viewport: Any) -> None:
    page = visitors.arrive("/", viewport)
    door(page, GAMES[game]).get_by_role("link", name="Learn").click()
    expect(says(page)).to_contain_text("Welcome")
    assert violations(page, axe) == []
    LESSONS[game](page)
    assert says(page).inner_text() in heard(page)
    expect(page.get_by_test_id("stage")).to_contain_text("Lesson finished")
    assert violations(page, axe) == []
    page.goto("/")
    expect(door(page, GAMES[game]).get_by_role("link", name="Learn, Lesson finished")).to_be_visible()
