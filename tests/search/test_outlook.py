"""Win estimates: every seat's chance, from one seat's knowledge or from the full state."""

from __future__ import annotations

import pytest

from games.genius_loci import script as genius_loci
from games.loco import script as loco
from games.locus import script as locus
from games.lokus import script as lokus
from locarium.kernel.history import History
from locarium.kernel.playout import write_game
from locarium.kernel.position import Setup
from locarium.kernel.rng import new_rng
from locarium.search.outlook import foresee
from plain import said_in_plain_python
from search.positions import LOCO, LOSE_NOW, WIN_NOW, choosing, middle, times

pytestmark = pytest.mark.compiled  # searching takes too long in plain Python, which has its own test below

GENIUS_LOCI_END = "..w./.P.../..T.b./b....../.b..bS/w.w.Y/..C. w"  # only b1 S-c1xd1 wins, immediately


def late_locus():
    """Return a LOCUS game in its last turn, without coins."""
    history = locus.play_turns(locus.start(2, edition=locus.SMALL), 15)
    return locus.put(locus.put(history, 0, coins=0), 1, coins=0)


POSITIONS = {
    "loco": middle(3, {}),
    "loco match": middle(2, {"match": "full"}),
    "lokus": choosing(4, 2),
    "lokus before": History(Setup(lokus.GAME, 3)).position,
    "genius-loci": genius_loci.play(GENIUS_LOCI_END).position,
    "locus": locus.drafted("y-d2 p-d2 r-i3", edition=locus.SMALL).position,
    "locus before": History(locus.setup(2, locus.SMALL)).position,
    "locus late": late_locus().position,
}
LONG = {"locus", "locus before"}  # slow in plain Python
every_position = pytest.mark.parametrize("name", POSITIONS)


@every_position
def test_chances_sum_to_one(name):
    truth = POSITIONS[name]
    for observer in range(-1, truth.setup.seats):
        outlook = foresee(truth.concealed(observer), 3, times(200, 2))
        assert len(outlook.chances) == truth.setup.seats
        assert sum(outlook.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in outlook.chances)
        assert outlook.errors is None or all(0 <= error < 1 for error in outlook.errors)


@every_position
def test_same_seed_gives_the_same_estimate(name):
    concealed = POSITIONS[name].concealed(0)
    assert foresee(concealed, 3, times(100, 2)) == foresee(concealed, 3, times(100, 2))


PROGRAM = """
from search.test_outlook import LONG, POSITIONS, foresee
for name in sorted(POSITIONS.keys() - LONG):
    print(name, foresee(POSITIONS[name], 5, 2), foresee(POSITIONS[name].concealed(0), 5, 2))
"""


def test_plain_python_gives_the_same_estimate():
    expected = [
        f"{name} {foresee(POSITIONS[name], 5, 2)} {foresee(POSITIONS[name].concealed(0), 5, 2)}"
        for name in sorted(POSITIONS.keys() - LONG)
    ]
    assert said_in_plain_python(PROGRAM).splitlines() == expected


def test_estimate_of_a_finished_game_is_its_result():
    history = loco.play_steps(2, "r0! r, r1 b, r2 r, r3 b, r4 r, r5 g", hands={0: "r5"})
    outlook = foresee(history.position)
    assert (outlook.chances, outlook.errors) == ([0.0, 1.0], [0.0, 0.0])
    assert outlook.scores == [float(score) for score in history.position.scores()]


def test_proven_result_is_certain():
    outlook = foresee(POSITIONS["genius-loci"], 0, 500)
    assert (outlook.chances, outlook.errors) == ([1.0, 0.0], [0.0, 0.0])


def test_more_markers_of_the_ending_colour_raise_the_chance():
    winning, losing = (foresee(position.position, 1, times(400, 40)) for position in (WIN_NOW, LOSE_NOW))
    assert winning.chances[0] > 0.5 > losing.chances[0]


def test_error_shrinks_with_more_games():
    few, many = (foresee(POSITIONS["loco"], 1, games) for games in (times(100, 10), times(1600, 160)))
    assert few.errors
    assert many.errors
    assert many.errors[0] < 0.5 * few.errors[0]


# Knowledge.


def test_seat_does_not_know_face_down_choices():
    """LOKUS: the others' choices don't change a seat's expectation, its own choice does."""
    hands = {0: "r1 r12 g6", 1: "y2 e11", 2: "b3 o10"}
    history = lokus.play(lokus.deal(3, "g5 b7", hands=hands))

    def known(*choices):
        played = History(history.setup)
        played.play_text(*history.texts()[0])
        for seat, card in choices:
            played.play_text(seat, f"play {card}")
        return foresee(played.position.concealed(0), 4, times(300, 10))

    assert known((1, "y2")) == known((1, "e11"))
    assert known((1, "y2"), (0, "r1")) == known((1, "e11"), (0, "r1"))
    assert known((0, "r1")) != known((0, "g6"))


def test_full_state_uses_the_real_hands():
    """Another seat's hand affects the estimate from the full state."""
    steps = "r1 g, b1 g, r2 p, b2 p"
    first, second = (
        loco.play_steps(2, steps, hands={1: "r5 b5 g5 p5 y5" if strong else "r0 b0 g0 p0 y0"}).position
        for strong in (True, False)
    )
    assert first.concealed(1).words.tolist() != second.concealed(1).words.tolist()
    games = times(1000, 40)
    assert foresee(first, 1, games).chances[1] > foresee(second, 1, games).chances[1]


def test_forecasts_are_roughly_calibrated():
    """LOCO!, greedy games: seats with a chance above one half won more often than not, and the mean matches."""
    forecasts, results = [], []
    for seed in range(60):
        history = write_game(Setup(LOCO, 2), new_rng(seed), LOCO.greedy)
        outcome = history.position.outcome()
        assert outcome is not None
        for index in range(3, len(history.steps), 5):
            forecasts.append(foresee(history.positions[index], seed, 200).chances[0])
            results.append((0 in outcome.winners) / len(outcome.winners))
    high = [result for forecast, result in zip(forecasts, results, strict=True) if forecast > 0.6]
    low = [result for forecast, result in zip(forecasts, results, strict=True) if forecast < 0.4]
    assert sum(high) / len(high) > 0.6
    assert sum(low) / len(low) < 0.4
    assert sum(forecasts) / len(forecasts) == pytest.approx(sum(results) / len(results), abs=0.1)
