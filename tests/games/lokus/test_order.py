"""LOKUS: simultaneous choices. Their order changes nothing, and they can change until the last one is made."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lokus.script import GAME, NAMES, deal, play, view_of
from locarium.kernel.errors import IllegalStep, Refused
from locarium.kernel.game import SPECTATOR, TRUTH
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Setup
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.rng import new_rng
from locarium.table.events import Drawn, Person, Seated
from locarium.table.table import Table

CARDS = ("b4", "y1", "g9", "e11", "b3")  # by seat: seat 1 has the lowest, seat 3 the highest
DEAL = deal(5, "b6 r7", turns=" ".join(CARDS), hands={0: "o8"})


def everything(history: History) -> list[str]:
    """Return the state, and the record for every observer."""
    observers = (TRUTH, *range(history.setup.seats), SPECTATOR)
    records = [history.record(observer, with_legal=observer == TRUTH).to_json() for observer in observers]
    return [history.position.words.tobytes().hex(), *records]


@pytest.mark.clause("LOKUS-06")
@pytest.mark.parametrize("order", list(permutations(range(5))))
def test_order_of_choices_does_not_change_the_turn(order: tuple[int, ...]) -> None:
    expected, history = play(DEAL), play(DEAL)
    for seat in range(5):
        expected.play_text(seat, f"play {CARDS[seat]}")
    for seat in order:
        history.play_text(seat, f"play {CARDS[seat]}")
    assert everything(history) == everything(expected)
    for each in (history, expected):
        each.play_text(1, "row 1")
        each.play_text(3, "row 2")
    assert everything(history) == everything(expected)


@pytest.mark.clause("LOKUS-06")
@pytest.mark.parametrize("chosen", [2, 3, 4])
def test_order_does_not_matter_before_all_have_chosen(chosen: int) -> None:
    for order in permutations(range(5), chosen):
        expected, history = play(DEAL), play(DEAL)
        for seat in sorted(order):
            expected.play_text(seat, f"play {CARDS[seat]}")
        for seat in order:
            history.play_text(seat, f"play {CARDS[seat]}")
        assert everything(history) == everything(expected)


@pytest.mark.clause("LOKUS-06")
@settings(max_examples=25 if IS_COMPILED else 3)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4, 5, 6]), st.sampled_from([10, 11]), st.randoms())
def test_order_of_choices_does_not_change_a_whole_game(seed: int, seats: int, hand: int, random: object) -> None:
    """The choices of every turn arrive in another order. The record and all states between turns stay the same."""
    game = write_game(Setup(GAME, seats, {"hand": hand, "crowd": True}), new_rng(seed), choose_at_random)
    again = History(game.setup)
    steps = list(game.steps)
    while steps:
        count = 1
        if not again.position.chance_is_due and len(again.position.active) == seats:
            count = seats
        now, steps = steps[:count], steps[count:]
        random.shuffle(now)  # type: ignore[attr-defined]
        for step in now:
            if step.seat is None:
                again.draw(step.digits)
            else:
                again.play(step.seat, step.action)
        assert again.position.words.tobytes() == game.positions[len(again.steps)].words.tobytes()
    assert everything(again) == everything(game)
    text = again.record(with_legal=True).to_json()
    assert replay(read_record(text), GAME).record(with_legal=True).to_json() == text


def new_table() -> Table:
    """Return a table of five people, dealt as above."""
    opened = Table.open(GAME, name="t", secret=bytes(32), seats=5).opened
    seated = [Seated(seat, Person(NAMES[seat], person_id="")) for seat in range(5)]
    return Table.replayed(GAME, [opened, *seated, Drawn(DEAL)])


def choose(table: Table, seat: int, card: str) -> None:
    table.step(seat, f"play {card}", at=table.version, key=str(len(table.events)))


@pytest.mark.clause("LOKUS-07")
def test_choice_can_be_changed_until_the_last_one() -> None:
    table, straight = new_table(), new_table()
    for seat in range(5):
        choose(straight, seat, CARDS[seat])
    choose(table, 0, "o8")
    for seat in (4, 3, 2):
        choose(table, seat, CARDS[seat])
    assert f"play {CARDS[0]}" in table.legal_texts(0), "it can still be changed"
    before = [table.record(observer).to_json() for observer in (1, 2, 3, 4, SPECTATOR)]
    choose(table, 0, CARDS[0])
    assert [table.record(observer).to_json() for observer in (1, 2, 3, 4, SPECTATOR)] == before, (
        "no other observer notices"
    )
    assert view_of(table.history, 0).places[0].choice == CARDS[0]
    choose(table, 1, CARDS[1])
    assert table.record(TRUTH).steps == straight.record(TRUTH).steps, "a change isn't recorded as a step"
    assert table.position.words.tobytes() == straight.position.words.tobytes()


@pytest.mark.clause("LOKUS-07")
def test_choice_is_final_once_all_have_chosen() -> None:
    table = new_table()
    for seat in range(5):
        choose(table, seat, CARDS[seat])
    with pytest.raises(IllegalStep, match="not-your-turn"):
        choose(table, 0, "o8")
    for seat in range(5):
        with pytest.raises(Refused, match="no-undo"):
            table.undo(seat, key="k")


@pytest.mark.clause("LOKUS-07")
def test_changed_choice_must_be_legal() -> None:
    table = new_table()
    choose(table, 0, "o8")
    with pytest.raises(IllegalStep, match="card-not-in-hand"):
        choose(table, 0, CARDS[1])
    assert view_of(table.history, 0).places[0].choice == "o8"


def test_table_plays_the_last_card_of_a_hand() -> None:
    """The last card is not a choice, but the record has the step."""
    table, asked = new_table(), [0] * 5
    while table.position.fields.rounds_begun == 1:
        seat = table.position.active[0]
        text = table.legal_texts(seat)[0]
        asked[seat] += text.startswith("play")
        table.step(seat, text, at=table.version, key=str(len(table.events)))
    assert asked == [9] * 5
    written = [seat for seat, text in table.record(TRUTH).steps if text.startswith("play")]
    assert [written.count(seat) for seat in range(5)] == [10] * 5
