"""Guests and accounts, their sessions, blocks and reports."""

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
MAX_BLOCKS = 500  # blocks per person
REMEMBERED_FOR, MAX_REMEMBERED = 5.0, 10_000


class Users:
    """The store of people.

    Other processes learn of ended sessions at once, and of other changes after REMEMBERED_FOR.
    """

    def __init__(self, database: Database, passwords: Passwords | None = None) -> None:
        self._database = database
        self.signer = Signer(signing_key(database))
        self.tokens = Tokens(database)
        self.passkeys = Passkeys(database, self.signer)
        # callbacks that delete a person's other data, by user id
        self.when_forgotten: list[Callable[[str], Awaitable[None]]] = []
        self.when_revoked: Callable[[str], None] = lambda _: None  # called when a session or token ends
        self._passwords = passwords or Passwords()
        self._blocks = OwnedRows(database, schema.blocks, most=MAX_BLOCKS)
        self._recent: TtlCache[str, Principal] = TtlCache(seconds=REMEMBERED_FOR, most=MAX_REMEMBERED)  # by person id

    # Sessions

    async def find(self, user_id: str, session: int) -> Principal | None:
        """Return a person if the session is valid. Use the cache if the entry is recent."""
        person_id = person_id_of(user_id)
        principal = self._recent.get(person_id)
        if principal is None or principal.session < session:  # a newer session, perhaps from another process
            drops = self._recent.drops
            principal = await self._find(schema.users.c.id == user_id)
            if principal is None:
                return None
            self._recent.put(person_id, principal, drops)
        return principal if principal.session == session else None

    async def is_signed_in(self, principal: Principal) -> bool:
        """Return whether a client's session or API token is still valid."""
        if principal.is_program:
            return await self.tokens.find(principal.token) is not None
        return await self.find(principal.user_id, principal.session) is not None

    def forget_recent(self, person_id: str | None) -> None:
        """Remove one person or everyone from the cache, and all API tokens."""
        if person_id is None:
            self._recent.clear()
        else:
            self._recent.drop(person_id)
        self.tokens.forget_recent()

    async def load(self, user_id: str) -> Principal:
        """Load a person from the database. Raise Refused if they do not exist."""
        principal = await self._find(schema.users.c.id == user_id)
        if principal is None:
            raise Refused("sign-in-required")
        return principal

    async def describe(self, user_id: str) -> sa.Row[Any]:
        """Load a person's data and number of passkeys. Raise Refused if they do not exist."""
        users, passkeys = schema.users, schema.passkeys
        count = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.user_id == user_id)
        wanted = sa.select(users, count.scalar_subquery().label("passkeys")).where(users.c.id == user_id)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        if row is None:
            raise Refused("sign-in-required")
        return row

    async def welcome(self, name: str) -> tuple[Principal, str]:
        """Create a guest. Return them and their recovery code."""
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
        """Change a person's name. Tables where they already sit keep the old one."""
        await self._change(user_id, name=proper_name(name))

    async def end_sessions(self, user_id: str) -> None:
        """Invalidate all session cookies of a person."""
        await self._change(user_id, session=schema.users.c.session + 1)

    async def remove_token(self, user_id: str, number: int) -> None:
        """Revoke an API token by its number."""
        await self.tokens.remove(user_id, number)
        self.when_revoked(person_id_of(user_id))

    # Recovery codes

    async def renew_code(self, user_id: str) -> str:
        """Replace the recovery code."""
        code = make_code()
        await self._change(user_id, code=self._code_digest(code))
        return code

    async def recover(self, code: str) -> Principal:
        """Return the person with this recovery code."""
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
        """Give a guest a login and a password. Revoke all cookies, API tokens and the recovery code."""
        written = proper_login(login)
        if (await self.describe(user_id)).login is not None:
            raise Refused("has-account")
        hashed = await self._passwords.hash(password, client)
        is_guest = schema.users.c.login.is_(None)
        values = {"password": hashed, "session": schema.users.c.session + 1, "code": None}
        tokens = sa.delete(schema.tokens).where(schema.tokens.c.user_id == user_id)
        await self._take_login(user_id, written, is_guest, also=[tokens], **values)

    async def sign_in(self, login: str, password: str, client: Client = SERVER) -> Principal:
        """Return the person with this login and password. Unknown logins take as long as wrong passwords."""
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
        """Check the password before a sensitive change. Raise Refused if it is wrong."""
        stored = (await self.describe(user_id)).password
        if stored is not None and (password is None or not await self._passwords.check(password, stored, client)):
            raise Refused("wrong-password")

    async def change_password(self, user_id: str, old: str, new: str, client: Client = SERVER) -> None:
        """Change the password and invalidate all cookies."""
        stored = (await self.describe(user_id)).password
        if not await self._passwords.check(old, stored, client):
            raise Refused("wrong-password")
        hashed = await self._passwords.hash(new, client)
        if not await self._replace_password(user_id, stored, hashed, session=schema.users.c.session + 1):
            raise Refused("wrong-password")  # changed in the meantime

    async def change_login(self, user_id: str, login: str) -> None:
        """Change the login."""
        await self._take_login(user_id, proper_login(login), schema.users.c.login.is_not(None))

    async def has_account(self, user_id: str) -> bool:
        """Return whether the person can sign in from anywhere, with a password or a passkey."""
        row = await self.describe(user_id)
        return row.password is not None or row.passkeys > 0

    async def forget(self, user_id: str) -> None:
        """Delete a person and all their data, here and in other stores."""
        for forget in self.when_forgotten:
            await forget(user_id)
        await self._database.ask(lambda connection: _remove(connection, user_id))
        self.forget_recent(person_id_of(user_id))
        self.when_revoked(person_id_of(user_id))

    # Block and report

    async def block(self, user_id: str, person_id: str, name: str) -> None:
        """Block a person by the person id of their seat. Store their name at that table with the block."""
        if person_id == person_id_of(user_id):
            raise Refused("not-yourself")
        with suppress(IntegrityError):  # already blocked
            await self._blocks.add(user_id, by=person_id_of(user_id), person_id=person_id, name=name, since=now())

    async def unblock(self, user_id: str, number: int) -> None:
        """Remove a block by its number."""
        await self._blocks.remove(user_id, number)

    async def blocks_of(self, user_id: str) -> Sequence[sa.Row[Any]]:
        """Return a person's blocks: number, name at the time, and date."""
        return await self._blocks.of(user_id)

    async def blocked_by(self, principal: Principal | None) -> frozenset[str]:
        """Return the ids of the people whom a person blocks."""
        return (
            frozenset()
            if principal is None
            else frozenset(row.person_id for row in await self.blocks_of(principal.user_id))
        )

    async def is_blocked(self, principal: Principal, host: str) -> bool:
        """Return whether the host blocks this person."""
        blocks = schema.blocks
        wanted = sa.select(blocks.c.number).where(blocks.c.person_id == principal.person_id, blocks.c.by == host)
        return await self._database.ask(lambda connection: connection.execute(wanted).first()) is not None

    async def report(self, user_id: str, table: str, seat: int, person_id: str | None, reason: str, text: str) -> None:
        """Report the player at a seat to the operator."""
        await self._database.ask(
            lambda connection: add_report(connection, user_id, table, seat, person_id, reason, text)
        )

    # Helpers

    async def _find(self, condition: sa.ColumnElement[bool]) -> Principal | None:
        users = schema.users
        wanted = sa.select(users.c.id, users.c.name, users.c.session).where(condition)
        row = await self._database.ask(lambda connection: connection.execute(wanted).one_or_none())
        return None if row is None else Principal(row.id, row.name, session=row.session)

    async def _change(
        self, user_id: str, *conditions: sa.ColumnElement[bool], also: Sequence[sa.Delete] = (), **values: object
    ) -> bool:
        """Update a person and delete data that becomes invalid. Return whether the person exists."""
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
    """Normalize a display name. Raise Refused if it is invalid."""
    name = name.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise Refused("bad-name", most=MAX_NAME)
    return name


def proper_login(login: str) -> str:
    """Normalize a login for storage. Raise Refused if it is invalid."""
    login = unicodedata.normalize("NFKC", login).strip()
    if not MIN_IN_LOGIN <= len(login) <= MAX_IN_LOGIN or not login.isprintable():
        raise Refused("bad-login", fewest=MIN_IN_LOGIN, most=MAX_IN_LOGIN)
    return login


def login_key(login: str) -> str:
    """Return the same key for all spellings of a login."""
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
