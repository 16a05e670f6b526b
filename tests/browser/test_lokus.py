"""LOKUS in a real browser: hidden choices, rows, rounds and a custom edition."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from server.server_process import ServerProcess

from .conftest import PHONE, Visitors, every_look
from .patience import as_long_as, wait_for
from .people import game_card, hand, play_without_clicks, result, violations

Press = Callable[[Locator], None]

LINEAR = f"minus-points = {list(range(23))}"
FALLING = "minus-points = [0, 2, 1]"


def click(button: Locator) -> None:
    button.click()


def tap(button: Locator) -> None:
    button.tap()


def play_now(visitors: Visitors, **options: object) -> Page:
    """Start a game against two bots."""
    page = visitors.arrive("/", **options)
    game_card(page, "LOKUS").get_by_role("button", name="Play now").click()
    expect(cards(page)).to_have_count(10)
    wait_until_awaited(page)
    return page


def open_dialog(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    game_card(page, "LOKUS").get_by_role("button", name="With friends").click()


def at_a_table(
    visitors: Visitors,
    *names: str,
    before_opening: Callable[[Page], None] = lambda page: None,
    before_sitting: Callable[[Page], None] = lambda page: None,
) -> list[Page]:
    """Open a table as the first player and join it as the others by the link."""
    host = visitors.arrive("/")
    open_dialog(host, names[0])
    before_opening(host)
    host.get_by_role("button", name="Create table").click()
    link = host.get_by_role("textbox", name="Invite link").input_value()
    pages = [host]
    for name in names[1:]:
        page = visitors.arrive("/")
        before_sitting(page)
        page.goto(link)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        pages.append(page)
    for page in pages:
        expect(cards(page)).to_have_count(10)
    return pages


def cards(page: Page) -> Locator:
    return hand(page).get_by_role("button")


def card(page: Page, name: str) -> Locator:
    return hand(page).get_by_role("button", name=re.compile(rf"^{name}(,|$)"))


def names_of(page: Page) -> list[str]:
    return [(button.get_attribute("aria-label") or "").removesuffix(", face down") for button in cards(page).all()]


def notation(name: str) -> str:
    """Return a card's notation: `g7` for `green 7`."""
    colour, number = name.split(" ")
    return ("e" if colour == "grey" else colour[0]) + number


def joins(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^Join row \d$"))


def revealed(page: Page, turn: int) -> Locator:
    return page.get_by_role("list", name=f"Cards revealed in turn {turn}, lowest first").get_by_role("listitem")


def turn(page: Page) -> int:
    found = re.match(r"turn (\d+) of", page.get_by_test_id("turn").inner_text())
    assert found
    return int(found[1])


def wait_until_awaited(page: Page) -> bool:
    """Wait until the player has to choose something, as the live region announced. Return False if the game is over."""
    expect(page.get_by_test_id("your-turn").or_(result(page)).first).to_be_visible()
    return not result(page).is_visible()


def act(page: Page, press: Press = click) -> None:
    """Choose the first card or the first row, and wait for the result."""
    counters = page.get_by_test_id("counters").inner_text()
    if joins(page).count():
        press(joins(page).first)  # the table plays the last card of a hand, which may need a row immediately
        wait_for(page, lambda: not joins(page).count() or page.get_by_test_id("counters").inner_text() != counters)
        return
    press(cards(page).first)
    wait_for(
        page,
        lambda: (
            page.get_by_test_id("counters").inner_text() != counters
            or joins(page).count() > 0
            or result(page).is_visible()
        ),
    )


def play_until(page: Page, is_enough: Callable[[Page], bool], press: Press = click) -> None:
    for _ in as_long_as(lambda: wait_until_awaited(page) and not is_enough(page), "the condition is never met"):
        act(page, press)


def place_all(pages: list[Page], number: int) -> None:
    """Choose the first row for every player who has to, until all pages show the next turn."""

    def is_done() -> bool:
        for page in pages:
            if joins(page).count():
                joins(page).first.click()
                expect(joins(page)).to_have_count(0)
        return all(turn(page) == number + 1 for page in pages)

    wait_for(pages[0], is_done)


@pytest.mark.clause("LOKUS-05", "LOKUS-06", "LOKUS-07")
def test_choice_is_hidden_until_all_have_chosen(visitors: Visitors) -> None:
    frames: list[str] = []

    def listen(page: Page) -> None:
        if not frames:
            frames.append("")
            page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))

    ada, ben, cora = at_a_table(visitors, "Ada", "Ben", "Cora", before_sitting=listen)
    expect(ben.get_by_test_id("status-0")).to_have_text("is choosing")
    first, second = names_of(ada)[2], names_of(ada)[5]

    card(ada, first).click()
    expect(card(ada, first)).to_have_attribute("aria-pressed", "true")
    expect(card(ada, first)).to_have_accessible_name(f"{first}, face down")
    expect(ada.get_by_test_id("waiting")).to_contain_text("Waiting for Ben and Cora")
    expect(ben.get_by_test_id("status-0")).to_have_text("has chosen")
    expect(ben.get_by_text("Ada has chosen", exact=True).first).to_be_attached()

    card(ada, second).click()  # a changed choice
    expect(card(ada, second)).to_have_attribute("aria-pressed", "true")
    expect(card(ada, first)).to_have_attribute("aria-pressed", "false")

    cards(cora).first.click()
    expect(ben.get_by_test_id("status-2")).to_have_text("has chosen")
    expect(ada.get_by_test_id("waiting")).to_contain_text("Waiting for Ben.")
    states = [json.loads(frame) for frame in frames if '"state"' in frame]
    assert any(state["view"] for state in states)
    for name in (first, second):
        assert not any(
            f'"{notation(name)}"' in json.dumps(state["view"] and state["view"]["places"]) for state in states
        )
        assert not any(f"play {notation(name)}" in json.dumps(state["log"]) for state in states)

    cards(ben).first.click()
    for page in (ada, ben, cora):
        expect(revealed(page, 1)).to_have_count(3)
        expect(cards(page)).to_have_count(9)
        expect(revealed(page, 1).filter(has_text="Ada")).to_contain_text(second)
        expect(page.get_by_text(f"Ada plays the {second}", exact=True).first).to_be_attached()
    assert first in names_of(ada)
    numbers = [int(re.findall(r"\d+", text)[0]) for text in revealed(ada, 1).all_text_contents()]
    assert numbers == sorted(numbers)


@pytest.mark.clause("LOKUS-05")
def test_rolls_are_face_down_at_a_closed_table(visitors: Visitors) -> None:
    def close(page: Page) -> None:
        page.get_by_role("radio", name="rolls lie face down").check()

    pages = at_a_table(visitors, "Ada", "Ben", "Cora", before_opening=close)
    for page in pages:
        cards(page).first.click()
    place_all(pages, 1)
    for page in pages:
        expect(revealed(page, 1)).to_have_count(3)
        expect(revealed(page, 1).filter(has_text="face down")).to_have_count(0)
    ada, ben, _ = pages
    rolls = revealed(ada, 1).filter(has_text=re.compile(r"\d rolls?"))
    count = rolls.count()
    names = [re.findall(r": (\w+ \d+)", text)[0] for text in rolls.all_text_contents()]
    cards(ada).first.click()
    expect(revealed(ada, 1).filter(has_text="face down")).to_have_count(count)
    for name in names:
        said = re.compile(rf"plays the {name}\b")
        expect(ada.get_by_text(said)).to_have_count(0)
        expect(ben.get_by_text(said).first).to_be_attached()
    expect(revealed(ben, 1).filter(has_text="face down")).to_have_count(0)


@pytest.mark.clause("LOKUS-09", "LOKUS-10")
def test_rows_are_chosen_by_key_and_by_click(visitors: Visitors, server: ServerProcess) -> None:
    pages = at_a_table(visitors, "Ada", "Ben", "Cora")
    for row in (2, 1):
        play_without_clicks(server, *pages, is_enough=lambda state: "row 1" in state["legal"])
        wait_for(pages[0], lambda: any(joins(page).count() for page in pages))
        placing = next(page for page in pages if joins(page).count())
        other = next(page for page in pages if page is not placing)
        name = ("Ada", "Ben", "Cora")[pages.index(placing)]
        expect(other.get_by_test_id("prompt")).to_have_text(re.compile(f"^{name} is choosing a row for the"))
        sentence = other.get_by_text(re.compile(rf"^\s*{name} joins row {row}\b"))
        before = sentence.count()
        if row == 2:
            placing.keyboard.press("2")
        else:
            placing.get_by_role("button", name="Join row 1").click()
        expect(sentence.nth(before)).to_be_attached()


def test_next_turn_against_bots_shows_the_last_one(visitors: Visitors) -> None:
    page = play_now(visitors)
    chosen = names_of(page)[0]
    act(page)
    play_until(page, lambda page: turn(page) == 2)
    expect(revealed(page, 1)).to_have_count(3)
    mine = revealed(page, 1).filter(has_text="Guest")
    expect(mine).to_contain_text(chosen)
    expect(mine).to_contain_text(re.compile("row [12]|1 roll|2 rolls"))
    rolls = [int(page.get_by_test_id(f"rolls-{seat}").inner_text().split()[0]) for seat in range(3)]
    assert sum(rolls) >= 1  # at least the middle one of three
    page.get_by_role("button", name="Minus points").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(21)
    expect(page.get_by_role("dialog").locator("[aria-current=true]")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.clause("LOKUS-17", "LOKUS-19")
def test_whole_game_shows_its_rounds_and_result(visitors: Visitors, axe: str) -> None:
    page = play_now(visitors, bypass_csp=True)
    play_until(page, lambda page: page.get_by_role("table").count() > 0)
    expect(page.get_by_role("table", name="Round 1 is over").get_by_role("row")).to_have_count(4)
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    page.get_by_text("Last turn of the round").click()
    expect(page.get_by_role("list", name="Last turn of the round").get_by_role("listitem")).to_have_count(3)
    assert violations(page, axe) == []
    play_until(page, lambda page: False)
    table = page.get_by_role("table", name=re.compile("Minus points by round"))
    expect(table.get_by_role("row")).to_have_count(4)  # it appears after the headline
    for seat in range(3):
        texts = table.get_by_role("row").nth(seat + 1).get_by_role("cell").all_text_contents()
        minus = [int(re.findall(r"minus points (\d+)", text)[0]) for text in texts[:3]]
        assert sum(minus) == int(texts[3])
        expect(page.get_by_test_id(f"total-{seat}")).to_contain_text(texts[3])
    assert violations(page, axe) == []


def test_round_can_be_played_on_a_phone(visitors: Visitors, server: ServerProcess) -> None:
    page = play_now(visitors, viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in cards(page).all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    play_until(page, lambda page: turn(page) == 3, tap)
    play_without_clicks(server, page, is_enough=lambda state: state["view"]["turn"] == 8)
    expect(page.get_by_test_id("turn")).to_have_text("turn 8 of 10")
    play_until(page, lambda page: page.get_by_role("table").count() > 0, tap)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_table_works_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOKUS").get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(10)
    for _ in range(4):
        assert wait_until_awaited(page)
        if joins(page).count():
            page.keyboard.press("1")
            expect(joins(page)).to_have_count(0)
            continue
        held = cards(page).count()
        cards(page).first.focus()
        page.keyboard.press("ArrowRight")
        expect(cards(page).nth(1)).to_be_focused()
        page.keyboard.press("Enter")
        expect(cards(page)).to_have_count(held - 1)


def test_undo_restores_the_choice(visitors: Visitors) -> None:
    page = play_now(visitors)
    act(page)
    play_until(page, lambda page: turn(page) == 2)
    for _ in range(2):  # first a row, then the card
        page.keyboard.press("u")
        wait_for(page, lambda: turn(page) == 1)
        if not joins(page).count():
            break
    expect(cards(page)).to_have_count(10)
    expect(page.get_by_test_id("prompt")).to_have_text("Choose a card to play face down")


def test_card_is_dragged_to_the_table(visitors: Visitors) -> None:
    ada, *_ = at_a_table(visitors, "Ada", "Ben", "Cora")
    name = names_of(ada)[3]
    card(ada, name).drag_to(ada.get_by_role("region", name="Table"))
    expect(card(ada, name)).to_have_attribute("aria-pressed", "true")
    expect(ada.get_by_test_id("prompt")).to_have_text(f"You’ve chosen the {name}")


def test_screen_reader_announces_choices_and_results(visitors: Visitors) -> None:
    ada, ben, cora = at_a_table(visitors, "Ada", "Ben", "Cora")
    live = ada.get_by_test_id("live")
    cards(ben).first.click()
    expect(live).to_contain_text("Ben has chosen.")
    name = names_of(ada)[0]
    cards(ada).first.click()
    expect(live).to_contain_text(f"You’ve chosen the {name}. Waiting for Cora.")
    expect(live).not_to_contain_text("Move undone")
    ada.evaluate(
        """() => {
             window.heard = [];
             new MutationObserver((records) => {
               for (const record of records) for (const node of record.addedNodes) heard.push(node.textContent);
             }).observe(document.querySelector("[data-testid=live]"), { childList: true });
           }"""
    )
    cards(cora).first.click()
    place_all([ada, ben, cora], 1)
    expect(live).to_contain_text("Your turn")
    text = " ".join(ada.evaluate("heard"))
    assert f"Ada plays the {name}." in text
    assert "Ben plays the" in text
    assert re.search(r"gets? (a roll|two rolls)", text)


def test_reload_keeps_the_choice(visitors: Visitors) -> None:
    ada, *_ = at_a_table(visitors, "Ada", "Ben", "Cora")
    name = names_of(ada)[4]
    card(ada, name).click()
    expect(ada.get_by_test_id("prompt")).to_have_text(f"You’ve chosen the {name}")
    ada.reload()
    expect(card(ada, name)).to_have_attribute("aria-pressed", "true")


def test_language_can_be_switched_at_the_table(visitors: Visitors) -> None:
    page = play_now(visitors)
    for language, prompt, rolls in (
        ("de", "Wähle verdeckt eine Karte", "Minuspunkte"),
        ("fr", "Choisis une carte en secret", "Barème"),
    ):
        page.locator("header select").select_option(language)
        expect(page.get_by_test_id("prompt")).to_have_text(prompt)
        expect(page.get_by_role("button", name=rolls)).to_be_visible()


@pytest.mark.clause("LOKUS-04", "LOKUS-20")
def test_options_allow_two_players_and_eleven_cards(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    open_dialog(page, "Ada")
    expect(page.get_by_role("radio", name="2")).to_have_count(0)
    expect(page.get_by_role("radio", name="6")).to_have_count(0)
    page.get_by_role("radiogroup", name=re.compile("Two or six")).get_by_role("radio", name="on").check()
    expect(page.get_by_role("radio", name="6")).to_have_count(1)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("radio", name="11 cards").check()
    page.get_by_role("radiogroup", name="Seat 2").get_by_role("radio", name="Bot").check()
    page.get_by_role("button", name="Create table").click()
    expect(cards(page)).to_have_count(11)
    expect(page.get_by_test_id("turn")).to_have_text("turn 1 of 11")
    act(page)
    play_until(page, lambda page: turn(page) == 2)
    expect(revealed(page, 1)).to_have_count(2)


@pytest.mark.clause("LOKUS-18")
def test_custom_edition_is_rejected_with_its_error_and_then_accepted(visitors: Visitors) -> None:
    ada = visitors.arrive("/")
    open_dialog(ada, "Ada")
    ada.get_by_text("Custom edition", exact=True).click()
    text = ada.get_by_role("textbox", name="Edition text")
    expect(text).to_have_value(re.compile("minus-points"))
    ada.get_by_role("radio", name="4", exact=True).check()
    text.fill(FALLING)
    ada.get_by_role("button", name="Create table").click()
    expect(ada.get_by_role("alert")).to_contain_text("number 3 (for 2 rolls)")
    expect(text).to_have_value(FALLING)
    expect(text).to_be_focused()
    expect(text).to_have_accessible_description(re.compile("number 3"))
    expect(ada.get_by_role("radio", name="4", exact=True)).to_be_checked()
    visitors.problems.clear()  # the browser logs the failed request

    ada.get_by_role("radio", name="3", exact=True).check()
    for seat in ("Seat 2", "Seat 3"):
        ada.get_by_role("radiogroup", name=seat).get_by_role(
            "radio", name="Bot" if seat == "Seat 3" else "Friend"
        ).check()
    text.fill(LINEAR)
    ada.get_by_role("button", name="Create table").click()
    expect(ada.get_by_text("This table uses a custom edition.")).to_be_visible()

    ben = visitors.arrive(ada.get_by_role("textbox", name="Invite link").input_value())
    ben.get_by_role("button", name="Custom edition").click()
    expect(ben.get_by_role("dialog")).to_contain_text(LINEAR)
    ben.get_by_role("button", name="Close").click()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    expect(cards(ben)).to_have_count(10)
    ben.get_by_role("button", name="Minus points").click()
    expect(ben.get_by_role("dialog").get_by_role("listitem").last).to_have_text(re.compile(r"20\D+20$", re.DOTALL))
    ben.get_by_role("button", name="Close").click()
    ben.get_by_role("button", name="Custom edition").click()
    expect(ben.get_by_role("dialog")).to_contain_text(LINEAR)


def test_unchanged_custom_edition_counts_as_built_in(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    open_dialog(page, "Ada")
    page.get_by_text("Custom edition", exact=True).click()
    text = page.get_by_role("textbox", name="Edition text")
    expect(text).to_have_value(re.compile("minus-points"))
    text.fill(FALLING)
    page.get_by_role("button", name="Reset").click()
    expect(text).to_have_value(re.compile("LOKUS, edition"))
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="The table is ready")).to_be_visible()
    expect(page.get_by_role("button", name="Custom edition")).to_have_count(0)


@every_look
def test_table_is_accessible(
    visitors: Visitors, server: ServerProcess, axe: str, viewport: object, schemes: tuple[str, ...]
) -> None:
    page = visitors.arrive("/", viewport=viewport, color_scheme=schemes[0], bypass_csp=True)
    width = page.evaluate("innerWidth")
    open_dialog(page, "Ada")
    page.get_by_text("Custom edition", exact=True).click()
    expect(page.get_by_role("textbox", name="Edition text")).to_be_visible()
    assert violations(page, axe, schemes) == []
    page.get_by_role("textbox", name="Edition text").fill(LINEAR)
    page.get_by_role("radiogroup", name="Seat 3").get_by_role("radio", name="Bot").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("button", name="Custom edition")).to_be_visible()
    assert violations(page, axe, schemes) == []
    ben = visitors.arrive(page.url)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    expect(cards(page)).to_have_count(10)
    assert violations(page, axe, schemes) == []
    cards(page).first.click()
    expect(page.get_by_test_id("waiting")).to_contain_text("Waiting for Ben")
    assert violations(page, axe, schemes) == []
    page.get_by_role("button", name="Minus points").click()
    assert violations(page, axe, schemes) == []
    page.get_by_role("button", name="Close").click()
    page.goto("/")
    game_card(page, "LOKUS").get_by_role("button", name="Play now").click()
    wait_until_awaited(page)
    play_without_clicks(server, page, is_enough=lambda state: "row 1" in state["legal"])
    expect(joins(page)).to_have_count(2)
    assert violations(page, axe, schemes) == []
    act(page)
    play_until(page, lambda page: not joins(page).count())
    assert violations(page, axe, schemes) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
