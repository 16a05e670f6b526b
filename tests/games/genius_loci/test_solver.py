"""GENIUS LOCI: the solver agrees with exhaustive search, respects its budget, and finds the winning steps."""

from __future__ import annotations

import pytest

from conformance.cases import times
from games.genius_loci.endings import TABLES, ending, last_steps, scattered
from games.genius_loci.exhaustive import Exhaustive
from games.genius_loci.referee import Referee
from games.genius_loci.script import START, play, setup, stand
from games.genius_loci.test_symmetry import SYMMETRIES
from locarium.games.genius_loci import solver as module
from locarium.games.genius_loci.solver import Budget, OutOfBudget, Solution, Solver
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.position import Position

# fast enough for exhaustive search
FEW = {"house": 7, "lines": 5, "single": 8, "lines-single": 5, "visitors": 7, "own": 5}
ENOUGH = 500_000  # nodes; every test needs far fewer
SIXTEEN = 16 if IS_COMPILED else 8
FOUR_TURNS = "T.S./.P.../.....w/.....bY/b.w.../...C./bbw. w"  # b wins in four
LONG = {  # positions that once caused endless loops, as two nodes evicted each other from the table
    ".b../..wb./.SPw.b/b..TbYw/..w.w./.C.wb/.b.b w": (1, 8),
    "..Cb/b.Y.w/wbbb.w/b.b.w../bw..ST/b.bP./.www b": (1, 7),
}


def enough() -> Budget:
    return Budget(nodes=ENOUGH)


def solve(position: Position, entries: int = 1 << 16) -> Solution:
    solution = Solver(position.setup, entries).solve(position, enough())
    assert solution.turns is not None
    return solution


def wins_within(solver: Solver, position: Position, seat: int, turns: int) -> bool:
    """Return whether a seat can win within this many turns, whether or not it is to move."""
    is_mover = position.fields.first == seat
    return solver.prove(position, enough(), turns, seat) == is_mover


# Correct answers


@pytest.mark.parametrize("table", TABLES)
def test_answers_match_exhaustive_search(table: str) -> None:
    """Compare positions of random games, between and during turns, to the end."""
    edition, options = TABLES[table]
    turns_seen = set()
    for seed in range(times(6, 3)):
        history = last_steps(table, FEW[table], seed)
        solver, exhaustive = Solver(history.setup, 1 << 12), Exhaustive()
        referee = Referee(scattered(FEW[table], seed, edition), edition=edition.text, **options)
        for position, step in zip(history.positions, [*history.texts(), None], strict=True):
            winner, turns = exhaustive.answer(referee)
            assert solver.winner(position, enough()) == winner
            assert solver.turns(position, winner, enough()) == turns
            turns_seen.add(turns)
            if step is not None:
                referee.apply(step[1])
        assert referee.is_over
    assert len(turns_seen) > times(2, 1)


@pytest.mark.parametrize("seed", range(times(12, 3)))
def test_winner_and_turns_agree(seed: int) -> None:
    """The winner wins within the number of turns found, but not within fewer. The loser never wins."""
    position = ending("house", SIXTEEN, seed)
    solver = Solver(position.setup)
    winner, turns = solver.winner(position, enough()), solve(position).turns
    assert turns is not None
    assert turns % 2 == (position.fields.first == winner)
    for within in range(turns % 2 or 2, turns, 2):
        assert not wins_within(solver, position, winner, within)
    for within in range(turns or 2, turns + 5, 2):
        assert wins_within(solver, position, winner, within) or position.is_over
    for within in range(1 + turns % 2, turns + 5, 2):
        assert not wins_within(solver, position, 1 - winner, within)


@pytest.mark.parametrize("kind", SYMMETRIES)
def test_symmetric_positions_have_the_same_answer(kind: str) -> None:
    symmetry = SYMMETRIES[kind]
    for seed in range(times(8, 2)):
        text = scattered(SIXTEEN - 3, seed)
        one, other = (solve(setup(setup=position).begin()) for position in (text, symmetry.of_position(text)))
        assert one.winner is not None
        assert (one.winner ^ symmetry.swaps, one.turns) == (other.winner, other.turns)


@pytest.mark.compiled
@pytest.mark.parametrize("text", LONG)
def test_long_searches_end(text: str) -> None:
    solution = solve(setup(setup=text).begin(), 1 << 20)
    assert (solution.winner, solution.turns) == LONG[text]


def test_stuck_seat_has_lost() -> None:
    position = play(stand(w="a2", b="g3")).position
    assert position.is_over
    assert Solver(position.setup).solve(position, Budget(nodes=1)) == Solution(winner=1, turns=0, nodes=0)
    black = play(stand("b", w="a2", b="g3")).position
    assert Solver(black.setup).solve(black, Budget(seconds=0)) == Solution(winner=0, turns=0, nodes=0)


@pytest.mark.parametrize("entries", [4, 64])
def test_tiny_table_gives_the_same_answers(entries: int) -> None:
    for seed in range(times(12, 3)):
        position = ending("house", times(14, 8), seed)
        small, great = solve(position, entries), solve(position)
        assert (small.winner, small.turns) == (great.winner, great.turns)


def test_earlier_queries_do_not_change_answers() -> None:
    """Solve positions of all kinds twice with one small, full table."""
    positions = [ending("house", 8, seed) for seed in range(times(20, 4))]
    expected = [solve(position) for position in positions]
    solver = Solver(positions[0].setup, 64)
    for _ in range(2):
        for position, alone in zip(positions, expected, strict=True):
            found = solver.solve(position, enough())
            assert (found.winner, found.turns) == (alone.winner, alone.turns)


def test_position_is_unchanged() -> None:
    position = setup(setup=FOUR_TURNS).begin()
    before = position.words.tobytes()
    assert (solve(position).winner, solve(position).turns) == (1, 4)
    assert position.words.tobytes() == before


# Budgets


def test_budget_of_one_node_leaves_the_winner_unknown() -> None:
    for text in (START, FOUR_TURNS):
        position = setup(setup=text).begin()
        assert Solver(position.setup).solve(position, Budget(nodes=1)) == Solution(None, None, 1)


def test_budget_is_used_up_but_never_exceeded() -> None:
    """With more and more nodes, first the winner becomes known, then the turns. Neither changes again."""
    position = setup(setup=FOUR_TURNS).begin()
    needed = solve(position).nodes
    found = [Solver(position.setup).solve(position, Budget(nodes=nodes)) for nodes in range(1, needed + 3)]
    assert [solution.nodes for solution in found] == [*range(1, needed + 1), needed, needed]
    winners = [solution.winner for solution in found]
    turns = [solution.turns for solution in found]
    unknown = winners.count(None)
    assert 0 < unknown < needed
    assert winners == [None] * unknown + [1] * (needed + 2 - unknown)
    assert turns == [None] * (needed - 1) + [4] * 3


@pytest.mark.compiled
@pytest.mark.parametrize("nodes", [module.CHUNK - 1, module.CHUNK, module.CHUNK + 1, 3 * module.CHUNK])
def test_clock_checks_do_not_exceed_the_budget(nodes: int) -> None:
    position = setup(setup=START).begin()
    for _ in range(2):
        assert Solver(position.setup).solve(position, Budget(nodes=nodes)) == Solution(None, None, nodes)


def test_clock_checks_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [ending("house", times(12, 8), seed) for seed in range(times(8, 2))]
    expected = [solve(position) for position in positions]
    monkeypatch.setattr(module, "CHUNK", 3)
    assert [solve(position) for position in positions] == expected


def test_same_budget_gives_the_same_answer() -> None:
    for seed in range(times(6, 2)):
        position = ending("house", SIXTEEN, seed)
        for nodes in (10, 100, times(5000, 200)):
            one, other = (Solver(position.setup).solve(position, Budget(nodes=nodes)) for _ in range(2))
            assert one == other


def test_no_time_gives_no_answer() -> None:
    position = setup(setup=START).begin()
    assert Solver(position.setup).solve(position, Budget(seconds=0)) == Solution(None, None, 0)


def test_turns_are_found_only_on_request() -> None:
    position = setup(setup=FOUR_TURNS).begin()
    solution = Solver(position.setup).solve(position, enough(), with_turns=False)
    assert (solution.winner, solution.turns) == (1, None)


def test_exhausted_budget_raises() -> None:
    position = setup(setup=FOUR_TURNS).begin()
    solver = Solver(position.setup)
    with pytest.raises(OutOfBudget):
        solver.winner(position, Budget(nodes=2))
    budget = Budget(nodes=2)
    with pytest.raises(OutOfBudget):
        solver.turns(position, 1, budget)
    assert budget.used == 2


# Winning steps


@pytest.mark.parametrize("table", TABLES)
def test_winning_actions_win(table: str) -> None:
    """Play to the end against every answer of the loser, within the number of turns found if turns are counted."""
    for seed in range(times(8, 2)):
        position = ending(table, FEW[table], seed)
        solver = Solver(position.setup, 1 << 12)
        winner = solver.winner(position, enough())
        left = solver.turns(position, winner, enough())
        assert left <= 5
        while not position.is_over:
            seat, turns = int(position.fields.first), position.fields.turns
            if seat == winner:
                action = solver.winning_action(position, enough(), left, winner)
                assert solver.winning_action(position, enough()) in position.legal(seat)
            else:
                action = position.legal(seat)[seed % len(position.legal(seat))]
            position.play(seat, action)
            left -= int(position.fields.turns - turns)
            assert solver.winner(position, enough()) == winner
            assert left >= 0
        assert position.outcome().winners == [winner]  # type: ignore[union-attr]


def test_lost_position_has_no_winning_action() -> None:
    lost = setup(setup=FOUR_TURNS).begin()
    stuck = play(stand(w="a2", b="g3")).position
    for position in (lost, stuck):
        with pytest.raises(ValueError, match="no winning step"):
            Solver(position.setup).winning_action(position, enough())


def test_too_few_turns_leave_no_winning_action() -> None:
    position = setup(setup=FOUR_TURNS).begin()
    solver = Solver(position.setup)
    action = solver.winning_action(position, enough(), 2, 1)  # w lasts longer than two turns
    assert action in position.legal(0)
    with pytest.raises(ValueError, match="no winning step"):
        solver.winning_action(position, enough(), 4, 1)
