"""Table features of every game: chat, pause, bot substitutes, resigning, rematch."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from .conftest import Visitors, every_look
from .people import (
    choose,
    first_card,
    game_card,
    hand,
    open_markers,
    open_profile,
    open_table,
    result,
    sit_down,
    take_turn,
    violations,
    wait_for_turn,
)

CLOCK = "30 s per move, 5 min reserve"


def two_at_a_table(visitors: Visitors, **choices: str) -> tuple[Page, Page]:
    """Open a LOCO! table as Ada and join it as Ben by the link."""
    ada = visitors.arrive("/")
    ben = visitors.arrive(open_table(ada, "Ada", **choices))
    sit_down(ben, "Ben")
    for page in (ada, ben):
        expect(hand(page)).to_be_visible()
    return ada, ben


def say(page: Page, text: str) -> None:
    page.get_by_label("Write a message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_chat_is_shared_and_blocking_hides_messages(visitors: Visitors) -> None:
    ada, ben = two_at_a_table(visitors)
    actor, other = (ada, ben) if ada.get_by_text("Choose a card").is_visible() else (ben, ada)
    card = first_card(actor)
    card.click()
    say(other, "<b>Hello</b> there")
    expect(actor.get_by_role("log")).to_contain_text("<b>Hello</b> there")
    expect(card).to_have_attribute("aria-pressed", "true")  # chat doesn't disturb the game
    say(ben, "good morning")
    expect(ada.get_by_role("log")).to_contain_text("good morning")
    ada.get_by_role("button", name="Options for Ben").click()
    ada.get_by_role("button", name="Block").click()
    ada.get_by_role("button", name="Block").click()
    expect(ada.get_by_text("Ben is blocked")).to_be_visible()
    expect(ada.get_by_role("log")).not_to_contain_text("good morning")
    ada.keyboard.press("Escape")
    blocked = open_profile(ada, "Blocked players")
    blocked.get_by_role("button", name="Unblock Ben").click()
    expect(blocked.get_by_text("You haven’t blocked anyone.")).to_be_visible()


def test_table_pauses_and_resumes_when_all_agree(visitors: Visitors) -> None:
    ada, ben = two_at_a_table(visitors, Clock=CLOCK)
    expect(ada.get_by_role("timer").filter(has_text=re.compile(r"0:\d\d\s*\+\s*5:00\s*reserve"))).to_have_count(1)
    choose(ben, "Pause")
    expect(ada.get_by_text("Pause requested by Ben")).to_be_visible()
    ada.get_by_role("button", name="Agree").click()
    for page in (ada, ben):
        expect(page.get_by_text("The game is paused.").first).to_be_visible()
        expect(page.get_by_test_id("your-turn")).to_have_count(0)
        expect(page.get_by_role("timer").filter(has_text="+")).to_have_count(0)
    ada.get_by_role("button", name="Resume").click()
    ben.get_by_role("button", name="Agree").click()
    expect(ada.get_by_role("timer").filter(has_text="+")).to_have_count(1)
    expect(ada.get_by_test_id("your-turn").or_(ada.get_by_text("Ben’s turn")).first).to_be_visible()


def test_bot_substitutes_for_a_player(visitors: Visitors) -> None:
    ada, ben = two_at_a_table(visitors)
    choose(ben, "Replace me with a bot")
    expect(ben.get_by_text("A bot is playing for you.")).to_be_visible()
    expect(ada.get_by_role("list", name="Players")).to_contain_text("Bot, level 3")
    assert wait_for_turn(ada)
    ben.get_by_role("button", name="Take over").click()
    expect(ben.get_by_text("A bot is playing for you.")).to_be_hidden()
    expect(ada.get_by_role("list", name="Players")).not_to_contain_text("Bot, level 3")
    expect(ada.get_by_test_id("live")).to_contain_text("Ben is back.")
    ben.close()
    expect(ada.get_by_role("list", name="Players")).to_contain_text("Away")
    choose(ada, "Replace Ben with a bot")
    expect(ada.get_by_role("alert")).to_contain_text("away for 60 seconds")


def test_player_can_resign_and_play_a_rematch(visitors: Visitors) -> None:
    ada, ben = two_at_a_table(visitors)
    choose(ada, "Resign", "Resign")
    expect(result(ben)).to_have_text("You win!")
    expect(result(ada)).to_have_text("Ben wins")
    expect(ben.get_by_role("table")).to_have_count(0)  # no scores, because the game was not finished
    ben.get_by_role("button", name="Rematch").click()
    expect(ben.get_by_role("heading", name="The table is ready")).to_be_visible()
    expect(ben.get_by_text("Reserved for Ada")).to_be_visible()
    expect(ada.get_by_role("main").get_by_text("A rematch is open")).to_be_visible()
    ada.get_by_role("button", name="Join rematch").click()
    for page in (ada, ben):
        expect(hand(page)).to_be_visible()
    assert ada.url == ben.url


def test_player_can_return_after_leaving(visitors: Visitors) -> None:
    ada, ben = two_at_a_table(visitors)
    choose(ben, "Leave table", "Leave table")
    own = ben.get_by_role("navigation", name="Your tables")
    own.get_by_role("link", name="LOCO! with Ada").click()
    ben.get_by_role("button", name="Take over").click()
    expect(ben.get_by_text("A bot is playing for you.")).to_be_hidden()
    expect(ada.get_by_role("list", name="Players")).not_to_contain_text("Bot, level 3")


def test_stranger_finds_public_table(visitors: Visitors) -> None:
    ada = visitors.arrive("/")
    open_table(ada, "Ada", Who_can_join="Anyone (listed in the lobby)")
    stranger = visitors.arrive("/")
    lobby = stranger.get_by_role("navigation", name="Lobby")
    lobby.get_by_role("link", name=re.compile("LOCO! with Ada.*1 open seat")).click()
    sit_down(stranger, "Zoe")
    expect(hand(stranger)).to_be_visible()
    assert ada.get_by_role("list", name="Players").inner_text().count("Zoe") == 1
    ada.get_by_role("link", name=re.compile("Home")).click()
    expect(ada.get_by_role("navigation", name="Your tables")).to_contain_text("LOCO! with Zoe")
    expect(ada.get_by_role("navigation", name="Lobby")).to_have_count(0)  # own tables are not listed twice


def test_host_manages_seats(visitors: Visitors) -> None:
    ada = visitors.arrive("/")
    ben = visitors.arrive(open_table(ada, "Ada", Spectators="Not allowed"))
    ada.get_by_role("button", name="Add bot to seat 2").click()
    expect(hand(ada)).to_be_visible()
    expect(ben.get_by_role("heading", name="Private table")).to_be_visible()
    ada.goto("/")
    game_card(ada, "LOCO!").get_by_role("button", name="With friends").click()
    ada.get_by_role("radio", name="3").check()
    ada.get_by_role("radiogroup", name="Seat 3").get_by_role("radio", name="Bot").check()
    ada.get_by_label("Bot level, seat 3").select_option("5 · Master")
    ada.get_by_role("button", name="Create table").click()
    expect(ada.get_by_text("Bot, level 5")).to_be_visible()
    ada.get_by_role("button", name="Remove bot Fabula").click()
    expect(ada.get_by_text("Waiting for 2 more players", exact=False)).to_be_visible()
    ben.goto(ada.url)
    sit_down(ben, "Ben")
    ada.get_by_role("button", name="Remove Ben").click()
    expect(ben.get_by_role("alert")).to_have_text("The host removed you from this table.")
    ben.get_by_role("button", name="Join").click()
    expect(ben.get_by_text("so you can’t rejoin")).to_be_visible()
    visitors.problems.clear()  # the browser logs the failed request
    ada.get_by_role("button", name="Leave table").click()
    expect(game_card(ada, "LOCO!")).to_be_visible()


@every_look
def test_table_pages_are_accessible(visitors: Visitors, axe: str, viewport: object, schemes: tuple[str, ...]) -> None:
    options = {"viewport": viewport, "color_scheme": schemes[0], "bypass_csp": True}
    ada = visitors.arrive("/", **options)
    ben = visitors.arrive(open_table(ada, "Ada", Clock=CLOCK), **options)
    say(ada, "hello")
    assert violations(ada, axe, schemes) == []  # the waiting room
    sit_down(ben, "Ben")
    expect(hand(ada)).to_be_visible()
    choose(ben, "Pause")
    expect(ada.get_by_text("Pause requested by Ben")).to_be_visible()
    assert ada.evaluate("document.documentElement.scrollWidth") <= ada.evaluate("innerWidth")
    assert violations(ada, axe, schemes) == []
    ada.get_by_role("button", name="Table menu").click()
    assert violations(ada, axe, schemes) == []
    ada.keyboard.press("Escape")
    ada.get_by_role("button", name="Options for Ben").click()
    assert violations(ada, axe, schemes) == []
    ada.keyboard.press("Escape")
    open_profile(
        ada, "Recovery code", "Account", "Passkeys", "API tokens", "Blocked players", "Sign out or delete account"
    )
    expect(ada.get_by_role("button", name="Delete account")).to_be_visible()
    assert violations(ada, axe, schemes) == []


def cards(page: Page) -> list[str | None]:
    return [card.get_attribute("aria-label") for card in hand(page).get_by_role("button").all()]


def test_two_tabs_of_one_seat_stay_in_sync(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    assert wait_for_turn(page)
    twin = page.context.new_page()
    twin.goto(page.url)
    assert wait_for_turn(twin)
    for one, other in ((page, twin), (twin, page)):
        take_turn(one)
        expect(hand(other).get_by_role("button")).to_have_count(hand(one).get_by_role("button").count())
        assert wait_for_turn(one)
        assert wait_for_turn(other)
        cards = [
            [card.get_attribute("aria-label") for card in hand(tab).get_by_role("button").all()] for tab in (one, other)
        ]
        assert cards[0] == cards[1]


def test_rejected_step_is_explained_and_the_board_reset(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    sent = []

    def meddle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            wish = json.loads(message)
            if wish["kind"] == "step" and not sent:
                sent.append(wish["step"])
                wish["step"] = "R9"  # an unknown card
            server.send(json.dumps(wish))

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/live$"), meddle)
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    assert wait_for_turn(page)
    held = hand(page).get_by_role("button").count()
    first_card(page).click()
    open_markers(page).first.click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(hand(page).get_by_role("button")).to_have_count(held)
    assert sent
    take_turn(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_sounds_can_be_turned_on(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    page.evaluate(
        """() => {
            window.struck = 0;
            const strike = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) { window.struck += 1; strike.apply(this, when); };
        }"""
    )
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    assert wait_for_turn(page)
    take_turn(page)
    assert wait_for_turn(page)
    assert page.evaluate("struck") > 0
    page.get_by_role("button", name="Sound", pressed=True).click()
    before = page.evaluate("struck")
    take_turn(page)
    assert wait_for_turn(page)
    assert page.evaluate("struck") == before
    page.reload()
    expect(page.get_by_role("button", name="Sound", pressed=False)).to_be_visible()
