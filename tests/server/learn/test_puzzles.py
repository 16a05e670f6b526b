"""Puzzles and positions over HTTP: rendered like live tables, without revealing solutions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from locarium.puzzles.book import puzzles_of
from locarium.puzzles.making import kind_of
from server.client import ask, call
from server.server_process import ServerProcess

GENIUS, LOCUS = "genius-loci", "locus"
START = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"
BOARD = "/api/positions/genius-loci"


def attempt(server: ServerProcess, game: str, puzzle: str, *steps: str, **wish: Any) -> Any:
    language = wish.pop("language", "en")
    return call(server.url, "POST", f"/api/puzzles/{game}/{puzzle}?language={language}", {"steps": steps, **wish})


def refused(server: ServerProcess, path: str, body: Any, status: int, key: str, language: str = "en") -> str:
    answer = ask(server.url, "POST", f"{path}?language={language}", body)
    assert (answer.status_code, answer.json()["key"]) == (status, key)
    return str(answer.json()["message"])


@pytest.mark.parametrize("game", [GENIUS, LOCUS])
def test_puzzle_list_contains_no_solutions(server: ServerProcess, game: str) -> None:
    listed = call(server.url, "GET", f"/api/puzzles/{game}")
    known = puzzles_of(game)
    assert [(each["id"], each["grade"], each["goal"]) for each in listed["puzzles"]] == [
        (puzzle.id, puzzle.grade, puzzle.goal) for puzzle in known.values()
    ]
    assert {name for each in listed["puzzles"] for name in each} == {"id", "grade", "goal"}
    assert ask(server.url, "GET", "/api/puzzles/loco").status_code == 400
    assert ask(server.url, "GET", "/api/puzzles/chess").status_code == 400


@pytest.mark.parametrize("game", [GENIUS, LOCUS])
def test_puzzle_can_be_solved_step_by_step(server: ServerProcess, game: str) -> None:
    puzzle = list(puzzles_of(game).values())[-1 if game == GENIUS else 0]
    own = kind_of(game).own_steps(puzzle)
    for count, step in enumerate(own):
        now = attempt(server, game, puzzle.id, *own[:count])
        assert now["verdict"] == "open"
        assert step in now["state"]["legal"]
        assert now["state"]["can_undo"] == (count > 0)
        assert (now["clue"], now["hint"]) == (None, None)
    solved = attempt(server, game, puzzle.id, *own)
    assert (solved["verdict"], solved["state"]["legal"]) == ("solved", [])
    refused(server, f"/api/puzzles/{game}/{puzzle.id}", {"steps": [*own, own[-1]]}, 409, "puzzle-over")


def test_solution_is_not_sent_before_it_is_requested(server: ServerProcess) -> None:
    for game in (GENIUS, LOCUS):
        puzzle = next(iter(puzzles_of(game).values()))
        told = attempt(server, game, puzzle.id)
        told["state"]["legal"] = []  # contains every possible move
        for step in puzzle.solution:
            assert " " not in step or step not in json.dumps(told)  # single words can appear anywhere


def test_help_reveals_the_solution_gradually(server: ServerProcess) -> None:
    puzzle = next(each for each in puzzles_of(GENIUS).values() if each.goal == 2)
    priest = puzzle.solution[0].split(" ")[0]
    first = attempt(server, GENIUS, puzzle.id, help="clue")
    assert (first["clue"]["kind"], first["hint"]) == ("priest", None)
    second = attempt(server, GENIUS, puzzle.id, help="step", language="de")
    assert second["clue"] is None
    assert "Hohepriester" in second["hint"]
    whole = attempt(server, GENIUS, puzzle.id, help="solution")
    assert (whole["verdict"], whole["steps"][0].split(" ")[0]) == ("solved", priest)


def test_wrong_turn_is_answered_and_can_be_undone(server: ServerProcess) -> None:
    puzzle = next(each for each in puzzles_of(GENIUS).values() if each.goal == 1)
    right = kind_of(GENIUS).own_steps(puzzle)
    start = attempt(server, GENIUS, puzzle.id)
    for step in start["state"]["legal"]:
        now = attempt(server, GENIUS, puzzle.id, step)
        steps = [step]
        if step != right[0] and now["verdict"] == "open" and "end" in now["state"]["legal"]:
            now = attempt(server, GENIUS, puzzle.id, step, "end")
            steps = [step, "end"]
        if now["verdict"] == "wrong":
            break
    assert now["verdict"] == "wrong"
    assert now["state"]["legal"] == []
    assert {line["seat"] for line in now["state"]["log"]} == {0, 1}
    refused(server, f"/api/puzzles/{GENIUS}/{puzzle.id}", {"steps": [*steps, "end"]}, 409, "puzzle-over")
    assert attempt(server, GENIUS, puzzle.id, *steps[:-1])["verdict"] == "open"


def test_unsolvable_state_is_reported(server: ServerProcess) -> None:
    puzzle = next(each for each in puzzles_of(LOCUS).values() if "discard" not in each.solution)
    lost = attempt(server, LOCUS, puzzle.id, "discard", help="clue")
    assert (lost["hopeless"], lost["clue"], lost["hint"]) == (True, None, None)
    ended = attempt(server, LOCUS, puzzle.id, "discard", "end")
    assert (ended["verdict"], ended["points"] < puzzle.goal) == ("wrong", True)


def test_invalid_attempts_are_rejected(server: ServerProcess) -> None:
    path = f"/api/puzzles/{GENIUS}/1-1"
    assert "puzzle 9-9" in refused(server, f"/api/puzzles/{GENIUS}/9-9", {}, 404, "no-such-puzzle")
    refused(server, path, {"steps": ["end"]}, 400, "sacrifice-first")
    refused(server, path, {"steps": ["hello"]}, 400, "bad-notation")
    refused(server, path, {"steps": "end"}, 400, "bad-field")
    refused(server, path, {"hlep": 1}, 400, "unknown-field")
    refused(server, path, {"steps": ["end"] * 200}, 400, "bad-field")
    assert "Opfer" in refused(server, path, {"steps": ["end"]}, 400, "sacrifice-first", "de")


def test_both_sides_of_a_position_can_be_played(server: ServerProcess) -> None:
    steps: list[str] = []
    seats = set()
    for _ in range(4):
        state = call(server.url, "POST", BOARD, {"position": START, "steps": steps})["state"]
        seats.add(state["seat"])
        assert state["view"]["observer"] is None
        steps.append("end" if "end" in state["legal"] else state["legal"][0])
    assert seats == {0, 1}
    assert [line["step"] for line in state["log"]] == steps[:-1]


def test_invalid_positions_are_rejected(server: ServerProcess) -> None:
    assert "7 rows" in refused(server, BOARD, {"position": "here"}, 400, "bad-input")
    assert "row a" in refused(server, BOARD, {"position": START.replace("wwww w", "www w")}, 400, "bad-input")
    assert "spirit T" in refused(server, BOARD, {"position": START.replace("T", ".")}, 400, "bad-input")
    assert "random setup" in refused(server, BOARD, {"position": "house"}, 400, "bad-input")
    refused(server, BOARD, {"position": START, "steps": ["a1 Txg4"]}, 400, "spirit-forbids")
    refused(server, BOARD, {"position": "." * 101}, 400, "bad-field")
    refused(server, BOARD, {}, 400, "missing-field")
    refused(server, f"{BOARD}/solve", {"position": "here"}, 400, "bad-input")


def test_finished_position_is_shown(server: ServerProcess) -> None:
    over = {"position": "C.T./..b../..P.../......./.....S/...../Yw.. w"}
    state = call(server.url, "POST", BOARD, over)["state"]
    assert state["ending"]["winners"] == [1]
    refused(server, BOARD, over | {"steps": ["end"]}, 409, "game-over")
    assert call(server.url, "POST", f"{BOARD}/solve", over)["winner"] == 1


def test_solver_proves_a_position(server: ServerProcess) -> None:
    puzzle = next(each for each in puzzles_of(GENIUS).values() if each.goal == 2)
    seat = "wb".index(puzzle.position[-1])
    proof = call(server.url, "POST", f"{BOARD}/solve?language=fr", {"position": puzzle.position})
    assert (proof["winner"], proof["turns"]) == (seat, 3)
    assert len(proof["told"]) == len(proof["steps"]) > 0
    assert "grand prêtre" in proof["told"][0]
    unknown = call(server.url, "POST", f"{BOARD}/solve", {"position": START})
    assert (unknown["winner"], unknown["steps"]) == (None, [])
    assert unknown["seconds"] == 2.0
