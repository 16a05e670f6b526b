"""LOCUS: views of concealed positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from locarium.kernel.bits import elements
from locarium.kernel.jit import plain

from .drawing import draw_box
from .edition import COLOUR_LETTERS, GREEN, PURPLE, Sheet, Zone, name_square
from .notation import WHATS, ZONE_LETTERS, names_of
from .rules import (
    ACTIVITIES,
    DRAFT,
    ENDINGS,
    FINAL,
    MAX_SEATS,
    NOTHING,
    TOGETHER,
    WHAT_DOUBLE,
    WHAT_SINGLE,
    ZONES,
    coins_of_discard,
    count_zones,
)
from .view import CardSheet, LocusPlace, LocusView, RankSheet, SheetView, ZoneSheet

if TYPE_CHECKING:
    from locarium.kernel.drawing import Line
    from locarium.kernel.position import Position, Setup
    from locarium.kernel.texts import Texts

PHASES: dict[int, Literal["draft", "activities", "final"]] = {DRAFT: "draft", ACTIVITIES: "activities", FINAL: "final"}


def view(position: Position) -> LocusView:
    """Return the view of a concealed position."""
    rules, state = position.setup.fields, position.fields
    cards = names_of(rules).cards
    points = zone_points(position)
    open_cards = [card for card in state.display if card != NOTHING and card not in state.taken]
    return LocusView(
        observer=state.observer if state.observer >= 0 else None,
        active=position.active,
        ending=ENDINGS[state.over] if state.over else None,
        phase=PHASES.get(state.phase, "draft"),
        turn=state.turn,
        turns=state.turns,
        **rounds_of(rules, state),
        extra_rounds=state.extra_rounds,
        star=state.star if rules.seats > 1 else None,
        display=[cards[card] for card in open_cards] if state.phase == DRAFT else [],
        leftover=None if state.leftover == NOTHING else cards[state.leftover],
        deck=state.deck_size - state.turned,
        discards=[cards[card] for card in elements(state.discards)],
        unseen=state.turned - state.shown - _put_away(state) if rules.seats == 1 else 0,
        places=[_place(rules, state, seat, points[seat]) for seat in range(rules.seats)],
        sheet=show_sheet(rules.box),
    )


def rounds_of(rules: Any, state: Any) -> dict[str, int | None]:
    """Return the round counters as the sheets show them: rounds of one turn per player (LOCUS-02), or None in solo."""
    if rules.seats == 1:
        return {"rounds": None, "round": None, "turn_of_round": None}
    rounds = rules.turns // rules.seats
    number, turn = divmod(max(state.turn - 1, 0), rules.seats)
    is_extra = state.extra_rounds > 0
    return {"rounds": rounds, "round": number + 1 - (rounds if is_extra else 0), "turn_of_round": turn + 1}


def zone_points(position: Position) -> list[list[int]]:
    """Return the points by seat and zone."""
    points = np.empty(MAX_SEATS * ZONES, np.int64)
    count_zones(position.setup.tables, position.array, points)
    found: list[list[int]] = points.reshape(MAX_SEATS, ZONES).tolist()
    return found


def draw_edition(setup: Setup, texts: Texts) -> list[Line]:
    """Draw the sheet and cards as text."""
    return draw_box(show_sheet(setup.fields.box), texts)


def without_sheet(view: LocusView) -> LocusView:
    """Return the view without the sheet, for a client that already has it."""
    return msgspec.structs.replace(view, sheet=None)


def _put_away(state: Any) -> int:
    """Return the number of this deck's cards among the discards. Solo games have one deck."""
    return int(state.discards).bit_count() if state.deck_size else 0


def _place(rules: Any, state: Any, seat: int, points: list[int]) -> LocusPlace:
    names = names_of(rules)
    filled = state.filled[seat]
    taken = state.taken[seat]
    pending = {WHATS[WHAT_DOUBLE + colour]: state.doubles[seat][colour] for colour in range(ZONES)}
    pending[WHATS[WHAT_SINGLE]] = state.singles[seat]
    must_use_card = bool(state.has_card >> seat & 1)
    if state.phase == DRAFT and rules.order == TOGETHER:
        must_use_card = taken != NOTHING
    return LocusPlace(
        filled={
            letter: [names.squares[zone][square] for square in elements(filled[zone])]
            for zone, letter in enumerate(ZONE_LETTERS)
        },
        earned=state.earned[seat],
        crossed=state.crossed[seat],
        coins=state.earned[seat] - state.crossed[seat],
        taken=None if taken == NOTHING else names.cards[taken],
        must_use_card=must_use_card,
        discard_coins=_discard_coins(rules, state, seat) if must_use_card else 0,
        pending=pending,
        has_bought=bool(state.has_bought >> seat & 1),
        is_busy=state.phase != DRAFT and bool(state.active >> seat & 1),
        points=dict(zip(ZONE_LETTERS, points, strict=True)),
        lowest=min(points),
        total=sum(points) + min(points),
    )


def _discard_coins(rules: Any, state: Any, seat: int) -> int:
    """Return the coins earned by discarding, limited by the free circles: LOCUS-07, LOCUS-13."""
    coins = int(plain(coins_of_discard)(rules, state.taken[seat]))
    return min(coins, int(rules.circles - state.earned[seat]))


def show_sheet(sheet: Sheet) -> SheetView:
    """Return the printed sheet."""
    return sheet.once(_show_sheet)


def _show_sheet(sheet: Sheet) -> SheetView:
    return SheetView(
        title=sheet.title,
        circles=sheet.circles,
        zones=[_zone(zone) for zone in sheet.zones],
        cards={
            card.id: CardSheet(COLOUR_LETTERS[card.colour], list(sheet.shapes[card.shape]), card.has_coin)
            for card in sheet.cards
        },
        ranks=[RankSheet(rank.points, rank.titles) for rank in sheet.ranks],
    )


def _zone(zone: Zone) -> ZoneSheet:
    names = [name_square(square) for square in zone.squares]
    bonuses = {"$": zone.coins, "*": zone.singles} | dict(zip(COLOUR_LETTERS, zone.doubles, strict=False))
    return ZoneSheet(
        colour=ZONE_LETTERS[zone.colour],
        columns=zone.columns,
        rows=zone.rows,
        squares=names,
        bold=[names[square] for square in elements(zone.bold)],
        ends=[names[square] for square in elements(zone.ends)],
        blocks={letter: [names[square] for square in elements(bits)] for letter, bits in sorted(zone.blocks.items())},
        bonuses={names[square]: mark for mark, bits in bonuses.items() for square in elements(bits)},
        points={_point_label(zone, key): points for key, points in zone.points.items()},
    )


def _point_label(zone: Zone, key: int | str) -> str:
    """Return the label of a score. Rows and lines are numbered from 1, as in the names of squares."""
    if isinstance(key, str):
        return key
    return "end" if zone.colour == GREEN else str(key if zone.colour == PURPLE else key + 1)
