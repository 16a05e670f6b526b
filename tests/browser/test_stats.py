"""The stats pages: charts and their tables."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from server.waiting import wait_until

from .conftest import LOOKS, PHONE, Visitors
from .people import ask, expect_last_announcement, violations

pytestmark = pytest.mark.slow

BOT_SECONDS = 0.01

_keys = count()


def arrive(visitors: Visitors, name: str) -> Page:
    """Return the page of a user whom the server knows."""
    page = visitors.arrive("/stats")
    expect(page.get_by_text("You haven’t finished a game yet.")).to_be_visible()
    ask(page, "/api/me", {"name": name})
    return page


def play(page: Page, game: str, seats: int, **wish: Any) -> None:
    """Open a table with bots and let a bot play to the end."""
    bots = [{"seat": seat, "level": 1} for seat in range(1, seats)]
    table = ask(page, "/api/tables", {"game": game, "seats": seats, "bots": bots} | wish)["table"]
    ask(page, f"/api/tables/{table}/seats", {"name": "Ada"})
    ask(page, f"/api/tables/{table}/requests", {"kind": "hand-to-bot", "key": f"k{next(_keys)}", "level": 1})
    wait_until(lambda: table in [each["table"] for each in ask(page, "/api/archive?whose=mine")["games"]])


def part(page: Page, title: str) -> Locator:
    """Return the section about one game."""
    return page.get_by_role("region", name=title, exact=True)


def chart(where: Page | Locator, title: str) -> Locator:
    return where.get_by_role("figure", name=title, exact=True)


def lines(figure: Locator) -> list[list[str]]:
    """Return the rows of the table that accompanies a chart."""
    figure.get_by_text("Show as table").click()
    rows = figure.get_by_role("row")
    expect(rows.first).to_be_visible()
    return [row.get_by_role("cell").or_(row.get_by_role("rowheader")).all_inner_texts() for row in rows.all()[1:]]


def is_drawn(figure: Locator) -> bool:
    """Whether there is a drawing that stays within its figure."""
    return bool(
        figure.evaluate(
            """figure => {
                const { left, right } = figure.getBoundingClientRect();
                const drawn = [...figure.querySelectorAll("svg :is(text, rect, circle, polyline)")];
                const boxes = drawn.map(each => each.getBoundingClientRect());
                return boxes.length > 0 && boxes.every(box => box.left >= left && box.right <= right);
            }"""
        )
    )


def test_new_user_is_invited_to_play(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    page.get_by_role("main").get_by_role("link", name="My stats").click()
    expect(page.get_by_role("heading", name="My stats")).to_be_visible()
    expect(page.get_by_text("You haven’t finished a game yet.")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="GENIUS LOCI").click()
    expect(page.get_by_role("heading", name="GENIUS LOCI stats")).to_be_visible()
    expect(page.get_by_text("Yours could be the first.")).to_be_visible()
    page.get_by_role("link", name="Choose a game").click()
    expect(page.get_by_role("article", name="LOCUS")).to_be_visible()
    page.goto("/stats/chess")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_person_stats_show_finished_games(visitors: Visitors) -> None:
    page = arrive(visitors, "Ada")
    for game, seats in (("loco", 2), ("loco", 2), ("loco", 3), ("locus", 1), ("genius-loci", 2)):
        play(page, game, seats)
    page.goto("/games")
    expect_last_announcement(page, "5 games shown.")  # otherwise it could arrive after the next page's announcement
    page.get_by_role("main").get_by_role("link", name="My stats").click()
    loco, locus, spirits = part(page, "LOCO!"), part(page, "LOCUS"), part(page, "GENIUS LOCI")
    expect(spirits).to_be_visible()
    expect_last_announcement(page, "5 games counted.")
    me = {each["game"]: each for each in ask(page, "/api/stats/me")["games"]}

    wins = [
        [f"{each['seat'] + 1} of {each['seats']}", str(each["won"]), str(each["played"])]
        for each in me["loco"]["by_seat"]
    ]
    assert [line[:3] for line in lines(chart(loco, "Wins by seat"))] == wins
    expect(chart(loco, "Wins by seat").get_by_text("3 players")).to_be_visible()
    assert lines(chart(page, "Games you play"))[0][:2] == ["LOCO!", "3"]

    scores = [str(each["score"]) for each in reversed(me["loco"]["scores"])]
    over_time = chart(loco, "Scores over time")
    assert [line[1] for line in lines(over_time)] == scores
    markers = [[each["label"], str(each["count"])] for each in me["loco"]["favourites"]]
    assert [line[:2] for line in lines(chart(loco, "Markers you take"))] == markers
    zones = [[each["label"], str(each["count"])] for each in me["locus"]["favourites"]]
    assert [line[:2] for line in lines(chart(locus, "Zones you fill"))] == zones
    expect(chart(locus, "Wins by seat")).to_have_count(0)  # solo games have no opponents
    expect(chart(spirits, "Scores over time")).to_have_count(0)  # the scores of this game say only who won
    expect(chart(spirits, "Spirits you sacrifice to")).to_be_visible()
    for figure in page.get_by_role("figure").all():
        assert is_drawn(figure)

    over_time.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile("/table/" + me["loco"]["scores"][-1]["id"].partition(".")[0]))
    page.go_back()
    expect(spirits).to_be_visible()
    page.get_by_label("Players").select_option("3")
    expect(spirits).to_be_hidden()
    expect(loco).to_be_visible()
    page.get_by_label("Bots").select_option("People only")
    page.get_by_role("button", name="Clear filters").click()
    expect(spirits).to_be_visible()


def test_game_stats_show_all_players(visitors: Visitors) -> None:
    page = arrive(visitors, "Ben")
    play(page, "lokus", 3, public=True)
    play(page, "lokus", 3)
    page.goto("/stats")
    page.get_by_role("link", name="LOKUS stats for all players").click()
    expect(page.get_by_role("heading", name="LOKUS stats")).to_be_visible()
    expect(chart(page, "Points by seat")).to_contain_text("The lowest score wins.")
    game = ask(page, "/api/stats/games/lokus")
    assert [line[0] for line in lines(chart(page, "Wins by seat"))] == ["1 of 3", "2 of 3", "3 of 3"]
    assert [line[1] for line in lines(chart(page, "Points by seat"))] == [
        str(each["lowest"]) for each in game["by_seat"]
    ]
    for title, counted in (("Game length in moves", game["lengths"]), ("Points per game", game["scores"])):
        assert sum(int(line[1]) for line in lines(chart(page, title))) == sum(each["count"] for each in counted)
    for figure in page.get_by_role("figure").all():
        assert is_drawn(figure)
    stranger = visitors.arrive("/stats/lokus")
    assert sum(int(line[1]) for line in lines(chart(stranger, "Game length in moves"))) == 1  # the public one


def test_stats_pages_are_accessible(visitors: Visitors, axe: str) -> None:
    page = arrive(visitors, "Cleo")
    for game, seats in (("loco", 2), ("loco", 4), ("locus", 1)):
        play(page, game, seats)
    for viewport, scheme in LOOKS:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        for path, first in (("/stats", "Games you play"), ("/stats/loco", "Wins by seat")):
            page.goto(path)
            chart(page, first).first.get_by_text("Show as table").click()
            expect(page.get_by_role("table")).to_be_visible()
            assert violations(page, axe) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert all(is_drawn(figure) for figure in page.get_by_role("figure").all())
    for language, title in (("de", "Bereiche, die du füllst"), ("fr", "Tes zones préférées")):
        page.set_viewport_size(PHONE)
        page.goto("/stats")
        page.locator("header select").select_option(language)
        expect(chart(page, title)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
