"""The people of the house: guests, accounts, and what they want to have to do with each other."""

from __future__ import annotations

import secrets
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from locarium.kernel.errors import Refused
from locarium.play.table import MAX_NAME

from . import schema
from .belongings import Belongings, hold, now
from .codes import make_code, read_code
from .memory import Memory
from .passkeys import Passkeys
from .passwords import Passwords
from .reports import add_report, printable
from .signing import Signer, house_key, proof_of
from .tokens import Tokens
from .workers import SERVER, Client

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from .database import Database
    from .identity import Asker

FEWEST_IN_LOGIN, MOST_IN_LOGIN = 3, 40
MOST_BLOCKS = 500  # a person
REMEMBERED_FOR, MOST_REMEMBERED = 5.0, 10_000


@dataclass(frozen=True)
class Known:
    """A person, as far as every request has to know them."""

    person: str  # their id
    name: str
    session: int  # cookies of another one are void


class People:
    """The store of people. Other processes hear of sessions that end, and of other changes after REMEMBERED_FOR."""

    def __init__(self, database: Database, passwords: Passwords | None = None) -> None:
        self._database = database
        self.signer = Signer(house_key(database))
        self.tokens = Tokens(database)
        self.passkeys = Passkeys(database, self.signer)
        self.when_forgotten: list[Callable[[str], Awaitable[None]]] = []  # what else has to forget a person, by id
        self.when_revoked: Callable[[str], None] = lambda _: None  # a session or token of a person has ended, by proof
        self._passwords = passwords or Passwords()
        self._blocks = Belongings(database, schema.blocks, most=MOST_BLOCKS)
        self._recent: Memory[str, Known] = Memory(seconds=REMEMBERED_FOR, most=MOST_REMEMBERED)  # by proof

    # Who is there

    async def find(self, person: str, session: int) -> Known | None:
        """A person by id, if this is their session; from memory if somebody asked a moment ago."""
        proof = proof_of(person)
        known = self._recent.get(proof)
        if known is None or known.session < session:  # they began another session, perhaps at another process
            drops = self._recent.drops
            known = await self._find(schema.people.c.id == person)
            if known is None:
                return None
            self._recent.put(proof, known, drops)
        return known if known.session == session else None

    async def is_signed_in(self, asker: Asker) -> bool:
        """Return whether the session or API token of an asker is still valid."""
        if asker.is_program:
            return await self.tokens.find(asker.token) is not None
        return await self.find(asker.person, asker.session) is not None

    def forget_recent(self, proof: str | None) -> None:
        """Look up a person again, or all people, and all API tokens."""
        if proof is None:
            self._recent.clear()
        else:
            self._recent.drop(proof)
        self.tokens.forget_recent()

    async def load(self, person: str) -> Known:
        """A person by id, as they are now; Refused if they are gone."""
        known = await self._find(schema.people.c.id == person)
        if known is None:
            raise Refused("nobody")
        return known

    async def describe(self, person: str) -> sa.Row[Any]:
        """All that is kept of a person, and the number of their passkeys; Refused if they are gone."""
        people, passkeys = schema.people, schema.passkeys
        count = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.person == person)
        wanted = sa.select(people, count.scalar_subquery().label("passkeys")).where(people.c.id == person)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        if row is None:
            raise Refused("nobody")
        return row

    async def welcome(self, name: str) -> tuple[Known, str]:
        """A new guest, and their recovery code."""
        known, code = Known(secrets.token_hex(16), proper_name(name), 1), make_code()
        values = {
            "id": known.person,
            "name": known.name,
            "created": now(),
            "session": known.session,
            "code": self._code_digest(code),
        }
        await self._database.ask(lambda connection: connection.execute(sa.insert(schema.people), values))
        return known, code

    async def rename(self, person: str, name: str) -> None:
        """Another name; at tables where they sit already the old one stays."""
        await self._change(person, name=proper_name(name))

    async def end_sessions(self, person: str) -> None:
        """All cookies are void."""
        await self._change(person, session=schema.people.c.session + 1)

    async def remove_token(self, person: str, number: int) -> None:
        """End an API token, by its number."""
        await self.tokens.remove(person, number)
        self.when_revoked(proof_of(person))

    # Recovery codes

    async def renew_code(self, person: str) -> str:
        """A new recovery code in place of the old one."""
        code = make_code()
        await self._change(person, code=self._code_digest(code))
        return code

    async def recover(self, code: str) -> Known:
        """Whose recovery code it is."""
        known = await self._find(schema.people.c.code == self._code_digest(code))
        if known is None:
            raise Refused("bad-code")
        return known

    def _code_digest(self, code: str) -> str:
        letters = read_code(code)
        if letters is None:
            raise Refused("bad-code")
        return self.signer.digest("code", letters)

    # Accounts

    async def make_account(self, person: str, login: str, password: str, client: Client = SERVER) -> None:
        """Give a guest a login and a password. All cookies, API tokens and the recovery code are void."""
        written = proper_login(login)
        if (await self.describe(person)).login is not None:
            raise Refused("has-account")
        hashed = await self._passwords.hash(password, client)
        is_guest = schema.people.c.login.is_(None)
        values = {"password": hashed, "session": schema.people.c.session + 1, "code": None}
        tokens = sa.delete(schema.tokens).where(schema.tokens.c.person == person)
        await self._take_login(person, written, is_guest, also=[tokens], **values)

    async def sign_in(self, login: str, password: str, client: Client = SERVER) -> Known:
        """Who has this login and this password; an unknown login costs as much and is answered as a wrong password."""
        people = schema.people
        wanted = sa.select(people).where(people.c.login_key == login_key(login))
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        is_right = await self._passwords.check(password, None if row is None else row.password, client)
        if row is None or not is_right:
            raise Refused("wrong-login")
        if self._passwords.is_outdated(row.password):
            await self._replace_password(row.id, row.password, await self._passwords.hash(password, client))
        return Known(row.id, row.name, row.session)

    async def confirm(self, person: str, password: str | None, client: Client = SERVER) -> None:
        """Whoever has a password has to say it before a door is opened for good; Refused otherwise."""
        stored = (await self.describe(person)).password
        if stored is not None and (password is None or not await self._passwords.check(password, stored, client)):
            raise Refused("wrong-password")

    async def change_password(self, person: str, old: str, new: str, client: Client = SERVER) -> None:
        """Another password; all cookies are void."""
        stored = (await self.describe(person)).password
        if not await self._passwords.check(old, stored, client):
            raise Refused("wrong-password")
        hashed = await self._passwords.hash(new, client)
        if not await self._replace_password(person, stored, hashed, session=schema.people.c.session + 1):
            raise Refused("wrong-password")  # changed meanwhile

    async def change_login(self, person: str, login: str) -> None:
        """Another login."""
        await self._take_login(person, proper_login(login), schema.people.c.login.is_not(None))

    async def has_account(self, person: str) -> bool:
        """Whether they could come back from anywhere: with a password or a passkey."""
        row = await self.describe(person)
        return row.password is not None or row.passkeys > 0

    async def forget(self, person: str) -> None:
        """Remove all that is a person's, here and wherever else something is kept of them."""
        for forget in self.when_forgotten:
            await forget(person)
        await self._database.ask(lambda connection: _remove(connection, person))
        self.forget_recent(proof_of(person))
        self.when_revoked(proof_of(person))

    # Block and report

    async def block(self, person: str, proof: str, name: str) -> None:
        """They want nothing to do with somebody, known by the proof of a seat; the name is as it is there."""
        if proof == proof_of(person):
            raise Refused("not-yourself")
        with suppress(IntegrityError):  # blocked already
            await self._blocks.add(person, by=proof_of(person), proof=proof, name=name, since=now())

    async def unblock(self, person: str, number: int) -> None:
        """A block, by its number, is over."""
        await self._blocks.remove(person, number)

    async def blocks_of(self, person: str) -> Sequence[sa.Row[Any]]:
        """Whom they block: number, name as it was, since when."""
        return await self._blocks.of(person)

    async def unwanted_by(self, asker: Asker | None) -> frozenset[str]:
        """The proofs of those whom somebody blocks."""
        return frozenset() if asker is None else frozenset(row.proof for row in await self.blocks_of(asker.person))

    async def is_unwanted(self, asker: Asker, host: str) -> bool:
        """Whether a host, known by their proof, blocks somebody."""
        blocks = schema.blocks
        wanted = sa.select(blocks.c.number).where(blocks.c.proof == asker.proof, blocks.c.by == host)
        return await self._database.ask(lambda connection: connection.execute(wanted).first()) is not None

    async def report(self, person: str, table: str, seat: int, proof: str | None, reason: str, text: str) -> None:
        """Tell the host about whoever sits there."""
        await self._database.ask(lambda connection: add_report(connection, person, table, seat, proof, reason, text))

    # How it is done

    async def _find(self, condition: sa.ColumnElement[bool]) -> Known | None:
        people = schema.people
        wanted = sa.select(people.c.id, people.c.name, people.c.session).where(condition)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        return None if row is None else Known(row.id, row.name, row.session)

    async def _change(
        self, person: str, *conditions: sa.ColumnElement[bool], also: Sequence[sa.Delete] = (), **values: object
    ) -> bool:
        """Change a person, and delete what is not valid after that; return whether there was a person to change."""
        changing = sa.update(schema.people).where(schema.people.c.id == person, *conditions).values(**values)

        def work(connection: sa.Connection) -> bool:
            is_changed = connection.execute(changing).rowcount > 0
            for deletion in also if is_changed else ():
                connection.execute(deletion)
            return is_changed

        is_changed = await self._database.ask(work)
        self.forget_recent(proof_of(person))
        if "session" in values:
            self.when_revoked(proof_of(person))
        return is_changed

    async def _take_login(
        self,
        person: str,
        login: str,
        condition: sa.ColumnElement[bool],
        also: Sequence[sa.Delete] = (),
        **values: object,
    ) -> None:
        try:
            done = await self._change(person, condition, also=also, login=login, login_key=login_key(login), **values)
        except IntegrityError:
            raise Refused("login-taken") from None
        if not done:
            raise Refused("has-account" if "password" in values else "no-account")

    async def _replace_password(self, person: str, old: str | None, new: str, **values: Any) -> bool:
        return await self._change(person, schema.people.c.password == old, password=new, **values)


def proper_name(name: str) -> str:
    """A name as tables take it, Refused if it is none."""
    name = name.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise Refused("bad-name", most=MAX_NAME)
    return name


def proper_login(login: str) -> str:
    """A login as it is stored, Refused if it is none."""
    login = unicodedata.normalize("NFKC", login).strip()
    if not FEWEST_IN_LOGIN <= len(login) <= MOST_IN_LOGIN or not login.isprintable():
        raise Refused("bad-login", fewest=FEWEST_IN_LOGIN, most=MOST_IN_LOGIN)
    return login


def login_key(login: str) -> str:
    """The same for all ways to write a login."""
    folded = unicodedata.normalize("NFKC", login).casefold()
    return printable(unicodedata.normalize("NFKC", folded))


def _remove(connection: sa.Connection, person: str) -> None:
    hold(connection, person)
    blocks, reports = schema.blocks, schema.reports
    for table in (schema.tokens, schema.passkeys, blocks):
        connection.execute(sa.delete(table).where(table.c.person == person))
    connection.execute(sa.delete(blocks).where(blocks.c.proof == proof_of(person)))
    connection.execute(sa.update(reports).where(reports.c.person == person).values(person=None, text=""))
    connection.execute(sa.update(reports).where(reports.c.proof == proof_of(person)).values(proof=None))
    connection.execute(sa.delete(schema.people).where(schema.people.c.id == person))
