"""Helpers that use the page like a person: by visible text, labels and buttons."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from server.client import Live
from server.server_process import ServerProcess

from .patience import as_long_as

RESULT = re.compile(r"You win!|wins$|share the win$")
MARKER = re.compile(r"marker, \d in stock$")


def game_card(page: Page, title: str) -> Locator:
    """Return a game's card on the start page."""
    return page.get_by_role("article", name=title)


def open_table(page: Page, name: str, title: str = "LOCO!", **choices: str) -> str:
    """Open a table for friends and return its link. Choices are given by the start of their labels."""
    page.get_by_label("Your name").fill(name)
    # by key, because a click is lost if the daily game appears above the button in between
    game_card(page, title).get_by_role("button", name="With friends").press("Enter")
    for label, choice in choices.items():
        page.get_by_role("dialog").get_by_label(label.replace("_", " ")).select_option(choice)
    page.get_by_role("button", name="Create table").click()
    return page.get_by_role("textbox", name="Invite link").input_value()


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()


def choose(page: Page, *buttons: str) -> None:
    """Press buttons in the table menu."""
    page.get_by_role("button", name="Table menu").click()
    for button in buttons:
        page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()


def open_profile(page: Page, *parts: str) -> Locator:
    """Open the account dialog and some of its sections."""
    page.get_by_role("button", name="Profile").click()
    dialog = page.get_by_role("dialog", name="Profile")
    for part in parts:
        dialog.get_by_text(part, exact=True).click()
    return dialog


def hand(page: Page) -> Locator:
    return page.get_by_role("toolbar", name="hand")


def result(page: Page) -> Locator:
    return page.get_by_role("heading", name=RESULT)


def wait_for_turn(page: Page) -> bool:
    """Wait until the player can choose a card. Return False if the game is over."""
    expect(page.get_by_text("Choose a card").or_(result(page)).first).to_be_visible()
    return not result(page).is_visible()


def first_card(page: Page) -> Locator:
    """Return a card that needs no shout, if there is one."""
    plain = hand(page).get_by_role("button", name=re.compile(r" [1-5]$"))
    return plain.first if plain.count() else hand(page).get_by_role("button").first


def open_markers(page: Page) -> Locator:
    """Return the markers that can go with the chosen card."""
    markers = page.get_by_role("button", name=MARKER, disabled=False)
    return markers.or_(page.get_by_role("button", name=re.compile("^no marker", re.IGNORECASE)))


def take_turn(page: Page, press: Any = lambda button: button.click()) -> None:
    """Play a card and take a marker. Shout if it is a Loco card."""
    held = hand(page).get_by_role("button").count()
    card = first_card(page)
    if (card.get_attribute("aria-label") or "").endswith("Loco"):
        press(page.get_by_role("button", name=re.compile("^LOCO!")))
    press(card)
    press(open_markers(page).first)
    expect(hand(page).get_by_role("button")).to_have_count(held - 1)


def play_to_the_end(page: Page, press: Any = lambda button: button.click()) -> None:
    for _ in as_long_as(lambda: wait_for_turn(page), "the game is not over"):
        take_turn(page, press)
    expect(result(page)).to_be_visible()


def play_without_clicks(
    server: ServerProcess, *pages: Page, is_enough: Callable[[Any], bool] = lambda state: False
) -> None:
    """Make random legal steps over the API for the players of these pages.

    Stop when the game is over, or when a seat has to act in a state for which `is_enough` is true.
    """
    table, choose = pages[0].url.rpartition("/")[2], random.Random(1)
    tokens = [ask(page, "/api/me/tokens", {"label": "test"})["token"] for page in pages]
    lives = [Live(server.host, table, token) for token in tokens]
    version = 0
    while True:
        for live in lives:
            while not live.state or live.state["version"] < version:
                live.hear()
        states = [live.state for live in lives]
        version = max(state["version"] for state in states)
        if any(state["ending"] for state in states):
            break
        if any(state["version"] < version for state in states):
            continue
        awaited = [live for live in lives if live.state["legal"] and live.state["seat"] not in live.state["locked_in"]]
        if not awaited:  # bots are thinking
            lives[0].hear()
        elif is_enough(awaited[0].state):
            break
        else:
            answer = awaited[0].answer(awaited[0].step(choose.choice(awaited[0].state["legal"])))
            assert answer["kind"] == "acknowledged", answer
            version = answer["version"]
    for live in lives:
        live.close()


def announcements(page: Page) -> Locator:
    """Return the latest announcement for screen readers."""
    return page.get_by_test_id("live")


def expect_last_announcement(page: Page, text: str) -> None:
    """Wait until this is the last announcement."""
    expect(announcements(page)).to_have_text(re.compile(f"{re.escape(text)}$"))


def announced_text(page: Page) -> str:
    """Return all announcements so far. Wait for one with `expect(announcements(page))`."""
    return announcements(page).inner_text()


RUN_AXE = """async (rules) => {
  const changing = () => document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity);
  for (let now; (now = changing()).length > 0; ) await Promise.allSettled(now.map((each) => each.finished));
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]);
}"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page, axe: str, schemes: Sequence[Any] = ()) -> list[Any]:
    """Return the violations that axe-core finds on the current page, in each colour scheme."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(axe)
    if not schemes:
        return list(page.evaluate(RUN_AXE, RULES))
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found += [(scheme, each) for each in page.evaluate(RUN_AXE, RULES)]
    return found


def show_whole_page(page: Page) -> None:
    """Show the whole page without scrolling, so that sticky elements cover nothing."""
    height = page.evaluate("document.documentElement.scrollHeight")
    assert page.viewport_size is not None
    page.set_viewport_size({"width": page.viewport_size["width"], "height": height})


def ask(page: Page, path: str, body: Any = None) -> Any:
    """Send an API request as the user of this browser."""
    response = page.request.get(path) if body is None else page.request.post(path, data=body)
    assert response.ok, response.text()
    return response.json() if response.body() else None
