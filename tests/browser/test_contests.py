"""Duels and duplicate contests: create, join, play and compare."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from server.playing import play_out
from server.server_process import ServerProcess
from server.waiting import wait_until

from .conftest import DESKTOP, PHONE, Visitors, every_look
from .people import announcements, ask, expect_last_announcement, violations

pytestmark = pytest.mark.slow

BOT_SECONDS = 0.01


def name_of(page: Page) -> str:
    """Return the id of the contest on a page."""
    page.wait_for_url("**/contest/*")
    return page.url.rsplit("/", 1)[1]


def own_tables(page: Page, contest: str) -> list[str]:
    results = ask(page, f"/api/contests/{contest}")["results"]
    return [place["table"] for deal in results for place in deal["tables"] if place["own"]]


def play(server: ServerProcess, page: Page, contest: str, seed: int = 1) -> None:
    """Play all of the user's tables to the end over the API."""
    token = ask(page, "/api/me/tokens", {"label": "test"})["token"]
    for table in own_tables(page, contest):
        play_out(server, table, token, seed)


def make_duel(visitors: Visitors, name: str, people: int = 2) -> Page:
    page = visitors.arrive("/contests")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("region", name="Duel", exact=True).get_by_role("radio", name=str(people)).check()
    page.get_by_role("button", name="Create duel").click()
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    return page


def enter(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()


def become(page: Page, name: str) -> None:
    ask(page, "/api/me", {"name": name})


def started_contest(visitors: Visitors, name: str = "Ada", **wish: Any) -> Page:
    """Return the page of a contest against bots that has started."""
    page = visitors.arrive("/contests")
    become(page, name)
    wish = {"kind": "duplicate", "game": "loco", "seats": 2, "level": 1} | wish
    contest = ask(page, "/api/contests", wish)["contest"]
    ask(page, f"/api/contests/{contest}/begin", {})
    page.goto(f"/contest/{contest}")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    return page


def cells(table: Locator) -> list[list[str]]:
    rows = table.get_by_role("row").all()[1:]
    return [row.get_by_role("cell").or_(row.get_by_role("rowheader")).all_inner_texts() for row in rows]


def check_deal(page: Page) -> Locator:
    page.get_by_role("button", name="Verify shuffle").click()
    return page.get_by_role("dialog", name="Fair shuffle")


def test_duel_is_created_joined_played_and_compared(visitors: Visitors, server: ServerProcess) -> None:
    ada = make_duel(visitors, "Ada")
    link = ada.get_by_role("textbox", name="Invite link").input_value()
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    expect(ada.get_by_text("You can start when another player joins.")).to_be_visible()
    ben = visitors.arrive(link)
    expect(ben.get_by_role("listitem").filter(has_text="Ada")).to_be_visible()
    enter(ben, "Ben")
    for page in (ada, ben):
        expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
        expect_last_announcement(page, "The contest has started.")
    contest = name_of(ada)

    play(server, ada, contest)
    own = ada.get_by_role("row", name=re.compile("Ada"))
    expect(own).to_contain_text("You")
    expect(own.get_by_role("cell")).to_have_text(re.compile(r"^-?\d+$"))
    expect(ada.get_by_role("row", name=re.compile("Ben"))).to_contain_text("Still playing")
    expect(ben.get_by_role("row", name=re.compile("Ada"))).to_contain_text("Finished")
    stranger = visitors.arrive(link)
    expect(stranger.get_by_text("This contest started without you.")).to_be_visible()
    expect(stranger.get_by_role("button", name="Join")).to_have_count(0)

    ada.get_by_role("navigation", name="Your tables").get_by_role("link").click()
    expect(ada.get_by_role("heading", name=re.compile(r"You scored -?\d+ points?"))).to_be_visible()
    expect(ada.get_by_role("button", name="Rematch")).to_have_count(0)
    dialog = check_deal(ada)
    expect(dialog).to_contain_text("Others are still playing this deal")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    ada.keyboard.press("Escape")
    ada.get_by_role("region", name="You scored").get_by_role("link", name="Back to the contest").click()
    expect(ada.get_by_role("heading", name="Results so far")).to_be_visible()

    play(server, ben, contest, seed=2)
    info = ask(ada, f"/api/contests/{contest}")
    names = [each["name"] for each in info["entrants"]]
    for page in (ada, ben):
        results = page.get_by_role("table", name="Results")
        expect(results.get_by_role("columnheader", name="Rank")).to_be_visible()
        shown = cells(results)
        assert [(line[0], line[1].split()[0]) for line in shown] == [
            (str(each["rank"]), names[each["entrant"]]) for each in info["standings"]
        ]
        expect_last_announcement(page, "Here are the results.")
    expect(ada.get_by_role("link", name="Replay: Ben")).to_have_attribute("href", re.compile(r"^/replay/[\w-]+\.1$"))
    ada.get_by_text("Shuffle commitment").click()
    expect(ada.get_by_text(info["results"][0]["commitment"])).to_be_visible()

    ben.goto(f"/table/{own_tables(ben, contest)[0]}")
    dialog = check_deal(ben)
    expect(dialog.get_by_test_id("verdict")).to_contain_text("The shuffle was fair")
    expect(dialog).to_contain_text("Several tables share this deal")
    expect(dialog.get_by_role("list", name="Checks")).not_to_contain_text("The seed from this browser")
    ben.goto(f"/table/{own_tables(ada, contest)[0]}")
    expect(ben.get_by_text("Spectators can’t watch contest games.")).to_be_visible()
    ben.get_by_role("link", name="Back to the contest").click()
    expect(ben.get_by_role("table", name="Results")).to_be_visible()


def test_host_starts_with_the_players_present(visitors: Visitors) -> None:
    ada = make_duel(visitors, "Ada", people=4)
    ben, cleo = (visitors.arrive(ada.url) for _ in range(2))
    enter(ben, "Ben")
    expect(ada.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    expect_last_announcement(ada, "Ben joined.")
    expect(ben.get_by_role("button", name="Start now")).to_have_count(0)
    enter(cleo, "Cleo")
    expect(cleo.get_by_role("heading", level=1)).to_be_focused()
    expect(ada.get_by_text("1 open place")).to_be_visible()
    ben.get_by_role("button", name="Leave contest").click()
    expect(ben.get_by_role("button", name="Join", exact=True)).to_be_visible()
    expect(ada.get_by_text("2 open places")).to_be_visible()
    expect(announcements(ada)).to_contain_text("Ben left.")
    expect(ada.get_by_text("You can start now with 2 players.")).to_be_visible()
    ada.get_by_role("button", name="Start now").click()
    for page in (ada, cleo):
        expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(ben.get_by_text("This contest started without you.")).to_be_visible()
    ada.goto("/contests")
    listed = ada.get_by_role("navigation", name="Your contests").get_by_role("link", name="Duel: LOCUS")
    expect(listed).to_contain_text("hosted by you")
    expect(listed).to_contain_text("1 table to play")


def test_rejected_entrants_see_the_reason(visitors: Visitors) -> None:
    ada = make_duel(visitors, "Ada")
    contest = name_of(ada)
    ben, cleo = (visitors.arrive(ada.url) for _ in range(2))
    become(ben, "Ben")
    table = ask(ada, "/api/tables", {"game": "loco", "seats": 3})["table"]
    seat = ask(ben, f"/api/tables/{table}/seats", {"name": "Ben"})["seat"]
    ask(ada, f"/api/tables/{table}/seats", {"name": "Ada"})
    ask(ada, f"/api/tables/{table}/seats/{seat}/block", {})
    enter(ben, "Ben")
    expect(ben.get_by_role("alert")).to_have_text("You can’t join this host’s contests.")

    before = ask(cleo, f"/api/contests/{contest}")

    def answer_late(route: Route) -> None:
        """Delay the response, so that Cleo's page doesn't know that the contest has started."""
        if route.request.method == "GET":
            route.fulfill(json=before)
        else:
            route.continue_()

    cleo.route(re.compile(rf"/api/contests/{contest}"), answer_late)
    dan = visitors.arrive(ada.url)
    enter(dan, "Dan")
    expect(dan.get_by_role("heading", name="Your tables")).to_be_visible()
    enter(cleo, "Cleo")
    expect(cleo.get_by_role("alert")).to_contain_text("This contest has started or is full.")
    nowhere = visitors.arrive("/contest/none")
    expect(nowhere.get_by_role("heading", name="Contest not found")).to_be_visible()
    visitors.problems.clear()  # browsers log every failed request


def test_duplicate_contest_is_played_with_bots(visitors: Visitors, server: ServerProcess) -> None:
    page = visitors.arrive("/contests")
    page.get_by_label("Your name").fill("Ada")
    form = page.get_by_role("region", name="Duplicate", exact=True)
    expect(form.get_by_text("Up to 4 players. Everyone plays 2 games.")).to_be_visible()
    form.get_by_role("group", name="Seats per table").get_by_role("radio", name="3").check()
    expect(form.get_by_text("Up to 6 players")).to_be_visible()
    form.get_by_role("group", name="Seats per table").get_by_role("radio", name="2").check()
    form.get_by_role("radiogroup", name=re.compile("^You can’t take a marker")).get_by_role("radio").last.check()
    form.get_by_label("Bot level").select_option("1 · Beginner")
    form.get_by_role("button", name="Create duplicate contest").click()
    expect(page.get_by_text("If you start now, 3 bots fill in (level: beginner).")).to_be_visible()
    page.get_by_role("button", name="Start now").click()
    links = page.get_by_role("navigation", name="Your tables").get_by_role("link")
    expect(links).to_contain_text(["Deal 1", "Deal 2"])
    expect(links.first).to_contain_text("Seat 1, with")
    contest = name_of(page)
    links.first.click()
    page.get_by_role("button", name="Table menu").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Replace me with a bot")).to_be_visible()
    expect(menu.get_by_role("button", name="Resign")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Back to the contest").click()

    play(server, page, contest)
    expect(page.get_by_role("table", name="Standings")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("You win!|wins$|share first place$"))).to_be_visible()
    info = ask(page, f"/api/contests/{contest}")
    assert info["options"] != {}
    assert [line[0] for line in cells(page.get_by_role("table", name="Standings"))] == [
        str(each["rank"]) for each in info["standings"]
    ]
    for deal in info["results"]:
        table = page.get_by_role("table", name=f"Deal {deal['deal']}")
        expect(table.get_by_role("columnheader")).to_contain_text(["Table 1", "Table 2"])
        shown = cells(table)
        assert [line[0] for line in shown] == ["Seat 1", "Seat 2"]
        for index, place in enumerate(deal["tables"]):
            for seat in place["seats"]:
                words = shown[seat["seat"]][index + 1]
                assert f"{seat['score']} point" in words
                assert ("won" in words) == seat["won"]
                assert ("You" in words) == (seat["entrant"] == 0)
    expect(page.get_by_text("Above 0 is better")).to_be_visible()
    sides = page.get_by_role("link", name="Replay side by side")
    expect(sides.first).to_have_attribute("href", re.compile(r"^/replay/[\w-]+\.1/[\w-]+\.1$"))
    page.get_by_role("table", name="Deal 2").get_by_role("link", name=re.compile("^Table")).click()
    dialog = check_deal(page)
    expect(dialog.get_by_test_id("verdict")).to_contain_text("The shuffle was fair")
    expect(dialog).to_contain_text("Several tables share this deal")


def test_page_states_that_the_lowest_score_wins(visitors: Visitors, server: ServerProcess) -> None:
    page = started_contest(visitors, game="lokus", seats=3)
    play(server, page, name_of(page))
    expect(page.get_by_role("table", name="Standings")).to_be_visible()
    expect(page.get_by_text("The lowest score wins.")).to_be_visible()


def test_solo_duel_table_offers_no_bot_substitute(visitors: Visitors) -> None:
    ada = make_duel(visitors, "Ada")
    ben = visitors.arrive(ada.url)
    enter(ben, "Ben")
    ben.get_by_role("navigation", name="Your tables").get_by_role("link").click()
    ben.get_by_role("button", name="Table menu").click()
    menu = ben.get_by_role("dialog")
    expect(menu.get_by_role("link", name="Home (keep my seat)")).to_be_visible()
    for name in ("Replace me with a bot", "Leave table", "Resign"):
        expect(menu.get_by_role("button", name=name)).to_have_count(0)
    ben.keyboard.press("Escape")
    ben.get_by_role("button", name="Fair shuffle").click()
    expect(ben.get_by_role("dialog")).to_contain_text("every draw follows from the secret alone")


def test_contest_works_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive("/contests")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Ada")
    page.keyboard.press("Tab")
    expect(page.get_by_role("region", name="Duel", exact=True).get_by_role("radio", name="2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 open places")).to_be_visible()
    ben = visitors.arrive(page.url)
    ben.get_by_label("Your name").focus()
    ben.keyboard.type("Ben")
    ben.keyboard.press("Enter")
    expect(page.get_by_text("You can start now with 2 players.")).to_be_visible()
    page.get_by_role("button", name="Start now").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("navigation", name="Your tables").get_by_role("link").press("Enter")
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()


@every_look
def test_contest_pages_are_accessible(
    visitors: Visitors, server: ServerProcess, axe: str, viewport: Any, schemes: Any
) -> None:
    def check(page: Page) -> None:
        assert violations(page, axe, schemes) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page = visitors.arrive("/contests", viewport, color_scheme=schemes[0])
    expect(page.get_by_role("button", name="Create duplicate contest")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Create duel").click()
    expect(page.get_by_role("button", name="Leave contest")).to_be_visible()
    check(page)
    wide = started_contest(visitors, "A player with quite a long name", tables=4, deals=1)
    wide.set_viewport_size(viewport or DESKTOP)
    wide.emulate_media(color_scheme=schemes[0])
    check(wide)
    play(server, wide, name_of(wide))
    expect(wide.get_by_role("table", name="Standings")).to_be_visible()
    wide.get_by_text("Shuffle commitment").click()
    check(wide)
    if viewport == PHONE:
        region = wide.get_by_role("region", name="Deal 1")
        region.focus()
        wide.keyboard.press("ArrowRight")
        wait_until(lambda: region.evaluate("region => region.scrollLeft") > 0)
    wide.goto("/contests")
    expect(wide.get_by_role("navigation", name="Your contests")).to_be_visible()
    check(wide)
    for language, title in (("de", "Wettbewerbe"), ("fr", "Concours")):
        wide.get_by_role("banner").locator("select").select_option(language)
        expect(wide.get_by_role("heading", name=title, exact=True)).to_be_visible()
        check(wide)
    wide.go_back()
    expect(wide.get_by_role("table", name="Classement")).to_be_visible()
    check(wide)
