"""Puzzles on the boards of their games, by mouse and keyboard, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from locarium.puzzles.book import Puzzle, puzzles_of
from locarium.puzzles.making import kind_of

from .conftest import PHONE, Visitors, every_look
from .people import announcements, violations

pytestmark = pytest.mark.slow

GENIUS, LOCUS = "genius-loci", "locus"
STEP = re.compile(r"(?:(\w\d) )?([A-Z])(?:-(\w\d))?x(\w\d)")


def find(game: str, **wanted: Any) -> Puzzle:
    return next(
        puzzle
        for puzzle in puzzles_of(game).values()
        if all(getattr(puzzle, name) == value for name, value in wanted.items())
    )


ONE = find(GENIUS, goal=1)
TWO = find(GENIUS, goal=2)


def visit(visitors: Visitors, game: str, puzzle: Puzzle, **options: Any) -> Page:
    page = visitors.arrive(f"/puzzles/{game}/{puzzle.id}", **options)
    expect(page.get_by_role("heading", level=1)).to_contain_text(puzzle.id)
    return page


def feedback(page: Page) -> Locator:
    return page.get_by_test_id("told")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def log(page: Page) -> Locator:
    """Return the list of steps."""
    return page.get_by_role("region", name="Game log").locator("ol > li:not(.chance)")


def sacrifice(page: Page, step: str) -> None:
    """Make a GENIUS LOCI step by pressing its pieces."""
    before = log(page).count()
    if step == "end":
        page.get_by_role("button", name="End the turn").click()
    else:
        found = STEP.fullmatch(step)
        assert found
        priest, spirit, to, victim = found.groups()
        if priest:
            cell(page, priest).click()
        page.locator(f'[data-letter="{spirit}"]').click()
        if to:
            cell(page, to).click()
        cell(page, victim).click()
        confirm = page.get_by_test_id("confirm")
        expect(confirm.or_(log(page).nth(before)).first).to_be_visible()
        if confirm.is_visible():
            confirm.click()
    expect(log(page).nth(before)).to_be_visible()


@pytest.mark.parametrize("puzzle", [ONE, TWO], ids=["one", "two"])
def test_puzzle_is_solved(visitors: Visitors, puzzle: Puzzle) -> None:
    page = visit(visitors, GENIUS, puzzle)
    for step in kind_of(GENIUS).own_steps(puzzle):
        sacrifice(page, step)
    expect(feedback(page)).to_contain_text("Solved!")
    expect(page.get_by_test_id("streak")).to_contain_text("Streak without help: 1")
    expect(announcements(page)).to_contain_text("Solved!")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(f"/{puzzle.id}$"))
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=f"Puzzle {puzzle.id}, solved")).to_be_visible()


def test_wrong_move_is_answered_and_undone(visitors: Visitors) -> None:
    page = visit(visitors, GENIUS, ONE)
    start = page.request.post(f"/api/puzzles/{GENIUS}/{ONE.id}", data={}).json()
    (right, *_) = kind_of(GENIUS).own_steps(ONE)
    for step in (each for each in start["state"]["legal"] if each != right):
        after = page.request.post(f"/api/puzzles/{GENIUS}/{ONE.id}", data={"steps": [step]}).json()
        if after["verdict"] == "wrong" or "end" in after["state"]["legal"]:
            break
    sacrifice(page, step)
    if after["verdict"] == "open":
        sacrifice(page, "end")
    expect(feedback(page)).to_contain_text("doesn’t win")
    page.keyboard.press("u")
    if after["verdict"] == "open":
        expect(page.get_by_role("button", name="End the turn")).to_be_visible()
        page.keyboard.press("u")
    expect(log(page)).to_have_count(0)
    for step in kind_of(GENIUS).own_steps(ONE):
        sacrifice(page, step)
    expect(feedback(page)).to_contain_text("Solved!")
    expect(page.get_by_test_id("streak")).to_contain_text("Streak without help: 0")


def test_hints_become_more_specific(visitors: Visitors) -> None:
    page = visit(visitors, GENIUS, TWO)
    page.get_by_role("button", name="Hint").click()
    expect(feedback(page)).to_contain_text("Choose the high priest on")
    page.get_by_role("button", name="Show the move").click()
    expect(feedback(page)).to_contain_text("sacrifices")
    expect(announcements(page)).to_contain_text("sacrifices")
    page.get_by_role("button", name="Show solution").click()
    expect(feedback(page)).to_contain_text("This is the solution.")
    page.get_by_role("button", name="Start over").click()
    expect(log(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_be_visible()


def test_activity_is_counted(visitors: Visitors) -> None:
    puzzle = next(iter(puzzles_of(LOCUS).values()))
    page = visit(visitors, LOCUS, puzzle)
    expect(page.get_by_text(f"Reach {puzzle.goal} points")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Discard")).first.click()
    page.get_by_role("button", name=re.compile("^(Done|End)")).first.click()
    expect(feedback(page)).to_contain_text(f"{puzzle.goal} are possible")
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Show solution").click()
    expect(feedback(page)).to_contain_text("This is the solution.")
    expect(page.get_by_text(f"Now: {puzzle.goal}")).to_be_visible()


def test_start_page_links_to_the_puzzles(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Puzzles")).to_be_visible()
    page.get_by_role("link", name="Start").first.click()
    expect(page).to_have_url(re.compile(f"/puzzles/{GENIUS}/1-1$"))


def test_unknown_puzzle_is_not_found(visitors: Visitors) -> None:
    page = visitors.arrive("/puzzles/loco")
    expect(page.get_by_role("heading", level=1)).to_contain_text("not found", ignore_case=True)


@every_look
@pytest.mark.parametrize("game", [GENIUS, LOCUS])
def test_puzzles_are_accessible(visitors: Visitors, axe: str, viewport: Any, schemes: Any, game: str) -> None:
    page = visitors.arrive("/puzzles", viewport, color_scheme=schemes[0])
    page.get_by_text("Difficulty 1 ·").first.click()
    expect(page.get_by_role("link", name="Puzzle 1-1").first).to_be_visible()
    assert violations(page, axe, schemes) == []
    page.goto(f"/puzzles/{game}/1-1")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    expect(page.get_by_test_id("prompt")).to_be_visible()
    assert violations(page, axe, schemes) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("locale", "hint", "words"), [("de", "Tipp", "Rätsel"), ("fr", "Indice", "Problème")])
def test_puzzles_are_translated(visitors: Visitors, locale: str, hint: str, words: str) -> None:
    page = visitors.arrive(f"/puzzles/{GENIUS}/{ONE.id}", PHONE, locale=locale)
    page.get_by_role("button", name=hint).click()
    expect(feedback(page)).not_to_have_text("")
    expect(page.get_by_role("heading", level=1)).to_contain_text(words)
