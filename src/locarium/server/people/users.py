"""The people of the house: guests, accounts, and what they want to have to do with each other."""

from __future__ import annotations

import secrets
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from locarium.kernel.errors import Refused
from locarium.server.base.cache import TtlCache
from locarium.server.base.workers import SERVER, Client
from locarium.server.storage import schema
from locarium.server.storage.signing import Signer, person_id_of, signing_key
from locarium.table.table import MAX_NAME

from .owned_rows import OwnedRows, lock_row, now
from .passkeys import Passkeys
from .passwords import Passwords
from .principal import Principal
from .recovery_codes import make_code, read_code
from .reports import add_report, printable
from .tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from locarium.server.storage.database import Database


MIN_IN_LOGIN, MAX_IN_LOGIN = 3, 40
MAX_BLOCKS = 500  # a person
REMEMBERED_FOR, MAX_REMEMBERED = 5.0, 10_000


class Users:
    """The store of people. Other processes hear of sessions that end, and of other changes after REMEMBERED_FOR."""

    def __init__(self, database: Database, passwords: Passwords | None = None) -> None:
        self._database = database
        self.signer = Signer(signing_key(database))
        self.tokens = Tokens(database)
        self.passkeys = Passkeys(database, self.signer)
        self.when_forgotten: list[Callable[[str], Awaitable[None]]] = []  # what else has to forget a person, by id
        self.when_revoked: Callable[[str], None] = lambda _: None  # a session or token has ended, by person id
        self._passwords = passwords or Passwords()
        self._blocks = OwnedRows(database, schema.blocks, most=MAX_BLOCKS)
        self._recent: TtlCache[str, Principal] = TtlCache(seconds=REMEMBERED_FOR, most=MAX_REMEMBERED)  # by person id

    # Who is there

    async def find(self, user_id: str, session: int) -> Principal | None:
        """A person by id, if this is their session; from memory if somebody asked a moment ago."""
        person_id = person_id_of(user_id)
        principal = self._recent.get(person_id)
        if principal is None or principal.session < session:  # they began another session, perhaps at another process
            drops = self._recent.drops
            principal = await self._find(schema.users.c.id == user_id)
            if principal is None:
                return None
            self._recent.put(person_id, principal, drops)
        return principal if principal.session == session else None

    async def is_signed_in(self, principal: Principal) -> bool:
        """Return whether the session or API token of a client is still valid."""
        if principal.is_program:
            return await self.tokens.find(principal.token) is not None
        return await self.find(principal.user_id, principal.session) is not None

    def forget_recent(self, person_id: str | None) -> None:
        """Look up a person again, or all people, and all API tokens."""
        if person_id is None:
            self._recent.clear()
        else:
            self._recent.drop(person_id)
        self.tokens.forget_recent()

    async def load(self, user_id: str) -> Principal:
        """A person by id, as they are now; Refused if they are gone."""
        principal = await self._find(schema.users.c.id == user_id)
        if principal is None:
            raise Refused("sign-in-required")
        return principal

    async def describe(self, user_id: str) -> sa.Row[Any]:
        """All that is kept of a person, and the number of their passkeys; Refused if they are gone."""
        users, passkeys = schema.users, schema.passkeys
        count = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.user_id == user_id)
        wanted = sa.select(users, count.scalar_subquery().label("passkeys")).where(users.c.id == user_id)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        if row is None:
            raise Refused("sign-in-required")
        return row

    async def welcome(self, name: str) -> tuple[Principal, str]:
        """A new guest, and their recovery code."""
        principal, code = Principal(secrets.token_hex(16), proper_name(name), session=1), make_code()
        values = {
            "id": principal.user_id,
            "name": principal.name,
            "created": now(),
            "session": principal.session,
            "code": self._code_digest(code),
        }
        await self._database.ask(lambda connection: connection.execute(sa.insert(schema.users), values))
        return principal, code

    async def rename(self, user_id: str, name: str) -> None:
        """Another name; at tables where they sit already the old one stays."""
        await self._change(user_id, name=proper_name(name))

    async def end_sessions(self, user_id: str) -> None:
        """All cookies are void."""
        await self._change(user_id, session=schema.users.c.session + 1)

    async def remove_token(self, user_id: str, number: int) -> None:
        """End an API token, by its number."""
        await self.tokens.remove(user_id, number)
        self.when_revoked(person_id_of(user_id))

    # Recovery codes

    async def renew_code(self, user_id: str) -> str:
        """A new recovery code in place of the old one."""
        code = make_code()
        await self._change(user_id, code=self._code_digest(code))
        return code

    async def recover(self, code: str) -> Principal:
        """Whose recovery code it is."""
        principal = await self._find(schema.users.c.code == self._code_digest(code))
        if principal is None:
            raise Refused("bad-code")
        return principal

    def _code_digest(self, code: str) -> str:
        letters = read_code(code)
        if letters is None:
            raise Refused("bad-code")
        return self.signer.digest("code", letters)

    # Accounts

    async def make_account(self, user_id: str, login: str, password: str, client: Client = SERVER) -> None:
        """Give a guest a login and a password. All cookies, API tokens and the recovery code are void."""
        written = proper_login(login)
        if (await self.describe(user_id)).login is not None:
            raise Refused("has-account")
        hashed = await self._passwords.hash(password, client)
        is_guest = schema.users.c.login.is_(None)
        values = {"password": hashed, "session": schema.users.c.session + 1, "code": None}
        tokens = sa.delete(schema.tokens).where(schema.tokens.c.user_id == user_id)
        await self._take_login(user_id, written, is_guest, also=[tokens], **values)

    async def sign_in(self, login: str, password: str, client: Client = SERVER) -> Principal:
        """Who has this login and this password; an unknown login costs as much and is answered as a wrong password."""
        users = schema.users
        wanted = sa.select(users).where(users.c.login_key == login_key(login))
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        is_right = await self._passwords.check(password, None if row is None else row.password, client)
        if row is None or not is_right:
            raise Refused("wrong-login")
        if self._passwords.is_outdated(row.password):
            await self._replace_password(row.id, row.password, await self._passwords.hash(password, client))
        return Principal(row.id, row.name, session=row.session)

    async def confirm(self, user_id: str, password: str | None, client: Client = SERVER) -> None:
        """Whoever has a password has to say it before a door is opened for good; Refused otherwise."""
        stored = (await self.describe(user_id)).password
        if stored is not None and (password is None or not await self._passwords.check(password, stored, client)):
            raise Refused("wrong-password")

    async def change_password(self, user_id: str, old: str, new: str, client: Client = SERVER) -> None:
        """Another password; all cookies are void."""
        stored = (await self.describe(user_id)).password
        if not await self._passwords.check(old, stored, client):
            raise Refused("wrong-password")
        hashed = await self._passwords.hash(new, client)
        if not await self._replace_password(user_id, stored, hashed, session=schema.users.c.session + 1):
            raise Refused("wrong-password")  # changed meanwhile

    async def change_login(self, user_id: str, login: str) -> None:
        """Another login."""
        await self._take_login(user_id, proper_login(login), schema.users.c.login.is_not(None))

    async def has_account(self, user_id: str) -> bool:
        """Whether they could come back from anywhere: with a password or a passkey."""
        row = await self.describe(user_id)
        return row.password is not None or row.passkeys > 0

    async def forget(self, user_id: str) -> None:
        """Remove all that is a person's, here and wherever else something is kept of them."""
        for forget in self.when_forgotten:
            await forget(user_id)
        await self._database.ask(lambda connection: _remove(connection, user_id))
        self.forget_recent(person_id_of(user_id))
        self.when_revoked(person_id_of(user_id))

    # Block and report

    async def block(self, user_id: str, person_id: str, name: str) -> None:
        """They want nothing to do with somebody, known by the person id of a seat; the name is as it is there."""
        if person_id == person_id_of(user_id):
            raise Refused("not-yourself")
        with suppress(IntegrityError):  # blocked already
            await self._blocks.add(user_id, by=person_id_of(user_id), person_id=person_id, name=name, since=now())

    async def unblock(self, user_id: str, number: int) -> None:
        """A block, by its number, is over."""
        await self._blocks.remove(user_id, number)

    async def blocks_of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """Whom they block: number, name as it was, since when."""
        return await self._blocks.of(user_id)

    async def blocked_by(self, principal: Principal | None) -> frozenset[str]:
        """The person ids of those whom somebody blocks."""
        return (
            frozenset()
            if principal is None
            else frozenset(row.person_id for row in await self.blocks_of(principal.user_id))
        )

    async def is_blocked(self, principal: Principal, host: str) -> bool:
        """Whether a host, known by person id, blocks somebody."""
        blocks = schema.blocks
        wanted = sa.select(blocks.c.number).where(blocks.c.person_id == principal.person_id, blocks.c.by == host)
        return await self._database.ask(lambda connection: connection.execute(wanted).first()) is not None

    async def report(self, user_id: str, table: str, seat: int, person_id: str | None, reason: str, text: str) -> None:
        """Tell the host about whoever sits there."""
        await self._database.ask(
            lambda connection: add_report(connection, user_id, table, seat, person_id, reason, text)
        )

    # How it is done

    async def _find(self, condition: sa.ColumnElement[bool]) -> Principal | None:
        users = schema.users
        wanted = sa.select(users.c.id, users.c.name, users.c.session).where(condition)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        return None if row is None else Principal(row.id, row.name, session=row.session)

    async def _change(
        self, user_id: str, *conditions: sa.ColumnElement[bool], also: Sequence[sa.Delete] = (), **values: object
    ) -> bool:
        """Change a person, and delete what is not valid after that; return whether there was a person to change."""
        changing = sa.update(schema.users).where(schema.users.c.id == user_id, *conditions).values(**values)

        def work(connection: sa.Connection) -> bool:
            is_changed = connection.execute(changing).rowcount > 0
            for deletion in also if is_changed else ():
                connection.execute(deletion)
            return is_changed

        is_changed = await self._database.ask(work)
        self.forget_recent(person_id_of(user_id))
        if "session" in values:
            self.when_revoked(person_id_of(user_id))
        return is_changed

    async def _take_login(
        self,
        user_id: str,
        login: str,
        condition: sa.ColumnElement[bool],
        also: Sequence[sa.Delete] = (),
        **values: object,
    ) -> None:
        try:
            done = await self._change(user_id, condition, also=also, login=login, login_key=login_key(login), **values)
        except IntegrityError:
            raise Refused("login-taken") from None
        if not done:
            raise Refused("has-account" if "password" in values else "no-account")

    async def _replace_password(self, user_id: str, old: str | None, new: str, **values: Any) -> bool:
        return await self._change(user_id, schema.users.c.password == old, password=new, **values)


def proper_name(name: str) -> str:
    """A name as tables take it, Refused if it is none."""
    name = name.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise Refused("bad-name", most=MAX_NAME)
    return name


def proper_login(login: str) -> str:
    """A login as it is stored, Refused if it is none."""
    login = unicodedata.normalize("NFKC", login).strip()
    if not MIN_IN_LOGIN <= len(login) <= MAX_IN_LOGIN or not login.isprintable():
        raise Refused("bad-login", fewest=MIN_IN_LOGIN, most=MAX_IN_LOGIN)
    return login


def login_key(login: str) -> str:
    """The same for all ways to write a login."""
    folded = unicodedata.normalize("NFKC", login).casefold()
    return printable(unicodedata.normalize("NFKC", folded))


def _remove(connection: sa.Connection, user_id: str) -> None:
    lock_row(connection, user_id)
    blocks, reports = schema.blocks, schema.reports
    for table in (schema.tokens, schema.passkeys, blocks):
        connection.execute(sa.delete(table).where(table.c.user_id == user_id))
    connection.execute(sa.delete(blocks).where(blocks.c.person_id == person_id_of(user_id)))
    connection.execute(sa.update(reports).where(reports.c.user_id == user_id).values(user_id=None, text=""))
    connection.execute(sa.update(reports).where(reports.c.person_id == person_id_of(user_id)).values(person_id=None))
    connection.execute(sa.delete(schema.users).where(schema.users.c.id == user_id))
