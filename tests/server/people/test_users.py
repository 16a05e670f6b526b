"""The store of people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import Parameters, PasswordHasher, Type
from argon2.profiles import RFC_9106_LOW_MEMORY
from hypothesis import given
from hypothesis import strategies as st

from locarium.kernel.errors import Refused
from locarium.server.base.cache import TtlCache
from locarium.server.base.workers import SIZES, Client
from locarium.server.people import auth, tokens
from locarium.server.people.passwords import Passwords
from locarium.server.people.recovery_codes import ALPHABET, make_code, read_code
from locarium.server.people.reports import MAX_OPEN, close_report, open_reports
from locarium.server.people.users import Users
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.storage.signing import Signer, person_id_of, signing_key

CHEAP = Parameters(Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=64, parallelism=1)
DEARER = Parameters(Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=64, parallelism=1)
PASSWORD = "correct horse"


@pytest.fixture
def database(database_address: str) -> Iterator[Database]:
    store = Database(database_address)
    yield store
    store.close()


@pytest.fixture
def users(database: Database) -> Users:
    return Users(database, Passwords(CHEAP))


def refusal(answer: object) -> str | None:
    return answer.reason if isinstance(answer, Refused) else None


async def refused(asking: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await asking
    return caught.value.reason


def rows(database: Database, table: sa.Table) -> list[Any]:
    with database.engine.connect() as connection:
        return list(connection.execute(sa.select(table)).all())


def headers(users: Users, known: Any) -> list[tuple[bytes, bytes]]:
    cookie = auth.session_cookie(users, known, is_secure=True)
    return [(b"host", b"house"), (b"cookie", f"theme=dark; {cookie.key}={cookie.value}".encode())]


# Keys, codes, cache


def test_concurrent_processes_share_one_signing_key(tmp_path: Path) -> None:
    databases = [Database(f"sqlite:///{tmp_path / 'keys.sqlite'}") for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        keys = set(threads.map(signing_key, databases))
    assert len(keys) == 1
    assert len(keys.pop()) == 32
    for each in databases:
        each.close()


@given(st.text(), st.text())
def test_signature_is_valid_for_one_purpose_only(text: str, other: str) -> None:
    text, other = (each.encode("utf-8", "ignore").decode() for each in (text, other))
    signer = Signer(b"k" * 32)
    assert signer.verify("cookie", signer.sign("cookie", text)) == text
    assert signer.verify("passkey", signer.sign("cookie", text)) is None
    assert signer.verify("cookie", other) is None
    assert Signer(b"j" * 32).verify("cookie", signer.sign("cookie", text)) is None


def test_recovery_code_tolerates_typing_variants() -> None:
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
def test_reading_a_code_never_crashes(text: str) -> None:
    letters = read_code(text)
    assert letters is None or set(letters) <= set(ALPHABET)


def test_cache_is_bounded() -> None:
    memory: TtlCache[int, int] = TtlCache(seconds=60, most=3)
    for number in range(5):
        memory.put(number, number, memory.drops)
    assert [memory.get(number) for number in range(5)] == [None, None, 2, 3, 4]
    memory.drop(3)
    assert memory.get(3) is None
    forgetful: TtlCache[int, int] = TtlCache(seconds=0, most=3)
    forgetful.put(1, 1, forgetful.drops)
    assert forgetful.get(1) is None


# The store


def test_person_is_identified_by_cookie_or_token(users: Users) -> None:
    async def run() -> None:
        known, _ = await users.welcome(" Ada ")
        principal = await auth.identify(users, headers(users, known))
        assert principal == auth.Principal(known.user_id, "Ada", is_program=False, session=known.session)
        assert principal.person_id == person_id_of(known.user_id)
        _, token = await users.tokens.make(known.user_id, "bot")
        bearer = (b"authorization", f"Bearer {token}".encode())
        program = auth.Principal(known.user_id, "Ada", is_program=True, token=person_id_of(token))
        assert await auth.identify(users, [bearer]) == program
        assert await auth.identify(users, [*headers(users, known), bearer]) == program
        assert await auth.identify(users, []) is None
        assert await auth.identify(users, [(b"authorization", b"Basic YTpi")]) is None
        assert await auth.identify(users, [(b"cookie", b"locarium=\xff\xfe; locarium")]) is None
        for wrong in (b"Bearer loc_", b"Bearer \xff", b"bearer " + token.encode()[:-1]):
            assert await refused(auth.identify(users, [(b"authorization", wrong)])) == "bad-token"

    asyncio.run(run())


def test_cookie_costs_one_database_query(users: Users, database: Database) -> None:
    async def run() -> None:
        known, _ = await users.welcome("Ada")
        sent = headers(users, known)
        await auth.identify(users, sent)
        looks: list[str] = []
        sa.event.listen(database.engine, "before_cursor_execute", lambda *given: looks.append(given[2]))
        for _ in range(10):
            assert await auth.identify(users, sent) is not None
        assert await auth.identify(users, [(b"cookie", b"locarium=forged.1.00")]) is None
        assert looks == []

    asyncio.run(run())


def test_session_from_another_process_is_valid_immediately(users: Users, database: Database) -> None:
    async def run() -> None:
        other = Users(database)
        known, _ = await users.welcome("Ada")
        await auth.identify(users, headers(users, known))
        await other.end_sessions(known.user_id)
        new = await other.load(known.user_id)
        assert new.session == known.session + 1
        assert await auth.identify(users, headers(users, new)) is not None
        assert await auth.identify(users, headers(users, known)) is None

    asyncio.run(run())


def test_tls_cookie_is_restricted_to_its_host(users: Users) -> None:
    known, _ = asyncio.run(users.welcome("Ada"))
    header = auth.session_cookie(users, known, is_secure=True).to_header()
    assert "__Host-locarium=" in header
    assert "Secure" in header
    assert "Path=/" in header
    assert "Domain" not in header  # browsers would reject it
    plain = auth.session_cookie(users, known, is_secure=False).to_header()
    assert "__Host-" not in plain
    assert "Secure" not in plain


def test_plain_cookie_does_not_override_the_tls_cookie(users: Users) -> None:
    """Another host of the same domain could set the plain one."""

    async def run() -> None:
        ada, eve = [(await users.welcome(name))[0] for name in ("Ada", "Eve")]
        safe = auth.session_cookie(users, ada, is_secure=True)
        planted = auth.session_cookie(users, eve, is_secure=False)
        pairs = [f"{cookie.key}={cookie.value}" for cookie in (planted, safe)]
        for order in (pairs, pairs[::-1]):
            principal = await auth.identify(users, [(b"cookie", "; ".join(order).encode())])
            assert principal is not None
            assert principal.name == "Ada"
        old = await auth.identify(users, [(b"cookie", pairs[0].encode())])
        assert old is not None  # on a local network, or from an older version
        taken = auth.expired_cookies(is_secure=True)
        assert [(cookie.key, cookie.max_age) for cookie in taken] == [("__Host-locarium", 0), ("locarium", 0)]

    asyncio.run(run())


def test_database_stores_only_digests_of_secrets(users: Users, database: Database) -> None:
    async def run() -> None:
        known, code = await users.welcome("Ada")
        await users.make_account(known.user_id, "ada", PASSWORD)
        _, token = await users.tokens.make(known.user_id, "bot")
        stored = repr([rows(database, table) for table in schema.metadata.sorted_tables])
        for secret in (code, code.replace("-", ""), PASSWORD, token):
            assert secret not in stored

    asyncio.run(run())


def test_concurrent_requests_cannot_share_a_login(users: Users) -> None:
    async def run() -> None:
        guests = [(await users.welcome("Eve"))[0].user_id for _ in range(6)]
        spellings = ["straße", "STRASSE", "Strasse", " strasse ", "ſtraße", "ＳＴＲＡＳＳＥ"]  # noqa: RUF001
        asking = [users.make_account(guest, login, PASSWORD) for guest, login in zip(guests, spellings, strict=True)]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert sorted(map(str, map(refusal, answers))) == ["None", *["login-taken"] * 5]
        winner = guests[answers.index(None)]
        for login in spellings:
            assert (await users.sign_in(login, PASSWORD)).user_id == winner

    asyncio.run(run())


def test_number_of_tokens_is_limited(users: Users) -> None:
    async def run() -> None:
        ada, ben = [(await users.welcome(name))[0].user_id for name in ("Ada", "Ben")]
        making = [users.tokens.make(ada, f"bot {i}") for i in range(tokens.MOST + 5)]
        answers = await asyncio.gather(*making, return_exceptions=True)
        assert [refusal(answer) for answer in answers].count("too-many") == 5
        made = await users.tokens.of(ada)
        assert len(made) == tokens.MOST
        assert await refused(users.tokens.remove(ben, made[0].number)) == "no-such-entry"
        await users.tokens.remove(ada, made[0].number)
        await users.tokens.make(ada, "one more")
        assert await refused(users.tokens.make("nobody", "bot")) == "sign-in-required"

    asyncio.run(run())


def test_token_use_is_recorded_once_per_hour(users: Users, database: Database) -> None:
    async def run() -> None:
        known, _ = await users.welcome("Ada")
        _, token = await users.tokens.make(known.user_id, "bot")

        async def used() -> float:
            users.tokens.forget_recent()
            await users.tokens.holder(token)
            return float((await users.tokens.of(known.user_id))[0].last_used)

        first = await used()
        assert await used() == first
        with database.engine.begin() as connection:
            connection.execute(sa.update(schema.tokens).values(last_used=first - tokens.USE_UPDATE_SECONDS - 1))
        assert await used() >= first

    asyncio.run(run())


def test_passwords_are_rehashed_when_parameters_change(users: Users, database: Database) -> None:
    async def run() -> None:
        known, _ = await users.welcome("Ada")
        await users.make_account(known.user_id, "ada", PASSWORD)
        [before] = rows(database, schema.users)
        await users.sign_in("ada", PASSWORD)
        assert rows(database, schema.users) == [before]
        later = Users(database, Passwords(DEARER))
        assert (await later.sign_in("ada", PASSWORD)).user_id == known.user_id
        [after] = rows(database, schema.users)
        assert "t=1" in before.password
        assert "t=2" in after.password
        assert after.session == before.session  # rehashing leaves sessions open
        assert (await later.sign_in("ada", PASSWORD)).user_id == known.user_id

    asyncio.run(run())


def test_old_password_hashes_still_verify_and_are_replaced(users: Users, database: Database) -> None:
    async def run() -> None:
        guest, _ = await users.welcome("Ada")
        await users.make_account(guest.user_id, "ada", PASSWORD)
        with database.engine.begin() as connection:
            hashed = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY).hash(PASSWORD)
            connection.execute(sa.update(schema.users).values(password=hashed))
        today = Users(database)
        assert (await today.sign_in("ada", PASSWORD)).user_id == guest.user_id
        [after] = rows(database, schema.users)
        assert after.password.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert (await today.sign_in("ada", PASSWORD)).user_id == guest.user_id

    asyncio.run(run())


def test_password_is_normalized() -> None:
    async def run() -> None:
        passwords = Passwords(CHEAP)
        assert await passwords.check("cafe\u0301 au lait", await passwords.hash("caf\u00e9 au lait"))
        assert not await passwords.check("cafe au lait", await passwords.hash("caf\u00e9 au lait"))
        assert not await passwords.check("anything", "no hash at all")
        assert not await passwords.check("anything", None)

    asyncio.run(run())


def test_one_address_cannot_fill_the_password_queue() -> None:
    async def run() -> None:
        passwords, size = Passwords(CHEAP), SIZES["passwords"]
        crowd, honest = Client("here"), Client("there")
        asking = [passwords.hash(PASSWORD, crowd) for _ in range(size.at_once + int(size.address) + 7)]
        answers = await asyncio.gather(*asking, passwords.hash(PASSWORD, honest), return_exceptions=True)
        assert [refusal(answer) for answer in answers].count("too-many-waiting") == 7
        assert refusal(answers[-1]) is None
        assert await passwords.hash(PASSWORD)  # works again afterwards

    asyncio.run(run())


def test_concurrent_password_changes_succeed_once(users: Users) -> None:
    async def run() -> None:
        known, _ = await users.welcome("Ada")
        await users.make_account(known.user_id, "ada", PASSWORD)
        changing = [users.change_password(known.user_id, PASSWORD, f"another {i}") for i in range(4)]
        answers = await asyncio.gather(*changing, return_exceptions=True)
        assert sorted(map(str, map(refusal, answers))) == ["None", *["wrong-password"] * 3]
        assert await users.sign_in("ada", f"another {answers.index(None)}")
        # Creating the account and changing the password each started a new session number.
        assert (await users.load(known.user_id)).session == known.session + 2

    asyncio.run(run())


def test_person_can_be_blocked_and_unblocked(users: Users) -> None:
    async def run() -> None:
        ada, eve = [(await users.welcome(name))[0].user_id for name in ("Ada", "Eve")]
        principal, other = (auth.Principal(user_id, "", is_program=False) for user_id in (ada, eve))
        for _ in range(2):
            await users.block(ada, person_id_of(eve), "Eve")
        assert await users.blocked_by(principal) == {person_id_of(eve)}
        assert await users.blocked_by(other) == await users.blocked_by(None) == set()
        assert await users.is_blocked(other, principal.person_id)
        assert not await users.is_blocked(principal, other.person_id)
        assert await refused(users.block(ada, person_id_of(ada), "Ada")) == "not-yourself"
        [block] = await users.blocks_of(ada)
        assert block.name == "Eve"
        assert await refused(users.unblock(eve, block.number)) == "no-such-entry"
        await users.unblock(ada, block.number)
        assert await users.blocked_by(principal) == set()

    asyncio.run(run())


def test_reports_are_visible_to_the_operator(users: Users, database: Database) -> None:
    async def run() -> None:
        ada, eve = [(await users.welcome(name))[0].user_id for name in ("Ada", "Eve")]
        await users.report(ada, "window", 1, person_id_of(eve), "chat", "rude\x1b[2J\x00 words\n")
        [report] = rows(database, schema.reports)
        assert (report.table, report.seat, report.text) == ("window", 1, "rude [2J  words")
        for _ in range(MAX_OPEN - 1):
            await users.report(ada, "window", 1, person_id_of(eve), "other", "x" * 1000)
        assert await refused(users.report(ada, "window", 1, person_id_of(eve), "other", "")) == "too-many"
        with database.engine.begin() as connection:
            assert len(open_reports(connection)) == MAX_OPEN
            assert close_report(connection, report.number)
            assert not close_report(connection, report.number)
            assert len(open_reports(connection)) == MAX_OPEN - 1
        await users.report(ada, "window", 1, person_id_of(eve), "other", "")

    asyncio.run(run())


def test_deleting_a_person_removes_all_personal_data(users: Users, database: Database) -> None:
    async def run() -> None:
        known, _ = await users.welcome("Ada Lovelace")
        other, _ = await users.welcome("Ben")
        ada, person_id = known.user_id, person_id_of(known.user_id)
        await users.make_account(ada, "countess", PASSWORD)
        _, token = await users.tokens.make(ada, "engine")
        await users.block(ada, person_id_of(other.user_id), "Ben")
        await users.block(other.user_id, person_id, "Ada Lovelace")
        await users.report(ada, "window", 1, person_id_of(other.user_id), "chat", "my words")
        await users.report(other.user_id, "window", 0, person_id, "chat", "rude")
        code = await users.renew_code(ada)
        sent = headers(users, await users.load(ada))
        assert await auth.identify(users, sent) is not None
        asked = []

        async def hook(user_id: str) -> None:
            assert await users.load(user_id)  # the callbacks can still look them up
            asked.append(user_id)

        users.when_forgotten.append(hook)
        await users.forget(ada)
        assert asked == [ada]
        stored = repr([rows(database, table) for table in schema.metadata.sorted_tables])
        for personal in (ada, person_id, "Lovelace", "countess", "engine", "my words"):
            assert personal not in stored
        assert "rude" in stored  # the operator decides about reports by others
        assert await auth.identify(users, sent) is None
        assert await refused(users.recover(code)) == "bad-code"
        assert await refused(users.tokens.holder(token)) == "bad-token"
        assert await refused(users.sign_in("countess", PASSWORD)) == "wrong-login"
        assert await refused(users.forget(ada)) == "sign-in-required"
        with suppress(Refused):
            await users.rename(ada, "Back")
        assert [row.name for row in rows(database, schema.users)] == ["Ben"]

    asyncio.run(run())
