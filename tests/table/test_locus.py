"""A table of LOCUS: activities of all seats at the same time, and what may be taken back."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.kernel.game import SPECTATOR
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.rng import new_rng
from locarium.table.events import BOT_NAMES, Bot, Clock, Drawn, Seated, TableSettings
from locarium.table.table import Table
from table.tables import everything, finish, full_table, new_key, new_table, person, refusal, restored, step, times

LOCUS = catalogue.game("locus")
CARDS = [card.id for card in new_table(LOCUS, 2).setup.fields.box.cards]
TOP = ["y-d2", "p-d2", "r-i3", "y-i3", "g-d2", "b-d2"]  # two turns of two seats, the third card of each is left over


def drafted(**given) -> Table:
    """Two people; seat 0 has the star and took y-d2, seat 1 p-d2: both are in their activities."""
    opened = new_table(LOCUS, 2, **given).opened
    deck = [*TOP, *(card for card in CARDS if card not in TOP)]
    seated = [Seated(seat, person(seat)) for seat in range(2)]
    table = Table.replayed(LOCUS, [opened, *seated, Drawn("star 0"), Drawn(f"deck {' '.join(deck)}")])
    step(table, "take y-d2", 0)
    step(table, "take p-d2", 1)
    return table


def undo(table: Table, seat: int) -> None:
    table.undo(seat, key=new_key())


def steps_of(table: Table) -> list[tuple[int | None, str]]:
    return [(seat, text) for seat, text in table.history.texts() if seat is not None]


DRAFT = [(0, "take y-d2"), (1, "take p-d2")]


@pytest.mark.clause("LOCUS-30")
def test_a_seat_takes_back_its_step_though_others_have_acted_since() -> None:
    table = drafted()
    step(table, "fill card Y b1 c1", 0)
    step(table, "fill card P a3 a4", 1)
    step(table, "end", 1)
    undo(table, 0)
    assert steps_of(table) == [*DRAFT, (1, "fill card P a3 a4"), (1, "end")]
    assert "fill card Y c1 d1" in table.legal_texts(0)
    step(table, "fill card Y c1 d1", 0)
    assert everything(restored(table)) == everything(table)


@pytest.mark.clause("LOCUS-30")
def test_step_by_step_back_to_the_draft() -> None:
    table = drafted()
    step(table, "fill card Y d1 e1", 0)  # earns a coin
    step(table, "fill card P a3 a4", 1)
    step(table, "blocks", 0)
    step(table, "fill single Y c1", 0)
    for left in (["fill card Y d1 e1", "blocks"], ["fill card Y d1 e1"], []):
        undo(table, 0)
        assert [text for seat, text in steps_of(table)[2:] if seat == 0] == left
    assert table.undo_target(0) is None, "seat 1 took its card since"
    assert refusal(table, lambda: undo(table, 0)) == "no-undo"


@pytest.mark.clause("LOCUS-30")
def test_an_activity_that_ended_cannot_be_taken_back_once_another_seat_acted() -> None:
    table = drafted()
    step(table, "discard", 0)
    step(table, "end", 0)
    assert table.undo_target(0) is not None, "nobody has acted since"
    step(table, "discard", 1)
    assert table.undo_target(0) is None


@pytest.mark.clause("LOCUS-30")
def test_an_end_that_turned_up_cards_stays() -> None:
    """It would be a look at the deck."""
    table = drafted()
    for seat in (0, 1):
        step(table, "discard", seat)
        step(table, "end", seat)
    assert table.position.fields.turn == 2
    assert table.undo_target(1) is None
    practice = drafted(practice=True)
    for seat in (0, 1):
        step(practice, "discard", seat)
        step(practice, "end", seat)
    undo(practice, 1)
    assert steps_of(practice)[-1] == (1, "discard")


@pytest.mark.clause("LOCUS-18")
def test_a_step_is_not_stale_because_others_acted_or_took_back() -> None:
    table = drafted()
    seen_at = table.version
    step(table, "fill card Y b1 c1", 0)
    undo(table, 0)
    step(table, "discard", 0)
    table.step(1, "fill card P a3 a4", at=seen_at, key=new_key())
    assert refusal(table, lambda: table.step(1, "end", at=seen_at, key=new_key())) == "stale"
    assert refusal(table, lambda: table.step(0, "end", at=seen_at, key=new_key())) == "stale"
    table.step(1, "end", at=table.version, key=new_key())


def test_after_a_take_back_that_swept_others_away_they_look_again() -> None:
    table = drafted(practice=True)
    seen_at = table.version
    step(table, "discard", 0)
    undo(table, 0)
    undo(table, 0)  # the draft: seat 1's card goes too
    assert steps_of(table) == []
    assert refusal(table, lambda: table.step(1, "discard", at=seen_at, key=new_key())) == "stale"


def test_clients_are_sent_the_lines_anew_from_the_step_that_was_taken_back() -> None:
    table = drafted()
    step(table, "fill card Y b1 c1", 0)
    step(table, "fill card P a3 a4", 1)
    had = table.version
    undo(table, 0)
    kept = table.lines_kept(had)
    assert table.history.texts(SPECTATOR)[:kept][-1] == (1, "take p-d2")
    assert table.history.texts(SPECTATOR)[kept:] == [(1, "fill card P a3 a4")]


@pytest.mark.parametrize("order", ["together", "printed"])
@pytest.mark.parametrize("seats", [1, 2, 3, 5] if IS_COMPILED else [2])
def test_whole_games_with_take_backs_in_between(seats: int, order: str) -> None:
    table, rng = full_table(LOCUS, seats, options={"order": order}), new_rng(seats)
    for _ in range(times(120, 15)):
        if table.status != "running":
            break
        seat = [seat for seat in table.position.may_act if table.legal_actions(seat)][-1]
        texts = table.legal_texts(seat)
        step(table, texts[int(rng[0] % len(texts))] if len(texts) > 1 else texts[0], seat)
        rng[0] += 7
        for each in range(seats):
            if table.version % 5 == each and table.undo_target(each) is not None:
                undo(table, each)
        if table.version % 6 == 0:
            assert everything(restored(table)) == everything(table)
    if IS_COMPILED:
        assert finish(table, new_rng(1)).status == "over"


# With the printed order seats act while others choose.


def drafting(**given) -> Table:
    """Three people with the printed order; seat 0 has the star, nothing is taken yet."""
    opened = new_table(LOCUS, 3, options={"order": "printed"}, **given).opened
    deck = [*TOP, *(card for card in CARDS if card not in TOP)]
    seated = [Seated(seat, person(seat)) for seat in range(3)]
    return Table.replayed(LOCUS, [opened, *seated, Drawn("star 0"), Drawn(f"deck {' '.join(deck)}")])


@pytest.mark.clause("LOCUS-18", "LOCUS-30")
def test_with_the_printed_order_a_used_card_can_be_undone_after_the_next_take() -> None:
    table = drafting()
    step(table, "take y-d2", 0)
    step(table, "fill card R a1 b1", 0)
    step(table, "take p-d2", 1)
    assert table.legal_actions(0) == [], "it has no card and too few coins"
    undo(table, 0)
    assert steps_of(table) == [(0, "take y-d2"), (1, "take p-d2")]
    step(table, "fill card Y c1 d1", 0)
    assert everything(restored(table)) == everything(table)


@pytest.mark.clause("LOCUS-18", "LOCUS-30")
def test_with_the_printed_order_a_take_stays_after_the_next_take() -> None:
    table = drafting()
    step(table, "take y-d2", 0)
    assert table.undo_target(0) is not None
    step(table, "take p-d2", 1)
    assert refusal(table, lambda: undo(table, 0)) == "no-undo"


@pytest.mark.clause("LOCUS-16", "LOCUS-18", "LOCUS-30")
def test_with_the_printed_order_the_last_take_stays_once_another_seat_needs_it() -> None:
    table = drafting()
    for seat, card in enumerate(TOP[:3]):
        step(table, f"take {card}", seat)
    step(table, "discard", 0)
    assert table.undo_target(2) is not None, "seat 0 could have discarded before"
    step(table, "end", 0)
    assert table.undo_target(2) is None, "the draft has no end"


@pytest.mark.clause("LOCUS-18")
def test_with_the_printed_order_a_step_is_not_stale_because_others_act() -> None:
    table = drafting()
    step(table, "take y-d2", 0)
    seen_at = table.version
    step(table, "discard", 0)
    table.step(1, "take p-d2", at=seen_at, key=new_key())
    assert refusal(table, lambda: table.step(0, "blocks", at=seen_at, key=new_key())) == "stale"
    step(table, "blocks", 0)


@pytest.mark.clause("LOCUS-18")
def test_with_the_printed_order_all_choose_again_after_an_undone_take() -> None:
    table = drafting()
    step(table, "take y-d2", 0)
    seen_at = table.version
    undo(table, 0)
    step(table, "take p-d2", 0)
    assert refusal(table, lambda: table.step(1, "take r-i3", at=seen_at, key=new_key())) == "stale"


@pytest.mark.clause("LOCUS-18")
def test_with_the_printed_order_the_table_waits_only_for_the_next_take() -> None:
    table = drafting(settings=TableSettings(clock=Clock(seconds=30)))
    step(table, "take y-d2", 0)
    assert table.legal_actions(0)
    assert list(table.deadlines()) == [1]
    for seat in range(3):
        table.request_hints(seat, wanted=True)
    assert refusal(table, lambda: table.give_hint(0)) == "nothing-to-choose"
    table.give_hint(1)
    for seat in (0, 1):
        table.hand_to_bot(seat, Bot("Bot"))
    assert table.bots_to_act() == [1]


@pytest.mark.skipif(not IS_COMPILED, reason="too slow in plain Python")
def test_bots_of_all_strengths_play_together() -> None:
    table = new_table(LOCUS, 5)
    for seat in range(5):
        table.sit(seat, Bot(BOT_NAMES[seat], level=seat + 1))
    for _ in range(60):
        seat = table.bots_to_act()[0]
        best = table.new_bot(seat).think(simulations=1)[0]
        step(table, LOCUS.notation.show(table.setup.fields, best.action), seat)
    assert table.status == "running"
