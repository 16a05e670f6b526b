"""LOCUS tables: simultaneous activities, and which steps can be undone."""

from __future__ import annotations

import pytest

from locarium import catalogue
from locarium.kernel.game import SPECTATOR
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.rng import new_rng
from locarium.search.levels import create_bot
from locarium.table.events import BOT_NAMES, Bot, Clock, Drawn, Seated, TableSettings
from locarium.table.table import Table
from table.tables import everything, finish, full_table, new_key, new_table, person, refusal, restored, step, times

LOCUS = catalogue.game("locus")
CARDS = [card.id for card in new_table(LOCUS, 2).setup.fields.box.cards]
# two turns for two seats; the third card of each turn is left over
TOP = ["y-d2", "p-d2", "r-i3", "y-i3", "g-d2", "b-d2"]


def drafted(**given) -> Table:
    """Return a table of two people in their activities. Seat 0 has the star and took y-d2; seat 1 took p-d2."""
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
def test_seat_can_undo_after_other_seats_acted() -> None:
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
def test_seat_can_undo_step_by_step_to_the_draft() -> None:
    table = drafted()
    step(table, "fill card Y d1 e1", 0)  # earns a coin
    step(table, "fill card P a3 a4", 1)
    step(table, "blocks", 0)
    step(table, "fill single Y c1", 0)
    for left in (["fill card Y d1 e1", "blocks"], ["fill card Y d1 e1"], []):
        undo(table, 0)
        assert [text for seat, text in steps_of(table)[2:] if seat == 0] == left
    assert table.undo_target(0) is None, "seat 1 has taken its card since"
    assert refusal(table, lambda: undo(table, 0)) == "no-undo"


@pytest.mark.clause("LOCUS-30")
def test_ended_activity_cannot_be_undone_after_another_seat_acted() -> None:
    table = drafted()
    step(table, "discard", 0)
    step(table, "end", 0)
    assert table.undo_target(0) is not None, "no seat has acted since"
    step(table, "discard", 1)
    assert table.undo_target(0) is None


@pytest.mark.clause("LOCUS-30")
def test_end_that_revealed_cards_cannot_be_undone() -> None:
    """Undoing it would let the player look at the deck."""
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
def test_steps_and_undos_of_other_seats_make_no_step_stale() -> None:
    table = drafted()
    seen_at = table.version
    step(table, "fill card Y b1 c1", 0)
    undo(table, 0)
    step(table, "discard", 0)
    table.step(1, "fill card P a3 a4", at=seen_at, key=new_key())
    assert refusal(table, lambda: table.step(1, "end", at=seen_at, key=new_key())) == "stale"
    assert refusal(table, lambda: table.step(0, "end", at=seen_at, key=new_key())) == "stale"
    table.step(1, "end", at=table.version, key=new_key())


def test_undo_that_removes_other_steps_makes_choices_stale() -> None:
    table = drafted(practice=True)
    seen_at = table.version
    step(table, "discard", 0)
    undo(table, 0)
    undo(table, 0)  # undoes the draft, including seat 1's card
    assert steps_of(table) == []
    assert refusal(table, lambda: table.step(1, "discard", at=seen_at, key=new_key())) == "stale"


def test_log_is_resent_from_the_undone_step() -> None:
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
def test_games_with_undos_can_be_restored_and_finished(seats: int, order: str) -> None:
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


# In the printed order seats act while others are still drafting.


def drafting(**given) -> Table:
    """Return a table of three people in the printed order, before the draft. Seat 0 has the star."""
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
    assert table.legal_actions(0) == [], "it has no card and not enough coins"
    undo(table, 0)
    assert steps_of(table) == [(0, "take y-d2"), (1, "take p-d2")]
    step(table, "fill card Y c1 d1", 0)
    assert everything(restored(table)) == everything(table)


@pytest.mark.clause("LOCUS-18", "LOCUS-30")
def test_with_the_printed_order_a_take_cannot_be_undone_after_the_next_take() -> None:
    table = drafting()
    step(table, "take y-d2", 0)
    assert table.undo_target(0) is not None
    step(table, "take p-d2", 1)
    assert refusal(table, lambda: undo(table, 0)) == "no-undo"


@pytest.mark.clause("LOCUS-16", "LOCUS-18", "LOCUS-30")
def test_with_the_printed_order_the_last_take_is_final_once_another_seat_uses_it() -> None:
    table = drafting()
    for seat, card in enumerate(TOP[:3]):
        step(table, f"take {card}", seat)
    step(table, "discard", 0)
    assert table.undo_target(2) is not None, "seat 0 could have discarded earlier"
    step(table, "end", 0)
    assert table.undo_target(2) is None, "the draft would never end"


@pytest.mark.clause("LOCUS-18")
def test_with_the_printed_order_other_seats_make_no_step_stale() -> None:
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
def test_bots_of_all_levels_play_together() -> None:
    table = new_table(LOCUS, 5)
    for seat in range(5):
        table.sit(seat, Bot(BOT_NAMES[seat], level=seat + 1))
    for _ in range(60):
        seat = table.bots_to_act()[0]
        best = create_bot(*table.bot_input(seat)).think(simulations=1)[0]
        step(table, LOCUS.notation.show(table.setup.fields, best.action), seat)
    assert table.status == "running"
