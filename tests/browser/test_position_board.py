"""The position board: set up by mouse and keyboard, play both sides, ask the solver, copy as text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from locarium.puzzles.book import puzzles_of

from .conftest import Visitors, every_look
from .people import announcements, violations
from .test_puzzles import cell, log, sacrifice

pytestmark = pytest.mark.slow

START = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"
TWO = next(puzzle for puzzle in puzzles_of("genius-loci").values() if puzzle.goal == 2)


def address(position: str) -> str:
    return f"/board/genius-loci#{position.replace(' ', '_')}"


def text(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Position as text").and_(page.locator("[readonly]"))


def visit(visitors: Visitors, position: str = START, **options: Any) -> Page:
    page = visitors.arrive(address(position), **options)
    expect(text(page)).to_have_value(position)
    expect(cell(page, "d4")).to_be_visible()
    return page


def choose_piece(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check(force=True)


def test_position_is_set_up_by_mouse(visitors: Visitors) -> None:
    page = visit(visitors)
    page.get_by_role("button", name="Set up position").click()
    page.get_by_role("button", name="Remove all humans").click()
    expect(text(page)).to_have_value("..../..C../Y...../...S.../.....P/..T../.... w")
    choose_piece(page, "Red’s human")
    cell(page, "a1").click()
    choose_piece(page, "Blue’s human")
    cell(page, "a2").click()
    choose_piece(page, "Tractor")
    cell(page, "g1").click()
    page.get_by_role("radio", name="Blue", exact=True).check(force=True)
    expect(text(page)).to_have_value("T.../..C../Y...../...S.../.....P/...../wb.. b")
    expect(page).to_have_url(re.compile(r"#T\.\.\./\.\.C.*_b$"))
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("button", name="Set up position")).to_be_visible()
    expect(page.locator("[data-human]")).to_have_count(2)
    page.reload()
    expect(text(page)).to_have_value("T.../..C../Y...../...S.../.....P/...../wb.. b")


def test_position_is_set_up_by_keyboard(visitors: Visitors) -> None:
    page = visit(visitors)
    page.get_by_role("button", name="Set up position").press("Enter")
    page.get_by_role("radio", name="Red’s human", exact=True).focus()
    page.keyboard.press("ArrowRight")  # Blue’s human
    cell(page, "d4").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(text(page)).to_have_value(START.replace("wwwS", "wwbS"))
    expect(announcements(page)).to_contain_text("d3, Blue’s human")


def test_texts_are_parsed_or_rejected(visitors: Visitors) -> None:
    page = visit(visitors)
    page.get_by_role("button", name="Set up position").click()
    field = page.get_by_role("textbox", name="Position as text").and_(page.locator(":not([readonly])"))
    for written, said in (
        ("hello", "7 rows"),
        (START.replace("/wwww w", "/www w"), "Row a needs 4 cells"),
        (START.replace("T", "X"), "“X”"),
        (START.replace("T", "."), "Tractor isn’t on the board"),
        (START.removesuffix(" w"), "w or b"),
    ):
        field.fill(written)
        page.get_by_role("button", name="Load position").click()
        expect(page.get_by_text(said)).to_be_visible()
    field.fill(TWO.position)
    page.get_by_role("button", name="Load position").click()
    expect(text(page)).to_have_value(TWO.position)
    choose_piece(page, "empty")
    cell(page, next(iter(spirit_cells(page)))).click()
    expect(page.get_by_text("isn’t on the board yet")).to_be_visible()
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()


def spirit_cells(page: Page) -> list[str]:
    names = ("Tractor", "Pulsor", "Saltator", "Scylla", "Charybdis")
    labels = page.locator("[data-cell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    return [label.split(",")[0] for label in labels if label.split(", ")[1] in names]


def test_address_without_a_position_is_explained(visitors: Visitors) -> None:
    page = visitors.arrive("/board/genius-loci#nowhere")
    expect(page.get_by_role("alert")).to_contain_text("7 rows")
    expect(text(page)).to_have_value(START)
    visitors.problems.clear()  # the browser logs the failed request


def test_both_sides_play_and_undo(visitors: Visitors) -> None:
    page = visit(visitors, TWO.position)
    first, reply = TWO.solution[0], TWO.solution[1]
    for turn in (first, reply):
        priest, sacrificed, *rest = turn.split(" ")
        for step in (f"{priest} {sacrificed}", *rest):
            sacrifice(page, step)
    made = log(page).count()
    expect(text(page)).not_to_have_value(TWO.position)
    for left in range(made - 1, -1, -1):
        page.keyboard.press("u")
        expect(log(page)).to_have_count(left)
    expect(text(page)).to_have_value(TWO.position)


def test_solver_shows_winner_and_line(visitors: Visitors) -> None:
    page = visit(visitors, TWO.position)
    side = "Red" if TWO.position.endswith("w") else "Blue"
    page.get_by_role("button", name="Run solver").click()
    proof = page.get_by_test_id("proof")
    expect(proof).to_contain_text(f"{side} wins in 3 turns")
    expect(proof).to_contain_text("high priest and sacrifices")
    expect(page.locator(".ways path.priest-way")).not_to_have_count(0)
    expect(announcements(page)).to_contain_text(f"{side} wins in 3 turns")


def test_missing_proof_is_reported(visitors: Visitors) -> None:
    page = visit(visitors)
    page.get_by_role("button", name="Run solver").click()
    expect(page.get_by_test_id("proof")).to_contain_text("No proof found in 2 seconds")


@every_look
def test_position_board_is_accessible(visitors: Visitors, axe: str, viewport: Any, schemes: Any) -> None:
    page = visit(visitors, TWO.position, viewport=viewport, color_scheme=schemes[0])
    page.get_by_role("button", name="Run solver").click()
    expect(page.get_by_test_id("proof")).to_be_visible()
    assert violations(page, axe, schemes) == []
    page.get_by_role("button", name="Set up position").click()
    expect(page.get_by_role("radio", name="Tractor")).to_be_attached()
    assert violations(page, axe, schemes) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("locale", "button", "said"), [("de", "Stellung lösen", "gewinnt"), ("fr", "Demander au solveur", "gagne")]
)
def test_position_board_is_translated(visitors: Visitors, locale: str, button: str, said: str) -> None:
    page = visitors.arrive(address(TWO.position), locale=locale)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_test_id("proof")).to_contain_text(said)


def test_queue_position_is_shown(visitors: Visitors) -> None:
    page = visit(visitors)
    held: list[Route] = []
    page.route(re.compile("/solve"), lambda route: held.append(route))  # noqa: PLW0108  # playwright marks it
    page.route(re.compile("/api/work"), lambda route: route.fulfill(json=[{"kind": "proofs", "place": 3}]))
    page.get_by_role("button", name="Run solver").click()
    expect(page.get_by_test_id("queue-place")).to_have_text("3rd in the queue")
    held[0].continue_()
    expect(page.get_by_test_id("queue-place")).to_have_count(0)
