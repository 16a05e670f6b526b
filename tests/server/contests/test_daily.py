"""Daily games over real HTTP, on every database: one deck for all, embargoed until the day is over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from locarium import catalogue
from locarium.kernel.errors import BadInput, Refused
from locarium.kernel.record import read_record
from locarium.search.levels import LEVELS
from locarium.server.archive import writer
from locarium.server.contests.daily import ONE_DAY, Daily, read_day, read_month, streak_of
from locarium.server.contests.messages import Streak
from locarium.server.contests.table_opener import TableOpener
from locarium.server.people.principal import Principal
from locarium.server.people.users import Users
from locarium.server.storage import schema
from locarium.server.storage.bus import MemoryBus
from locarium.server.storage.database import Database
from locarium.server.storage.event_log import EventLog
from locarium.server.tables import manager
from locarium.table.anonymize import ANONYMOUS
from locarium.table.events import Drawn, Opened
from locarium.table.verification import verify
from server.browser import Browser
from server.client import Live, ask, become, call
from server.playing import ServerApi, play_on, play_out
from server.server_process import ServerProcess
from server.stored import let_time_pass, read_events
from server.waiting import wait_until

PASSWORD = "correct horse"
DAY = 86400.0

_numbers = count()


class DailyServer(ServerApi):
    """A server with daily games."""

    def daily(self, token: str | None = None, day: str = "") -> dict[str, Any]:
        shown: dict[str, Any] = call(self.url, "GET", f"/api/daily{day and '/'}{day}", token=token)
        return shown

    @property
    def today(self) -> str:
        return str(self.daily()["day"])

    def begin(self, token: str, *, practice: bool = False, day: str | None = None) -> str:
        path = f"/api/daily/{day or self.today}/tries"
        return str(call(self.url, "POST", path, {"practice": practice}, token)["table"])

    def deck(self, table: str) -> str:
        """Return a table's draws, read from the database."""
        return next(event.text for event in read_events(self.address, table) if isinstance(event, Drawn))

    def secret(self, table: str) -> str:
        opened = read_events(self.address, table)[0]
        assert isinstance(opened, Opened)
        return opened.secret

    def tables(self, day: str) -> list[str]:
        """Return all open tables of a day."""
        database = Database(self.address)
        entries, tables = schema.entries, schema.tables
        wanted = sa.select(entries.c.table).join(tables, tables.c.name == entries.c.table)
        with database.engine.connect() as connection:
            found = connection.execute(wanted.where(entries.c.contest == f"daily-{day}")).scalars().all()
        database.close()
        return list(found)

    def wait_for_par(self) -> list[dict[str, Any]]:
        wait_until(lambda: all(par["score"] is not None for par in self.daily()["par"]))
        return list(self.daily()["par"])


@pytest.fixture(scope="module")
def server(lasting_address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DailyServer]:
    process = ServerProcess(tmp_path_factory.mktemp("house"), database=lasting_address)
    yield DailyServer(process, lasting_address)
    process.stop()


def account(server: DailyServer, name: str = "Ada") -> str:
    """Create an account and return an API token for it."""
    browser = Browser(server.url, name)
    browser.ask("POST", "/api/me/account", {"login": f"{name}{next(_numbers)}", "password": PASSWORD})
    made = browser.ask("POST", "/api/me/tokens", {"label": "test", "password": PASSWORD})
    return str(made["token"])


# The same deck for everyone


def test_ranked_attempt_needs_an_account(server: DailyServer) -> None:
    guest = become(server.url, "Guest")
    tries = f"/api/daily/{server.today}/tries"
    assert server.refused(None, "POST", tries, {}) == (401, "sign-in-required")
    assert server.refused(guest, "POST", tries, {"practice": False}) == (403, "account-needed")
    assert server.begin(guest, practice=True)


def test_everyone_gets_the_same_deck_and_one_attempt(server: DailyServer) -> None:
    ada, ben = account(server, "Ada"), account(server, "Ben")
    own = server.begin(ada)
    assert server.begin(ada) == own
    other = server.begin(ben)
    assert other != own
    assert server.deck(other) == server.deck(own)
    info = call(server.url, "GET", f"/api/tables/{own}")
    assert info["commitment"] == server.daily()["commitment"]
    assert (info["contest"], info["status"]) == (f"daily-{server.today}", "running")
    assert (info["public"], info["spectators"], info["chat"], info["practice"]) == (False, False, False, False)
    assert server.daily(ada)["own"] == {"table": own, "score": None, "rank": None}
    assert [each["listing"]["table"] for each in call(server.url, "GET", "/api/me/tables", token=ada)] == [own]


def test_practice_uses_a_separate_shared_deck(server: DailyServer) -> None:
    ada = account(server)
    ranked = server.begin(ada)
    first, second = server.begin(ada, practice=True), server.begin(become(server.url, "Guest"), practice=True)
    assert first != second
    assert server.deck(first) == server.deck(second) != server.deck(ranked)
    assert server.secret(first) == server.secret(second) != server.secret(ranked)
    assert call(server.url, "GET", f"/api/tables/{first}")["practice"]


def test_bots_cannot_play_a_ranked_attempt(server: DailyServer) -> None:
    ada = account(server)
    table = server.begin(ada)
    for kind in ("hand-to-bot", "leave"):
        request = {"kind": kind, "key": f"k{next(_numbers)}"}
        assert server.refused(ada, "POST", f"/api/tables/{table}/requests", request) == (409, "played-to-the-end")


@pytest.mark.parametrize(
    ("day", "answer"),
    [("today", (400, "bad-input")), ("2026-02-30", (400, "bad-input")), ("2999-01-01", (404, "no-such-day"))],
)
def test_invalid_days_are_rejected(server: DailyServer, day: str, answer: tuple[int, str]) -> None:
    assert server.refused(None, "GET", f"/api/daily/{day}") == answer
    assert server.refused(account(server), "POST", f"/api/daily/{day}/tries", {}) == answer


def test_past_day_without_attempts_is_empty(server: DailyServer) -> None:
    long_ago = server.daily(day="2026-01-01")
    assert (long_ago["tries"], long_ago["par"], long_ago["embargoed"]) == (0, [], False)
    ada = account(server)
    assert server.refused(ada, "POST", "/api/daily/2026-01-01/tries", {}) == (409, "day-over")
    assert server.deck(server.begin(ada, practice=True, day="2026-01-01")) != server.deck(server.begin(ada))


# Embargo


@pytest.mark.slow
def test_embargoed_day_reveals_only_your_attempt(server: DailyServer) -> None:
    """You see what your own attempt showed you: no secret, and no card that is still face down there."""
    ada, ben, eve = account(server, "Ada"), account(server, "Ben"), become(server.url, "Eve")
    mine, others = server.begin(ada), server.begin(ben)
    live = Live(server.server.host, mine, ada)
    play_on(live)
    play_out(server.server, others, ben, seed=2)
    server.wait_for_par()
    secret, deck = server.secret(mine), server.deck(mine)
    heard = "\n".join(live.received)
    for table in {*server.tables(server.today)}:
        for token in (None, eve, ada, ben):
            sits = (table, token) in ((mine, ada), (others, ben))
            for page in ("", "/state", "/record", "/edition"):
                answer = ask(server.url, "GET", f"/api/tables/{table}{page}", token=token)
                assert secret not in answer.text
                assert deck not in answer.text
                if page == "/record":
                    assert answer.is_success == sits
                if page == "/state":
                    assert answer.is_success == sits
            for page in ("", "/replay"):
                told = server.refused(token, "GET", f"/api/archive/{table}.1{page}")
                assert told in ((403, "embargoed"), (404, "no-such-record"))
    for token in (None, eve, ada, ben):
        for page in ("archive", "archive/export", "tables", "stats/games/locus", "daily", f"daily/{server.today}"):
            assert_is_sealed(server, f"/api/{page}", token, secret, deck)
        for page in ("archive?whose=mine", "archive/export?whose=mine", "me/tables", "stats/me"):
            if token is not None:
                assert_is_sealed(server, f"/api/{page}", token, secret, deck)
    assert secret not in heard
    assert deck not in heard
    [game] = call(server.url, "GET", "/api/archive?whose=mine", token=ada)["games"]
    assert game["embargoed"]
    assert call(server.url, "GET", f"/api/tables/{mine}/record", token=ada)["fair"].keys() == {
        "method",
        "table",
        "voided",
        "commitment",
        "seed_commitments",
    }
    shown = server.daily(ada)
    assert all(placed["table"] is None for placed in shown["ranking"] if not placed["own"])
    assert all(par["table"] is None for par in shown["par"])


def assert_is_sealed(server: DailyServer, path: str, token: str | None, secret: str, deck: str) -> None:
    text = ask(server.url, "GET", path, token=token).text
    assert secret not in text
    assert deck not in text


def test_attempts_cannot_be_watched(server: DailyServer) -> None:
    table = server.begin(account(server))
    live = Live(server.server.host, table, account(server, "Eve"))
    assert live.hear()["error"]["key"] == "no-spectators"


# Results


def test_results_are_ranked_with_bots_as_par(server: DailyServer) -> None:
    tokens = [account(server, name) for name in ("Ada", "Ben", "Cleo")]
    scores = [
        play_out(server.server, server.begin(token), token, seed)["scores"][0] for seed, token in enumerate(tokens)
    ]
    par = server.wait_for_par()
    assert [each["level"] for each in par] == list(range(1, LEVELS + 1))
    for token, score in zip(tokens, scores, strict=True):
        shown = server.daily(token)
        ranking = shown["ranking"]
        assert shown["own"]["score"] == score
        assert shown["own"]["rank"] == 1 + sum(each["score"] > score for each in ranking)
        assert [each["rank"] for each in ranking if each["own"]] == [shown["own"]["rank"]]
        assert shown["streak"] == {"now": 1, "longest": 1}
        assert shown["tries"] == len(ranking)
        assert ranking == sorted(ranking, key=lambda each: (-each["score"], each["finished"]))
        month = call(server.url, "GET", f"/api/daily/months/{server.today[:7]}", token=token)
        assert month["streak"] == shown["streak"]
        [day] = [each for each in month["days"] if each["day"] == server.today]
        assert day == {
            "day": server.today,
            "tries": shown["tries"],
            "best": ranking[0]["score"],
            "par": par[-1]["score"],
            "score": score,
            "rank": shown["own"]["rank"],
        }
    assert server.daily()["own"] is None
    assert server.daily()["streak"] is None


def test_deleted_account_leaves_an_anonymous_result(server: DailyServer) -> None:
    for finishes in (True, False):
        browser = Browser(server.url, "Zoe")
        browser.ask("POST", "/api/me/account", {"login": f"Zoe{next(_numbers)}", "password": PASSWORD})
        token = browser.ask("POST", "/api/me/tokens", {"label": "test", "password": PASSWORD})["token"]
        table = server.begin(token)
        if finishes:
            play_out(server.server, table, token)
        before = server.daily()["tries"]
        browser.ask("DELETE", "/api/me", {"password": PASSWORD})
        names = [each["name"] for each in server.daily()["ranking"]]
        assert "Zoe" not in names
        assert ANONYMOUS in names
        assert server.daily()["tries"] == before
        assert server.refused(None, "GET", f"/api/archive/{table}.1")[0] in (403, 404)


# After the day


def test_everything_is_public_after_the_day(server: DailyServer) -> None:
    ada, ben, cleo = (account(server, name) for name in ("Ada", "Ben", "Cleo"))
    day, table = server.today, server.begin(ada)
    play_out(server.server, table, ada)
    late = server.begin(ben)
    server.wait_for_par()
    server.server.stop()
    let_time_pass(server.address, 2 * DAY)
    server.server.start()
    shown = server.daily(day=day)
    assert not shown["embargoed"]
    opened = [each["table"] for each in (*shown["ranking"], *shown["par"])]
    assert table in opened
    for each in opened:
        text = ask(server.url, "GET", f"/api/archive/{each}.1").text
        assert text == ask(server.url, "GET", f"/api/tables/{each}/record").text
        findings = list(verify(read_record(text), catalogue.game("locus")))
        assert {finding.verdict for finding in findings} <= {"right", "note"}, findings
        assert json.loads(text)["fair"]["commitment"] == shown["commitment"]
    assert server.refused(cleo, "POST", f"/api/daily/{day}/tries", {}) == (409, "day-over")
    assert server.begin(ben, day=day) == late
    play_out(server.server, late, ben)
    assert server.daily(ben, day)["own"] == {"table": late, "score": None, "rank": None}  # too late
    practice = server.begin(cleo, practice=True, day=day)
    assert server.deck(practice) == server.deck(table)


# Several days


class Calendar:
    """A daily store without HTTP, with an adjustable clock."""

    def __init__(self, address: str) -> None:
        self.now = 0.0
        self.database = Database(address)
        self._log = EventLog(self.database)
        server = manager.TableManager(self.database, self._log, MemoryBus(), writer, bot_seconds=0.02)
        self.users = Users(self.database)
        opener = TableOpener(self.database, server, clock=lambda: self.now)
        self.daily = Daily(self.database, server, opener, self.users, clock=lambda: self.now)

    def close(self) -> None:
        self._log.close()
        self.database.close()

    def go_to(self, day: date, hour: float = 12.0) -> None:
        self.now = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + hour * 3600

    async def require_principal(self, name: str) -> Principal:
        known, _ = await self.users.welcome(name)
        users = schema.users
        with self.database.engine.begin() as connection:
            connection.execute(sa.update(users).where(users.c.id == known.user_id).values(password="x"))
        return Principal(known.user_id, name, is_program=False)

    async def play(self, day: date, who: Principal, score: int) -> None:
        """Finish an attempt now with this score."""
        table = await self.daily.play(day, who, practice=False)
        game = {"id": f"{table}.1", "table": table, "number": 1, "game": "locus", "rules": 1, "seats": 1, "steps": 1}
        game |= {"options": "{}", "edition": "house", "digest": "", "finished": self.now, "public": False, "bots": 0}
        game |= {"practice": False, "record": b""}
        player = {"game": f"{table}.1", "seat": 0, "person_id": who.person_id, "name": who.name, "program": False}
        player |= {"is_bot": False, "won": True, "score": score, "tallies": "{}"}
        with self.database.engine.begin() as connection:
            connection.execute(sa.insert(schema.games).values(game))
            connection.execute(sa.insert(schema.players).values(player))


@pytest.fixture
def calendar(database_address: str) -> Iterator[Calendar]:
    calendar = Calendar(database_address)
    yield calendar
    calendar.close()


def test_calendar_lists_consecutive_days(calendar: Calendar) -> None:
    first = date(2026, 11, 28)
    days = [first + number * ONE_DAY for number in range(5)]  # until 2 December

    async def story() -> None:
        ada, ben, cleo = [await calendar.require_principal(name) for name in ("Ada", "Ben", "Cleo")]
        for day in (*days[:2], *days[3:]):
            calendar.go_to(day)
            await calendar.play(day, ada, 30)
        shown = await calendar.daily.show(days[4], ada)
        assert shown.streak == Streak(2, 2)
        assert [(placed.rank, placed.name, placed.own) for placed in shown.ranking] == [(1, "Ada", True)]
        for who, score in ((ben, 30), (cleo, 20)):
            await calendar.play(days[4], who, score)
        shown = await calendar.daily.show(days[4], cleo)
        assert [(placed.rank, placed.score) for placed in shown.ranking] == [(1, 30), (1, 30), (3, 20)]
        assert shown.own is not None
        assert (shown.own.rank, shown.tries, shown.streak) == (3, 3, Streak(1, 1))
        november = await calendar.daily.calendar(date(2026, 11, 1), ada)
        assert [(day.day, day.score, day.rank) for day in november.days] == [
            ("2026-11-28", 30, 1),
            ("2026-11-29", 30, 1),
        ]
        december = await calendar.daily.calendar(date(2026, 12, 1), cleo)
        assert [(day.day, day.tries, day.best, day.par, day.score, day.rank) for day in december.days] == [
            ("2026-12-01", 1, 30, None, None, None),
            ("2026-12-02", 3, 30, None, 20, 3),
        ]

    asyncio.run(story())


def test_attempt_starts_before_midnight_and_ends_within_the_grace_period(calendar: Calendar) -> None:
    day = date(2026, 11, 16)

    async def refusal(who: Principal) -> str:
        with pytest.raises(Refused) as refused:
            await calendar.daily.play(day, who, practice=False)
        return refused.value.reason

    async def story() -> None:
        ada, ben, cleo = [await calendar.require_principal(name) for name in ("Ada", "Ben", "Cleo")]
        calendar.go_to(day, 23.9)
        tables = [await calendar.daily.play(day, who, practice=False) for who in (ada, ben)]
        calendar.go_to(day, 24.5)
        assert await refusal(cleo) == "day-over"
        assert await calendar.daily.play(day, ada, practice=False) == tables[0]
        await calendar.play(day, ada, 10)
        assert (await calendar.daily.show(day, ada)).embargoed
        calendar.go_to(day, 25.1)
        await calendar.play(day, ben, 20)
        shown = await calendar.daily.show(day, ada)
        assert [placed.table for placed in shown.ranking] == [tables[0]]
        assert not shown.embargoed

    asyncio.run(story())


# Streaks


def test_streak_ends_after_a_missed_day() -> None:
    today = date(2026, 11, 16)
    days = [today - number * ONE_DAY for number in (1, 2, 4, 5, 6, 8)]
    assert streak_of(days, today) == Streak(2, 3)
    assert streak_of([*days, today], today) == Streak(3, 3)
    assert streak_of(days, today + ONE_DAY) == Streak(0, 3)
    assert streak_of([], today) == Streak(0, 0)


@given(st.sets(st.integers(0, 30), min_size=1))
def test_current_streak_never_exceeds_the_longest(numbers: set[int]) -> None:
    today = date(2026, 11, 16)
    streak = streak_of([today - number * ONE_DAY for number in numbers], today)
    assert streak.now <= streak.longest <= len(numbers)
    assert (streak.now > 0) == bool(numbers & {0, 1})


@pytest.mark.parametrize("text", ["", "2026-11-31", "20261116", "2026-11-16T00", "٢٠٢٦-11-16"])
def test_invalid_day_texts_are_rejected(text: str) -> None:
    with pytest.raises(BadInput, match="invalid day"):
        read_day(text)


def test_months_are_parsed() -> None:
    assert read_month("2026-11") == date(2026, 11, 1)
    with pytest.raises(BadInput, match="invalid month"):
        read_month("2026-13")
