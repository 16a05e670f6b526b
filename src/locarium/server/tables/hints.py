"""Hints, computed from what the seat knows and recorded in the game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from locarium.kernel.errors import Refused

from .messages import HintInfo, SuggestedStep

if TYPE_CHECKING:
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts
    from locarium.search.thinker import Advice
    from locarium.server.base.workers import Client
    from locarium.server.people.principal import Principal
    from locarium.table.table import Table

    from .live_table import LiveTable
    from .manager import TableManager

MAX_SUGGESTIONS = 3  # moves per hint


async def give_hint(
    manager: TableManager, live: LiveTable, principal: Principal, client: Client, language: str
) -> HintInfo:
    """Return the strongest bot's advice. The hint is recorded before it is returned."""
    manager.check_hints(client)  # a hint that cannot be given is not recorded

    def mark(table: Table) -> None:
        table.give_hint(table.acting_seat(principal.person_id), now=time.time())

    await manager.execute(live, mark)
    table = live.table
    seen, legal_actions = question(table, table.acting_seat(principal.person_id))
    advice = await manager.advise(client, seen, legal_actions, table.version)
    return _hint_info(seen, advice[:MAX_SUGGESTIONS], table.setup.texts(language), table.names, table.version)


def question(table: Table, seat: int) -> tuple[Position, list[int]]:
    """Return what the seat knows and its legal actions, as input for the bot."""
    legal_actions = table.setup.game.offered_to_bots(table.legal_actions(seat))
    if not legal_actions or seat not in table.position.active:  # another request was faster
        raise Refused("nothing-to-choose")
    return table.seen_by(seat).copy(), legal_actions


def _hint_info(seen: Position, advice: list[Advice], texts: Texts, names: tuple[str, ...], version: int) -> HintInfo:
    game, fields, seat = seen.setup.game, seen.setup.fields, seen.observer
    why = "" if game.explain is None else game.explain(texts, seen, seat, advice[0].action)
    is_alone = seen.setup.seats == 1
    steps = []
    for each in advice:
        step = game.notation.show(fields, each.action)
        sentence = game.telling.tell(texts, names, seat, step)
        steps.append(SuggestedStep(step, sentence, None if is_alone else each.value, each.score, each.error))
    return HintInfo(version, why, steps)
