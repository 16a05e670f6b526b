"""Fair deals in a real browser: the server's commitment, and the browser's own verification at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from server.fair_client import FairPlayer, committed
from server.server_process import ServerProcess

from .conftest import Visitors, every_look
from .people import (
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

NO_SUBTLE = "Object.defineProperty(crypto, 'subtle', { value: undefined })"  # as on pages without HTTPS


def play_now(visitors: Visitors, title: str = "LOCO!", **options: Any) -> Page:
    page = visitors.arrive("/", **options)
    game_card(page, title).get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Table menu").wait_for()
    return page


def resigned_game(visitors: Visitors, title: str = "LOCO!", **options: Any) -> Page:
    """Return a page of a table whose game was resigned immediately."""
    page = play_now(visitors, title, **options)
    choose(page, "Resign", "Resign")
    expect(result(page)).to_be_visible()
    return page


def open_fairness(page: Page, button: str = "Verify shuffle") -> Locator:
    page.get_by_role("button", name=button).click()
    return page.get_by_role("dialog", name="Fair shuffle")


def fingerprint(dialog: Locator) -> str:
    return dialog.get_by_role("textbox", name="Shuffle commitment").input_value()


def verdict(dialog: Locator) -> Locator:
    return dialog.get_by_test_id("verdict")


def checks(dialog: Locator) -> Locator:
    return dialog.get_by_role("list", name="Checks").get_by_role("listitem")


def replace_record(page: Page, change: Callable[[Any], None]) -> None:
    """Replace the record in the server's response."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(json=record)

    page.route(re.compile(r"/api/tables/[^/]+/record"), answer)


def test_commitment_is_shown_before_players_sit_down(visitors: Visitors) -> None:
    ada = visitors.arrive("/")
    link = open_table(ada, "Ada")
    ben = visitors.arrive(link)
    shown = [fingerprint(open_fairness(page, "Fair shuffle")) for page in (ada, ben)]
    assert re.fullmatch("[0-9a-f]{64}", shown[0])
    info = ada.request.get(link.replace("/table/", "/api/tables/")).json()
    assert shown == [info["commitment"]] * 2
    expect(ada.get_by_role("dialog")).to_contain_text("You can then verify every draw here")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.get_by_role("dialog").get_by_role("button", name="Copy").click()
    expect(ada.get_by_role("dialog").get_by_role("status")).to_have_text("Copied!")
    assert ada.evaluate("navigator.clipboard.readText()") == shown[0]
    for page in (ada, ben):
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Fair shuffle")).to_be_focused()
    sit_down(ben, "Ben")
    for page in (ada, ben):
        expect(hand(page)).to_be_visible()
        assert fingerprint(open_fairness(page, "Fair shuffle")) == shown[0]


def test_finished_game_is_verified_in_the_browser(visitors: Visitors, server: ServerProcess) -> None:
    page = visitors.arrive("/")
    page.add_init_script(NO_SUBTLE)
    page.reload()
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    shown = fingerprint(open_fairness(page, "Fair shuffle"))
    page.keyboard.press("Escape")
    assert wait_for_turn(page)
    take_turn(page)
    play_without_clicks(server, page)
    expect(result(page)).to_be_visible()
    dialog = open_fairness(page)
    expect(verdict(dialog)).to_contain_text("The shuffle was fair")
    assert fingerprint(dialog) == shown
    expect(checks(dialog)).to_have_text(
        [
            re.compile("✓.*match the commitment"),
            re.compile("✓.*names this table"),
            re.compile("✓.*the one this browser was shown before the game ended"),
            re.compile("✓.*this browser stored before any seed was revealed"),
            re.compile("✓.*revealed seeds match"),
            re.compile("✓.*seed from this browser was used"),
            re.compile("✓.*follows from the secret and the seeds"),
            re.compile("✓.*matches the game on this page"),
        ]
    )
    table = page.url.rsplit("/", 1)[1]
    fair = page.request.get(f"/api/tables/{table}/record").json()["fair"]
    expect(dialog).to_contain_text(fair["secret"])
    mine = dialog.get_by_role("listitem").filter(has_text=fair["seeds"][0])
    expect(mine).to_contain_text("You")
    assert fair["seeds"][1:] == [""] * (len(fair["seeds"]) - 1), "bots add nothing"
    expect(dialog.get_by_role("listitem").filter(has_text=re.compile("none$"))).to_have_count(len(fair["seeds"]) - 1)
    with page.expect_download() as saved:
        dialog.get_by_role("link", name="Download record").click()
    assert json.loads(saved.value.path().read_text("utf-8"))["fair"] == fair


@pytest.mark.parametrize("title", ["LOCO!", "GENIUS LOCI"])
def test_stored_commitments_survive_a_reload(visitors: Visitors, title: str) -> None:
    page = resigned_game(visitors, title)
    page.reload()
    dialog = open_fairness(page)
    expect(verdict(dialog)).to_contain_text("fair")
    expect(checks(dialog).filter(has_text="✓")).to_have_count(9 if title == "GENIUS LOCI" else 8)
    late = visitors.arrive(page.url)
    late_dialog = open_fairness(late)
    expect(verdict(late_dialog)).to_contain_text("All completed checks passed")
    expect(checks(late_dialog).filter(has_text="Not checked")).to_have_text(
        [re.compile("didn’t see the commitment"), re.compile("didn’t see the players’ commitments")]
    )


@pytest.mark.slow
@pytest.mark.parametrize(("title", "draws"), [("LOCUS", "The only draw"), ("LOKUS", "All 3 draws")])
def test_hidden_cards_are_compared_with_the_visible_game(visitors: Visitors, title: str, draws: str) -> None:
    """Let bots play to the end while the page watches."""
    page = play_now(visitors, title)
    choose(page, "Replace me with a bot")
    expect(result(page)).to_be_visible()
    dialog = open_fairness(page)
    expect(verdict(dialog)).to_contain_text("fair")
    expect(checks(dialog).filter(has_text="✓")).to_have_count(8)
    expect(checks(dialog).nth(6)).to_contain_text(draws)


def swap_hands(record: Any) -> None:
    head, out, first, second = record["steps"][0][1].split(" / ")
    record["steps"][0][1] = " / ".join([head, out, second, first])


def choose_seed(record: Any, seat: int) -> None:
    """Forge a seed for an accomplice after all others were opened, and forge the list."""
    fair = record["fair"]
    fair["seeds"][seat] = "0" * 32
    fair["seed_commitments"][seat] = committed(fair["commitment"], "0" * 32)


FORGERIES: list[tuple[Callable[[Any], None], str]] = [
    (swap_hands, r"Failed: draw 0 \(move 1\): the secret and the seeds give “deal .*”, but the record says “deal .*”"),
    (lambda record: record["fair"]["seeds"].reverse(), r"Failed: draw 0 \(move 1\)"),
    (
        lambda record: record["fair"].update(seeds=["0" * 32, ""]),
        r"Failed: this browser sent the seed [0-9a-f]{32}, but it wasn’t used",
    ),
    (lambda record: record["fair"].update(secret="0" * 64), r"Failed: the secret, table, game, options, .* the record"),
    (lambda record: record.update(options={"strict-marker": True}), r"Failed: the secret, table, game, options"),
    (lambda record: record["fair"].update(table="door"), r"Failed: the record names another table, door"),
    (lambda record: record["fair"].update(voided=1), r"Failed: the secret, table, game, options"),
    (lambda record: choose_seed(record, 1), r"Failed: the players’ commitments differ"),
    (
        lambda record: record["fair"]["seeds"].__setitem__(1, "0" * 32),
        r"Failed: the seed of seat 2 doesn’t match",
    ),
    (lambda record: record["fair"].update(commitment="0" * 64), r"Failed: before the game ended, this browser"),
    (lambda record: record["steps"][0].__setitem__(0, 1), r"Failed: at move 1, this page showed “deal"),
]


def test_manipulated_record_is_reported_with_its_position(visitors: Visitors) -> None:
    page = resigned_game(visitors)
    for change, sentence in FORGERIES:
        replace_record(page, change)
        dialog = open_fairness(page)
        expect(verdict(dialog)).to_contain_text("A check failed.")
        expect(checks(dialog).filter(has_text=re.compile(f"✗.*{sentence}"))).to_have_count(1)
        page.keyboard.press("Escape")
        page.unroute_all()


def test_page_opens_its_seed_after_a_reload(visitors: Visitors, server: ServerProcess) -> None:
    ada = visitors.arrive("/")
    table = open_table(ada, "Ada").rsplit("/", 1)[1]
    ada.goto("about:blank")
    ben = FairPlayer(server.url, table, "Ben")
    ben.connect()
    ben.open()
    ben.live.hear_until(lambda message: message["kind"] == "state" and message["info"]["unopened"] == [0])
    ada.go_back()
    expect(hand(ada)).to_be_visible()
    ben.wait_for("running")
    ben.live.answer(ben.live.ask("resign"))
    dialog = open_fairness(ada)
    expect(verdict(dialog)).to_contain_text("The shuffle was fair")
    expect(checks(dialog).filter(has_text="✓")).to_have_count(8)


def test_voided_deal_is_shown_and_replaced_without_a_click(visitors: Visitors, server: ServerProcess) -> None:
    ada = visitors.arrive("/")
    table = open_table(ada, "Ada").rsplit("/", 1)[1]
    ben = FairPlayer(server.url, table, "Ben")
    ben.connect()
    while ben.wait_for_list()["unopened"] != [1]:  # Ada's page has answered automatically
        ben.live.hear()
    expect(ada.locator("#content").get_by_text("Waiting for Ben")).to_be_visible()
    ben.live.answer(ben.live.ask("leave"))
    told = ada.locator("#content").get_by_text("Deal voided: Ben left or didn’t respond. No cards were seen.")
    expect(told).to_be_visible()
    cleo = FairPlayer(server.url, table, "Cleo")
    cleo.connect()
    cleo.open()
    expect(hand(ada)).to_be_visible()
    expect(ada.get_by_role("group", name="Game log")).to_contain_text("Deal voided: Ben")
    cleo.live.answer(cleo.live.ask("resign"))
    dialog = open_fairness(ada)
    expect(dialog).to_contain_text("One deal was voided before this one.")
    expect(verdict(dialog)).to_contain_text("The shuffle was fair")
    expect(checks(dialog).filter(has_text="✓")).to_have_count(8)


def test_server_that_changes_its_commitment_gets_no_seed(visitors: Visitors, server: ServerProcess) -> None:
    ada = visitors.arrive("/")
    table = open_table(ada, "Ada").rsplit("/", 1)[1]
    stored = ada.evaluate("localStorage.getItem('locarium.promises')")
    shown = ada.request.get(f"/api/tables/{table}").json()["commitment"]
    ada.evaluate("text => localStorage.setItem('locarium.promises', text)", stored.replace(shown, "0" * 64))
    ben = FairPlayer(server.url, table, "Ben")
    ben.connect()
    ben.open()
    expect(ada.get_by_text("your browser won’t reveal its seed.")).to_be_visible()
    assert ada.request.get(f"/api/tables/{table}").json()["unopened"] == [0]


@pytest.mark.slow
def test_match_is_verified_after_its_last_game(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "GENIUS LOCI").get_by_role("button", name="With friends").click()
    page.get_by_role("radio", name=re.compile("^two games")).check()
    page.get_by_role("radio", name="Bot").check()
    page.get_by_role("button", name="Create table").click()
    choose(page, "Resign", "Resign")
    expect(result(page)).to_be_visible()
    expect(page.get_by_role("button", name="Verify shuffle")).to_have_count(0)
    page.get_by_role("button", name="Next game").click()
    choose(page, "Resign", "Resign")
    dialog = open_fairness(page)
    expect(verdict(dialog)).to_contain_text("fair")
    expect(checks(dialog).filter(has_text="The starting seat")).to_have_count(2)
    expect(dialog.get_by_role("link", name=re.compile("Download record of game"))).to_have_count(2)


@every_look
def test_fairness_dialog_is_accessible(visitors: Visitors, axe: str, viewport: Any, schemes: Any) -> None:
    page = play_now(visitors, viewport=viewport, color_scheme=schemes[0])
    open_fairness(page, "Fair shuffle")
    assert violations(page, axe, schemes) == []
    page.keyboard.press("Escape")
    choose(page, "Resign", "Resign")
    for change in (lambda record: None, swap_hands):
        replace_record(page, change)
        expect(verdict(open_fairness(page))).to_be_visible()
        assert violations(page, axe, schemes) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.get_by_role("dialog").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        page.keyboard.press("Escape")


@pytest.mark.slow
def test_fairness_dialog_is_translated(visitors: Visitors) -> None:
    page = resigned_game(visitors)
    for language, button, words in (
        ("de", "Mischung prüfen", "Es wurde fair gemischt"),
        ("fr", "Vérifier le mélange", "Le mélange est équitable"),
    ):
        page.locator("header select").select_option(language)
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_test_id("verdict")).to_contain_text(words)
        page.keyboard.press("Escape")
