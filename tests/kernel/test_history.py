"""Histories: steps, undo, and their texts for each observer (on the toy)."""

from __future__ import annotations

import pytest

from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput, BadNotation, IllegalStep
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.outcome import Outcome
from locarium.kernel.position import Setup
from toy.game import GAME

STEPS = [
    (None, "deal 3 1"),
    (None, "prize 8"),
    (0, "bid 4"),
    (1, "bid 5"),
    (1, "keep"),
    (None, "prize 2"),
    (0, "bid 2"),
    (1, "bid 2"),
    (1, "give 0"),
]


def played(count: int = len(STEPS), **options) -> History:
    history = History(Setup(GAME, 2, options))
    for seat, text in STEPS[:count]:
        history.play_text(seat, text)
    return history


def test_steps_are_written_as_they_were_read():
    assert played().texts() == STEPS
    assert played().position.outcome() == Outcome([9, 10], [1], "rounds-played")


@pytest.mark.parametrize("count", range(len(STEPS) + 1))
def test_undo_restores_the_earlier_position(count):
    history = played()
    history.undo_to(count)
    assert history.texts() == STEPS[:count]
    assert len(history.positions) == count + 1
    assert history.position.words.tobytes() == played(count).position.words.tobytes()
    assert history.record() == played(count).record()
    for seat, text in STEPS[count:]:
        history.play_text(seat, text)
    assert history.record() == played().record()


def test_other_steps_can_follow_an_undo():
    history = played()
    history.undo_to(8)
    history.play_text(1, "keep")
    assert history.position.outcome() == Outcome([7, 10], [1], "rounds-played")
    assert history.texts()[:-1] == STEPS[:-1]


@pytest.mark.parametrize(
    ("count", "seat", "text", "reason"),
    [
        (0, 0, "bid 0", "chance-due"),
        (2, None, "prize 2", "chance-not-due"),
        (2, 2, "bid 0", "no-such-seat"),
        (2, -1, "bid 0", "no-such-seat"),
        (3, 0, "bid 0", "not-your-turn"),
        (2, 0, "bid 3", "own-number"),
        (9, 0, "bid 0", "game-over"),
        (9, None, "prize 3", "game-over"),
    ],
)
def test_rejected_step_changes_nothing(count, seat, text, reason):
    history = played(count)
    with pytest.raises(IllegalStep) as caught:
        history.play_text(seat, text)
    assert caught.value.reason == reason
    assert caught.value.step == text
    assert history.texts() == STEPS[:count]
    assert len(history.positions) == count + 1


def test_turn_is_checked_before_notation():
    with pytest.raises(IllegalStep):
        played(9).play_text(0, "nonsense")
    with pytest.raises(BadNotation):
        played(2).play_text(0, "nonsense")


@pytest.mark.parametrize("digits", [[], [5], [-1], [0, 0]])
def test_draws_must_fit_their_radices(digits):
    history = played(1)
    assert history.position.radices() == [5]
    with pytest.raises(ValueError, match="1 draws"):
        history.draw(digits)
    assert len(history.steps) == 1


def test_legal_texts_belong_to_the_seat_that_made_the_step():
    legal = played().legal_texts()
    assert legal[0] is legal[1] is legal[5] is None
    assert legal[2] == ["bid 0", "bid 1", "bid 2", "bid 4", "bid 5"]
    assert legal[3] == ["bid 0", "bid 2", "bid 3", "bid 4", "bid 5"]
    assert legal[7] == ["bid 0", "bid 2"]
    assert legal[8] == ["keep", "give 0"]


def test_running_game_shows_a_seat_only_what_it_may_know():
    history = played(3)
    assert history.texts(0) == [(None, "deal 3 ?"), (None, "prize 8"), (0, "bid 4")]
    assert history.texts(1) == [(None, "deal ? 1"), (None, "prize 8"), (0, "bid ?")]
    assert history.texts(SPECTATOR) == [(None, "deal ? ?"), (None, "prize 8"), (0, "bid ?")]


def test_choices_are_shown_once_all_have_chosen():
    history = played(7)
    assert history.texts(1)[2:] == [*STEPS[2:6], (0, "bid ?")]
    assert played(8).texts(1)[2:] == STEPS[2:8]


def test_choices_are_hidden_again_after_undo():
    history = played(4)
    history.undo_to(3)
    assert history.texts(1)[-1] == (0, "bid ?")


def test_record_includes_only_options_that_differ_from_the_default():
    record = played(0, rounds=3).record()
    assert (record.game, record.rules, record.seats, record.options) == ("toy", 1, 2, {"rounds": 3})
    assert (record.edition, record.edition_text, record.digest, record.result) == (None, None, None, None)


def test_record_includes_its_edition():
    assert History(Setup(GAME, 2, {}, GAME.about.edition("poor"))).record().edition == "poor"
    edition = Edition("mine", "coins = 1\nprizes = [1, 2, 3]", foreign=True)
    record = History(Setup(GAME, 2, {}, edition)).record()
    assert (record.edition, record.edition_text, record.digest) == (None, edition.text, edition.digest)


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (7, {}, "toy is for 1 to 6 players, not 7"),
        (0, {}, "toy is for 1 to 6 players, not 0"),
        (2, {"rounds": 4}, "option 'rounds' of toy cannot be 4; it takes 2 or 3"),
    ],
)
def test_invalid_setup_is_rejected(seats, options, message):
    with pytest.raises(BadInput) as caught:
        Setup(GAME, seats, options)
    assert str(caught.value) == message


def test_unknown_editions_and_languages_are_rejected():
    about = GAME.about
    assert about.edition_names() == ["house", "poor"]
    assert about.edition().name == "house"
    with pytest.raises(BadInput, match="toy has no edition 'x'; it has house or poor"):
        about.edition("x")
    with pytest.raises(BadInput, match="there are no texts in 'it'; available languages: en, de or fr"):
        about.texts("it")


def test_game_without_edition_data_takes_no_edition():
    from locarium import catalogue

    loco = catalogue.game("loco")
    assert loco.about.edition_names() == ["house"]
    with pytest.raises(BadInput, match="loco takes no edition text"):
        Setup(loco, 2, {}, Edition("mine", "x = 1", foreign=True))


SIMULTANEOUS = [(None, "deal 1 2 3"), (None, "prize 6"), (2, "bid 0"), (0, "bid 2"), (1, "bid 5"), (1, "keep")]


def play_simultaneously(count: int) -> History:
    """Play three seats' bids in a different order from the record's."""
    history = History(Setup(GAME, 3, {}))
    for seat, text in SIMULTANEOUS[:count]:
        history.play_text(seat, text)
    return history


@pytest.mark.parametrize(("count", "settled"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (5, 5), (6, 6)])
def test_lines_are_final_when_all_have_chosen(count, settled):
    """Lines of face-down choices can still change their order or text."""
    history = play_simultaneously(count)
    assert history.settled(count) == settled
    for observer in (-1, 0, 1, SPECTATOR):
        assert play_simultaneously(6).texts(observer)[:settled] == history.texts(observer)[:settled], (
            "final lines don't change"
        )


def test_settled_counts_the_final_lines_of_each_prefix():
    history = play_simultaneously(6)
    assert [history.settled(lines) for lines in range(7)] == [0, 1, 2, 2, 2, 5, 6]


def test_effects_come_from_the_spectators_view_before_and_after_a_step():
    history = play_simultaneously(6)
    assert [text for _, text in history.texts()[2:5]] == ["bid 2", "bid 5", "bid 0"]
    for line in range(6):
        before, after = history.followed(line)
        assert before.observer == after.observer == SPECTATOR
        assert before.words.tobytes() == history.positions[line].concealed(SPECTATOR).words.tobytes()
        assert after.words.tobytes() == history.positions[line + 1].concealed(SPECTATOR).words.tobytes()
    assert [history.followed(line)[1].has_sealed for line in range(6)] == [False, False, True, True, False, False]


def test_last_simultaneous_choice_reveals_all():
    """The third choice reveals all of them, whatever the order of arrival."""
    one, other = play_simultaneously(2), play_simultaneously(2)
    for seat in (0, 1, 2):
        one.play_text(seat, {0: "bid 2", 1: "bid 5", 2: "bid 0"}[seat])
    for seat in (1, 2, 0):
        other.play_text(seat, {0: "bid 2", 1: "bid 5", 2: "bid 0"}[seat])
    for history in (one, other):
        before, after = history.followed(4)
        assert before.has_sealed
        assert not after.has_sealed
    assert one.followed(4)[1].words.tobytes() == other.followed(4)[1].words.tobytes()
