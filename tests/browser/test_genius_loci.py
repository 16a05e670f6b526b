"""GENIUS LOCI in a real browser: priest, spirit and victim, by mouse, keyboard and touch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from server.server_process import ServerProcess

from .conftest import PHONE, Visitors, every_look
from .patience import as_long_as, wait_for
from .people import game_card, play_without_clicks, result, violations

Press = Callable[[Locator], None]


def click(button: Locator) -> None:
    button.click()


def play_now(visitors: Visitors, **options: object) -> Page:
    """Start a game against a bot. The starting seat is random."""
    page = visitors.arrive("/", **options)
    game_card(page, "GENIUS LOCI").get_by_role("button", name="Play now").click()
    assert wait_until_awaited(page)
    return page


def two_at_a_table(visitors: Visitors, position: str | None = None, match: str = "one game") -> tuple[Page, Page]:
    """Open a table as Ada and join it as Ben by the link."""
    ada = visitors.arrive("/")
    ada.get_by_label("Your name").fill("Ada")
    game_card(ada, "GENIUS LOCI").get_by_role("button", name="With friends").click()
    if position is not None:
        write_position(ada, position)
    ada.get_by_role("radio", name=re.compile(f"^{match}")).check()
    ada.get_by_role("button", name="Create table").click()
    ben = visitors.arrive(ada.get_by_role("textbox", name="Invite link").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join").click()
    for page in (ada, ben):
        expect(cells(page)).to_have_count(37)
    return ada, ben


def write_position(page: Page, position: str) -> Locator:
    page.get_by_role("radio", name="your own position").check()
    field = page.get_by_role("textbox", name="your own position")
    field.fill(position)
    return field


def board(page: Page) -> Locator:
    return page.get_by_role("grid", name="Board")


def cells(page: Page, name: str = "") -> Locator:
    return board(page).get_by_role("button", name=re.compile(name))


def cell(page: Page, name: str) -> Locator:
    return cells(page, rf"^{name}\b")


def names(found: Locator) -> list[str]:
    return [(each.get_attribute("aria-label") or "").split(",")[0] for each in found.all()]


def priests(page: Page) -> Locator:
    return cells(page, "can be high priest")


def victims(page: Page) -> Locator:
    """Return the victims for which one press is enough."""
    return cells(page, "can be sacrificed")


def destinations(page: Page) -> Locator:
    return cells(page, "can move here")


def spirits(page: Page) -> Locator:
    return page.get_by_role("region", name="Spirits").get_by_role("button")


def offered(page: Page) -> Locator:
    """Return the spirits that would accept a sacrifice."""
    return page.get_by_role("region", name="Spirits").get_by_role("button", disabled=False)


def end_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^end the turn$", re.IGNORECASE))


def humans(page: Page, seat: int) -> int:
    return int(page.get_by_test_id(f"humans-{seat}").inner_text().split()[0])


def all_humans(page: Page) -> int:
    return humans(page, 0) + humans(page, 1)


def wait_until_awaited(page: Page) -> bool:
    """Wait until the player can act. Return False if the game is over."""
    expect(page.get_by_test_id("your-turn").or_(result(page)).first).to_be_visible()
    return not result(page).is_visible()


def choose_until_ready(page: Page, press: Press = click) -> None:
    """Choose priest, spirit and target until a victim can be pressed."""
    if priests(page).count():
        press(priests(page).first)
    if not victims(page).count():
        press(offered(page).first)
    if not victims(page).count():
        press(destinations(page).first)
    expect(victims(page).first).to_be_visible()


def sacrifice(page: Page, press: Press = click) -> None:
    before = all_humans(page)
    choose_until_ready(page, press)
    press(victims(page).first)
    wait_for(page, lambda: all_humans(page) < before)


def take_turn(page: Page, press: Press = click) -> None:
    """Make one sacrifice and end the turn."""
    sacrifice(page, press)
    end_turn(page, lambda: press(end_button(page)))


def end_turn(page: Page, end: Callable[[], None]) -> None:
    if end_button(page).count():
        end()
        expect(end_button(page)).to_have_count(0)


def play_to_the_end(page: Page, press: Press = click) -> None:
    for _ in as_long_as(lambda: wait_until_awaited(page), "the game is not over"):
        take_turn(page, press)


@pytest.mark.clause("GENIUS-07", "GENIUS-17")
def test_whole_game_can_be_played_against_a_bot(visitors: Visitors) -> None:
    page = play_now(visitors)
    play_to_the_end(page)
    expect(page.get_by_role("table", name="Game summary").get_by_role("row")).to_have_count(3)
    for seat in range(2):
        assert int(page.get_by_test_id(f"left-{seat}").inner_text()) == humans(page, seat)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_game_can_be_played_on_a_phone(visitors: Visitors, server: ServerProcess) -> None:
    page = play_now(visitors, viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in [*cells(page).all(), *spirits(page).all()]:
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    for _ in range(2):
        take_turn(page, lambda button: button.tap())
        assert wait_until_awaited(page)
    play_without_clicks(server, page)
    expect(result(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def focused(page: Page) -> str:
    return page.locator("[data-cell]:focus").get_attribute("data-cell") or ""


def go_to(page: Page, target: str) -> None:
    """Move over the board with the arrow keys."""
    turned = is_turned(page)
    for _ in as_long_as(
        lambda: focused(page)[0] != target[0], f"the arrow keys do not reach the row of {target}", most=7
    ):
        page.keyboard.press("ArrowUp" if (focused(page)[0] < target[0]) != turned else "ArrowDown")
    for _ in as_long_as(lambda: focused(page) != target, f"the arrow keys do not reach {target}", most=7):
        page.keyboard.press("ArrowRight" if (focused(page) < target) != turned else "ArrowLeft")


def is_turned(page: Page) -> bool:
    """Whether the board is rotated for the second player."""
    return height(cell(page, "a1")) < height(cell(page, "g1"))


def opposite(name: str) -> str:
    """Return the cell at the same place of the rotated board."""
    row = "abcdefg".index(name[0])
    return f"{'gfedcba'[row]}{8 - abs(row - 3) - int(name[1])}"


@pytest.mark.slow
def test_whole_game_can_be_played_by_keyboard(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "GENIUS LOCI").get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    assert wait_until_awaited(page)
    board(page).locator("[tabindex='0']").focus()

    def press(button: Locator) -> None:
        target = button.get_attribute("data-cell")
        if target is None:
            page.keyboard.press((button.get_attribute("data-letter") or "").lower())
        else:
            go_to(page, target)
            page.keyboard.press("Enter")

    for _ in as_long_as(lambda: wait_until_awaited(page), "the game is not over"):
        sacrifice(page, press)
        end_turn(page, lambda: page.keyboard.press("e"))


@pytest.mark.clause("GENIUS-06", "GENIUS-07")
def test_high_priest_stays_the_same_for_a_turn(visitors: Visitors) -> None:
    page = play_now(visitors)
    assert end_button(page).count() == 0
    for _ in range(10):
        sacrifice(page)
        if end_button(page).count():
            break
        assert wait_until_awaited(page)
    else:
        pytest.fail("no priest could go on in ten turns")
    expect(priests(page)).to_have_count(0)
    expect(cells(page, "Guest’s high priest")).to_have_count(1)
    used = spirits(page).filter(has_text="has received its sacrifice")
    expect(used).to_have_count(1)
    expect(used).to_have_attribute("aria-disabled", "true")
    priest = names(cells(page, "Guest’s high priest"))[0]
    cell(page, priest).click()
    expect(cells(page, "Guest’s high priest")).to_have_count(1)


@pytest.mark.clause("GENIUS-08", "GENIUS-09")
def test_spirit_moves_before_it_takes_its_sacrifice(visitors: Visitors) -> None:
    page = play_now(visitors)
    for _ in range(10):
        take_turn(page)
        assert wait_until_awaited(page)
        if choose_one_that_can_move(page):
            break
    else:
        pytest.fail("no spirit could be moved in ten turns")
    spirit = page.locator("[data-letter]").and_(page.get_by_role("button", pressed=True))
    name = spirit.locator(".name").inner_text()
    to = names(destinations(page))[0]
    cell(page, to).click()
    expect(cell(page, to)).to_have_accessible_name(re.compile(f"{name} moves here"))
    spirit.click()  # it returns to its cell
    expect(spirit).to_have_attribute("aria-pressed", "true")
    expect(cell(page, to)).to_have_accessible_name(re.compile(f"{name} can move here|^{to}, .* moves here"))
    if "can move here" in (cell(page, to).get_attribute("aria-label") or ""):
        cell(page, to).click()
    before = all_humans(page)
    victims(page).first.click()
    wait_for(page, lambda: all_humans(page) < before)
    expect(page.get_by_text(re.compile(rf"to {name}, which moved to {to}")).first).to_be_attached()


def choose_one_that_can_move(page: Page) -> bool:
    for priest in names(priests(page)):
        cell(page, priest).click()
        for letter in [each.get_attribute("data-letter") for each in offered(page).all()]:
            spirit = page.locator(f"button[data-letter='{letter}']")
            if spirit.get_attribute("aria-pressed") == "false":  # the only match is already selected
                spirit.click()
            if destinations(page).count():
                return True
        page.keyboard.press("Escape")
    return False


def test_choice_can_be_cleared(visitors: Visitors) -> None:
    page = play_now(visitors)
    prompt = page.get_by_test_id("prompt")
    before = all_humans(page)
    name = names(priests(page))[0]
    for give_up in (
        lambda: page.keyboard.press("Escape"),
        lambda: cell(page, name).click(),
        lambda: page.get_by_role("button", name="Choose again").click(),
        lambda: page.get_by_test_id("turn").click(),
    ):
        cell(page, name).click()
        expect(cell(page, name)).to_have_accessible_name(re.compile("Guest’s high priest, selected"))
        expect(prompt).not_to_have_text("Choose your high priest")
        give_up()
        expect(prompt).to_have_text("Choose your high priest")
    assert all_humans(page) == before


@pytest.mark.clause("GENIUS-10")
def test_own_humans_can_be_victims(visitors: Visitors) -> None:
    marked: set[str] = set()
    for _ in range(10):  # not every deal offers both
        page = play_now(visitors)
        for name in names(priests(page)):
            cell(page, name).click()
            found = cells(page, "can be sacrificed|could be sacrificed").all()
            marked |= {(each.get_attribute("aria-label") or "").split(", ")[1] for each in found}
            page.keyboard.press("Escape")
        if len(marked) > 1:
            break
    assert marked == {"Guest’s human", "Fabula’s human"}


def test_victim_can_be_chosen_first(visitors: Visitors) -> None:
    for _ in range(10):  # not every deal offers an opponent's human
        page = play_now(visitors)
        others = names(board(page).get_by_role("button", name=re.compile("Fabula’s human"), disabled=False))
        if others:
            break
    before, name = all_humans(page), others[0]
    cell(page, name).click()
    choose_until_ready(page)
    assert names(victims(page)) == [name]
    page.get_by_role("button", name="Sacrifice", exact=True).click()
    wait_for(page, lambda: all_humans(page) < before)
    expect(page.get_by_text(re.compile(rf"sacrifices {name} to")).first).to_be_attached()


def test_spirit_highlights_possible_victims(visitors: Visitors) -> None:
    page = play_now(visitors)
    expect(cells(page, "could be sacrificed")).to_have_count(0)
    offered(page).first.hover()
    expect(cells(page, "could be sacrificed").first).to_be_visible()
    shown = names(cells(page, "could be sacrificed"))
    page.mouse.move(0, 0)
    expect(cells(page, "could be sacrificed")).to_have_count(0)
    offered(page).first.focus()
    assert names(cells(page, "could be sacrificed")) == shown


@pytest.mark.parametrize("way", ["button", "key"])
def test_undo_restores_the_victim(visitors: Visitors, way: str) -> None:
    page = play_now(visitors)
    before = [each.get_attribute("aria-label") for each in cells(page).all()]
    humans_before = all_humans(page)
    sacrifice(page)
    assert wait_until_awaited(page)
    if way == "button":
        page.get_by_role("button", name="Undo").click()
    else:
        page.keyboard.press("u")
    wait_for(page, lambda: all_humans(page) == humans_before)
    assert [each.get_attribute("aria-label") for each in cells(page).all()] == before


def test_last_turn_is_shown_with_arrows(visitors: Visitors) -> None:
    page = play_now(visitors)
    take_turn(page)
    assert wait_until_awaited(page)
    arrows = page.locator(".past .priest-way")
    expect(arrows.first).to_be_attached()
    priests(page).first.click()
    expect(arrows).to_have_count(0)
    page.keyboard.press("Escape")
    expect(arrows.first).to_be_attached()


def test_arrow_keys_move_over_the_board(visitors: Visitors) -> None:
    page = play_now(visitors)
    board(page).locator("[tabindex='0']").focus()
    assert focused(page) == "d4"
    turned = is_turned(page)
    walk = [("ArrowUp", "e3"), ("ArrowUp", "f3"), ("ArrowDown", "e3"), ("ArrowDown", "d4"), ("ArrowLeft", "d3")]
    for key, reached in [*walk, ("End", "d7"), ("ArrowRight", "d7"), ("ArrowUp", "e6"), ("Home", "e1")]:
        page.keyboard.press(key)
        expect(cell(page, opposite(reached) if turned else reached)).to_be_focused()


def test_screen_reader_announces_possible_choices(visitors: Visitors) -> None:
    page = play_now(visitors)
    live = page.get_by_test_id("live")
    letter = offered(page).first.get_attribute("data-letter") or ""
    spirit = offered(page).first.locator(".name").inner_text()
    page.keyboard.press(letter.lower())
    expect(live).to_contain_text(spirit)
    priest = names(cells(page, "can be high priest|Guest’s high priest, selected"))[
        0
    ]  # already selected if it is the only one
    cell(page, priest).focus()
    page.keyboard.press("Space")
    expect(cell(page, priest)).to_have_accessible_name(re.compile("Guest’s high priest, selected"))
    if not victims(page).count():
        destinations(page).first.click()
    expect(live).to_contain_text(re.compile(r"Options: |\?"))
    victim = names(victims(page))[0]
    victims(page).first.click()
    expect(live).to_contain_text(f"Guest makes {priest} high priest and sacrifices {victim} to {spirit}")


def height(found: Locator) -> float:
    boxes = [each.bounding_box() for each in found.all()]
    return sum(box["y"] for box in boxes if box) / len(boxes)


@pytest.mark.clause("GENIUS-02", "GENIUS-05")
def test_both_players_see_their_side_at_the_bottom(visitors: Visitors) -> None:
    ada, ben = two_at_a_table(visitors)
    watcher = visitors.arrive(ada.url)
    expect(watcher.get_by_text("You’re watching.")).to_be_visible()
    expect(cells(watcher)).to_have_count(37)
    for page, own, other in ((ada, "Ada", "Ben"), (ben, "Ben", "Ada")):
        assert height(cells(page, f"{own}’s human")) > height(cells(page, f"{other}’s human"))
    seen = sorted(names(cells(page := watcher, "Ada’s human")))
    assert seen == sorted(names(cells(ada, "Ada’s human"))) == sorted(names(cells(ben, "Ada’s human")))
    first, second = (ada, ben) if ada.get_by_test_id("your-turn").is_visible() else (ben, ada)
    expect(priests(second)).to_have_count(0)
    before = all_humans(page)
    take_turn(first)
    expect(second.get_by_test_id("your-turn")).to_be_visible()
    for page in (ada, ben, watcher):
        wait_for(page, lambda page=page: all_humans(page) == before - 1)  # type: ignore[misc]
    expect(priests(watcher)).to_have_count(0)
    expect(watcher.get_by_role("button", name="Undo")).to_have_count(0)
    take_turn(second)
    expect(first.get_by_test_id("your-turn")).to_be_visible()


def test_language_can_be_switched_at_the_table(visitors: Visitors) -> None:
    page = play_now(visitors)
    for language, prompt, spirit in (
        ("de", "Wähle deinen Hohepriester", "Charybdis"),
        ("fr", "Choisis ton grand prêtre", "Charybde"),
    ):
        page.locator("header select").select_option(language)
        expect(page.get_by_test_id("prompt")).to_have_text(prompt)
        expect(page.get_by_role("button", name=re.compile(f"^{spirit}"))).to_be_visible()


@pytest.mark.clause("GENIUS-04")
def test_custom_position_is_checked_and_played(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    game_card(page, "GENIUS LOCI").get_by_role("button", name="With friends").click()
    field = write_position(page, "nonsense")
    page.get_by_role("button", name="Create table").click()
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(re.compile("'nonsense' is not a position"))
    visitors.problems.clear()  # the browser logs the failed request
    for page in two_at_a_table(visitors, "..../..C../Y...../w..Sb../.....P/..T../.... w"):
        expect(cells(page, "’s human")).to_have_count(2)
        expect(cell(page, "d4")).to_have_accessible_name(re.compile("^d4, Saltator"))


@every_look
def test_table_is_accessible(
    visitors: Visitors, server: ServerProcess, axe: str, viewport: object, schemes: tuple[str, ...]
) -> None:
    page = visitors.arrive("/", viewport=viewport, color_scheme=schemes[0], bypass_csp=True)
    game_card(page, "GENIUS LOCI").get_by_role("button", name="With friends").click()
    assert violations(page, axe, schemes) == []
    page.get_by_role("button", name="Cancel").click()
    game_card(page, "GENIUS LOCI").get_by_role("button", name="Play now").click()
    assert wait_until_awaited(page)
    assert violations(page, axe, schemes) == []
    priests(page).first.click()
    assert violations(page, axe, schemes) == []
    offered(page).first.click()
    assert violations(page, axe, schemes) == []
    page.keyboard.press("Escape")
    sacrifice(page)
    assert violations(page, axe, schemes) == []
    end_turn(page, lambda: end_button(page).click())
    play_without_clicks(server, page)
    expect(result(page)).to_be_visible()
    assert violations(page, axe, schemes) == []


@pytest.mark.slow
@pytest.mark.clause("GENIUS-18")
def test_match_of_two_games_swaps_sides(visitors: Visitors) -> None:
    """Play a position in which the first player wins immediately, so each player wins one game."""
    ada, ben = two_at_a_table(visitors, "..../.b.../..YS.b/.P...../ww.b../..TC./ww.w w", match="two games")
    first, second = (ada, ben) if ada.get_by_test_id("your-turn").is_visible() else (ben, ada)
    name = "Ada" if first is ada else "Ben"
    win_at_once(first)
    for page in (first, second):
        expect(page.get_by_test_id("match")).to_have_text(f"{name} leads the match, 1 : 0")
    first.get_by_role("button", name="Next game").click()
    expect(first.get_by_test_id("match")).to_have_count(0)
    win_at_once(second)
    for page in (first, second):
        expect(page.get_by_test_id("match")).to_have_text("The match is tied, 1 : 1")
        expect(page.get_by_role("button", name="Next game")).to_have_count(0)
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def win_at_once(page: Page) -> None:
    assert wait_until_awaited(page)
    click(cell(page, "c2"))
    page.keyboard.press("s")
    click(cell(page, "b2"))
    click(cell(page, "a2"))
    expect(result(page)).to_be_visible()
