"""The installable app: it opens without the server, says so, and updates when the server is back."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from server.server_process import ServerProcess

from .conftest import Visitors
from .people import game_card

READY = "() => navigator.serviceWorker.ready.then(({ active }) => active.state)"
CACHED = """async () => {
    const kept = [];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
    }
    return kept;
}"""


def test_app_opens_and_reports_an_unreachable_server(browser: Browser, own_server: ServerProcess) -> None:
    visitors = Visitors(browser, own_server.url)
    page = visitors.arrive("/", service_workers="allow")
    assert page.evaluate(READY) in ("activating", "activated")
    page.reload()
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Choose a card")).to_be_visible()
    address = page.url
    kept = page.evaluate(CACHED)
    assert "/" in kept
    assert not [path for path in kept if path.startswith("/api")]  # the browser stores no table data
    own_server.stop()
    for path in ("/", address):
        page.goto(path)
        expect(page.get_by_text("Can’t reach the server.")).to_be_visible()
    own_server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Choose a card")).to_be_visible()
    visitors.leave()


def test_app_is_installable(visitors: Visitors) -> None:
    page = visitors.arrive("/", service_workers="allow")
    page.evaluate(READY)
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert [each["errorId"] for each in errors["installabilityErrors"]] in ([], ["in-incognito"])


def test_insecure_page_works_without_a_service_worker(visitors: Visitors) -> None:
    page = visitors.arrive("about:blank", service_workers="allow")
    page.add_init_script("delete Navigator.prototype.serviceWorker; delete Crypto.prototype.subtle")
    page.goto("/")
    game_card(page, "LOCO!").get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Choose a card")).to_be_visible()
