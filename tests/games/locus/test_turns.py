"""LOCUS: rounds, the star, turning up cards, the draft, and the start and end of activities."""

from __future__ import annotations

import pytest

from games.locus.script import (
    GAME,
    ROUNDS,
    SMALL,
    card_ids,
    coins,
    deck,
    draft,
    drafted,
    draw_in_order,
    finish,
    legal,
    pending,
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
from locarium.kernel.errors import BadInput, BadNotation
from locarium.kernel.history import History
from locarium.kernel.position import Setup

at_every_table = pytest.mark.parametrize("seats", [2, 3, 4, 5])
COINLESS = "y-i4 y-l4 y-t4 y-o4 y-p5 p-i4"  # cards without coins


@pytest.mark.clause("LOCUS-01")
def test_deck_has_48_cards() -> None:
    history = start(2)
    words = history.texts()[1][1].split()
    assert (words[0], len(words)) == ("deck", 49)
    sheet = view_of(history).sheet
    assert sheet is not None
    assert sorted(words[1:]) == sorted(sheet.cards)


@pytest.mark.clause("LOCUS-01")
def test_cards_of_the_house_edition_show_shapes_and_coins() -> None:
    sheet = view_of(start(2)).sheet
    assert sheet is not None
    assert {card.colour for card in sheet.cards.values()} == set("yprgbw")
    assert [sum(card.colour == colour for card in sheet.cards.values()) for colour in "yprgbw"] == [8] * 6
    assert (sheet.cards["y-v3"].shape, sheet.cards["y-v3"].coin) == ([(0, 0), (0, 1), (1, 0)], False)
    assert sheet.cards["y-d2"].coin
    assert sheet.cards["w-v3"].shape == sheet.cards["w-v3-2"].shape


@pytest.mark.clause("LOCUS-02", "LOCUS-28")
@pytest.mark.parametrize("seats", [-1, 0, 6])
def test_unsupported_player_counts_are_rejected(seats: int) -> None:
    with pytest.raises(BadInput, match=rf"is for 1 to 5 players, not {seats}"):
        Setup(GAME, seats)


@pytest.mark.clause("LOCUS-02")
@pytest.mark.parametrize(("seats", "turns"), [(2, 16), (3, 15), (4, 16), (5, 15)])
def test_rounds_and_turns_depend_on_the_seats(seats: int, turns: int) -> None:
    history = start(seats)
    put(history, 0, {"R": "a1-f3"})  # avoids a tie at the end
    assert turns == ROUNDS[seats] * seats
    for turn in range(1, turns + 1):
        if history.position.chance_is_due:
            draw_in_order(history)
        view = view_of(history)
        assert (view.turn, view.turns, view.phase, view.extra_rounds) == (turn, turns, "draft", 0)
        play_turn(history)
    assert view_of(history).phase == "final"
    outcome = finish(history).position.outcome()
    assert outcome is not None
    assert outcome.reason == "last-round"


@pytest.mark.clause("LOCUS-03")
@at_every_table
def test_star_is_drawn_at_random(seats: int) -> None:
    begin = setup(seats).begin()
    assert begin.radices() == [seats]
    for star in range(seats):
        history = start(seats, star=star)
        assert history.texts()[0] == (None, f"star {star}")
        assert view_of(history).star == star
        assert history.position.active == [star]


@pytest.mark.clause("LOCUS-03")
@at_every_table
def test_star_passes_clockwise_after_every_turn(seats: int) -> None:
    history = start(seats, star=1)
    for turn in range(ROUNDS[seats] * seats):
        if history.position.chance_is_due:
            draw_in_order(history)
        assert view_of(history).star == (1 + turn) % seats
        assert history.position.active == [(1 + turn) % seats]
        play_turn(history)
    assert view_of(history).phase == "final"
    assert view_of(history).star == (1 + ROUNDS[seats] * seats) % seats == 1
    finish(history)
    view = view_of(history)
    assert view.extra_rounds == 3, "all sheets are empty"
    assert view.star == 1


@pytest.mark.clause("LOCUS-03")
@pytest.mark.parametrize("text", ["star", "star 2", "star -1", "star 01", "star 0 ", "Star 0", "star a", "deck", ""])
def test_invalid_stars_are_rejected(text: str) -> None:
    with pytest.raises(BadNotation, match="'star' and a seat from 0 to 1"):
        History(setup(2)).play_text(None, text)


@pytest.mark.clause("LOCUS-04")
@at_every_table
def test_one_card_more_than_players_is_turned_up(seats: int) -> None:
    view = view_of(start(seats, COINLESS))
    assert view.display == COINLESS.split()[: seats + 1]
    assert (view.deck, view.discards) == (48 - seats - 1, [])
    history = play_turn(start(seats, COINLESS))
    rest = [card for card in card_ids() if card not in COINLESS.split()]
    following = (COINLESS.split()[seats + 1 :] + rest)[: seats + 1]
    assert view_of(history).display == following
    assert sorted(view_of(history).discards) == sorted(COINLESS.split()[: seats + 1]), "the open cards are put away"


@pytest.mark.clause("LOCUS-04")
def test_two_players_use_the_deck_exactly_once() -> None:
    history = play_turns(start(2), 16)
    assert view_of(history).phase == "final"
    assert (view_of(history).deck, len(view_of(history).discards)) == (0, 48)
    assert sum(seat is None for seat, _ in history.texts()) == 2
    for seat in (0, 1):
        history.play_text(seat, "end")
    assert history.position.chance_is_due, "a tie: the extra round needs cards"
    assert view_of(history).extra_rounds == 1
    history.play_text(None, deck("w-o4 w-t4 w-s4"))
    assert view_of(history).display == ["w-o4", "w-t4", "w-s4"]


@pytest.mark.clause("LOCUS-04")
@pytest.mark.parametrize(("seats", "turn"), [(3, 13), (5, 9)])
def test_deck_is_reshuffled_between_turns(seats: int, turn: int) -> None:
    history = play_turns(start(seats), turn - 1)
    assert history.position.chance_is_due
    assert (view_of(history).turn, view_of(history).deck, view_of(history).display) == (turn, 0, [])
    assert sorted(view_of(history).discards) == sorted(card_ids())
    history.play_text(None, deck(COINLESS))
    view = view_of(history)
    assert (view.turn, view.display, view.discards) == (turn, COINLESS.split()[: seats + 1], [])


@pytest.mark.clause("LOCUS-04")
def test_four_players_reshuffle_while_turning_up() -> None:
    history = play_turns(start(4), 9)
    last = card_ids()[45:]
    view = view_of(history)
    assert history.position.chance_is_due
    assert (view.turn, view.deck, len(view.discards)) == (10, 0, 45)
    assert view.display == [], "no card can be taken yet"
    assert history.position.fields.shown == 3
    with pytest.raises(BadNotation, match="not on the table"):
        history.play_text(None, deck(last[0], among=card_ids()[:44]))
    with pytest.raises(BadNotation, match="45 shuffled cards"):
        history.play_text(None, deck())
    history.play_text(None, deck("g-v5 r-u5", among=card_ids()[:45]))
    view = view_of(history)
    assert view.display == [*last, "g-v5", "r-u5"], "the open cards stay"
    assert (view.turn, view.deck, view.discards) == (10, 43, [])
    play_turn(history)
    assert sorted(view_of(history).discards) == sorted([*last, "g-v5", "r-u5"])


@pytest.mark.clause("LOCUS-04")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("deck", "the 48 shuffled cards"),
        (deck().removesuffix(" w-o4"), "the 48 shuffled cards"),
        (f"{deck()} w-o4", "the 48 shuffled cards"),
        (deck().replace("y-i3", "y-d2"), "'y-d2'.*twice"),
        (deck().replace("y-i3", "y-d9"), "'y-d9'.*a card of the edition"),
        (deck().replace("y-i3", "?"), "a card of the edition"),
        (deck().replace(" ", "  ", 1), "the 48 shuffled cards"),
        (deck().replace("deck", "Deck"), "'deck'"),
        ("star 0", "'deck'"),
    ],
)
def test_invalid_decks_are_rejected(text: str, words: str) -> None:
    history = History(setup(2))
    history.play_text(None, "star 0")
    with pytest.raises(BadNotation, match=words):
        history.play_text(None, text)


@pytest.mark.clause("LOCUS-04")
def test_every_shuffle_is_possible() -> None:
    assert setup(1).begin().radices() == list(range(48, 1, -1))
    for card in card_ids():
        assert view_of(start(2, card)).display[0] == card


@pytest.mark.clause("LOCUS-05")
@at_every_table
def test_draft_goes_clockwise_from_the_star(seats: int) -> None:
    cards = COINLESS.split()[: seats + 1]
    for star in range(seats):
        history = start(seats, COINLESS, star=star)
        for number in range(seats):
            seat = (star + number) % seats
            assert history.position.active == [seat]
            assert sorted(legal(history, seat=seat)) == sorted(f"take {card}" for card in cards[number:])
            assert view_of(history).leftover is None
            history.play_text(seat, f"take {cards[number]}")
            assert sheet_of(history, seat).taken == cards[number]
        view = view_of(history)
        assert (view.phase, view.display, view.leftover) == ("activities", [], cards[-1])
        assert view.active == list(range(seats))


@pytest.mark.clause("LOCUS-05")
def test_only_an_open_card_can_be_taken_and_only_once() -> None:
    history = start(3, COINLESS, "0 take y-l4")
    assert refusal(history, 1, "take y-l4") == "taken-already"
    assert refusal(history, 1, "take w-o4") == "not-on-display"
    assert refusal(history, 0, "take y-i4") == "not-your-turn"
    assert refusal(history, 1, "discard") == "draft-first"
    assert refusal(history, 1, "blocks") == "draft-first"
    assert refusal(history, 1, "end") == "draft-first"
    assert refusal(history, 1, "fill card Y b1 c1 d1 e1") == "draft-first"
    play_on(history, "1 take y-i4, 2 take y-o4")
    assert view_of(history).leftover == "y-t4"
    assert refusal(history, 2, "take y-t4") == "draft-is-over"


@pytest.mark.clause("LOCUS-05")
def test_last_seat_can_choose_between_two_cards() -> None:
    history = start(2, "y-i4 y-l4 y-t4", "0 take y-t4")
    assert legal(history, seat=1) == ["take y-i4", "take y-l4"]


@pytest.mark.clause("LOCUS-06", "LOCUS-18")
def test_card_must_be_filled_in_or_discarded_once() -> None:
    history = drafted("y-i4 y-l4 y-t4")
    assert refusal(history, 0, "end") == "card-not-used"
    play_on(history, "0 fill card Y b1 c1 d1 e1")
    assert refusal(history, 0, "discard") == "card-is-used"
    assert refusal(history, 0, "fill card Y b2 c2 d2 e2") == "card-is-used"
    assert "end" in legal(history)
    assert refusal(history, 1, "end") == "card-not-used"
    play_on(history, "1 discard")
    assert refusal(history, 1, "discard") == "card-is-used"
    assert refusal(history, 1, "fill card Y b1 c1 d1 d2") == "card-is-used"
    assert "end" in legal(history, seat=1)


@pytest.mark.clause("LOCUS-06")
def test_card_that_fits_nowhere_can_only_be_discarded() -> None:
    history = drafted("g-o4 y-m1 y-m1-2", edition=SMALL, coins=1)
    put(history, 0, {"G": "a3 b2 c1", "R": "a3"})  # leaves no empty 2 by 2 squares there
    assert {step[:11] for step in legal(history)} == {"discard", "fill card Y", "fill card P", "fill card B"}
    put(history, 0, coins=0)
    assert legal(history) == ["discard"]
    play_on(history, "0 discard")
    assert coins(history) == 2


@pytest.mark.clause("LOCUS-18")
def test_activities_run_at_the_same_time_in_any_order() -> None:
    history = drafted("y-i4 p-i4 r-u5 b-l5")
    play_on(history, "2 discard, 0 fill card Y b1 c1 d1 e1, 1 fill card P a3 b3 c3 d3, 2 blocks, 0 end")
    assert view_of(history).active == [1, 2]
    assert refusal(history, 0, "discard") == "not-your-turn"
    play_on(history, "2 fill single R a1, 1 end, 2 fill single R c3, 2 end")
    assert view_of(history).phase == "draft"
    assert [place.filled["R"] for place in view_of(history).places] == [[], [], ["a1", "c3"]]


@pytest.mark.clause("LOCUS-18")
def test_activity_takes_its_steps_in_any_order() -> None:
    """Coins first, the card in between, the leftover last. It ends when the player says so."""
    history = drafted("y-i4 p-i4 r-o4", coins=9)
    play_on(history, "0 blocks, 0 fill single Y b1, 0 fill card Y a1 a2 a3 a4")
    assert "end" in legal(history), "a single is pending"
    play_on(history, "0 fill leftover R a1 a2 b1 b2, 0 blocks, 0 fill single B a1")
    assert pending(history) == {"single": 2}
    play_on(history, "0 end")
    assert history.position.active == [1]


@pytest.mark.clause("LOCUS-18")
def test_nothing_can_be_done_before_the_draft_is_over() -> None:
    history = put(start(2, "y-i4 y-l4 y-t4"), 0, coins=9)
    assert all(step.startswith("take ") for step in legal(history))


@pytest.mark.clause("LOCUS-19")
def test_final_activity_spends_coins() -> None:
    history = play_turns(start(2), 15)
    put(history, 0, coins=5)
    put(history, 1, coins=0)
    play_turn(history)  # discards earn 2 coins
    view = view_of(history)
    assert (view.phase, view.turn, view.leftover, view.display, view.active) == ("final", 16, None, [], [0, 1])
    assert legal(history) == ["blocks", "end"]
    assert refusal(history, 0, "discard") == "card-is-used"
    assert refusal(history, 0, "fill card Y b1 c1") == "card-is-used"
    assert refusal(history, 0, "fill leftover Y b1 c1") == "no-leftover"
    assert refusal(history, 0, "fill single Y b1") == "no-single"
    assert refusal(history, 0, "fill double-g G d4 e4") == "no-double"
    assert refusal(history, 0, "take y-d2") == "draft-is-over"
    play_on(history, "0 blocks, 0 fill single Y d1, 1 end, 0 fill single Y d2")
    assert pending(history) == {"double-r": 1}
    play_on(history, "0 fill double-r R a1 a2")
    assert legal(history)[:2] == ["blocks", "end"]
    play_on(history, "0 blocks, 0 end")
    assert view_of(history).extra_rounds == 1


@pytest.mark.clause("LOCUS-19")
def test_final_activity_without_coins_is_skipped() -> None:
    history = play_turns(start(3), 14)
    draft(history)
    for seat in range(3):
        history.play_text(seat, "discard")
    put(history, 0, coins=1)
    put(history, 1, coins=2)
    put(history, 2, {"R": "a1-f3"}, coins=0)
    play_on(history, "0 end, 1 end, 2 end")
    assert (view_of(history).phase, history.position.active) == ("final", [1])
    assert refusal(history, 0, "end") == "not-your-turn"
    play_on(history, "1 end")
    assert history.position.is_over


@pytest.mark.clause("LOCUS-19")
def test_game_ends_without_final_activities_if_no_seat_has_coins() -> None:
    history = play_turns(start(2), 15)
    draft(history)
    play_on(history, "0 discard, 1 discard")
    put(history, 0, {"R": "a1-f3"}, coins=1)  # blocks D and E
    put(history, 1, coins=1)
    play_on(history, "0 end, 1 end")
    outcome = history.position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.winners) == ("last-round", [40, 0], [0])


@pytest.mark.clause("LOCUS-19")
def test_final_activity_is_skipped_without_room() -> None:
    history = play_turns(start(2), 15)
    draft(history)
    play_on(history, "0 discard, 1 discard")
    sheet = view_of(history).sheet
    assert sheet is not None
    put(history, 0, {zone.colour: " ".join(zone.squares) for zone in sheet.zones}, coins=6)
    put(history, 1, coins=0)
    play_on(history, "0 end, 1 end")
    assert history.position.is_over
