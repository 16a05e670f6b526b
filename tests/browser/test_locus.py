"""LOCUS in a real browser: take cards and fill in shapes by mouse, touch and keyboard, while others do the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from server.server_process import ServerProcess

from .conftest import PHONE, Visitors, every_look
from .patience import as_long_as
from .people import announced_text, game_card, play_without_clicks, result, violations

Press = Callable[[Locator], None]
ZONES = ("Yellow", "Purple", "Red", "Green", "Blue")
MIN_SQUARE = 43.9  # pixels: 44 for a finger, minus rounding


def click(button: Locator) -> None:
    button.click()


def tap(button: Locator) -> None:
    button.tap()


def play_now(visitors: Visitors, press: Press = click, **options: object) -> Page:
    """Start a solo game."""
    page = visitors.arrive("/", **options)
    press(game_card(page, "LOCUS").get_by_role("button", name="Play now"))
    expect(open_cards(page)).to_have_count(2)
    return page


def two_at_a_table(visitors: Visitors, *choices: str) -> tuple[Page, Page]:
    """Open a table for two as Ada and join it as Ben. Return the player who takes a card first, then the other."""
    ada = visitors.arrive("/")
    ada.get_by_label("Your name").fill("Ada")
    game_card(ada, "LOCUS").get_by_role("button", name="With friends").click()
    for choice in choices:
        ada.get_by_role("radio", name=choice).check()
    ada.get_by_role("button", name="Create table").click()
    ben = visitors.arrive(ada.get_by_role("textbox", name="Invite link").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    for page in (ada, ben):
        expect(prompt(page)).to_have_text(re.compile("^Take a card$|to take a card$"))
    return (ada, ben) if prompt(ada).inner_text() == "Take a card" else (ben, ada)


def prompt(page: Page) -> Locator:
    return page.get_by_test_id("prompt")


def note(page: Page) -> Locator:
    return page.get_by_test_id("note")


def open_cards(page: Page) -> Locator:
    """Return the cards that can be taken."""
    return page.get_by_role("button", name=re.compile("^Take "))


def own_card(page: Page) -> Locator:
    """Return the taken card if it fits somewhere. Otherwise a press only explains why not."""
    return page.get_by_role("button", name=re.compile("^your card: "), disabled=False)


def bonuses(page: Page) -> Locator:
    """Return the earned bonuses that can be filled in."""
    group = page.get_by_role("group", name="Choose what to fill in")
    return group.get_by_role("button", name=re.compile("double|single block"), disabled=False)


def done(page: Page) -> Locator:
    return page.get_by_role("button", name="Done")


def squares(page: Page, zone: str | None = None) -> Locator:
    """Return the squares where the selection fits."""
    grid = page.get_by_role("grid") if zone is None else page.get_by_role("grid", name=zone)
    return grid.locator(".open:visible")


def previewed(page: Page) -> Locator:
    return page.get_by_role("gridcell", selected=True)


def filled(page: Page) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(r"^[a-z]\d+, filled"))


def take_card(page: Page, press: Press = click) -> None:
    press(open_cards(page).first)
    expect(open_cards(page)).to_have_count(0)


def fill_in(page: Page, press: Press = click) -> None:
    """Fill in the selection where it fits: choose a square, then choose it again."""
    fills = log_lines(page, " fills | buys ")
    before = fills.count()
    square = squares(page).first
    press(square)
    expect(previewed(page).first).to_be_attached()
    press(square)
    expect(fills.nth(before)).to_be_attached()  # others may fill in at the same time
    expect(previewed(page)).to_have_count(0)


def use_card(page: Page, press: Press = click) -> None:
    """Fill in the card, or discard it if it fits nowhere. Then use the bonuses."""
    expect(page.get_by_role("button", name="Discard")).to_be_visible()
    if own_card(page).count():
        fill_in(page, press)
    else:
        press(page.get_by_role("button", name="Discard"))
    expect(done(page)).to_be_visible()
    use_bonuses(page, press)


def use_bonuses(page: Page, press: Press = click) -> None:
    for _ in as_long_as(lambda: bonuses(page).count() > 0, "there are still bonuses"):
        fill_in(page, press)


def end(page: Page, press: Press = click) -> None:
    ends = log_lines(page, "Guest is done")
    before = ends.count()
    press(done(page))
    expect(ends).to_have_count(before + 1)


def log_lines(page: Page, words: str) -> Locator:
    """Return log lines with these words."""
    return page.get_by_role("group", name="Game log").get_by_text(re.compile(words))


def take_turn(page: Page, press: Press = click) -> None:
    take_card(page, press)
    use_card(page, press)
    end(page, press)


def wait_for_cards(page: Page, press: Press = click) -> bool:
    """Wait until a card can be taken. Return False if the game is over. Leftover coins are kept."""
    expect(open_cards(page).first.or_(result(page)).or_(done(page)).first).to_be_visible()
    if done(page).is_visible():
        end(page, press)
        return wait_for_cards(page, press)
    return not result(page).is_visible()


@pytest.mark.clause("LOCUS-07", "LOCUS-18")
def test_printed_order_allows_filling_in_while_others_choose(visitors: Visitors) -> None:
    first, second = two_at_a_table(visitors, "as printed: ", "as in the English rules: ")
    expect(first.get_by_test_id("turn")).to_have_text("Round 1 of 8, turn 1 of 2")
    expect(prompt(second)).to_have_text(re.compile(" to take a card$"))
    open_cards(first).first.click()
    expect(prompt(first)).to_have_text("Fill in your card now or later")
    expect(prompt(second)).to_have_text("Take a card")
    first.get_by_role("button", name="Discard for 2 coins").click()
    expect(prompt(first)).to_have_text(re.compile(" to take a card$"))
    expect(done(first)).to_have_count(0)
    open_cards(second).first.click()
    expect(done(first)).to_be_visible()
    second.get_by_role("button", name="Table menu").click()
    expect(second.get_by_role("dialog").get_by_text("as in the English rules: ")).to_be_visible()


@pytest.mark.slow
@pytest.mark.clause("LOCUS-28", "LOCUS-25")
def test_whole_solo_game_can_be_played_by_touch(visitors: Visitors, axe: str) -> None:
    page = play_now(visitors, tap, bypass_csp=True, viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")
    turns = 0
    for _ in as_long_as(lambda: wait_for_cards(page, tap), "the game is not over"):
        take_turn(page, tap)
        turns += 1
    assert turns == 16
    check_result(page, axe)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.slow
@pytest.mark.clause("LOCUS-28", "LOCUS-25")
def test_solo_game_can_be_played_by_mouse(visitors: Visitors, server: ServerProcess, axe: str) -> None:
    page = play_now(visitors, bypass_csp=True)
    for turn in range(1, 4):
        expect(page.get_by_test_id("turn")).to_have_text(f"Turn {turn} of 16")
        assert wait_for_cards(page)
        take_turn(page)
    play_without_clicks(server, page, is_enough=lambda state: state["view"]["turn"] == 16)
    expect(page.get_by_test_id("turn")).to_have_text("Turn 16 of 16")
    assert wait_for_cards(page)
    take_turn(page)
    assert not wait_for_cards(page)
    check_result(page, axe)


def check_result(page: Page, axe: str) -> None:
    expect(result(page)).to_be_visible()
    cells = page.get_by_role("table").get_by_role("row").last.get_by_role("cell")
    expect(cells).to_have_count(7)  # the table appears after the headline
    *points, lowest, total = map(int, cells.all_inner_texts())
    assert lowest == min(points)
    assert total == sum(points) + lowest
    assert violations(page, axe) == []


@pytest.mark.clause("LOCUS-06", "LOCUS-08")
def test_card_is_filled_in_by_mouse(visitors: Visitors) -> None:
    page = play_now(visitors)
    take_card(page)
    expect(own_card(page)).to_have_attribute("aria-pressed", "true")
    square = squares(page).first
    square.hover()
    size = previewed(page).count()
    assert 2 <= size <= 5
    page.mouse.move(0, 0)
    expect(previewed(page)).to_have_count(0)
    square.click()
    page.mouse.move(0, 0)
    expect(previewed(page)).to_have_count(size)
    page.get_by_role("button", name=re.compile("^Fill in")).click()
    expect(filled(page)).to_have_count(size)
    expect(page.get_by_text(re.compile("^Guest fills the card into")).first).to_be_attached()


def test_wheel_and_button_cycle_through_all_ways(visitors: Visitors) -> None:
    page = play_now(visitors)
    take_card(page)
    square = square_with_several_ways(page)
    ways = int(re.search(r"option 1 of (\d+)", note(page).inner_text())[1])  # type: ignore[index]
    for way in range(2, ways + 1):
        page.mouse.wheel(0, 100)
        expect(note(page)).to_contain_text(f"option {way} of {ways}")
    square.click()
    other = page.get_by_role("button", name=re.compile("^Next option"))
    name = other.inner_text()
    other.click()
    expect(other).not_to_have_text(name)


@pytest.mark.slow
def test_two_fingers_turn_a_shape(visitors: Visitors) -> None:
    for _ in range(10):  # not every card fits there in several ways
        page = play_now(visitors, tap, viewport=PHONE, has_touch=True, is_mobile=True)
        take_card(page, tap)
        squares(page).first.tap()
        expect(previewed(page).first).to_be_attached()
        if found := re.search(r"option 1 of (\d+)", note(page).inner_text()):
            break
    assert found
    fingers = page.context.new_cdp_session(page)
    box = page.get_by_role("grid").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, down in (("touchStart", 0), ("touchMove", 20), ("touchMove", 60)):
        points = [{"x": x - 40, "y": y}, {"x": x + 40, "y": y + down}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(note(page)).to_contain_text(f"option 2 of {found[1]}")


def square_with_several_ways(page: Page) -> Locator:
    for square in squares(page).all():
        square.hover()
        if "option 1 of" in note(page).inner_text():
            return square
    pytest.fail("every square is covered in one way only")


@pytest.mark.clause("LOCUS-14")
def test_foreign_zone_costs_a_coin(visitors: Visitors) -> None:
    page = play_now(visitors)
    name = open_cards(page).first.inner_text()
    for _ in range(10):
        if "wild" not in name:
            break
        page.goto("/")
        game_card(page, "LOCUS").get_by_role("button", name="Play now").click()
        expect(open_cards(page)).to_have_count(2)
        name = open_cards(page).first.inner_text()
    take_card(page)
    coins = int(page.get_by_test_id("coins-0").inner_text().split()[-1])
    foreign = "Red" if "red" not in name else "Purple"
    square = squares(page, foreign).first
    square.click()
    expect(note(page)).to_contain_text("costs 1 coin")
    expect(page.get_by_role("button", name="Fill in for 1 coin")).to_be_visible()
    square.click()
    expect(done(page)).to_be_visible()
    earned = "coin" in page.get_by_role("group", name="Game log").inner_text().split("fills the card")[-1]
    if not earned:
        expect(page.get_by_test_id("coins-0")).to_have_text(re.compile(rf"{coins - 1}$"))


def test_table_works_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "LOCUS").get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    open_cards(page).first.focus()
    page.keyboard.press("Enter")
    focused = page.locator("[role=gridcell]:focus")
    expect(focused).to_have_count(1)  # the focus moved to a square where the card fits
    expect(previewed(page).first).to_be_attached()
    start = focused.element_handle()
    moved = {focused.get_attribute("data-square")}
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
        moved.add(focused.get_attribute("data-square"))
    assert len(moved) >= 3
    start.focus()
    expect(previewed(page).first).to_be_attached()
    for key in ("Space", "r", "f", "Shift+Space"):
        page.keyboard.press(key)
        expect(previewed(page).first).to_be_attached()
    size = previewed(page).count()
    page.keyboard.press("Enter")
    expect(filled(page)).to_have_count(size)
    expect(focused).to_have_count(1)
    done(page).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("turn")).to_have_text("Turn 2 of 16")
    expect(open_cards(page).first).to_be_focused()
    page.keyboard.press("u")
    expect(page.get_by_test_id("turn")).to_have_text("Turn 1 of 16")


def test_tab_moves_between_zones(visitors: Visitors) -> None:
    page = play_now(visitors)
    page.get_by_role("grid", name="Yellow").locator("[tabindex='0']").focus()
    for zone in ZONES[1:]:
        page.keyboard.press("Tab")
        expect(page.get_by_role("grid", name=zone).locator(":focus")).to_have_count(1)


def test_screen_reader_announces_the_shape_position(visitors: Visitors) -> None:
    page = play_now(visitors)
    open_cards(page).first.focus()
    page.keyboard.press("Enter")
    expect(previewed(page).first).to_be_attached()
    where = " ".join(cell.get_attribute("data-square") or "" for cell in previewed(page).all())
    expect(page.get_by_test_id("live")).to_contain_text("Guest takes")
    told = announced_text(page)
    assert all(square in told for square in where.split())
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("live")).to_contain_text("Guest fills the card into")


@pytest.mark.clause("LOCUS-07")
def test_discarding_gives_coins_and_can_be_undone(visitors: Visitors) -> None:
    page = play_now(visitors)
    coins = page.get_by_test_id("coins-0")
    expect(coins).to_have_text(re.compile("1$"))
    take_card(page)
    page.get_by_role("button", name="Discard").click()
    expect(coins).to_have_text(re.compile("3$"))
    expect(done(page)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(own_card(page)).to_be_visible()


@pytest.mark.clause("LOCUS-15")
def test_coins_buy_single_blocks(visitors: Visitors) -> None:
    page = play_now(visitors)
    take_card(page)
    page.get_by_role("button", name="Discard").click()
    page.get_by_role("button", name=re.compile("^Two blocks")).click()
    single = bonuses(page).filter(has_text="single block")
    expect(single).to_have_text(re.compile(r"2\s*$"))
    fill_in(page)
    expect(filled(page)).to_have_count(1)
    expect(single).not_to_have_text(re.compile(r"2\s*$"))


@pytest.mark.clause("LOCUS-30")
def test_undo_empties_the_squares(visitors: Visitors) -> None:
    page = play_now(visitors)
    take_card(page)
    fill_in(page)
    page.get_by_role("button", name="Undo").click()
    expect(filled(page)).to_have_count(0)
    expect(own_card(page)).to_be_visible()


@pytest.mark.clause("LOCUS-18")
def test_two_players_fill_in_at_the_same_time(visitors: Visitors) -> None:
    first, second = two_at_a_table(visitors)
    take_card(first)
    expect(open_cards(second)).to_have_count(2)
    take_card(second)
    for page in (first, second):
        expect(page.get_by_role("button", name="Discard")).to_be_visible()
        expect(page.get_by_test_id("waiting")).to_contain_text("Waiting for")
    square = squares(second).first
    square.click()  # started before the other player's steps, finished after them
    expect(previewed(second).first).to_be_attached()
    use_card(first)
    done(first).click()
    expect(prompt(first)).to_have_text("You’re done")
    other = 0 if "Ada" in first.get_by_text("you").locator("xpath=../..").first.inner_text() else 1
    expect(second.get_by_test_id(f"status-{other}")).to_contain_text("done")
    expect(previewed(second).first).to_be_attached()
    square.click()
    expect(filled(second).first).to_be_attached()
    use_bonuses_and_end(second)
    for page in (first, second):
        expect(page.get_by_test_id("turn")).to_have_text("Round 1 of 8, turn 2 of 2")


def use_bonuses_and_end(page: Page) -> None:
    use_bonuses(page)
    done(page).click()


def test_other_sheets_can_be_enlarged(visitors: Visitors, axe: str) -> None:
    page = visitors.arrive("/", bypass_csp=True)
    game_card(page, "LOCUS").get_by_role("button", name="With friends").click()
    page.get_by_role("radio", name="Bot").check()
    page.get_by_role("button", name="Create table").click()
    expect(open_cards(page).first).to_be_visible()
    page.get_by_role("button", name=re.compile("^View .*’s sheet")).click()
    dialog = page.get_by_role("dialog")
    for zone in ZONES:
        expect(dialog.get_by_role("heading", name=re.compile(f"{zone}$|{zone} "))).to_be_visible()
    assert violations(page, axe) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    take_turn(page)
    expect(open_cards(page).first).to_be_visible()


def test_spectator_sees_the_sheets(visitors: Visitors) -> None:
    first, _ = two_at_a_table(visitors)
    watcher = visitors.arrive(first.url)
    expect(watcher.get_by_text("You’re watching.")).to_be_visible()
    expect(watcher.get_by_role("grid")).to_have_count(5)
    take_card(first)
    expect(watcher.get_by_text(re.compile(" takes ")).first).to_be_attached()
    expect(watcher.get_by_role("button", name=re.compile("^Take "))).to_have_count(0)


def test_reload_and_restart_keep_the_sheet(own_server: ServerProcess, visitors: Visitors) -> None:
    visitors.url = own_server.url
    page = play_now(visitors)
    take_card(page)
    fill_in(page)
    count = filled(page).count()
    page.reload()
    expect(filled(page)).to_have_count(count)
    own_server.kill()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_visible()
    own_server.start()
    expect(page.get_by_role("status").filter(has_text="Connection lost")).to_be_hidden()
    expect(filled(page)).to_have_count(count)
    use_bonuses_and_end(page)
    expect(page.get_by_test_id("turn")).to_have_text("Turn 2 of 16")
    visitors.problems[:] = [problem for problem in visitors.problems if "WebSocket" not in problem]


def test_language_can_be_switched_at_the_table(visitors: Visitors) -> None:
    page = play_now(visitors)
    for language, words in (("de", "Nimm eine Karte"), ("fr", "Prends une carte")):
        page.locator("header select").select_option(language)
        expect(prompt(page)).to_have_text(words)
        expect(page.get_by_role("grid")).to_have_count(5)


@every_look
def test_table_is_accessible(visitors: Visitors, axe: str, viewport: object, schemes: tuple[str, ...]) -> None:
    page = play_now(visitors, viewport=viewport, color_scheme=schemes[0], bypass_csp=True)
    assert violations(page, axe, schemes) == []
    take_card(page)
    assert violations(page, axe, schemes) == []
    squares(page).first.click()
    expect(previewed(page).first).to_be_attached()
    assert violations(page, axe, schemes) == []
    page.get_by_role("button", name=re.compile("^Fill in")).click()
    expect(done(page)).to_be_visible()
    assert violations(page, axe, schemes) == []


def test_phone_shows_one_zone_at_a_time(visitors: Visitors) -> None:
    page = play_now(visitors, viewport=PHONE, has_touch=True, is_mobile=True)
    for zone in ZONES:
        page.get_by_role("group", name="Zones").get_by_role("button", name=zone).tap()
        expect(page.get_by_role("grid")).to_have_count(1)
        for cell in page.get_by_role("grid", name=zone).get_by_role("gridcell").all():
            box = cell.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= MIN_SQUARE
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    take_card(page, tap)
    for zone in ZONES:
        page.get_by_role("group", name="Zones").get_by_role("button", name=zone).tap()
        if squares(page).count():
            expect(squares(page).first).to_be_in_viewport()
