"""GENIUS LOCI: reasons for hints."""

from __future__ import annotations

import pytest

from games.genius_loci.endings import last_steps
from games.genius_loci.script import legal, play, start
from games.reasons import check_all, why

END = "..w./.P.../..T.b./b....../.b..bS/w.w.Y/..C. w"


def test_winning_step_is_explained():
    assert why(play(END), 0, "b1 S-c1xd1") == "It wins: your opponent has no sacrifice left."
    assert why(play(END), 0, "b1 S-c1xd1", "fr").startswith("Ce coup gagne\N{NO-BREAK SPACE}: l")


def test_opponents_choices_are_counted():
    """The number equals the legal steps when the opponent's turn starts."""
    history = start()
    history.play_text(0, step := next(step for step in legal(history) if "x" in step))
    if 0 in history.position.active:
        history.play_text(0, "end")
    listed = len(history.position.legal(1))
    assert f"Possible sacrifices after that: {listed} for " in why(start(), 0, step)


def test_owner_of_the_victim_is_mentioned():
    assert why(play(END), 0, "b1 Txc2").startswith("It takes one of their humans, leaving 3. ")
    both = play("..../...../....../...T.../ww..../.b.../.... w".replace("..../...../", "P..S/Y...C/"))
    said = [why(both, 0, step) for step in legal(both)]
    assert any(each.startswith("It costs you a human, leaving 1.") for each in said)


@pytest.mark.compiled
def test_every_step_can_be_explained():
    assert len(check_all(last_steps("house", 12, 3), every=3)) > 3
