"""Identity in a real browser: recovery codes, accounts, passkeys, API tokens."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Locator, Page, expect

from server.server_process import ServerProcess

from .conftest import Visitors
from .people import game_card, hand, open_profile, wait_for_turn

PASSWORD = "three quiet owls"


def play_now(page: Page, name: str) -> list[str | None]:
    """Start a game against a bot and return the hand."""
    page.get_by_label("Your name").fill(name)
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    wait_for_turn(page)
    return cards(page)


def cards(page: Page) -> list[str | None]:
    return [button.get_attribute("aria-label") for button in hand(page).get_by_role("button").all()]


def find_own_table(page: Page) -> None:
    page.keyboard.press("Escape")
    own = page.get_by_role("navigation", name="Your tables")
    own.get_by_role("link", name=re.compile("LOCO! with Fabula.*Your turn")).click()
    wait_for_turn(page)


def fill(form: Locator, **values: str) -> None:
    for label, value in values.items():
        form.get_by_label(label.replace("_", " ")).fill(value)
    form.get_by_role("button").click()


def test_recovery_code_moves_the_seat_to_another_device(visitors: Visitors) -> None:
    first = visitors.arrive("/")
    held = play_now(first, "Ada")
    dialog = open_profile(first, "Recovery code")
    with first.expect_response("**/api/me/code?*") as made:
        dialog.get_by_role("button", name="Create recovery code").click()
    code = made.value.json()["code"]
    expect(dialog.get_by_role("textbox", name="Your recovery code")).to_have_value(code)
    second = visitors.arrive("/")
    dialog = open_profile(second, "Recovery code")
    dialog.get_by_label("Code from another device").fill(code.lower())
    dialog.get_by_role("button", name="Restore account").click()
    expect(dialog.get_by_label("Your name")).to_have_value("Ada")
    find_own_table(second)
    assert cards(second) == held


def test_account_can_be_created_used_and_deleted(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    held = play_now(page, "Ada")
    page.goto("/")
    dialog = open_profile(page, "Account")
    fill(dialog.get_by_role("form", name="Create account"), Login="ada-1815", Password=PASSWORD)
    expect(dialog.get_by_text("Your login: ada-1815")).to_be_visible()
    change = dialog.get_by_role("form", name="Change password")
    fill(change, Current_password=PASSWORD, New_password=f"{PASSWORD} more")
    expect(dialog.get_by_text("Your other devices are signed out.")).to_be_visible()
    dialog.get_by_text("Sign out or delete account", exact=True).click()
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    expect(dialog.get_by_text("not signed in")).to_be_visible()
    expect(page.get_by_role("navigation", name="Your tables")).to_have_count(0)
    fill(dialog.get_by_role("form", name="Already have an account?"), Login="ada-1815", Password=f"{PASSWORD} more")
    expect(dialog.get_by_text("Your login: ada-1815")).to_be_visible()
    find_own_table(page)
    assert cards(page) == held
    dialog = open_profile(page, "Sign out or delete account")
    dialog.get_by_label("Your password").fill(f"{PASSWORD} more")
    dialog.get_by_role("button", name="Delete account").click()
    expect(dialog.get_by_text("You can’t undo this.")).to_be_visible()
    dialog.get_by_role("button", name="Delete account").click()
    expect(dialog.get_by_text("not signed in")).to_be_visible()
    expect(dialog.get_by_label("Your name")).to_have_value("")


def test_api_token_is_created_and_revoked(server: ServerProcess, visitors: Visitors) -> None:
    page = visitors.arrive("/")
    dialog = open_profile(page, "API tokens")
    dialog.get_by_label("Token name").fill("my bot")
    dialog.get_by_role("button", name="Create token").click()
    token = dialog.get_by_role("textbox", name="Your API token").input_value()

    def ask() -> httpx.Response:
        return httpx.get(f"{server.url}/api/me/tables", headers={"Authorization": f"Bearer {token}"})

    assert ask().json() == []
    dialog.get_by_role("button", name="Remove my bot").click()
    expect(dialog.get_by_role("button", name="Remove my bot")).to_have_count(0)
    assert ask().status_code == httpx.codes.UNAUTHORIZED


def test_passkey_signs_in(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    abilities = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    kind = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": abilities | kind})
    page.get_by_label("Your name").fill("Ada")
    dialog = open_profile(page, "Passkeys", "Sign out or delete account")
    dialog.get_by_label("Passkey name").fill("my phone")
    dialog.get_by_role("button", name="Add passkey").click()
    expect(dialog.get_by_role("button", name="Remove my phone")).to_be_visible()
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    expect(dialog.get_by_label("Your name")).to_have_value("")
    dialog.get_by_role("button", name="Sign in with a passkey").click()
    expect(dialog.get_by_label("Your name")).to_have_value("Ada")
    expect(dialog.get_by_role("button", name="Remove my phone")).to_be_visible()


def test_name_follows_the_user_to_another_device(visitors: Visitors) -> None:
    page = visitors.arrive("/")
    play_now(page, "Ada")
    page.goto("/")
    dialog = open_profile(page)
    dialog.get_by_label("Your name").fill("Countess")
    with page.expect_response(lambda response: response.request.method == "PATCH") as renamed:
        page.keyboard.press("Tab")
    assert renamed.value.json()["name"] == "Countess"
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("button", name="Profile: Countess")).to_be_visible()
