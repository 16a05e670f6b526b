"""GENIUS LOCI: why a step is advised."""

from __future__ import annotations

import pytest

from games.genius_loci.endings import last_steps
from games.genius_loci.script import legal, play, start
from games.reasons import check_all, why

END = "..w./.P.../..T.b./b....../.b..bS/w.w.Y/..C. w"


def test_a_step_that_wins():
    assert why(play(END), 0, "b1 S-c1xd1") == "It wins: the other side cannot make a sacrifice."
    assert why(play(END), 0, "b1 S-c1xd1", "fr").startswith("Ce coup gagne\N{NO-BREAK SPACE}: l")


def test_the_choice_of_the_other_side_is_counted():
    """What is said of the other side is what the rules list when its turn begins."""
    history = start()
    history.play_text(0, step := next(step for step in legal(history) if "x" in step))
    if 0 in history.position.active:
        history.play_text(0, "end")
    listed = len(history.position.legal(1))
    assert f"possible sacrifices then: {listed} instead of " in why(start(), 0, step)


def test_whose_human_it_costs():
    assert why(play(END), 0, "b1 Txc2").startswith("It takes a human of theirs, 3 remain; ")
    both = play("..../...../....../...T.../ww..../.b.../.... w".replace("..../...../", "P..S/Y...C/"))
    said = [why(both, 0, step) for step in legal(both)]
    assert any(each.startswith("It costs you a human, 1 remain") for each in said)


@pytest.mark.compiled
def test_everything_can_be_explained():
    assert len(check_all(last_steps("house", 12, 3), every=3)) > 3
