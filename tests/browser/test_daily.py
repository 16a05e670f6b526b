"""The daily game in a real browser: the ranked attempt, practice, rankings, the calendar and delayed results."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from server.playing import play_out
from server.server_process import ServerProcess
from server.stored import let_time_pass

from .conftest import LOOKS, PHONE, Visitors
from .people import violations

pytestmark = pytest.mark.slow

PASSWORD = "correct horse"
DAY = 86400.0

BOT_SECONDS = 0.01

_numbers = count()


def make_account(page: Page, name: str) -> None:
    """Create an account on the daily page."""
    page.get_by_text("Create an account or sign in").click()
    form = page.get_by_role("form", name="Create account")
    form.get_by_label("Login").fill(f"{name}{next(_numbers)}")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Create account").click()


def token_of(page: Page) -> str:
    """Create an API token for the user of this browser."""
    answer = page.request.post("/api/me/tokens", data={"label": "test", "password": PASSWORD})
    assert answer.ok, answer.text()
    return str(answer.json()["token"])


def finish(page: Page, server: ServerProcess, seed: int = 1) -> int:
    """Play the attempt on this page to the end and return its points."""
    table = page.url.rpartition("/")[2]
    return int(play_out(server, table, token_of(page), seed)["scores"][0])


def play_ranked(visitors: Visitors, server: ServerProcess, name: str, seed: int) -> tuple[Page, int]:
    """Play the ranked attempt as a new user."""
    page = visitors.arrive("/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("link", name=re.compile("^Daily LOCUS")).click()
    make_account(page, name)
    page.get_by_role("button", name="Play today’s game").click()
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")
    return page, finish(page, server, seed)


def own_part(page: Page) -> Locator:
    return page.get_by_role("region", name="Your attempt")


def test_guest_can_practise(visitors: Visitors) -> None:
    page = visitors.arrive("/daily")
    expect(page.get_by_text("To play for the leaderboard, sign in")).to_be_visible()
    expect(page.get_by_text(re.compile("^Cards, records and the secret stay hidden until"))).to_be_visible()
    page.get_by_role("button", name="Practise").click()
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")


def test_only_one_attempt_counts(visitors: Visitors, server: ServerProcess) -> None:
    page = visitors.arrive("/daily")
    make_account(page, "Ada")
    page.get_by_role("button", name="Play today’s game").click()
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")
    page.go_back()
    own_part(page).get_by_role("link", name="Continue").click()
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")
    points = finish(page, server)
    page.goto("/daily")
    expect(own_part(page)).to_contain_text(f"{points} points Rank 1 of 1")
    expect(own_part(page)).to_contain_text("1-day streak")
    expect(own_part(page).get_by_role("button", name="Play today’s game")).to_have_count(0)
    own = page.get_by_role("table", name="Leaderboard").get_by_role("row", name=re.compile("You"))
    expect(own).to_contain_text(str(points))
    expect(page.get_by_role("table", name="Leaderboard").get_by_role("checkbox")).to_have_count(0)  # under embargo
    today = datetime.now(UTC)
    cell = page.get_by_role("link", name=re.compile(rf"^{today:%B} {today.day}\. You: {points} points, rank 1\."))
    expect(cell).to_have_attribute("aria-current", "date")


def test_bot_scores_are_shown_as_par(visitors: Visitors) -> None:
    page = visitors.arrive("/daily")
    par = page.get_by_role("table", name=re.compile("^Par"))
    expect(par.get_by_role("row")).to_have_count(6)
    expect(par.get_by_role("cell", name=re.compile(r"^\d+$")).first).to_be_visible()


def test_calendar_shows_days_and_months(visitors: Visitors) -> None:
    page = visitors.arrive("/daily")
    today = datetime.now(UTC)
    expect(page.get_by_role("heading", name=f"{today:%A}, {today:%B} {today.day}, {today.year}")).to_be_visible()
    expect(page.get_by_role("link", name="Next day")).to_have_count(0)
    for days in (1, 2):  # yesterday's attempts may continue for an hour
        page.get_by_role("link", name="Previous day").click()
        expect(page).to_have_url(re.compile(rf"/daily/{today - timedelta(days):%Y-%m-%d}$"))
        expect(page.get_by_role("link", name="Next day")).to_be_visible()
    expect(page.get_by_text("No results for this day.")).to_be_visible()
    for _ in range(2):
        page.get_by_role("link", name="Next day").click()
    expect(page.get_by_role("link", name="Next day")).to_have_count(0)
    expect(page.get_by_role("button", name="Next month")).to_be_disabled()
    page.get_by_role("button", name="Previous month").click()
    last = today.replace(day=1) - timedelta(days=1)
    expect(page.get_by_role("table", name=f"{last:%B} {last.year}")).to_be_visible()
    for address in ("/daily/2999-01-01", "/daily/never"):
        page.goto(address)
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    visitors.problems.clear()  # the browser logs the failed requests


def test_results_of_a_finished_day_are_public(browser: Browser, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, bot_seconds=0.01)
    visitors = Visitors(browser, server.url)
    pages = [play_ranked(visitors, server, name, seed) for seed, name in enumerate(("Ada", "Ben"))]
    ada, points = pages[0]
    server.stop()
    let_time_pass(f"sqlite:///{tmp_path / 'locarium.sqlite'}", 2 * DAY)
    server.start()
    ada.goto("/daily")
    day = datetime.now(UTC).date().isoformat()
    ada.goto(f"/daily/{day}")
    expect(own_part(ada)).to_contain_text(str(points))
    ada.get_by_role("checkbox", name="Compare Ada").check()
    ada.get_by_role("checkbox", name="Compare Ben").check()
    expect(ada.get_by_role("link", name="Replay 2 side by side")).to_have_attribute(
        "href", re.compile(r"^/replay/[\w-]+\.1/[\w-]+\.1$")
    )
    ada.get_by_role("button", name="Practise").click()
    expect(ada.get_by_test_id("turn")).to_have_text("Turn 1 of 16")
    visitors.leave()
    server.stop()


def test_daily_page_is_accessible(visitors: Visitors, server: ServerProcess, axe: str) -> None:
    guest = visitors.arrive("/daily")
    page, _ = play_ranked(visitors, server, "Cleopatra the Great", 3)
    for each in (guest, page):
        for viewport, scheme in LOOKS:
            each.set_viewport_size(viewport)
            each.emulate_media(color_scheme=scheme)
            each.goto("/daily")
            expect(each.get_by_role("region", name="Leaderboard")).to_be_visible()
            assert violations(each, axe) == []
            assert each.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(PHONE)
    for language, title in (("de", "Tagesspiel: LOCUS"), ("fr", "LOCUS du jour")):
        page.locator("header select").select_option(language)
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
