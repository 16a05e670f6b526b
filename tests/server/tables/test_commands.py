"""Rate limits of table commands per person."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from server.client import Live, ask, become, call, join, open_table
from server.server_process import ServerProcess

TABLE = {"game": "loco", "seats": 2}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where a person can open three tables in ten minutes and chat once in twenty seconds."""
    process = ServerProcess(tmp_path_factory.mktemp("strict"), LOCARIUM_LIMITS="0.1")
    yield process
    process.stop()


def request(server: ServerProcess, table: str, token: str, **wish: object) -> httpx.Response:
    return ask(server.url, "POST", f"/api/tables/{table}/requests?language=de", wish, token)


def is_too_fast(answer: httpx.Response) -> bool:
    """Return whether the request was rate-limited, with a time to wait."""
    if answer.status_code != 429:
        return False
    assert answer.json()["key"] == "too-fast"
    assert int(answer.headers["retry-after"]) > 0
    return True


def test_chat_is_limited_per_person(strict: ServerProcess) -> None:
    table = open_table(strict.url)["table"]
    ada, ben = (join(strict.url, table, name)["token"] for name in ("Ada", "Ben"))
    live = Live(strict.host, table, ada)
    assert live.answer(live.ask("chat", text="hello"))["kind"] == "acknowledged"
    assert live.answer(live.ask("chat", text="hello?"))["error"]["key"] == "too-fast"
    elsewhere = Live(strict.host, table, ada)
    assert elsewhere.answer(elsewhere.ask("chat", text="hello!"))["error"]["key"] == "too-fast"
    assert is_too_fast(request(strict, table, ada, kind="chat", key="a", text="hello!!"))
    assert request(strict, table, ben, kind="chat", key="b", text="good evening").is_success
    assert is_too_fast(request(strict, table, ben, kind="chat", key="c", text="good evening?"))
    said = call(strict.url, "GET", f"/api/tables/{table}/state", token=ben)["chat"]
    assert [line["text"] for line in said] == ["hello", "good evening"]


def test_toggles_are_limited_per_person(strict: ServerProcess) -> None:
    """Three per minute in total, even if they change nothing."""
    table = open_table(strict.url)["table"]
    ada, ben = (join(strict.url, table, name)["token"] for name in ("Ada", "Ben"))
    wishes: list[dict[str, object]] = [
        {"kind": "pause", "pause": True},
        {"kind": "request-hints", "wanted": True},
        {"kind": "pause", "pause": False},
    ]
    for number, wish in enumerate(wishes):
        assert request(strict, table, ada, key=f"k{number}", **wish).is_success
    assert is_too_fast(request(strict, table, ada, key="k", **wishes[0]))
    assert request(strict, table, ben, key="k", **wishes[0]).is_success
    state = call(strict.url, "GET", f"/api/tables/{table}/state", token=ada)
    if state["legal"]:  # moves do not count as toggles
        step = {"kind": "step", "version": state["version"], "step": state["legal"][0]}
        assert request(strict, table, ada, key="s", **step).is_success


def test_setting_the_same_bot_again_adds_no_event(server: ServerProcess) -> None:
    host = become(server.url, "Host")
    table = open_table(server.url, host, seats=3)["table"]
    for seat, level in ((0, 2), (1, None)):
        versions = set()
        for number in range(3):
            wish = {"kind": "set-seat", "key": f"{seat}{number}", "seat": seat, "level": level}
            assert request(server, table, host, **wish).is_success
            versions.add(call(server.url, "GET", f"/api/tables/{table}/state", token=host)["version"])
        assert len(versions) == 1


def test_spectator_commands_are_rejected(strict: ServerProcess) -> None:
    table = open_table(strict.url)["table"]
    answer = ask(strict.url, "POST", f"/api/tables/{table}/requests", {"kind": "chat", "key": "k", "text": "hello"})
    assert (answer.status_code, answer.json()["key"]) == (403, "not-your-seat")


def test_tables_and_rematches_are_limited_per_person(strict: ServerProcess) -> None:
    ada, ben = become(strict.url, "Ada"), become(strict.url, "Ben")
    table = open_table(strict.url, ada)["table"]
    for token in (ada, ben):
        join(strict.url, table, token=token, name=None)
    for key in ("early", "earlier", "earliest"):  # rejected before they count
        assert request(strict, table, ada, kind="rematch", key=key).json()["key"] == "not-over"
    assert request(strict, table, ben, kind="resign", key="r").is_success
    for key in ("one", "again"):  # a table has one rematch
        assert request(strict, table, ada, kind="rematch", key=key).is_success
    open_table(strict.url, ada)
    assert is_too_fast(ask(strict.url, "POST", "/api/tables", TABLE, ada))
    again = open_table(strict.url, ben)["table"]
    for token in (ada, ben):
        join(strict.url, again, token=token, name=None)
    assert request(strict, again, ben, kind="resign", key="r").is_success
    assert is_too_fast(request(strict, again, ada, kind="rematch", key="m"))
    assert request(strict, again, ben, kind="rematch", key="m").is_success
