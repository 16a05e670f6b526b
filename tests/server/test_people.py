"""Who somebody is, as it is stored."""

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
from locarium.server import identity, schema, tokens
from locarium.server.codes import ALPHABET, make_code, read_code
from locarium.server.database import Database
from locarium.server.memory import Memory
from locarium.server.passwords import Passwords
from locarium.server.people import People
from locarium.server.reports import MOST_OPEN, close_report, open_reports
from locarium.server.signing import Signer, house_key, proof_of
from locarium.server.workers import SIZES, Client

CHEAP = Parameters(Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=64, parallelism=1)
DEARER = Parameters(Type.ID, version=19, salt_len=16, hash_len=32, time_cost=2, memory_cost=64, parallelism=1)
PASSWORD = "correct horse"


@pytest.fixture
def database(database_address: str) -> Iterator[Database]:
    store = Database(database_address)
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
        memory.put(number, number, memory.drops)
    assert [memory.get(number) for number in range(5)] == [None, None, 2, 3, 4]
    memory.drop(3)
    assert memory.get(3) is None
    forgetful: Memory[int, int] = Memory(seconds=0, most=3)
    forgetful.put(1, 1, forgetful.drops)
    assert forgetful.get(1) is None


# The store


def test_who_asks_is_found_by_cookie_or_token(people: People) -> None:
    async def run() -> None:
        known, _ = await people.welcome(" Ada ")
        asker = await identity.identify(people, headers(people, known))
        assert asker == identity.Asker(known.person, "Ada", is_program=False, session=known.session)
        assert asker.proof == proof_of(known.person)
        _, token = await people.tokens.make(known.person, "bot")
        bearer = (b"authorization", f"Bearer {token}".encode())
        program = identity.Asker(known.person, "Ada", is_program=True, token=proof_of(token))
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


def test_a_cookie_over_tls_stays_there(people: People) -> None:
    known, _ = asyncio.run(people.welcome("Ada"))
    header = identity.cookie_for(people, known, is_secure=True).to_header()
    assert "__Host-locarium=" in header
    assert "Secure" in header
    assert "Path=/" in header
    assert "Domain" not in header  # or browsers do not take it
    plain = identity.cookie_for(people, known, is_secure=False).to_header()
    assert "__Host-" not in plain
    assert "Secure" not in plain


def test_a_plain_cookie_does_not_replace_the_one_for_tls(people: People) -> None:
    """Another host of the same domain can set the plain one."""

    async def run() -> None:
        ada, eve = [(await people.welcome(name))[0] for name in ("Ada", "Eve")]
        safe = identity.cookie_for(people, ada, is_secure=True)
        planted = identity.cookie_for(people, eve, is_secure=False)
        pairs = [f"{cookie.key}={cookie.value}" for cookie in (planted, safe)]
        for order in (pairs, pairs[::-1]):
            asker = await identity.identify(people, [(b"cookie", "; ".join(order).encode())])
            assert asker is not None
            assert asker.name == "Ada"
        old = await identity.identify(people, [(b"cookie", pairs[0].encode())])
        assert old is not None  # at home, or from before there was the other one
        taken = identity.no_cookies(is_secure=True)
        assert [(cookie.key, cookie.max_age) for cookie in taken] == [("__Host-locarium", 0), ("locarium", 0)]

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

    asyncio.run(run())


def test_hashes_of_earlier_versions_verify_and_are_replaced(people: People, database: Database) -> None:
    async def run() -> None:
        known, _ = await people.welcome("Ada")
        await people.make_account(known.person, "ada", PASSWORD)
        with database.engine.begin() as connection:
            hashed = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY).hash(PASSWORD)
            connection.execute(sa.update(schema.people).values(password=hashed))
        today = People(database)
        assert (await today.sign_in("ada", PASSWORD)).person == known.person
        [after] = rows(database, schema.people)
        assert after.password.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert (await today.sign_in("ada", PASSWORD)).person == known.person

    asyncio.run(run())


def test_the_same_letters_from_another_keyboard_are_the_same_password() -> None:
    async def run() -> None:
        passwords = Passwords(CHEAP)
        assert await passwords.check("cafe\u0301 au lait", await passwords.hash("caf\u00e9 au lait"))
        assert not await passwords.check("cafe au lait", await passwords.hash("caf\u00e9 au lait"))
        assert not await passwords.check("anything", "no hash at all")
        assert not await passwords.check("anything", None)

    asyncio.run(run())


def test_one_address_cannot_fill_the_queue_of_passwords() -> None:
    async def run() -> None:
        passwords, size = Passwords(CHEAP), SIZES["passwords"]
        crowd, honest = Client("here"), Client("there")
        asking = [passwords.hash(PASSWORD, crowd) for _ in range(size.at_once + int(size.address) + 7)]
        answers = await asyncio.gather(*asking, passwords.hash(PASSWORD, honest), return_exceptions=True)
        assert [refusal(answer) for answer in answers].count("too-many-waiting") == 7
        assert refusal(answers[-1]) is None
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
        assert (await people.load(known.person)).session == known.session + 2  # one for the account

    asyncio.run(run())


def test_block_and_unblock(people: People) -> None:
    async def run() -> None:
        ada, eve = [(await people.welcome(name))[0].person for name in ("Ada", "Eve")]
        asker, other = (identity.Asker(person, "", is_program=False) for person in (ada, eve))
        for _ in range(2):
            await people.block(ada, proof_of(eve), "Eve")
        assert await people.unwanted_by(asker) == {proof_of(eve)}
        assert await people.unwanted_by(other) == await people.unwanted_by(None) == set()
        assert await people.is_unwanted(other, asker.proof)
        assert not await people.is_unwanted(asker, other.proof)
        assert await refused(people.block(ada, proof_of(ada), "Ada")) == "not-yourself"
        [block] = await people.blocks_of(ada)
        assert block.name == "Eve"
        assert await refused(people.unblock(eve, block.number)) == "no-such-entry"
        await people.unblock(ada, block.number)
        assert await people.unwanted_by(asker) == set()

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
        known, _ = await people.welcome("Ada Lovelace")
        other, _ = await people.welcome("Ben")
        ada, proof = known.person, proof_of(known.person)
        await people.make_account(ada, "countess", PASSWORD)
        _, token = await people.tokens.make(ada, "engine")
        await people.block(ada, proof_of(other.person), "Ben")
        await people.block(other.person, proof, "Ada Lovelace")
        await people.report(ada, "window", 1, proof_of(other.person), "chat", "my words")
        await people.report(other.person, "window", 0, proof, "chat", "rude")
        code = await people.renew_code(ada)
        sent = headers(people, await people.load(ada))
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
