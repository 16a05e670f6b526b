"""LOCUS: solo games and hidden information."""

from __future__ import annotations

from collections import Counter

import pytest

from conformance.fairness import looks_uniform
from games.locus.script import (
    SMALL,
    card_ids,
    coins,
    deck,
    drafted,
    finish,
    legal,
    play_on,
    play_turn,
    play_turns,
    put,
    setup,
    sheet_of,
    start,
    view_of,
)
from games.refusals import refusal
from locarium.kernel.game import SPECTATOR
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.rng import new_rng


@pytest.mark.clause("LOCUS-28")
def test_solo_game_has_sixteen_turns_and_uses_the_deck_once() -> None:
    history = start(1)
    cards = card_ids()
    for turn in range(16):
        view = view_of(history)
        assert (view.turn, view.turns, view.phase, view.star) == (turn + 1, 16, "draft", None)
        assert view.display == cards[3 * turn + 1 : 3 * turn + 3], "the first of three is put away unseen"
        assert (view.unseen, view.deck) == (turn + 1, 48 - 3 * turn - 3)
        assert sorted(view.discards) == sorted(card for n in range(turn) for card in cards[3 * n + 1 : 3 * n + 3])
        play_turn(history)
    view = view_of(history)
    assert (view.phase, view.deck, view.unseen, len(view.discards)) == ("final", 0, 16, 32)
    history.play_text(0, "end")
    assert history.position.is_over
    assert sum(seat is None for seat, _ in history.texts()) == 1


@pytest.mark.clause("LOCUS-28")
def test_solo_game_has_no_star_and_no_tie() -> None:
    history = start(1)
    assert history.texts()[0] == (None, deck())
    outcome = finish(history).position.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.reason) == ([0], [0], "solo")
    result = history.record().result
    assert result is not None
    assert result.winners == [0]


@pytest.mark.clause("LOCUS-28")
def test_unseen_card_cannot_be_used() -> None:
    history = start(1, "y-d2 p-d2 r-d2")
    assert legal(history) == ["take p-d2", "take r-d2"]
    assert refusal(history, 0, "take y-d2") == "not-on-display"
    play_on(history, "0 take p-d2")
    assert view_of(history).leftover == "r-d2"
    play_turn(history)
    assert view_of(history).discards == ["p-d2", "r-d2"]


@pytest.mark.clause("LOCUS-28", "LOCUS-16")
def test_card_not_taken_in_solo_is_the_leftover() -> None:
    history = drafted("y-i4 r-o4", "0 fill leftover R a1 a2 b1 b2", coins=3)
    assert coins(history) == 0
    assert refusal(history, 0, "fill leftover R c1 c2 d1 d2") == "leftover-is-used"
    assert refusal(history, 0, "end") == "card-not-used"


@pytest.mark.clause("LOCUS-28", "LOCUS-19")
def test_final_activity_is_skipped_if_nothing_can_be_done() -> None:
    history = play_turns(start(1), 15)
    play_on(history, f"0 take {view_of(history).display[0]}, 0 discard")
    put(history, 0, coins=1)
    play_on(history, "0 end")
    assert history.position.is_over


@pytest.mark.clause("LOCUS-28")
def test_ranks_are_those_of_the_edition() -> None:
    house, small = view_of(start(1)).sheet, view_of(start(1, edition=SMALL)).sheet
    assert house is not None
    assert small is not None
    assert [rank.points for rank in small.ranks] == [20, 40]
    assert small.ranks[1].titles == {"en": "Great", "de": "Sehr gut", "fr": "Très bien"}
    assert [rank.points for rank in house.ranks] == sorted(rank.points for rank in house.ranks)


# Hidden information.


def same_for(observer: int, one: History, other: History) -> None:
    """Check that two games that differ only in hidden information look the same, byte for byte."""
    assert one.texts() != other.texts()
    assert one.texts(observer) == other.texts(observer)
    assert view_of(one, observer) == view_of(other, observer)
    concealed = [history.position.concealed(observer).words.tobytes() for history in (one, other)]
    assert concealed[0] == concealed[1]


@pytest.mark.clause("LOCUS-29")
@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
def test_order_of_the_deck_is_hidden(observer: int) -> None:
    steps = "0 take y-i4, 1 take y-l4, 0 discard, 1 discard, 1 end, 0 end"
    one = start(2, "y-i4 y-l4 y-t4 p-i4 p-l4 p-t4 w-o4", steps)
    other = start(2, "y-i4 y-l4 y-t4 p-i4 p-l4 p-t4 b-o4", steps)
    same_for(observer, one, other)


@pytest.mark.clause("LOCUS-29", "LOCUS-28")
@pytest.mark.parametrize("observer", [0, SPECTATOR])
def test_unseen_solo_cards_are_hidden(observer: int) -> None:
    steps = "0 take y-i4, 0 discard, 0 end, 0 take p-i4"
    one = start(1, "w-o4 y-i4 y-l4 w-s4 p-i4 p-l4", steps)
    other = start(1, "w-s4 y-i4 y-l4 b-o4 p-i4 p-l4", steps)
    same_for(observer, one, other)


@pytest.mark.clause("LOCUS-29", "LOCUS-28")
def test_unseen_solo_cards_stay_hidden_at_the_end() -> None:
    cards = card_ids()
    swapped = [cards[3], *cards[1:3], cards[0], *cards[4:]]
    one, other = finish(start(1, " ".join(cards))), finish(start(1, " ".join(swapped)))
    assert view_of(one) == view_of(other)
    assert one.texts(0) == other.texts(0)
    assert one.texts(0)[0][1].split()[1::3] == ["?"] * 16
    assert one.texts()[0][1] == deck(" ".join(cards)), "the record reveals them"


@pytest.mark.clause("LOCUS-29")
def test_deck_of_a_running_game_lists_the_cards_turned_up() -> None:
    history = start(2, "y-i4 y-l4 y-t4 p-i4 p-l4 p-t4")
    for observer in (0, 1, SPECTATOR):
        assert history.texts(observer) == [(None, "star 0"), (None, "deck y-i4 y-l4 y-t4 ?")]
    play_turn(history)
    assert history.texts(1)[1] == (None, "deck y-i4 y-l4 y-t4 p-i4 p-l4 p-t4 ?")
    assert history.record(1).is_redacted
    play_turns(history, 14)
    assert history.texts(1)[1][1].split()[-1] != "?", "the whole deck was turned up"
    assert not history.record(1).is_redacted


@pytest.mark.clause("LOCUS-29", "LOCUS-28")
def test_deck_of_a_running_solo_game_hides_unseen_cards() -> None:
    history = start(1, "w-o4 y-i4 y-l4 w-s4 p-i4 p-l4")
    assert history.texts(0) == [(None, "deck ? y-i4 y-l4 ?")]
    play_turn(history)
    assert history.texts(0)[0] == (None, "deck ? y-i4 y-l4 ? p-i4 p-l4 ?")
    play_turns(history, 14)
    assert len(history.texts(0)[0][1].split()) == 49, "the deck is used up"


@pytest.mark.clause("LOCUS-29", "LOCUS-04")
def test_both_decks_of_a_running_four_player_game_are_listed() -> None:
    history = play_turns(start(4), 9)
    assert history.texts(2)[1] == (None, deck())
    history.play_text(None, deck("g-v5 r-u5", among=card_ids()[:45]))
    decks = [text for seat, text in history.texts(2) if seat is None][1:]
    assert decks == [deck(), "deck g-v5 r-u5 ?"]


@pytest.mark.clause("LOCUS-29")
def test_everything_else_is_visible_to_all() -> None:
    history = drafted("y-d2 p-i4 r-u5", "1 discard, 0 fill card Y b1 c1")
    views = [view_of(history, observer) for observer in (0, 1, SPECTATOR)]
    assert [view.observer for view in views] == [0, 1, None]
    assert views[0].places == views[1].places == views[2].places
    assert [place.coins for place in views[2].places] == [2, 3]
    play_on(history, "0 end, 1 end")
    for observer in (0, 1, SPECTATOR):
        assert view_of(history, observer).discards == ["y-d2", "p-i4", "r-u5"]


@pytest.mark.clause("LOCUS-29")
def test_concealed_state_determines_the_legal_steps() -> None:
    history = drafted("y-d2 p-i4 r-u5", coins=9)
    for seat in (0, 1):
        assert history.position.concealed(seat).legal(seat) == history.position.legal(seat)


@pytest.mark.clause("LOCUS-29", "LOCUS-28")
def test_any_unseen_card_can_be_the_one_put_away() -> None:
    """In samples of a solo position each of the 46 cards is equally likely to be unseen, and no card occurs twice."""
    concealed = start(1, "w-o4 y-i4 y-l4").position.concealed(0)
    rng, counts = new_rng(1), Counter[int]()
    for _ in range(46 * (200 if IS_COMPILED else 12)):
        state = concealed.sampled(rng).fields
        assert sorted(state.deck) == list(range(48))
        assert state.unseen == 1 << state.deck[0]
        counts[state.deck[0]] += 1
    assert len(counts) == 46
    assert looks_uniform(list(counts.values()))


@pytest.mark.clause("LOCUS-29")
def test_no_card_is_open_before_the_first_step() -> None:
    for seats in (1, 2, 5):
        view = view_of(History(setup(seats)))
        assert (view.display, view.leftover, view.active, view.deck, view.unseen) == ([], None, [], 0, 0)
        assert sheet_of(History(setup(seats))).taken is None
