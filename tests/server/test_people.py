"""Who somebody is: the store, and the API over real HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import Parameters, Type
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel.errors import Refused
from locarium.server import identity, schema, tokens
from locarium.server.codes import ALPHABET, make_code, read_code
from locarium.server.database import Database
from locarium.server.memory import Memory
from locarium.server.passwords import AT_ONCE, MOST_WAITING, Passwords
from locarium.server.people import People
from locarium.server.reports import MOST_OPEN, close_report, open_reports
from locarium.server.signing import Signer, house_key, proof_of

from .browser import Browser
from .house import ServerProcess

CHEAP = Parameters(Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=64, parallelism=1)
DEARER = Parameters(Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=64, parallelism=1)
PASSWORD = "correct horse"

_logins = count()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    store = Database(f"sqlite:///{tmp_path / 'people.sqlite'}")
    yield store
    store.close()


@pytest.fixture
def people(database: Database) -> People:
    return People(database, Passwords(CHEAP))


def refusal(answer: object) -> str | None:
    return answer.reason if isinstance(answer, Refused) else None


async def refused(asking: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await asking
    return caught.value.reason


def rows(database: Database, table: sa.Table) -> list[Any]:
    with database.engine.connect() as connection:
        return list(connection.execute(sa.select(table)).all())


def headers(people: People, known: Any) -> list[tuple[bytes, bytes]]:
    cookie = identity.cookie_for(people, known, is_secure=True)
    return [(b"host", b"house"), (b"cookie", f"theme=dark; {cookie.key}={cookie.value}".encode())]


@pytest.fixture
def ada(server: ServerProcess) -> Browser:
    return Browser(server.url, "Ada")


@pytest.fixture
def account(ada: Browser) -> tuple[Browser, str]:
    """Ada with an account, and its login."""
    login = f"Ada {next(_logins)}"
    ada.ask("POST", "/api/me/account", {"login": login, "password": PASSWORD})
    return ada, login


# Keys, codes, memory


def test_processes_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    databases = [Database(f"sqlite:///{tmp_path / 'keys.sqlite'}") for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        keys = set(threads.map(house_key, databases))
    assert len(keys) == 1
    assert len(keys.pop()) == 32
    for each in databases:
        each.close()


@given(st.text(), st.text())
def test_what_is_signed_for_one_purpose_is_worth_nothing_for_another(text: str, other: str) -> None:
    text, other = (each.encode("utf-8", "ignore").decode() for each in (text, other))
    signer = Signer(b"k" * 32)
    assert signer.verify("cookie", signer.sign("cookie", text)) == text
    assert signer.verify("passkey", signer.sign("cookie", text)) is None
    assert signer.verify("cookie", other) is None
    assert Signer(b"j" * 32).verify("cookie", signer.sign("cookie", text)) is None


def test_a_code_may_be_typed_carelessly() -> None:
    for _ in range(50):
        code = make_code()
        letters = code.replace("-", "")
        assert [len(group) for group in code.split("-")] == [4, 4, 4]
        assert read_code(code) == letters
        careless = code.lower().replace("0", "o").replace("1", "l").replace("-", " \N{EN DASH} ")
        assert read_code(f" {careless}\n") == letters
    assert read_code("ILOilo000000") == "110110000000"
    assert 5 * len(letters) >= 60
    assert len(set(ALPHABET)) == 32


@given(st.text(max_size=100))
def test_any_text_is_a_code_or_none(text: str) -> None:
    letters = read_code(text)
    assert letters is None or set(letters) <= set(ALPHABET)


def test_memory_is_bounded() -> None:
    memory: Memory[int, int] = Memory(seconds=60, most=3)
    for number in range(5):
        memory.put(number, number)
    assert [memory.get(number) for number in range(5)] == [None, None, 2, 3, 4]
    memory.drop(3)
    assert memory.get(3) is None
    forgetful: Memory[int, int] = Memory(seconds=0, most=3)
    forgetful.put(1, 1)
    assert forgetful.get(1) is None


# The store


def test_who_asks_is_found_by_cookie_or_token(people: People) -> None:
    async def run() -> None:
        known, _ = await people.welcome(" Ada ")
        asker = await identity.identify(people, headers(people, known))
        assert asker == identity.Asker(known.person, "Ada", is_program=False)
        assert asker.proof == proof_of(known.person)
        _, token = await people.tokens.make(known.person, "bot")
        bearer = (b"authorization", f"Bearer {token}".encode())
        program = identity.Asker(known.person, "Ada", is_program=True)
        assert await identity.identify(people, [bearer]) == program
        assert await identity.identify(people, [*headers(people, known), bearer]) == program
        assert await identity.identify(people, []) is None
        assert await identity.identify(people, [(b"authorization", b"Basic YTpi")]) is None
        assert await identity.identify(people, [(b"cookie", b"locarium=\xff\xfe; locarium")]) is None
        for wrong in (b"Bearer loc_", b"Bearer \xff", b"bearer " + token.encode()[:-1]):
            assert await refused(identity.identify(people, [(b"authorization", wrong)])) == "bad-token"

    asyncio.run(run())


def test_a_cookie_costs_one_look_at_the_database(people: People, database: Database) -> None:
    async def run() -> None:
        known, _ = await people.welcome("Ada")
        sent = headers(people, known)
        await identity.identify(people, sent)
        looks: list[str] = []
        sa.event.listen(database.engine, "before_cursor_execute", lambda *given: looks.append(given[2]))
        for _ in range(10):
            assert await identity.identify(people, sent) is not None
        assert await identity.identify(people, [(b"cookie", b"locarium=forged.1.00")]) is None
        assert looks == []

    asyncio.run(run())


def test_a_session_that_began_at_another_process_counts_at_once(people: People, database: Database) -> None:
    async def run() -> None:
        other = People(database)
        known, _ = await people.welcome("Ada")
        await identity.identify(people, headers(people, known))
        await other.end_sessions(known.person)
        new = await other.load(known.person)
        assert new.session == known.session + 1
        assert await identity.identify(people, headers(people, new)) is not None
        assert await identity.identify(people, headers(people, known)) is None

    asyncio.run(run())


def test_only_digests_are_stored(people: People, database: Database) -> None:
    async def run() -> None:
        known, code = await people.welcome("Ada")
        await people.make_account(known.person, "ada", PASSWORD)
        _, token = await people.tokens.make(known.person, "bot")
        stored = repr([rows(database, table) for table in schema.metadata.sorted_tables])
        for secret in (code, code.replace("-", ""), PASSWORD, token):
            assert secret not in stored

    asyncio.run(run())


def test_of_many_who_want_a_login_one_gets_it(people: People) -> None:
    async def run() -> None:
        guests = [(await people.welcome("Eve"))[0].person for _ in range(6)]
        spellings = ["straße", "STRASSE", "Strasse", " strasse ", "ſtraße", "ＳＴＲＡＳＳＥ"]  # noqa: RUF001
        asking = [people.make_account(guest, login, PASSWORD) for guest, login in zip(guests, spellings, strict=True)]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert sorted(map(str, map(refusal, answers))) == ["None", *["login-taken"] * 5]
        winner = guests[answers.index(None)]
        for login in spellings:
            assert (await people.sign_in(login, PASSWORD)).person == winner

    asyncio.run(run())


def test_there_are_never_too_many_tokens(people: People) -> None:
    async def run() -> None:
        ada, ben = [(await people.welcome(name))[0].person for name in ("Ada", "Ben")]
        making = [people.tokens.make(ada, f"bot {i}") for i in range(tokens.MOST + 5)]
        answers = await asyncio.gather(*making, return_exceptions=True)
        assert [refusal(answer) for answer in answers].count("too-many") == 5
        made = await people.tokens.of(ada)
        assert len(made) == tokens.MOST
        assert await refused(people.tokens.remove(ben, made[0].number)) == "no-such-entry"
        await people.tokens.remove(ada, made[0].number)
        await people.tokens.make(ada, "one more")
        assert await refused(people.tokens.make("nobody", "bot")) == "nobody"

    asyncio.run(run())


def test_the_use_of_a_token_is_noted_once_an_hour(people: People, database: Database) -> None:
    async def run() -> None:
        known, _ = await people.welcome("Ada")
        _, token = await people.tokens.make(known.person, "bot")

        async def used() -> float:
            people.tokens.forget_recent()
            await people.tokens.holder(token)
            return float((await people.tokens.of(known.person))[0].last_used)

        first = await used()
        assert await used() == first
        with database.engine.begin() as connection:
            connection.execute(sa.update(schema.tokens).values(last_used=first - tokens.USE_IS_NOTED - 1))
        assert await used() >= first

    asyncio.run(run())


def test_passwords_are_hashed_anew_when_the_parameters_change(people: People, database: Database) -> None:
    async def run() -> None:
        known, _ = await people.welcome("Ada")
        await people.make_account(known.person, "ada", PASSWORD)
        [before] = rows(database, schema.people)
        await people.sign_in("ada", PASSWORD)
        assert rows(database, schema.people) == [before]
        later = People(database, Passwords(DEARER))
        assert (await later.sign_in("ada", PASSWORD)).person == known.person
        [after] = rows(database, schema.people)
        assert "t=1" in before.password
        assert "t=2" in after.password
        assert after.session == before.session  # nobody is signed out by it
        assert (await later.sign_in("ada", PASSWORD)).person == known.person
        assert "argon2id" in await Passwords().hash(PASSWORD)

    asyncio.run(run())


def test_the_same_letters_from_another_keyboard_are_the_same_password() -> None:
    async def run() -> None:
        passwords = Passwords(CHEAP)
        assert await passwords.check("cafe\u0301 au lait", await passwords.hash("caf\u00e9 au lait"))
        assert not await passwords.check("cafe au lait", await passwords.hash("caf\u00e9 au lait"))
        assert not await passwords.check("anything", "no hash at all")
        assert not await passwords.check("anything", None)

    asyncio.run(run())


def test_whoever_finds_too_many_waiting_is_sent_away() -> None:
    async def run() -> None:
        passwords = Passwords(CHEAP)
        asking = [passwords.hash(PASSWORD) for _ in range(AT_ONCE + MOST_WAITING + 7)]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert [refusal(answer) for answer in answers].count("busy") == 7
        assert await passwords.hash(PASSWORD)  # afterwards all goes on

    asyncio.run(run())


def test_a_password_can_be_changed_once_only(people: People) -> None:
    async def run() -> None:
        known, _ = await people.welcome("Ada")
        await people.make_account(known.person, "ada", PASSWORD)
        changing = [people.change_password(known.person, PASSWORD, f"another {i}") for i in range(4)]
        answers = await asyncio.gather(*changing, return_exceptions=True)
        assert sorted(map(str, map(refusal, answers))) == ["None", *["wrong-password"] * 3]
        assert await people.sign_in("ada", f"another {answers.index(None)}")
        assert (await people.load(known.person)).session == known.session + 1

    asyncio.run(run())


def test_block_and_unblock(people: People) -> None:
    async def run() -> None:
        ada, eve = [(await people.welcome(name))[0].person for name in ("Ada", "Eve")]
        for _ in range(2):
            await people.block(ada, proof_of(eve), "Eve")
        assert await people.blocked_by(ada) == {proof_of(eve)}
        assert await people.blocked_by(eve) == set()
        assert await refused(people.block(ada, proof_of(ada), "Ada")) == "not-yourself"
        [block] = await people.blocks_of(ada)
        assert block.name == "Eve"
        assert await refused(people.unblock(eve, block.number)) == "no-such-entry"
        await people.unblock(ada, block.number)
        assert await people.blocked_by(ada) == set()

    asyncio.run(run())


def test_reports_are_for_the_host(people: People, database: Database) -> None:
    async def run() -> None:
        ada, eve = [(await people.welcome(name))[0].person for name in ("Ada", "Eve")]
        await people.report(ada, "window", 1, proof_of(eve), "chat", "rude\x1b[2J\x00 words\n")
        [report] = rows(database, schema.reports)
        assert (report.table, report.seat, report.text) == ("window", 1, "rude [2J  words")
        for _ in range(MOST_OPEN - 1):
            await people.report(ada, "window", 1, proof_of(eve), "other", "x" * 1000)
        assert await refused(people.report(ada, "window", 1, proof_of(eve), "other", "")) == "too-many"
        with database.engine.begin() as connection:
            assert len(open_reports(connection)) == MOST_OPEN
            assert close_report(connection, report.number)
            assert not close_report(connection, report.number)
            assert len(open_reports(connection)) == MOST_OPEN - 1
        await people.report(ada, "window", 1, proof_of(eve), "other", "")

    asyncio.run(run())


def test_nothing_personal_is_left_of_whoever_is_forgotten(people: People, database: Database) -> None:
    async def run() -> None:
        known, code = await people.welcome("Ada Lovelace")
        other, _ = await people.welcome("Ben")
        ada, proof = known.person, proof_of(known.person)
        await people.make_account(ada, "countess", PASSWORD)
        _, token = await people.tokens.make(ada, "engine")
        await people.block(ada, proof_of(other.person), "Ben")
        await people.block(other.person, proof, "Ada Lovelace")
        await people.report(ada, "window", 1, proof_of(other.person), "chat", "my words")
        await people.report(other.person, "window", 0, proof, "chat", "rude")
        sent = headers(people, known)
        assert await identity.identify(people, sent) is not None
        asked = []

        async def hook(person: str) -> None:
            assert await people.load(person)  # what else forgets them can still look them up
            asked.append(person)

        people.when_forgotten.append(hook)
        await people.forget(ada)
        assert asked == [ada]
        stored = repr([rows(database, table) for table in schema.metadata.sorted_tables])
        for personal in (ada, proof, "Lovelace", "countess", "engine", "my words"):
            assert personal not in stored
        assert "rude" in stored  # the host decides about what others told
        assert await identity.identify(people, sent) is None
        assert await refused(people.recover(code)) == "bad-code"
        assert await refused(people.tokens.holder(token)) == "bad-token"
        assert await refused(people.sign_in("countess", PASSWORD)) == "wrong-login"
        assert await refused(people.forget(ada)) == "nobody"
        with suppress(Refused):
            await people.rename(ada, "Back")
        assert [row.name for row in rows(database, schema.people)] == ["Ben"]

    asyncio.run(run())


# Guests, over HTTP


def test_a_guest_is_known_by_a_cookie(server: ServerProcess) -> None:
    browser = Browser(server.url)
    assert browser.me is None
    response = browser.send("POST", "/api/me", {"name": " Ada "})
    assert response.status_code == 201
    me = response.json()
    assert me["name"] == "Ada"
    assert not me["is_account"]
    cookie = response.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=34560000"):
        assert part in cookie
    assert "Secure" not in cookie
    assert response.headers["cache-control"] == "no-store"
    assert browser.me == me | {"code": None}
    assert browser.refused("POST", "/api/me", {"name": "Eve"}) == (409, "known-already")
    assert browser.ask("PATCH", "/api/me", {"name": "Ada L."})["name"] == "Ada L."
    assert browser.name == "Ada L."


def test_a_proxy_is_not_believed_unless_it_is_trusted(server: ServerProcess) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
    response = Browser(server.url).send("POST", "/api/me", {"name": "Ada"}, **forwarded)
    assert "Secure" not in response.headers["set-cookie"]


def test_a_cookie_over_tls_stays_there(people: People) -> None:
    known, _ = asyncio.run(people.welcome("Ada"))
    assert "Secure" in identity.cookie_for(people, known, is_secure=True).to_header()
    assert "Secure" not in identity.cookie_for(people, known, is_secure=False).to_header()


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "a\u0000b", "\u202eevil", 7, None])
def test_what_is_no_name_is_refused(server: ServerProcess, ada: Browser, name: Any) -> None:
    assert Browser(server.url).send("POST", "/api/me", {"name": name}).status_code == 400
    assert ada.send("PATCH", "/api/me", {"name": name}).status_code == 400


def test_a_recovery_code_brings_a_guest_to_another_device(ada: Browser) -> None:
    other = ada.stranger()
    careless = ada.code.lower().replace("-", " ").replace("0", "O").replace("1", "i")
    assert other.ask("POST", "/api/recover", {"code": careless})["name"] == "Ada"
    assert other.cookie == ada.cookie
    new = ada.ask("POST", "/api/me/code", {})["code"]
    assert new != ada.code
    assert ada.stranger().refused("POST", "/api/recover", {"code": ada.code}) == (403, "bad-code")
    assert ada.stranger().ask("POST", "/api/recover", {"code": new})["code"] is None
    assert other.name == "Ada"  # a new code signs nobody out


@pytest.mark.parametrize("code", ["", "0000-0000-0000", "UUUU-UUUU-UUUU", "0", "x" * 100, "\u0000" * 12])
def test_a_code_of_nobody_is_refused(ada: Browser, code: str) -> None:
    browser = ada.stranger()
    assert browser.refused("POST", "/api/recover", {"code": code}) == (403, "bad-code")
    assert browser.me is None


def test_everybody_has_a_code_of_their_own(server: ServerProcess, ada: Browser) -> None:
    ben = Browser(server.url, "Ben")
    assert ben.code != ada.code
    assert ben.ask("POST", "/api/recover", {"code": ada.code})["name"] == "Ada"
    assert ben.ask("POST", "/api/recover", {"code": ben.code})["name"] == "Ben"


def test_forged_cookies_are_nobody(server: ServerProcess, ada: Browser) -> None:
    person, session, signature = ada.cookie.split(".")
    other = Browser(server.url, "Ben").cookie.split(".")
    forged = [
        f"{person}.{int(session) + 1}.{signature}",
        f"{person}.{session}.{'0' * 64}",
        f"{person}.{session}.",
        f"{person}.{session}",
        f"{person}.{session}.{signature[:-1]}",
        f"{person}.{session}.{signature}0",
        f"{other[0]}.{session}.{signature}",
        f"{person}.{session}.{other[2]}",
        "x" * 3000,
        "...",
    ]
    for cookie in forged:
        browser = Browser(server.url)
        browser.cookie = cookie
        assert browser.me is None, cookie
        assert browser.refused("POST", "/api/me/code", {}) == (401, "nobody")
    assert ada.name == "Ada"


def test_sign_out_here_and_everywhere(ada: Browser) -> None:
    twin = ada.twin()
    assert ada.ask("POST", "/api/sign-out", {}) is None
    assert ada.cookie == ""
    assert ada.me is None
    assert twin.name == "Ada"
    third = twin.twin()
    twin.ask("POST", "/api/sign-out", {"everywhere": True})
    assert third.me is None
    assert third.ask("POST", "/api/recover", {"code": ada.code})["name"] == "Ada"
    assert ada.stranger().ask("POST", "/api/sign-out", {"everywhere": True}) is None


# Accounts, over HTTP


def test_an_account_signs_in_anywhere(account: tuple[Browser, str]) -> None:
    ada, login = account
    me = ada.me
    assert (me["is_account"], me["has_password"], me["login"]) == (True, True, login)
    other = ada.stranger()
    assert other.ask("POST", "/api/sign-in", {"login": login.upper(), "password": PASSWORD}) == me
    assert other.cookie == ada.cookie
    again = {"login": f"{login}x", "password": PASSWORD}
    assert ada.refused("POST", "/api/me/account", again) == (409, "has-account")


def test_a_wrong_password_and_an_unknown_login_are_answered_alike(account: tuple[Browser, str]) -> None:
    ada, login = account
    attempts = [(login, "wrong horse"), ("nobody at all", PASSWORD), (login, ""), ("", ""), ("\u0000", "\u0000")]
    answers = [
        ada.stranger().send("POST", "/api/sign-in", {"login": name, "password": word}) for name, word in attempts
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.content for answer in answers}) == 1
    assert all("set-cookie" not in answer.headers for answer in answers)


def test_a_new_password_ends_all_other_sessions(account: tuple[Browser, str]) -> None:
    ada, login = account
    thief = ada.twin()
    change = {"old": "wrong horse", "new": "battery staple"}
    assert thief.refused("PUT", "/api/me/password", change) == (403, "wrong-password")
    ada.ask("PUT", "/api/me/password", change | {"old": PASSWORD})
    assert ada.name == "Ada"
    assert thief.me is None
    old = {"login": login, "password": PASSWORD}
    assert thief.refused("POST", "/api/sign-in", old) == (403, "wrong-login")
    assert thief.ask("POST", "/api/sign-in", old | {"password": "battery staple"})["login"] == login


def test_a_stolen_session_opens_no_further_door(account: tuple[Browser, str]) -> None:
    ada, login = account
    thief = ada.twin()
    wrong = {"password": "wrong horse"}
    for method, path, body in [
        ("POST", "/api/me/code", {}),
        ("POST", "/api/me/tokens", {"label": "mine"}),
        ("POST", "/api/me/passkeys/options", {}),
        ("DELETE", "/api/me", {}),
        ("PUT", "/api/me/login", {"login": "mine now"}),
    ]:
        assert thief.refused(method, path, body | wrong) == (403, "wrong-password")
        if path != "/api/me/login":
            assert thief.refused(method, path, body) == (403, "wrong-password")
            assert thief.refused(method, path, body | {"password": None}) == (403, "wrong-password")
    assert ada.me["login"] == login


def test_a_login_can_be_changed_but_not_to_that_of_another(server: ServerProcess, account: tuple[Browser, str]) -> None:
    ada, login = account
    eve = Browser(server.url, "Eve")
    theirs = {"login": login.lower(), "password": "eve's own password"}
    assert eve.refused("POST", "/api/me/account", theirs) == (409, "login-taken")
    assert eve.refused("PUT", "/api/me/login", theirs) == (409, "no-account")
    assert eve.refused("PUT", "/api/me/password", {"old": "", "new": PASSWORD}) == (403, "wrong-password")
    eve.ask("POST", "/api/me/account", theirs | {"login": f"{login} of Eve"})
    assert eve.refused("PUT", "/api/me/login", theirs) == (409, "login-taken")
    new = f"{login} L."
    assert ada.ask("PUT", "/api/me/login", {"login": new, "password": PASSWORD})["login"] == new
    assert ada.stranger().refused("POST", "/api/sign-in", {"login": login, "password": PASSWORD})[1] == "wrong-login"
    assert eve.ask("PUT", "/api/me/login", theirs)["login"] == login.lower()  # free again


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ab", PASSWORD),
        ("x" * 41, PASSWORD),
        ("   ", PASSWORD),
        ("a\u0000b\u0000", PASSWORD),
        ("\ufdfa" * 10, PASSWORD),  # longer than it looks
        ("fine", "short"),
        ("fine", "x" * 201),
        ("fine", None),
    ],
)
def test_what_is_no_account_is_refused(ada: Browser, login: str, password: Any) -> None:
    assert ada.send("POST", "/api/me/account", {"login": login, "password": password}).status_code == 400
    assert not ada.me["is_account"]


def test_whoever_leaves_is_gone(account: tuple[Browser, str]) -> None:
    ada, login = account
    twin = ada.twin()
    ada.ask("DELETE", "/api/me", {"password": PASSWORD})
    assert ada.cookie == ""
    assert twin.me is None
    assert twin.refused("PATCH", "/api/me", {"name": "Back"}) == (401, "nobody")
    assert twin.refused("POST", "/api/recover", {"code": ada.code}) == (403, "bad-code")
    assert twin.refused("POST", "/api/sign-in", {"login": login, "password": PASSWORD}) == (403, "wrong-login")
    assert Browser(twin.url, "Ada").me["name"] == "Ada"  # as somebody else


def test_a_guest_leaves_without_a_password(ada: Browser) -> None:
    ada.ask("DELETE", "/api/me", {})
    assert ada.me is None


# Tokens and blocks, over HTTP


def test_a_program_acts_with_a_token_but_opens_no_door(ada: Browser) -> None:
    made = ada.ask("POST", "/api/me/tokens", {"label": "my bot"})
    assert made["token"].startswith("loc_")
    program, bearer = ada.stranger(), {"Authorization": f"Bearer {made['token']}"}
    me = program.ask("GET", "/api/me", **bearer)["me"]
    assert (me["name"], me["is_program"]) == ("Ada", True)
    assert program.cookie == ""
    [listed] = ada.ask("GET", "/api/me/tokens")
    assert listed | {"last_used": None} == made | {"token": None}
    assert listed["last_used"] >= listed["created"]
    for method, path, body in [
        ("PATCH", "/api/me", {"name": "Bot"}),
        ("DELETE", "/api/me", {}),
        ("POST", "/api/me/code", {}),
        ("POST", "/api/me/account", {"login": "robot", "password": PASSWORD}),
        ("POST", "/api/me/tokens", {"label": "another"}),
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/passkeys/options", {}),
        ("POST", "/api/sign-out", {"everywhere": True}),
    ]:
        assert program.refused(method, path, body, **bearer) == (403, "not-for-programs")
    assert ada.stranger().refused("DELETE", f"/api/me/tokens/{made['number']}") == (401, "nobody")
    ada.ask("DELETE", f"/api/me/tokens/{made['number']}")
    assert program.refused("GET", "/api/me", **bearer) == (401, "bad-token")
    assert program.refused("POST", "/api/me", {"name": "Bot"}, **bearer) == (401, "bad-token")
    assert ada.ask("GET", "/api/me/tokens") == []
    assert ada.refused("DELETE", f"/api/me/tokens/{made['number']}") == (404, "no-such-entry")


def test_tokens_of_others_are_out_of_reach(server: ServerProcess, ada: Browser) -> None:
    made = ada.ask("POST", "/api/me/tokens", {"label": "my bot"})
    eve = Browser(server.url, "Eve")
    assert eve.ask("GET", "/api/me/tokens") == []
    assert eve.refused("DELETE", f"/api/me/tokens/{made['number']}") == (404, "no-such-entry")
    assert len(ada.ask("GET", "/api/me/tokens")) == 1


def test_there_are_no_blocks_at_first(ada: Browser) -> None:
    assert ada.ask("GET", "/api/me/blocks") == []
    for number in (1, 2**31, 2**63, 10**30, -1):
        assert ada.send("DELETE", f"/api/me/blocks/{number}").status_code in (400, 404)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me", {"name": "Ada"}),
        ("PATCH", "/api/me", {"name": "Ada"}),
        ("DELETE", "/api/me", {}),
        ("POST", "/api/recover", {"code": "0"}),
        ("POST", "/api/sign-in", {"login": "ada", "password": PASSWORD}),
        ("POST", "/api/sign-out", {}),
        ("POST", "/api/me/account", {"login": "ada", "password": PASSWORD}),
        ("PUT", "/api/me/password", {"old": PASSWORD, "new": PASSWORD}),
        ("PUT", "/api/me/login", {"login": "ada", "password": PASSWORD}),
        ("POST", "/api/me/tokens", {"label": "bot"}),
        ("POST", "/api/me/code", {}),
    ],
)
def test_unknown_fields_and_long_values_are_refused(ada: Browser, method: str, path: str, body: dict[str, Any]) -> None:
    browser = ada.stranger() if (method, path) == ("POST", "/api/me") else ada
    assert browser.send(method, path, body | {"is_host": True}).status_code == 400
    for field in body:
        assert browser.send(method, path, body | {field: "x" * 10_000}).status_code == 400
        assert browser.send(method, path, body | {field: ["x"]}).status_code == 400
    assert ada.name == "Ada"


def test_refusals_are_told_in_the_language_of_the_asker(ada: Browser) -> None:
    told = ada.stranger().send("POST", "/api/sign-in?language=fr", {"login": "x", "password": "y"}).json()
    assert told["message"] == "l\N{RIGHT SINGLE QUOTATION MARK}identifiant et le mot de passe ne vont pas ensemble"
