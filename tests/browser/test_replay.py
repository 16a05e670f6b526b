"""Replays of finished games: by keyboard and buttons, from every seat, side by side."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import DESKTOP, PHONE, Visitors
from .people import announcements, choose, expect_last_announcement, hand, open_table, sit_down, violations

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).parents[1] / "archive"
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]


def records(game: str, seats: int, count: int = 1) -> list[dict[str, Any]]:
    """Return finished games under the standard rules, with player names."""
    written = [json.loads(line) for line in (RECORDS / f"{game}-1.jsonl").read_text("utf-8").splitlines()]
    plain = [each for each in written if not {"ended", "options", "edition", "edition_text"} & each.keys()]
    found = [each | {"meta": {"names": NAMES[:seats]}} for each in plain if each["seats"] == seats]
    return found[:count]


def length(record: dict[str, Any]) -> int:
    """Return the number of steps by seats. Chance steps belong to the step before."""
    return sum(seat is not None for seat, _ in record["steps"])


def import_records(page: Page, *games: dict[str, Any]) -> list[str]:
    """Import records as the user of this browser and return their ids."""
    page.request.post("/api/me", data={"name": "Ada"})
    ids = []
    for game in games:
        page.request.post("/api/archive/imports", data={"lines": json.dumps(game)})
        found = page.request.get("/api/archive?whose=imported&most=100").json()["games"]
        ids += [each["id"] for each in found if each["id"] not in ids and each["game"] == game["game"]]
    return ids


def watch(visitors: Visitors, *games: dict[str, Any], viewport: Any = None, place: int = 0) -> Page:
    page = visitors.arrive("/games", viewport)
    page.goto(f"/replay/{'/'.join(import_records(page, *games))}#{place}")
    expect(step(page)).to_be_visible()
    return page


def step(page: Page) -> Locator:
    return page.get_by_test_id("step")


def step_text(page: Page) -> Locator:
    """Return the description of the current step."""
    return page.get_by_role("region", name="Position in the game").get_by_test_id("told")


def log(page: Page) -> Locator:
    return page.get_by_role("region", name="Game log")


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("loco", 3),
        pytest.param("lokus", 3),
        pytest.param("locus", 1),
        ("genius-loci", 2),
    ],
)
def test_every_game_can_be_stepped_through_by_keyboard(visitors: Visitors, game: str, seats: int) -> None:
    [record] = records(game, seats)
    last = length(record)
    page = watch(visitors, record)
    expect(step(page)).to_have_text(f"Move 0 of {last}")
    expect(log(page).get_by_role("listitem")).not_to_have_count(0)  # the log shows the deal
    for number in range(1, 6):
        page.keyboard.press("ArrowRight")
        expect(step(page)).to_have_text(f"Move {number} of {last}")
        sentence = step_text(page).inner_text()
        assert sentence
        expect(announcements(page)).to_contain_text(sentence)
    expect(page).to_have_url(re.compile("#5$"))
    page.keyboard.press("ArrowLeft")
    expect(step(page)).to_have_text(f"Move 4 of {last}")
    page.keyboard.press("End")
    expect(step(page)).to_have_text(f"Move {last} of {last}")
    expect(step_text(page)).to_contain_text("points, solo" if seats == 1 else re.compile("wins|share the win"))
    expect(page).to_have_url(re.compile(f"#{last}$"))
    page.keyboard.press("Home")
    expect(step(page)).to_have_text(f"Move 0 of {last}")
    slider = page.get_by_role("slider", name="Position in the game")
    slider.focus()
    for _ in range(last):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", f"Move {last} of {last}")
    expect_last_announcement(page, f"Move {last} of {last}. {step_text(page).inner_text()}")


def test_playback_runs_and_stops(visitors: Visitors) -> None:
    [record] = records("loco", 3)
    last = length(record)
    page = watch(visitors, record, place=last - 3)
    expect(step(page)).to_have_text(f"Move {last - 3} of {last}")
    page.get_by_role("button", name="Play").click()
    expect(step(page)).to_have_text(f"Move {last - 2} of {last}")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Previous move").click()
    expect(step(page)).to_have_text(f"Move {last - 3} of {last}")
    page.get_by_role("heading", name="Replay: LOCO!").click()
    page.keyboard.press("Space")
    expect(step(page)).to_have_text(f"Move {last} of {last}")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()
    page.get_by_role("button", name="Go to start").click()
    expect(step(page)).to_have_text(f"Move 0 of {last}")


def test_each_seat_sees_only_its_own_information(visitors: Visitors) -> None:
    [record] = records("loco", 3)
    page = watch(visitors, record, place=6)
    expect(step(page)).to_have_text(re.compile("^Move 6 of"))
    expect(hand(page)).to_have_count(0)
    hands = []
    for name in NAMES[:3]:
        page.get_by_label("View as").select_option(name)
        expect(page.get_by_role("list", name="Players").get_by_role("listitem").first).to_contain_text(name)
        expect(hand(page).get_by_role("button")).to_have_count(7)
        hands.append(hand(page).get_by_role("button").evaluate_all("all => all.map(each => each.ariaLabel)"))
        expect(step(page)).to_have_text(re.compile("^Move 6 of"))
    assert len({card for cards in hands for card in cards}) == 21
    for card in hand(page).get_by_role("button").all():
        expect(card).to_be_disabled()
    expect(page.get_by_text("Your turn")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^LOCO!"))).to_have_count(0)


def test_two_games_stay_in_sync(visitors: Visitors) -> None:
    page = watch(visitors, *records("locus", 1, 2))
    first, second = (page.get_by_test_id("game").nth(number) for number in range(2))
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(step(page)).to_have_text(re.compile("^Move 9 of"))
    turns = [each.get_by_test_id("turn").inner_text() for each in (first, second)]
    assert turns[0] == turns[1]
    choice = page.get_by_role("group", name="Games side by side").get_by_role("button")
    expect(choice.nth(0)).to_have_attribute("aria-pressed", "true")
    second.click(position={"x": 100, "y": 300})
    expect(choice.nth(1)).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size(PHONE)
    expect(first).to_be_hidden()
    expect(second).to_be_visible()
    choice.nth(0).click()
    expect(first).to_be_visible()
    expect(second).to_be_hidden()
    expect(step(page)).to_have_text(re.compile("^Move 9 of"))


def test_own_game_is_replayed_from_its_result(visitors: Visitors) -> None:
    ada = visitors.arrive("/")
    ben = visitors.arrive(open_table(ada, "Ada"))
    sit_down(ben, "Ben")
    for page in (ada, ben):
        expect(hand(page)).to_be_visible()
    held = hand(ada).get_by_role("button").count()
    choose(ada, "Resign", "Resign")
    ada.get_by_role("link", name="Replay").click()
    expect(step(ada)).to_have_text("Move 0 of 0")
    expect(ada.get_by_label("View as")).to_have_value(re.compile("."))
    expect(hand(ada).get_by_role("button")).to_have_count(held)  # from Ada's own point of view
    expect(step_text(ada)).to_contain_text("Ben wins")
    ada.get_by_role("link", name="Archive").last.click()
    ada.get_by_role("article").get_by_role("link", name=re.compile("^Replay: LOCO!")).click()
    ada.get_by_role("link", name="Go to table").click()
    expect(ada.get_by_role("heading", name="Ben wins")).to_be_visible()


def test_missing_game_is_reported(visitors: Visitors) -> None:
    page = visitors.arrive("/replay/nothing.1")
    expect(page.get_by_role("alert")).to_contain_text("Game not found in the archive")
    visitors.problems.clear()  # the browser logs the 404


def test_replay_page_is_accessible(visitors: Visitors, axe: str) -> None:
    page = visitors.arrive("/games")
    for game, seats in (("loco", 3), ("lokus", 3), ("locus", 1), ("genius-loci", 2)):
        one, other = import_records(page, *records(game, seats, 2))
        for path, viewport, scheme in ((one, PHONE, "dark"), (f"{one}/{other}", DESKTOP, "light")):
            page.set_viewport_size(viewport)
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(f"/replay/{path}#12")
            expect(step(page)).to_have_text(re.compile("^Move 12 of"))
            expect(log(page).first).to_be_visible()
            assert violations(page, axe) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for language, words in (("de", "Zug 12 von"), ("fr", "Coup 12 sur")):
        page.set_viewport_size(PHONE)
        page.locator("header select").first.select_option(language)
        expect(step(page)).to_contain_text(words)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
