"""After the game: charts, the picture, the open replay, and the review with the better step on the board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from locarium.server.archive.reviews import Progress, analyse
from server.server_process import ServerProcess

from .conftest import DESKTOP, PHONE, Visitors
from .people import (
    announcements,
    choose,
    game_card,
    hand,
    open_table,
    play_without_clicks,
    result,
    sit_down,
    take_turn,
    violations,
    wait_for_turn,
)
from .test_replay import import_records, length, records, step, step_text

pytestmark = pytest.mark.slow

EFFORT = 0.002


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Start a server with quick reviews."""
    for game, seats in (("loco", 3), ("genius-loci", 2)):  # compile once, before a test waits for it
        assert analyse(json.dumps(records(game, seats)[0]).encode(), Progress(lambda: False), EFFORT)
    process = ServerProcess(tmp_path_factory.mktemp("house"), bot_seconds=0.05, LOCARIUM_REVIEW_EFFORT=str(EFFORT))
    yield process
    process.stop()


def review(page: Page) -> None:
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_test_id("decision")).to_be_visible()


def go_to_a_costly_step(page: Page) -> int:
    """Go to the first step in the list with a cost."""
    costly = page.get_by_role("region", name="Moves").get_by_role("button", name=re.compile("\N{MINUS SIGN}")).first
    costly.click()
    expect(costly).to_have_attribute("aria-current", "step")
    return int(costly.inner_text().split()[0])


def test_review_shows_the_better_step_on_the_board(visitors: Visitors, axe: str) -> None:
    [record] = records("loco", 3)
    page = visitors.arrive("/games")
    [game] = import_records(page, record)
    page.goto(f"/replay/{game}#3")
    expect(step(page)).to_have_text(re.compile("^Move 3 of"))
    review(page)
    for seat in range(3):
        expect(page.get_by_test_id(f"account-{seat}")).to_contain_text(
            re.compile(r"\w+ started at \d+% after the deal")
        )
    number = go_to_a_costly_step(page)
    expect(page).to_have_url(re.compile(f"#{number}$"))
    expect(page.get_by_test_id("decision")).to_contain_text("This move cost")
    played = step_text(page).inner_text()
    page.get_by_role("button", name="Show better move").click()
    expect(step_text(page)).to_contain_text("Instead:")
    assert step_text(page).inner_text().removeprefix("Instead: ") not in ("", played)
    expect(announcements(page)).to_contain_text("Instead:")
    assert violations(page, axe) == []
    page.get_by_role("button", name="Show played move").click()
    expect(step_text(page)).to_have_text(played)
    page.get_by_role("button", name="Show better move").click()
    expect(step_text(page)).to_contain_text("Instead:")
    page.keyboard.press("ArrowRight")
    expect(step(page)).to_have_text(re.compile(f"^Move {number + 1} of"))
    expect(step_text(page)).not_to_contain_text("Instead:")
    turns = page.get_by_role("heading", name="Turning points").locator("..").get_by_role("button")
    turns.first.click()
    expect(step(page)).to_have_text(re.compile(rf"^{turns.first.inner_text().split(chr(10))[0].strip()} of"))
    page.reload()  # the review is stored
    expect(page.get_by_test_id("decision")).to_be_visible()
    for language, words in (("de", "Wendepunkte"), ("fr", "Tournants")):
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        page.locator("header select").first.select_option(language)
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, axe) == []


def test_step_list_works_by_keyboard(visitors: Visitors) -> None:
    [record] = records("genius-loci", 2)
    page = visitors.arrive("/games")
    [game] = import_records(page, record)
    page.goto(f"/replay/{game}#2")
    steps = page.get_by_role("region", name="Moves").get_by_role("button")
    expect(steps).to_have_count(length(record) + 1)
    current = page.locator("[aria-current=step]")
    expect(current).to_contain_text([text for seat, text in record["steps"] if seat is not None][1])
    current.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(step(page)).to_have_text(re.compile("^Move 4 of"))
    expect(current).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(step(page)).to_have_text(re.compile("^Move 3 of"))
    expect(steps.nth(3)).to_be_in_viewport()


@pytest.mark.parametrize(("game", "seats", "cards"), [("loco", 3, 27), ("lokus", 3, 30)])
def test_all_hands_are_open_after_the_game(visitors: Visitors, game: str, seats: int, cards: int) -> None:
    page = visitors.arrive("/games")
    [found] = import_records(page, *records(game, seats))
    page.goto(f"/replay/{found}")
    expect(step(page)).to_have_text(re.compile("^Move 0 of"))
    expect(page.get_by_role("heading", name="Hands")).to_have_count(0)
    page.get_by_label("View as").select_option("open")
    held = page.get_by_role("region", name="Hands")
    expect(held.get_by_role("img")).to_have_count(cards)
    page.keyboard.press("ArrowRight")
    expect(held.get_by_role("img")).to_have_count(cards - (1 if game == "loco" else 0))


def test_record_is_pasted_checked_and_reviewed(visitors: Visitors, axe: str) -> None:
    [record] = records("genius-loci", 2)
    page = visitors.arrive("/games", viewport=PHONE)
    page.get_by_role("link", name="Replay a record").click()
    field = page.get_by_label("Record", exact=True)
    field.fill("this is nothing")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("alert")).to_contain_text("this is not JSON")
    visitors.problems.clear()  # the browser logs the 400
    assert violations(page, axe) == []
    wrong = json.loads(json.dumps(record))
    wrong["steps"][3][1] = "nonsense"
    field.fill(json.dumps(wrong))
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("alert")).to_contain_text("step 4")
    visitors.problems.clear()
    page.get_by_label("Or choose a file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record, indent=1).encode()}
    )
    expect(step(page)).to_have_text(f"Move 0 of {length(record)}")
    page.set_viewport_size(DESKTOP)
    page.keyboard.press("End")
    expect(step_text(page)).to_contain_text("wins")
    review(page)
    page.get_by_role("button", name="Replay another record").click()
    expect(field).to_be_visible()
    assert page.request.get("/api/archive?whose=imported").json()["games"] == []


def test_unfinished_record_is_shown_as_far_as_it_goes(visitors: Visitors) -> None:
    [record] = records("loco", 3)
    page = visitors.arrive("/replay")
    part = {name: value for name, value in record.items() if name != "result"} | {"steps": record["steps"][:5]}
    page.get_by_label("Record", exact=True).fill(json.dumps(part))
    page.get_by_role("button", name="Replay").click()
    expect(step(page)).to_have_text("Move 0 of 4")
    expect(page.get_by_text("Unfinished")).to_be_visible()
    expect(page.get_by_role("option", name="Everything revealed")).to_have_count(0)
    expect(page.get_by_role("button", name="Review this game")).to_have_count(0)


def test_hints_are_given_during_and_a_review_after_the_game(
    visitors: Visitors, server: ServerProcess, axe: str
) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    assert wait_for_turn(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.get_by_test_id("hint")
    expect(hint).to_contain_text(re.compile(r"plays the .* Win chance: \d+%"))
    expect(page.get_by_role("region", name="Game log")).to_contain_text("used a hint")
    assert violations(page, axe) == []
    held = hand(page).get_by_role("button").count()
    take_turn(page)
    play_without_clicks(server, page)
    expect(result(page)).to_be_visible()
    assert held > hand(page).get_by_role("button").count()
    expect(hint).to_have_count(0)
    expect(page.get_by_test_id("hinted")).to_contain_text("Hints used:")
    expect(page.get_by_role("heading", name="Points over time")).to_be_visible()
    page.get_by_role("button", name="Review this game").click()
    expect(page.get_by_role("heading", name="Win chance")).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link to this game").input_value()
    picture = page.get_by_role("img", name="Picture of the result: LOCO!")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => [image.naturalWidth > 900, image.src.slice(0, 14)]") == [True, "data:image/png"]
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save picture").click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    assert violations(page, axe) == []
    page.goto(link)
    expect(page.get_by_text("Hints used")).to_be_visible()
    expect(page.get_by_test_id("decision")).to_be_visible()  # the review already exists
    expect(page.get_by_test_id("account-0").or_(page.get_by_test_id("account-1")).first).to_contain_text(
        "after the deal"
    )


def test_hints_with_friends_need_everyones_agreement(visitors: Visitors) -> None:
    ada = visitors.arrive("/")
    ben = visitors.arrive(open_table(ada, "Ada"))
    sit_down(ben, "Ben")
    for page in (ada, ben):
        expect(hand(page)).to_be_visible()
        expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    choose(ada, "Request hints")
    expect(ben.get_by_text("Hints requested by Ada")).to_be_visible()
    ben.get_by_role("button", name="Agree").click()
    for page in (ada, ben):
        expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    expect(ada.get_by_text("Hints are now on.").first).to_be_attached()
    choose(ben, "Turn off hints")
    expect(ada.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
