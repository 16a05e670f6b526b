"""LOCO! in a real browser, from the first click to the result."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from server.server_process import ServerProcess

from .conftest import PHONE, Visitors, every_look
from .people import (
    announcements,
    first_card,
    game_card,
    hand,
    open_markers,
    open_table,
    play_to_the_end,
    play_without_clicks,
    result,
    sit_down,
    take_turn,
    violations,
    wait_for_turn,
)


def play_now(visitors: Visitors, **options: object) -> Page:
    page = visitors.arrive("/", **options)
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    return page


def two_at_a_table(visitors: Visitors) -> tuple[Page, Page]:
    """Open a table for two as Ada and join it as Ben by the link."""
    ada = visitors.arrive("/")
    ben = visitors.arrive(open_table(ada, "Ada"))
    sit_down(ben, "Ben")
    expect(hand(ada)).to_be_visible()
    expect(hand(ben)).to_be_visible()
    return ada, ben


def test_whole_game_can_be_played_against_a_bot(visitors: Visitors) -> None:
    page = play_now(visitors)
    play_to_the_end(page)
    page.get_by_role("button", name="Rematch").click()
    expect(hand(page).get_by_role("button")).to_have_count(14)


def test_bot_level_is_used_and_remembered(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCO!").get_by_label("Bot level").select_option("4 · Hard")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    expect(page.get_by_role("list", name="Players")).to_contain_text("Bot, level 4")
    page.go_back()
    expect(game_card(page, "LOKUS").get_by_label("Bot level")).to_have_value("4")


def test_game_can_be_played_on_a_phone(visitors: Visitors, server: ServerProcess) -> None:
    page = play_now(visitors, viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in page.get_by_role("toolbar", name="hand").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    for _ in range(3):
        take_turn(page, lambda button: button.tap())
        assert wait_for_turn(page)
    play_without_clicks(server, page)
    expect(result(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_two_browsers_play_each_other(visitors: Visitors, server: ServerProcess) -> None:
    ada, ben = two_at_a_table(visitors)
    pages = [ada, ben] if ada.get_by_text("Choose a card").is_visible() else [ben, ada]  # the active player first
    for _ in range(4):
        assert wait_for_turn(pages[0])
        take_turn(pages[0])
        pages.reverse()
    play_without_clicks(server, ada, ben)
    for page in pages:
        expect(result(page)).to_be_visible()
        expect(page.get_by_role("row").nth(2)).to_be_visible()  # the table appears after the headline
    tables = [[row.replace("You", "") for row in page.get_by_role("row").all_inner_texts()] for page in pages]
    assert tables[0] == tables[1]


def test_page_receives_no_hidden_cards(visitors: Visitors) -> None:
    """Check that the page's traffic contains no card of the other hand before it is played."""
    ada = visitors.arrive("/")
    frames: list[str] = []
    ada.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    ben = visitors.arrive(open_table(ada, "Ada"))
    sit_down(ben, "Ben")
    expect(hand(ada)).to_be_visible()
    expect(hand(ben).get_by_role("button")).to_have_count(14)
    names = [button.get_attribute("aria-label") or "" for button in hand(ben).get_by_role("button").all()]
    cards = [name[0] + ("0" if name.endswith("Loco") else name[-1]) for name in names]
    states = [json.loads(frame) for frame in frames if '"state"' in frame]
    assert any(state["view"] for state in states)
    for card in cards:
        for state in states:
            own = json.dumps(state["view"]["hand"]) + json.dumps(state["legal"]) if state["view"] else ""
            assert f'"{card}' not in own
        assert not any(re.search(rf"\b{card}\b", json.dumps(state["log"])) for state in states)


def plain_cards(page: Page) -> list[str]:
    names = [button.get_attribute("aria-label") or "" for button in hand(page).get_by_role("button").all()]
    return [name for name in names if not name.endswith("Loco")]


def test_table_works_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    assert wait_for_turn(page)
    colours = {name.split()[0] for name in plain_cards(page)}  # 14 cards have at least three colours
    for colour in sorted(colours)[:3]:  # one card each, so no colour can be complete yet
        assert wait_for_turn(page)
        held = hand(page).get_by_role("button").count()
        card = hand(page).get_by_role("button", name=re.compile(rf"^{colour} [1-5]$")).first
        card.focus()
        page.keyboard.press("Enter")
        expect(open_markers(page).first).to_be_visible()
        open_markers(page).first.focus()
        page.keyboard.press("Enter")
        expect(hand(page).get_by_role("button")).to_have_count(held - 1)
    assert wait_for_turn(page)
    before = hand(page).get_by_role("button").count()
    page.keyboard.press("u")
    expect(hand(page).get_by_role("button")).to_have_count(before + 1)


def test_arrow_keys_move_in_the_hand_and_escape_deselects(visitors: Visitors) -> None:
    page = play_now(visitors)
    cards = hand(page).get_by_role("button")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    card = first_card(page)
    card.focus()
    page.keyboard.press("Space")
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(card).to_have_attribute("aria-pressed", "false")


def play_until_loco(page: Page) -> None:
    """Play until a Loco card is in the hand. Undo deals nothing new, so this may need another table."""
    for _ in range(10):
        wait_for_turn(page)
        if hand(page).get_by_role("button", name=re.compile("Loco$")).count():
            return
        page.goto("/")
        game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    pytest.fail("no Loco card in ten hands of 14")


@pytest.mark.clause("LOCO-11", "LOCO-17")
def test_forgotten_shout_costs_the_marker(visitors: Visitors) -> None:
    page = play_now(visitors)
    play_until_loco(page)
    held = hand(page).get_by_role("button").count()
    hand(page).get_by_role("button", name=re.compile("Loco$")).first.click()
    expect(hand(page).get_by_role("button")).to_have_count(held - 1)
    expect(page.get_by_text(re.compile("without a shout and takes no marker")).first).to_be_attached()


@pytest.mark.clause("LOCO-11", "LOCO-17")
@pytest.mark.parametrize("way", ["button", "key"])
def test_shout_in_time_earns_a_marker(visitors: Visitors, way: str) -> None:
    page = play_now(visitors)
    play_until_loco(page)
    if way == "button":
        page.get_by_role("button", name=re.compile("^LOCO!")).click()
    else:
        page.keyboard.press("l")
    hand(page).get_by_role("button", name=re.compile("Loco$")).first.click()
    open_markers(page).first.click()
    expect(page.get_by_text(re.compile("with a shout of LOCO! and takes a")).first).to_be_attached()


def test_undo_restores_the_card(visitors: Visitors) -> None:
    page = play_now(visitors)
    held = hand(page).get_by_role("button").count()
    take_turn(page)
    assert wait_for_turn(page)
    page.get_by_role("button", name="Undo").click()
    expect(hand(page).get_by_role("button")).to_have_count(held)


def test_screen_reader_announces_events(visitors: Visitors) -> None:
    page = play_now(visitors)
    take_turn(page)
    assert wait_for_turn(page)
    expect(page.get_by_test_id("live")).to_contain_text("Fabula plays")
    expect(announcements(page)).to_contain_text("Your turn")


def test_reload_and_back_button_keep_the_seat(visitors: Visitors) -> None:
    page = play_now(visitors)
    address = page.url
    cards = [button.get_attribute("aria-label") for button in hand(page).get_by_role("button").all()]
    page.reload()
    wait_for_turn(page)
    assert [button.get_attribute("aria-label") for button in hand(page).get_by_role("button").all()] == cards
    page.get_by_role("link", name=re.compile("Home")).click()
    expect(game_card(page, "LOCO!").get_by_role("button", name="Play now")).to_be_visible()
    page.go_back()
    wait_for_turn(page)
    assert page.url == address


def test_language_can_be_switched_at_the_table(visitors: Visitors) -> None:
    page = play_now(visitors)
    for language, turn in (("de", "Du bist am Zug"), ("fr", "À toi de jouer")):
        page.locator("header select").select_option(language)
        expect(page.get_by_text(re.compile(turn, re.IGNORECASE)).first).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == language


def test_game_continues_after_a_restart(own_server: ServerProcess, visitors: Visitors) -> None:
    visitors.url = own_server.url
    page = play_now(visitors)
    take_turn(page)
    assert wait_for_turn(page)
    cards = [button.get_attribute("aria-label") for button in hand(page).get_by_role("button").all()]
    own_server.kill()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    own_server.start()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_hidden()
    assert [button.get_attribute("aria-label") for button in hand(page).get_by_role("button").all()] == cards
    take_turn(page)
    visitors.problems[:] = [problem for problem in visitors.problems if "WebSocket" not in problem]


def test_unknown_address_is_explained(visitors: Visitors) -> None:
    page = visitors.arrive("/table/nowhere")
    expect(page.get_by_text(re.compile("no such table|page not found", re.IGNORECASE)).first).to_be_visible()
    visitors.problems.clear()  # the browser logs the 404


@every_look
def test_table_is_accessible(
    visitors: Visitors, server: ServerProcess, axe: str, viewport: object, schemes: tuple[str, ...]
) -> None:
    page = visitors.arrive("/", viewport=viewport, color_scheme=schemes[0], bypass_csp=True)
    expect(game_card(page, "LOCO!").get_by_role("button", name="Play now")).to_be_visible()
    assert violations(page, axe, schemes) == []
    game_card(page, "LOCO!").get_by_role("button", name="With friends").click()
    assert violations(page, axe, schemes) == []
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="The table is ready")).to_be_visible()
    assert violations(page, axe, schemes) == []
    page.goto("/rules/loco")
    expect(page.get_by_role("heading", name="LOCO!").first).to_be_visible()
    assert violations(page, axe, schemes) == []
    page.goto("/")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    assert violations(page, axe, schemes) == []
    first_card(page).click()
    assert violations(page, axe, schemes) == []
    open_markers(page).first.click()
    play_without_clicks(server, page)
    expect(result(page)).to_be_visible()
    assert violations(page, axe, schemes) == []


def test_card_is_dragged_to_its_pile(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    assert wait_for_turn(page)
    card = first_card(page)
    held = hand(page).get_by_role("button").count()
    colour = (card.get_attribute("aria-label") or "").split()[0]
    if (card.get_attribute("aria-label") or "").endswith("Loco"):
        page.get_by_role("button", name=re.compile("^LOCO!")).click()
    card.drag_to(page.get_by_role("group", name=re.compile(f"^{colour}", re.IGNORECASE)).first)
    open_markers(page).first.click()
    expect(hand(page).get_by_role("button")).to_have_count(held - 1)


@pytest.mark.clause("LOCO-18")
def test_option_adds_a_fifth_seat(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCO!").get_by_role("button", name="With friends").click()
    expect(page.get_by_role("radio", name="5")).to_have_count(0)
    page.get_by_role("radiogroup", name=re.compile("fifth player")).get_by_role("radio", name="on").check()
    page.get_by_role("radio", name="5").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Waiting for 4 more players", exact=False)).to_be_visible()
