"""Guided first games, explanations of illegal moves, and rules with figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, Visitors
from .people import announcements, game_card, open_markers, violations

GAMES = {"loco": "LOCO!", "lokus": "LOKUS", "genius-loci": "GENIUS LOCI", "locus": "LOCUS"}


def says(page: Page) -> Locator:
    """Return the coach's text."""
    return page.get_by_test_id("says")


def why(page: Page) -> Locator:
    """Return the explanation of the last illegal attempt."""
    return page.get_by_test_id("why")


def read_on(page: Page, *words: str) -> None:
    """Continue once the coach has said this."""
    for each in words:
        expect(says(page)).to_contain_text(each)
        page.get_by_role("button", name="Continue").click()


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
    read_on(page, "Welcome to LOCO!")
    expect(says(page)).to_contain_text("You start")
    take(page, "r5", "r")
    expect(says(page)).to_contain_text("play your blue 1")
    take(page, "b1", "r")
    expect(says(page)).to_contain_text("your red 4")
    take(page, "r4")
    expect(says(page)).to_contain_text("You have to shout")
    card(page, "g0").click()  # without a shout
    expect(says(page)).to_contain_text("You forgot to shout!")
    page.locator("[data-shout]").click()
    take(page, "g0")
    expect(says(page)).to_contain_text("Great shout!")
    take(page, "p3")
    expect(says(page)).to_contain_text("your red 3")
    take(page, "r3")
    expect(says(page)).to_contain_text("You won!")


def learn_lokus(page: Page) -> None:
    read_on(page, "Welcome to LOKUS!")
    card(page, "g7").click()  # legal, but not the coach's suggestion
    expect(says(page)).to_contain_text("try the red 1 first")
    card(page, "r1").click()
    expect(says(page)).to_contain_text("Take row 2")
    page.get_by_role("button", name=re.compile("row 2", re.IGNORECASE)).click()
    for played, words in {
        "e12": "highest card there is",
        "g7": "green 7",
        "r2": "four people",
        "e11": "grey 11",
    }.items():
        expect(says(page)).to_contain_text(words)
        card(page, played).click()
    read_on(page, "two rolls at once")
    expect(says(page)).to_contain_text("cost 3 minus points")
    expect(page.get_by_text("Choose a card to play face down")).to_have_count(0)  # the prompt is gone


def learn_genius_loci(page: Page) -> None:
    read_on(page, "Welcome to GENIUS LOCI!")
    expect(says(page)).to_contain_text("jump over Saltator")
    cell(page, "f3").click()
    cell(page, "b5").click()
    expect(says(page)).to_contain_text("One down!")
    page.locator("[data-letter=C]").click()
    cell(page, "b4").click()
    expect(says(page)).to_contain_text("End your turn now")
    page.get_by_role("button", name="End the turn").click()
    read_on(page, "one of his own")
    expect(says(page)).to_contain_text("a spirit can move")
    cell(page, "b4").click()
    page.locator("[data-letter=T]").click()
    cell(page, "g1").click()
    cell(page, "c4").click()
    expect(says(page)).to_contain_text("you win!")


def learn_locus(page: Page) -> None:
    read_on(page, "Welcome to LOCUS!")
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
    """Choose a position for a shape, then fill it in."""
    place.click()
    expect(place).to_have_attribute("aria-selected", "true")
    place.click()


LESSONS: dict[str, Callable[[Page], None]] = {
    "loco": learn_loco,
    "lokus": learn_lokus,
    "genius-loci": learn_genius_loci,
    "locus": learn_locus,
}


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "loco")) for game in LESSONS])
@pytest.mark.parametrize(
    "viewport", [pytest.param(None, id="desktop", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
)
def test_newcomer_finishes_the_lesson(visitors: Visitors, axe: str, game: str, viewport: Any) -> None:
    page = visitors.arrive("/", viewport)
    game_card(page, GAMES[game]).get_by_role("link", name="Learn").click()
    expect(says(page)).to_contain_text("Welcome")
    assert violations(page, axe) == []
    LESSONS[game](page)
    expect(announcements(page)).to_contain_text(says(page).inner_text())
    expect(page.get_by_test_id("stage")).to_contain_text("Lesson complete")
    assert violations(page, axe) == []
    page.goto("/")
    expect(game_card(page, GAMES[game]).get_by_role("link", name=re.compile("^Learn.*Lesson complete"))).to_be_visible()


def test_lesson_continues_after_leaving(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/loco")
    read_on(page, "Welcome to LOCO!")
    expect(says(page)).to_contain_text("You start")
    take(page, "r5", "r")
    expect(says(page)).to_contain_text("play your blue 1")
    page.reload()
    expect(says(page)).to_contain_text("play your blue 1")
    page.get_by_label("Language").select_option("de")
    expect(says(page)).to_contain_text("Leg deine blaue 1 auf seine 4")
    page.get_by_role("button", name="Einen Schritt zurück").click()
    expect(says(page)).to_contain_text("Du fängst an")
    page.get_by_role("button", name="Von vorn beginnen").click()
    expect(says(page)).to_contain_text("Willkommen bei LOCO!")
    page.evaluate("localStorage.setItem('locarium.lesson.loco', '[\"\", \"r9 q\"]')")
    visitors.problems.clear()
    page.reload()  # invalid progress starts from the beginning
    expect(says(page)).to_contain_text("Willkommen bei LOCO!")
    visitors.problems.clear()  # the browser logs that the server rejected the steps


def test_lesson_can_be_finished_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/loco")
    expect(says(page)).to_contain_text("Welcome")
    page.get_by_role("button", name="Continue").press("Enter")
    expect(says(page)).to_contain_text("You start")
    card(page, "r5").press("Enter")
    page.locator("[data-stock=r]").press("Enter")
    expect(says(page)).to_contain_text("play your blue 1")
    expect(announcements(page)).to_contain_text("worth 4")


def test_lesson_ends_at_a_table(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/genius-loci")
    learn_genius_loci(page)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()


def test_coach_points_at_the_next_control(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/loco", PHONE)
    read_on(page, "Welcome to LOCO!")
    ring = page.locator("[data-ring='hand=r5']")
    expect(ring).to_be_visible()
    around, inside = ring.bounding_box(), card(page, "r5").bounding_box()
    assert around is not None
    assert inside is not None
    assert around["x"] < inside["x"] < inside["x"] + inside["width"] < around["x"] + around["width"]
    assert 0 < around["y"] < inside["y"] < inside["y"] + inside["height"] < around["y"] + around["height"] <= 845


def test_unknown_lesson_is_not_found(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/chess")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


# Why can't I?


def begin(visitors: Visitors, title: str, viewport: Any = None) -> Page:
    page = visitors.arrive("/", viewport)
    game_card(page, title).get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    return page


def expect_explanation(page: Page, words: str) -> None:
    """Expect an explanation near the prompt and in the announcements."""
    expect(why(page)).to_contain_text(words)
    expect(page.get_by_test_id("live")).to_contain_text(words)


def press(place: Locator) -> None:
    """Press a control that is marked as disabled."""
    place.dispatch_event("click")


def test_loco_explains_illegal_moves(visitors: Visitors) -> None:
    page = begin(visitors, "LOCO!")
    expect(page.get_by_text("Choose a card")).to_be_visible()
    press(page.locator("[data-stock]").first)
    expect_explanation(page, "Play a card from your hand first, then take a marker.")
    page.keyboard.press("Escape")
    expect(why(page)).to_have_count(0)
    plain = page.locator("[data-hand]:not([data-hand$='0'])").first
    colour = (plain.get_attribute("data-hand") or "")[0]
    goal = page.locator(f"[data-pile]:not([data-pile={colour}])").first
    start, end = plain.bounding_box(), goal.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    expect_explanation(page, "A card goes on the pile of its own colour.")


def test_lokus_explains_illegal_moves(visitors: Visitors) -> None:
    page = begin(visitors, "LOKUS", PHONE)
    expect(page.get_by_text("Choose a card to play face down")).to_be_visible()
    press(page.locator("[data-queue='1']"))
    expect_explanation(page, "There is no card to place yet. Choose a card from your hand first.")
    page.keyboard.press("2")
    expect_explanation(page, "There is no card to place yet.")


def test_genius_loci_explains_illegal_moves(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/genius-loci")
    read_on(page, "Welcome to GENIUS LOCI!")
    expect(says(page)).to_contain_text("jump over Saltator")
    cell(page, "f3").click()
    cell(page, "b5").click()
    expect(says(page)).to_contain_text("One down!")
    press(cell(page, "f2"))
    expect_explanation(page, "reach this human with any of the remaining spirits.")
    page.keyboard.press("s")
    expect_explanation(page, "This spirit has already received a sacrifice this turn. Choose another.")
    press(cell(page, "d2"))
    expect_explanation(page, "The high priest has to land on another human.")


def test_locus_explains_illegal_moves(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/locus", PHONE)
    read_on(page, "Welcome to LOCUS!")
    expect(says(page)).to_contain_text("Take the yellow one")
    square(page, "Y", "c1").click()
    expect_explanation(page, "Take one of the open cards first.")
    page.locator("[data-tile=y-t4]").click()
    expect(says(page)).to_contain_text("A yellow shape")
    square(page, "Y", "c6").click()
    expect_explanation(
        page, "At least one square of the shape has to be bold, or share a side with a filled square of the zone."
    )
    press(page.locator("[data-tile=leftover]"))
    expect_explanation(page, "have enough coins")
    square(page, "Y", "e1").focus()
    page.keyboard.press("ArrowUp")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_explanation(page, "At least one square of the shape has to be bold")


def test_explanations_are_translated(visitors: Visitors) -> None:
    page = visitors.arrive("/learn/lokus", locale="fr-FR")
    page.get_by_role("button", name="Continuer").click()
    expect(says(page)).to_contain_text("Choisis ton 1 rouge")
    page.keyboard.press("1")
    expect_explanation(page, "pas encore de carte à placer")


# Rules


FIGURES = {"loco": 3, "lokus": 2, "locus": 2, "genius-loci": 2}
TAGS = {"en-GB": "our ruling", "de-DE": "Hausregelung", "fr-FR": "précision maison"}


@pytest.mark.parametrize("game", FIGURES)
@pytest.mark.parametrize(
    "locale", [pytest.param(locale, marks=[pytest.mark.slow] * (locale != "de-DE")) for locale in TAGS]
)
def test_rules_have_figures_and_tags(visitors: Visitors, axe: str, game: str, locale: str) -> None:
    page = visitors.arrive(f"/rules/{game}", PHONE if locale == "de-DE" else None, locale=locale)
    figures = page.get_by_role("figure")
    expect(figures).to_have_count(FIGURES[game])
    for figure in figures.all():
        expect(figure.get_by_role("img")).to_have_attribute("aria-label", re.compile(r"\.$"))
        expect(figure.locator("figcaption")).not_to_be_empty()
        expect(figure.locator("svg:visible, .card:visible").first).to_be_visible()
    expect(page.get_by_role("article").locator(".source", has_text=TAGS[locale]).first).to_be_visible()
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    assert violations(page, axe) == []


def test_rules_link_to_the_lesson(visitors: Visitors) -> None:
    page = visitors.arrive("/rules/lokus")
    page.get_by_role("link", name="Learn").click()
    expect(says(page)).to_contain_text("Welcome to LOKUS!")
