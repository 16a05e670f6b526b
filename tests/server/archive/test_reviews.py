"""Reviews of finished games run in the background and are stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from locarium.kernel.errors import BadInput, Refused
from locarium.server.archive import reviews
from locarium.server.archive.reviews import Progress, Reviews, analyse, digest_of, effort_from_environment
from locarium.server.base.addresses import LOCAL
from locarium.server.http.limits import Limiter, Limits
from locarium.server.people.principal import Principal
from locarium.server.people.users import Users
from locarium.server.storage import schema
from locarium.server.storage.database import Database
from locarium.server.storage.signing import Signer
from server.archive.test_replay import imported, old_records, own_table
from server.client import ask, become, call, join, open_table
from server.playing import play_out
from server.server_process import ServerProcess
from server.waiting import wait_until

EFFORT = "0.001"


@pytest.fixture(scope="module", autouse=True)
def _warm_up() -> None:
    """Compile the analysis code once."""
    assert analyse(short("loco"), Progress(lambda: False), float(EFFORT))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("house"), LOCARIUM_REVIEW_EFFORT=EFFORT)
    yield process
    process.stop()


def short(game: str) -> bytes:
    """Return the shortest recorded game that ended by its rules."""
    plain = [line for line in old_records(game) if b'"ended"' not in line]
    return min(plain, key=len)


def reviewed(server: ServerProcess, path: str, token: str | None) -> dict[str, Any]:
    """Return a review once it is done."""
    found: dict[str, Any] = {}

    def is_done() -> bool:
        found.update(call(server.url, "GET", path, token=token))
        assert found["status"] != "failed"
        return bool(found["status"] == "done")

    wait_until(is_done)
    return found


def refused(server: ServerProcess, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    answer = ask(server.url, method, path, body, token)
    return answer.status_code, answer.json()["key"]


def test_game_is_reviewed_once_and_stored(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    line = short("loco")
    path = f"/api/archive/{imported(server, ada, line)}/review"
    assert call(server.url, "GET", path, token=ada)["status"] == "none"
    begun = call(server.url, "POST", path, token=ada)
    steps = len(json.loads(line)["steps"])
    assert (begun["status"], begun["total"]) in ((status, steps) for status in ("waiting", "running", "done"))
    found = reviewed(server, path, ada)
    analysis = found["analysis"]
    assert [[moment["seat"], moment["text"]] for moment in analysis["moments"]] == json.loads(line)["steps"]
    assert analysis["is_complete"]
    for balance in analysis["balances"]:
        parts = sum(balance[part] for part in ("began", "luck", "own", "others"))
        assert parts == pytest.approx(balance["result"], abs=0.001)
    # the same game of another person has the same review
    pasted = call(server.url, "POST", "/api/review", {"record": line.decode(), "begin": False}, ben)
    assert pasted == found


def test_unreadable_game_cannot_be_reviewed(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    path = f"/api/archive/{imported(server, ada, short('lokus'))}/review"
    for method in ("GET", "POST"):
        assert refused(server, method, path, token=ben) == (404, "no-such-record")
    assert refused(server, "POST", path) == (401, "sign-in-required")


def test_running_game_cannot_be_reviewed(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    table = open_table(server.url, ada, game="genius-loci")["table"]
    join(server.url, table, "Ada", ada)
    join(server.url, table, "Ben")
    for method in ("GET", "POST"):
        assert refused(server, method, f"/api/archive/{table}.1/review", token=ada) == (404, "no-such-record")
    running = json.dumps(call(server.url, "GET", f"/api/tables/{table}/record", token=ada))
    assert refused(server, "POST", "/api/review", {"record": running}, ada) == (409, "unfinished")
    assert refused(server, "POST", "/api/replay", {"record": running, "open": True}, ada) == (409, "unfinished")
    assert len(call(server.url, "POST", "/api/replay", {"record": running}, ada)["frames"]) == 1


def test_embargoed_game_cannot_be_reviewed(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    contest = call(server.url, "POST", "/api/contests", {"kind": "duel"}, ada)["contest"]
    call(server.url, "POST", f"/api/contests/{contest}/entrants", token=ben)
    adas, bens = (own_table(server, contest, token) for token in (ada, ben))
    play_out(server, adas, ada)
    for token in (ada, ben):
        for method in ("GET", "POST"):
            assert refused(server, method, f"/api/archive/{adas}.1/review", token=token) == (403, "embargoed")
        assert refused(server, "GET", f"/api/archive/{adas}.1/replay?open=true", token=token) == (403, "embargoed")
    sealed = json.dumps(call(server.url, "GET", f"/api/tables/{adas}/record", token=ada))
    assert refused(server, "POST", "/api/review", {"record": sealed}, ada) == (400, "bad-input")  # the deck is hidden
    play_out(server, bens, ben, seed=2)
    assert call(server.url, "GET", f"/api/archive/{adas}.1/review", token=ben)["status"] == "none"


def test_copy_of_an_embargoed_game_cannot_be_reviewed(server: ServerProcess) -> None:
    """In games without hidden information the record is complete, and others may still play the same opening."""
    tokens = [become(server.url, name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    ada, *others = tokens
    wish = {"kind": "duplicate", "game": "genius-loci", "seats": 2, "tables": 2}
    contest = call(server.url, "POST", "/api/contests", wish, ada)["contest"]
    for token in others:
        call(server.url, "POST", f"/api/contests/{contest}/entrants", token=token)
    adas = own_table(server, contest, ada)
    [companion] = [token for token in others if own_table(server, contest, token) == adas]
    call(server.url, "POST", f"/api/tables/{adas}/requests", {"kind": "hand-to-bot", "key": "k", "level": 1}, companion)
    play_out(server, adas, ada)
    record = call(server.url, "GET", f"/api/tables/{adas}/record", token=ada)
    assert "secret" not in record["fair"]
    bare = {name: value for name, value in record.items() if name not in ("fair", "meta")}
    for copy in (record, bare):
        assert refused(server, "POST", "/api/review", {"record": json.dumps(copy)}, ada) == (403, "embargoed")


def test_waiting_reviews_per_person_are_limited(server: ServerProcess) -> None:
    """Reviews of the longest games keep the thread busy, so later requests wait."""
    ada = become(server.url, "Ada")
    lines = sorted(old_records("locus"), key=len, reverse=True)[: reviews.MAX_OF_ONE + 1]
    answers = [ask(server.url, "POST", "/api/review", {"record": line.decode()}, ada) for line in lines]
    assert [answer.is_success for answer in answers] == [True] * reviews.MAX_OF_ONE + [False]
    assert answers[-1].json()["key"] == "too-many-reviews"
    assert [answer.json()["ahead"] for answer in answers[:-1]] == sorted(
        answer.json()["ahead"] for answer in answers[:-1]
    )


@pytest.mark.slow
def test_interrupted_review_resumes_after_a_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, LOCARIUM_REVIEW_EFFORT="20")
    try:
        ada = become(server.url, "Ada")
        path = f"/api/archive/{imported(server, ada, short('loco'))}/review"
        call(server.url, "POST", path, token=ada)
        wait_until(lambda: bool(call(server.url, "GET", path, token=ada)["status"] == "running"))
        server.kill()
        server.start()
        assert call(server.url, "GET", path, token=ada)["status"] in ("waiting", "running")
        assert server.stop() == 0
        server._environment["LOCARIUM_REVIEW_EFFORT"] = EFFORT
        server.start()
        assert reviewed(server, path, ada)["analysis"]["is_complete"]
    finally:
        server.stop()


def test_invalid_record_is_rejected_with_the_reason(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    line = json.loads(short("loco"))
    line["steps"][1][1] = "r9 y"
    wrong = [
        ("nonsense", "not JSON"),
        (json.dumps(line), "step 2"),
        (json.dumps({"format": "locarium/1", "game": "chess", "seats": 2, "steps": []}), "chess"),
        (short("loco").decode() + "\n" + short("lokus").decode(), "paste only one here"),
        (json.dumps(line | {"meta": {"note": "x" * 100_000}}), "bytes"),
    ]
    for record, reason in wrong:
        for path in ("/api/replay", "/api/review"):
            answer = ask(server.url, "POST", path, {"record": record}, ada)
            assert (answer.status_code, answer.json()["key"]) == (400, "bad-input")
            assert reason in answer.json()["message"]


def test_pasted_record_is_replayed_like_an_archived_one(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    line = short("lokus")
    game = imported(server, ada, line)
    for query, wish in (("", {}), ("?seat=1&from=3", {"seat": 1, "start": 3}), ("?open=true", {"open": True})):
        kept = call(server.url, "GET", f"/api/archive/{game}/replay{query}", token=ada)
        pasted = call(server.url, "POST", "/api/replay", {"record": line.decode()} | wish)
        for name in ("draws", "turns", "scores", "made", "frames"):
            assert pasted[name] == kept[name]
    assert [game["id"] for game in call(server.url, "GET", "/api/archive?whose=imported", token=ada)["games"]] == [game]


# Without a server


def test_process_takes_over_reviews_of_a_dead_process(database_address: str) -> None:
    """Afterwards the requester is anonymized. Runs on every database."""
    asyncio.run(take_over(database_address))


async def take_over(address: str) -> None:
    database = Database(address)
    known, _ = await Users(database).welcome("Ada")
    principal = Principal(known.user_id, "Ada", is_program=False)
    line = short("loco")
    signer = Signer(b"key")
    dead, alive = (Reviews(database, signer, lambda: False, float(EFFORT)) for _ in range(2))
    assert (await dead.begin(line, principal, "here", Limiter(Limits()))).status == "waiting"
    taken = await dead._take()
    assert taken is not None
    assert await alive._take() is None  # in progress
    assert (await alive.status(line)).status == "running"
    left = sa.update(schema.reviews).values(lease=0.0)
    await database.ask(lambda connection: connection.execute(left).rowcount)
    alive.start()
    for _ in range(1200):
        found = await alive.status(line)
        if found.status == "done":
            break
        await asyncio.sleep(0.05)
    assert found.analysis is not None
    await alive.anonymize_person(principal.user_id)
    with database.engine.connect() as connection:
        [row] = connection.execute(sa.select(schema.reviews)).all()
    assert (row.person_id, row.worker) == (None, None)
    assert b"names" not in row.record
    await alive.close()
    database.close()


def test_equal_games_share_a_review() -> None:
    line = json.loads(short("loco"))
    other = line | {"meta": {"names": ["Ada", "Ben"]}, "fair": {"method": "x"}}
    assert digest_of(json.dumps(line).encode()) == digest_of(json.dumps(other).encode())
    line["steps"] = line["steps"][:-1]
    assert digest_of(json.dumps(line).encode()) != digest_of(json.dumps(other).encode())


def test_review_waits_for_bots() -> None:
    busy = iter([True, True, True])
    asked: list[bool] = []

    def is_busy() -> bool:
        asked.append(next(busy, False))
        return asked[-1]

    Progress(is_busy).note(1, 2)
    assert asked == [True, True, True, False]


def test_stopped_review_returns_no_result() -> None:
    progress = Progress(lambda: False)
    progress.stop.set()
    assert analyse(short("loco"), progress, 0.001) is None


def test_review_effort_is_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCARIUM_REVIEW_EFFORT", "0.5")
    assert effort_from_environment() == 0.5
    for wrong in ("much", "0", "nan", "1000"):
        monkeypatch.setenv("LOCARIUM_REVIEW_EFFORT", wrong)
        with pytest.raises(BadInput, match="LOCARIUM_REVIEW_EFFORT"):
            effort_from_environment()


# The queue


async def crowd_of(users: Users, many: int) -> list[Principal]:
    known = [(await users.welcome(f"Guest {number}"))[0] for number in range(many)]
    return [Principal(each.user_id, each.name, is_program=False) for each in known]


def test_one_address_cannot_fill_the_review_queue(database_address: str) -> None:
    """Many identities at one address share its turns, so another address waits for at most one of them."""

    async def scene() -> None:
        database = Database(database_address)
        queue = Reviews(database, Signer(b"key"), lambda: False, float(EFFORT))
        limiter, lines = Limiter(Limits()), iter(old_records("loco"))
        guests = await crowd_of(Users(database), reviews.MAX_FROM_ADDRESS + 1)
        for guest in guests[:-1]:
            assert (await queue.begin(next(lines), guest, "here", limiter)).status == "waiting"
        with pytest.raises(Refused) as refused:
            await queue.begin(next(lines), guests[-1], "here", limiter)
        assert refused.value.reason == "too-many-waiting"
        honest = next(lines)
        assert (await queue.begin(honest, guests[-1], "there", limiter)).ahead == 1
        order = []
        while (row := await queue._take()) is not None:
            order.append(row.id)
        assert order.index(digest_of(honest)) == 1
        assert len(order) == reviews.MAX_FROM_ADDRESS + 1
        with database.engine.connect() as connection:
            stored = set(connection.execute(sa.select(schema.reviews.c.address)).scalars())
        assert len(stored) == 2
        assert not stored & {"here", "there"}  # digests only
        database.close()

    asyncio.run(scene())


def test_local_proxy_can_use_the_whole_queue(tmp_path: Path) -> None:
    async def scene() -> None:
        database = Database(f"sqlite:///{tmp_path / 'server.sqlite'}")
        queue = Reviews(database, Signer(b"key"), lambda: False, float(EFFORT))
        guests = await crowd_of(Users(database), reviews.MAX_FROM_ADDRESS + 1)
        for guest, line in zip(guests, old_records("loco"), strict=False):
            assert (await queue.begin(line, guest, LOCAL, Limiter(Limits()))).status == "waiting"
        database.close()

    asyncio.run(scene())
