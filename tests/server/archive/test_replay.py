"""Replays show finished games as a live table did, and only to people who may read them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from locarium import catalogue
from locarium.kernel.errors import LocariumError, Refused
from locarium.kernel.record import Record, read_record
from locarium.server.archive.messages import FinishedGame, GamePlayer
from locarium.server.archive.replay import MAX_FRAMES, ReplayQuery, replay, timeline_of
from locarium.server.tables.view import SharedView, Viewer, show_state
from locarium.table.events import Drawn, EndedEarly, Opened, Person, Seated, Stepped
from locarium.table.table import Table
from server.client import ask, become, call, join, open_table
from server.playing import play_out
from server.server_process import ServerProcess
from server.test_leak import LOCO, LOCUS, LOKUS, Story, beginning

ARCHIVE = Path(__file__).parents[2] / "archive"
SAME = ("view", "log", "locked_in", "ending", "seat", "clocks", "chat")  # fields with the same value as when live


@lru_cache
def old_records(game: str) -> list[bytes]:
    return [line for path in sorted(ARCHIVE.glob(f"{game}-*.jsonl")) for line in path.read_bytes().splitlines()]


def described(record: Record, **facts: Any) -> FinishedGame:
    """Return the archive entry of an imported game."""
    known = {
        "id": "old",
        "table": None,
        "number": 1,
        "game": record.game,
        "title": catalogue.about(record.game).title,
        "rules": record.rules,
        "options": record.options,
        "edition": None,
        "finished": 0.0,
        "public": False,
        "practice": False,
        "embargoed": False,
        "hints": 0,
        "steps": len(record.steps),
        "ended": None,
        "seat": None,
        "players": [GamePlayer("unknown", name, None, False, False, None) for name in names(record.seats)],
    }
    return FinishedGame(**(known | facts))


def names(seats: int) -> list[str]:
    return [f"Person {seat}" for seat in range(seats)]


def whole(line: bytes, seat: int | None, language: str = "en") -> dict[str, Any]:
    """Return a complete replay as sent to clients."""
    game = described(read_record(line.decode()))
    answer: dict[str, Any] = {"frames": []}
    while not answer["frames"] or len(answer["frames"]) < len(answer["draws"]):
        part = replay(game, line, ReplayQuery(seat, len(answer["frames"]), language))
        assert len(part.frames) <= MAX_FRAMES
        encoded = json.loads(msgspec.json.encode(part))
        answer = encoded | {"frames": [*answer["frames"], *encoded["frames"]]}
    return answer


def live(line: bytes, seat: int | None) -> list[dict[str, Any]]:
    """Return the states that a live client would have received whenever a seat had to act."""
    record = read_record(line.decode())
    edition = {"edition": record.edition, "edition_text": record.edition_text}
    opened = Opened("t", record.game, record.rules, record.seats, record.options, {}, "ab" * 32, **edition)  # type: ignore[arg-type]
    table = Table.replayed(catalogue.game(record.game), [opened])
    table.apply_events(Seated(number, Person(name, name)) for number, name in enumerate(names(record.seats)))
    states: list[dict[str, Any]] = []
    seen = table.version
    for number, (by, text) in enumerate(record.steps, start=1):
        table.apply_events([Drawn(text) if by is None else Stepped(by, text, "")])
        if number == len(record.steps) and record.ended is not None:
            table.apply_events([EndedEarly(record.ended.seat, record.ended.by)])
        if not table.position.chance_is_due or number == len(record.steps):
            reader = Viewer(seat, version=seen, has_view=len(states) % MAX_FRAMES > 0)
            states.append(json.loads(msgspec.json.encode(show_state(SharedView(table, None), reader, 0.0))))
            seen = table.version
    return states


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_replay_matches_the_live_table(game: str) -> None:
    lines = old_records(game)
    longest = max(lines, key=len)
    for line in [*lines[::9], longest]:
        record = read_record(line.decode())
        for seat in (None, record.seats - 1):
            shown, expected = whole(line, seat), live(line, seat)
            states = [frame["state"] for frame in shown["frames"]]
            assert [{name: state[name] for name in SAME} for state in states] == [
                {name: state[name] for name in SAME} for state in expected
            ]
            assert [frame["step"] for frame in shown["frames"]] == list(range(len(states)))
            for state in states:
                assert state["legal"] == []
                assert not state["can_undo"]
            assert [state["info"]["status"] for state in states] == ["running"] * (len(states) - 1) + ["over"]
            assert [seat["name"] for seat in states[0]["info"]["seats"]] == names(record.seats)


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_replay_counts_draws_and_turns(game: str) -> None:
    line = max(old_records(game), key=len)
    steps = read_record(line.decode()).steps
    shown = whole(line, None)
    assert len(shown["draws"]) == len(shown["turns"]) == 1 + sum(seat is not None for seat, _ in steps)
    assert shown["draws"][-1] == sum(seat is None for seat, _ in steps)
    places = list(zip(shown["draws"], shown["turns"], strict=True))
    assert places == sorted(places)
    assert [frame["state"]["view"].get("turn", 0) for frame in shown["frames"]] == shown["turns"]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_replay_uses_the_viewers_language(language: str) -> None:
    line = old_records("loco")[0]
    shown = [whole(line, 0, each)["frames"] for each in ("en", language)]
    sentences = [[row["sentence"] for frame in frames for row in frame["state"]["log"]] for frames in shown]
    assert len(sentences[0]) == len(sentences[1]) == len(read_record(line.decode()).steps)
    assert sentences[0] != sentences[1]
    unknown = described(read_record(line.decode()), players=[GamePlayer("unknown", "", None, False, False, None)] * 2)
    [first, *_] = replay(unknown, line, ReplayQuery(None, 0, language)).frames
    seats = json.loads(msgspec.json.encode(first))["state"]["info"]["seats"]
    assert [seat["name"][-1] for seat in seats] == ["1", "2"]


def finished(story: Story, world: int) -> bytes:
    """Return the record of a story in one of its indistinguishable worlds."""
    table = Table.replayed(catalogue.game(story.game), beginning(story, world))
    for number in range(len(story.steps)):
        seat, step = story.step(number, world)
        table.step(seat, step, at=table.version, key=str(number))
    return table.history.record().to_json().encode()


@pytest.mark.parametrize("story", [LOCO, LOKUS, LOCUS], ids=["loco", "lokus", "locus"])
def test_seat_sees_only_what_it_knew_then(story: Story) -> None:
    """Differences in other hands leave no trace before they are revealed."""
    first, second = (finished(story, world) for world in range(2))
    assert first != second
    for seat in (None, 0):
        assert whole(first, seat)["frames"] == whole(second, seat)["frames"]
    if story.seats > 1:
        assert whole(first, 1)["frames"] != whole(second, 1)["frames"]  # otherwise the test could never fail


def test_abandoned_import_has_an_ending() -> None:
    [line, *_] = [line for line in old_records("genius-loci") if b'"ended"' in line]
    shown = whole(line.replace(b'"resigned"', b'"abandoned"'), None)
    assert shown["frames"][-1]["state"]["ending"]["sentence"] == "The game was abandoned."


def test_timeline_is_cached() -> None:
    line = max(old_records("lokus"), key=len)
    timeline_of.cache_clear()
    whole(line, None)
    whole(line, 0)
    assert timeline_of.cache_info().misses == 1


# Over HTTP


def imported(server: ServerProcess, token: str, line: bytes) -> str:
    call(server.url, "POST", "/api/archive/imports", {"lines": line.decode()}, token)
    return str(call(server.url, "GET", "/api/archive?whose=imported", token=token)["games"][0]["id"])


def refused(server: ServerProcess, path: str, token: str | None = None) -> tuple[int, str]:
    response = ask(server.url, "GET", path, token=token)
    return response.status_code, response.json()["key"]


def test_people_who_can_read_a_record_can_replay_it(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    table = open_table(server.url, ada)["table"]
    join(server.url, table, "Ada", ada)
    ben = join(server.url, table, "Ben")["token"]
    assert refused(server, f"/api/archive/{table}.1/replay") == (404, "no-such-record")
    call(server.url, "POST", f"/api/tables/{table}/requests", {"kind": "resign", "key": "k"}, ben)
    shown = call(server.url, "GET", f"/api/archive/{table}.1/replay?seat=1")
    assert shown["game"]["id"] == f"{table}.1"
    [frame] = shown["frames"]
    assert frame["state"]["info"]["table"] == table
    assert frame["state"]["ending"]["winners"] != []
    assert frame["state"]["view"]["hand"]


def test_embargoed_game_cannot_be_replayed(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    contest = call(server.url, "POST", "/api/contests", {"kind": "duel"}, ada)["contest"]
    call(server.url, "POST", f"/api/contests/{contest}/entrants", token=ben)
    adas, bens = (own_table(server, contest, token) for token in (ada, ben))
    play_out(server, adas, ada)
    for token in (ada, ben, None):
        assert refused(server, f"/api/archive/{adas}.1/replay", token) == (403, "embargoed")
    play_out(server, bens, ben, seed=2)
    first, second = (call(server.url, "GET", f"/api/archive/{table}.1/replay") for table in (adas, bens))
    assert first["frames"][0]["state"]["view"]["display"] == second["frames"][0]["state"]["view"]["display"]


def own_table(server: ServerProcess, contest: str, token: str) -> str:
    results = call(server.url, "GET", f"/api/contests/{contest}", token=token)["results"]
    return next(place["table"] for deal in results for place in deal["tables"] if place["own"])


def test_import_can_be_replayed_only_by_its_importer(server: ServerProcess) -> None:
    ada, ben = become(server.url, "Ada"), become(server.url, "Ben")
    line = max(old_records("locus"), key=len)
    game = imported(server, ada, line)
    path = f"/api/archive/{game}/replay"
    shown = call(server.url, "GET", f"{path}?from=50&language=de", token=ada)
    assert [frame["step"] for frame in shown["frames"]] == list(range(50, 100))
    sheets = [frame["state"]["view"]["sheet"] is not None for frame in shown["frames"]]
    assert sheets == [True] + [False] * 49
    assert refused(server, path, ben) == refused(server, path) == (404, "no-such-record")


def test_invalid_replay_requests_are_rejected(server: ServerProcess) -> None:
    ada = become(server.url, "Ada")
    path = f"/api/archive/{imported(server, ada, old_records('loco')[0])}/replay"
    assert refused(server, "/api/archive/nothing.1/replay") == (404, "no-such-record")
    assert refused(server, f"{path}?seat=7", ada) == (400, "no-such-seat")
    assert refused(server, f"{path}?from=9999", ada) == (404, "no-such-step")
    for query in ("seat=-1", "seat=a", "from=-1", "from=x"):
        assert refused(server, f"{path}?{query}", ada) == (400, "bad-field")
    assert refused(server, f"{path}?language=xx", ada)[0] == 400


@pytest.mark.parametrize("path", ["/api/replay", "/api/review"])
def test_empty_record_is_rejected_with_a_message(server: ServerProcess, path: str) -> None:
    answer = ask(server.url, "POST", path, {"record": " \n\t"}, become(server.url))
    assert answer.status_code == 400
    assert answer.json()["message"].endswith("the text is empty; paste one record as JSON")


# Open replays and alternative steps


def frames_of(line: bytes, **look: Any) -> dict[str, Any]:
    """Return the frames as sent to clients."""
    game = described(read_record(line.decode()))
    found: dict[str, Any] = json.loads(msgspec.json.encode(replay(game, line, ReplayQuery(**look))))
    return found


def test_open_replay_shows_all_hands() -> None:
    line = old_records("loco")[0]
    shown = frames_of(line, sees_all=True)
    seats = read_record(line.decode()).seats
    own = [frames_of(line, seat=seat)["frames"] for seat in range(seats)]
    for number, frame in enumerate(shown["frames"]):
        assert frame["hands"] == [frames[number]["state"]["view"]["hand"] for frames in own]
    assert shown["frames"][0]["state"]["log"][0]["step"] == read_record(line.decode()).steps[0][1]  # the whole deal
    for frame in frames_of(line)["frames"]:
        assert frame["hands"] is None
    assert all(frame["hands"] is None for frame in frames_of(old_records("locus")[0], sees_all=True)["frames"])


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_replay_contains_all_scores_and_steps(game: str) -> None:
    line = max(old_records(game), key=len)
    record = read_record(line.decode())
    shown = frames_of(line)
    assert [[each["seat"], each["text"]] for each in shown["made"]] == [
        list(s) for s in record.steps if s[0] is not None
    ]
    assert len(shown["scores"]) == len(shown["made"]) + 1
    assert record.result is not None
    if record.result.scores is not None:
        assert shown["scores"][-1] == record.result.scores


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_alternative_step_can_be_replayed(game: str) -> None:
    line = old_records(game)[0]
    record = read_record(line.decode())
    table = Table.replayed(
        catalogue.game(game), [Opened("t", game, record.rules, record.seats, record.options, {}, "ab" * 32)]
    )
    table.apply_events(Seated(number, Person(name, name)) for number, name in enumerate(names(record.seats)))
    place, (seat, made) = next((n, step) for n, step in enumerate(record.steps) if step[0] is not None)
    assert seat is not None
    table.apply_events(Drawn(text) for _, text in record.steps[:place])
    other = next(text for text in table.position.legal_texts(seat) if text != made)
    shown = frames_of(line, start=1, instead=other, sees_all=True)
    [frame] = shown["frames"]
    assert frame["state"]["log"][0]["step"] == other
    assert frame["state"]["view"] != frames_of(line, start=1, sees_all=True)["frames"][0]["state"]["view"]
    with pytest.raises(LocariumError):
        frames_of(line, start=1, instead="nonsense")
    with pytest.raises(Refused, match="no-such-step"):
        frames_of(line, start=0, instead=other)
