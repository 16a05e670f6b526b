"""The built-in puzzles are complete and proven."""

from __future__ import annotations

from collections import Counter

import pytest

from locarium.kernel.errors import BadInput
from locarium.puzzles.book import GAMES, GRADES, Puzzle, check_game, puzzles_of, read_puzzles
from locarium.puzzles.making import make, prove, prove_all

LEAST = {"genius-loci": 200, "locus": 60}
POSITION = "bw.b/.P..b/....TY/....Cw./w....S/...../ww.b b"
LINE = f'{{"id":"1-1","goal":1,"effort":1,"solution":["g1 T-g3xg2"],"position":"{POSITION}"}}'


@pytest.mark.parametrize("game", GAMES)
def test_every_grade_has_enough_puzzles(game: str) -> None:
    puzzles = list(puzzles_of(game).values())
    assert len(puzzles) >= LEAST[game]
    grades = Counter(puzzle.grade for puzzle in puzzles)
    assert sorted(grades) == list(range(1, GRADES + 1))
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_are_proven(game: str) -> None:
    prove_all(game, puzzles_of(game).values())


@pytest.mark.compiled
def test_same_games_give_the_same_puzzles() -> None:
    first, again = (list(make("genius-loci", range(6), 3, 5)) for _ in range(2))
    assert first
    assert first == again
    prove_all("genius-loci", first)


def changed(puzzle: Puzzle, **fields: object) -> Puzzle:
    return Puzzle(**{name: getattr(puzzle, name) for name in Puzzle.__struct_fields__} | fields)  # type: ignore[arg-type]


def test_false_puzzles_are_rejected() -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("genius-loci").values() if puzzle.goal == 1)
    prove("genius-loci", puzzle)
    for fields, expected in (
        ({"goal": 2}, "goal"),
        ({"effort": puzzle.effort + 1}, "effort"),
        ({"solution": ["a1 Txa2"]}, "solution"),
        ({"id": "5-1"}, "grade"),
        ({"position": "nowhere"}, "cannot be set up"),
        ({"position": "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w"}, "no unique proven solution"),
    ):
        with pytest.raises(BadInput, match=expected):
            prove("genius-loci", changed(puzzle, **fields))
    with pytest.raises(BadInput, match="two puzzles"):
        prove_all("genius-loci", [puzzle, puzzle])
    with pytest.raises(BadInput, match="duplicate"):
        prove_all("genius-loci", [puzzle, changed(puzzle, id=f"{puzzle.grade}-999")])


def test_puzzle_lines_are_parsed_strictly() -> None:
    (puzzle,) = read_puzzles([LINE])
    assert puzzle.to_json() == LINE
    for line in ("", "{}", LINE.replace('"goal":1', '"goal":"1"'), LINE.replace('"goal"', '"aim"')):
        with pytest.raises(BadInput, match="line 2 is not a puzzle"):
            read_puzzles([LINE, line])


def test_games_without_puzzles_are_rejected() -> None:
    with pytest.raises(BadInput, match="loco has no puzzles; choose genius-loci or locus"):
        check_game("loco")
    with pytest.raises(BadInput, match="unknown game 'chess'"):
        check_game("chess")
