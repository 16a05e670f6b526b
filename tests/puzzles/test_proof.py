"""Proofs of arbitrary positions for study."""

from __future__ import annotations

from locarium import catalogue
from locarium.games.genius_loci.certificate import after_turn, turns_of
from locarium.kernel.position import Position, Setup
from locarium.puzzles.book import puzzles_of
from locarium.puzzles.proof import prove_position

TWO = next(puzzle for puzzle in puzzles_of("genius-loci").values() if puzzle.goal == 2)
START = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"


def at(text: str) -> Position:
    return Setup(catalogue.game("genius-loci"), 2, {"setup": text}).begin()


def test_win_is_shown_turn_by_turn() -> None:
    position = at(TWO.position)
    seat = position.fields.first
    for turns in (3, 2, 1):
        proof = prove_position(position, 20)
        assert (proof.winner, proof.turns) == (seat, turns)
        turn = " ".join(proof.steps) or next(turn for turn, _ in turns_of(position))
        position = after_turn(position, turn)
    assert position.is_over
    assert prove_position(position, 20).turns == 0


def test_rest_of_the_turn_is_shown() -> None:
    position = at(TWO.position)
    first, *rest = prove_position(position, 20).steps
    position.play(int(position.fields.first), position.setup.game.notation.parse(position.setup.fields, first))
    assert bool(rest) == (not position.is_over and position.fields.first == at(TWO.position).fields.first)
    assert prove_position(position, 20).winner == at(TWO.position).fields.first


def test_solver_stops_on_request() -> None:
    calls: list[int] = []

    def is_stopped() -> bool:
        calls.append(1)
        return len(calls) > 3

    proof = prove_position(at(START), 600, is_stopped)
    assert (proof.winner, len(calls)) == (None, 4)


def test_unproven_position_has_no_winner() -> None:
    proof = prove_position(at(START), 0.01)
    assert (proof.winner, proof.turns, proof.steps) == (None, None, [])
