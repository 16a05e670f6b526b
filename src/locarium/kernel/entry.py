"""The single entry point from plain Python into a game's compiled rules.

Every function that Python calls must be compiled once and loaded by every process. With a single entry point, there is
only one such function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game import apply, begin, chance, conceal, draw, fault, judge, legal, next_seat, sample
from .jit import IS_COMPILED, compiled_brief

if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Rules, State
    from .layout import Array

BEGIN, CHANCE, DRAW, NEXT_SEAT, LEGAL, FAULT, APPLY, CONCEAL, SAMPLE, JUDGE = range(10)


@compiled_brief
def ask(question: int, tables: Array[Rules], states: Array[State], seat: int, action: int, numbers: Array[int]) -> int:
    """Run a query. `seat`, `action` and `numbers` (input or output) are used only by queries that need them.

    Rules and state are passed as arrays of length one, which is six times faster than passing their elements.
    """
    rules, state = tables[0], states[0]
    answer = 0
    if question == BEGIN:
        begin(rules, state)
    elif question == CHANCE:
        answer = chance(rules, state, numbers)
    elif question == DRAW:
        draw(rules, state, numbers)
    elif question == NEXT_SEAT:
        answer = next_seat(rules, state)
    elif question == LEGAL:
        answer = legal(rules, state, seat, numbers)
    elif question == FAULT:
        answer = fault(rules, state, seat, action)
    elif question == APPLY:
        apply(rules, state, seat, action)
    elif question == CONCEAL:
        conceal(rules, state, seat)
    elif question == SAMPLE:
        sample(rules, state, numbers)
    elif question == JUDGE:
        answer = judge(rules, state, numbers)
    return answer


def door_for(tables: Array[Rules], states: Array[State], numbers: Array[int]) -> Callable[..., int]:
    """Return `ask` compiled for these array types. Callers keep it to save the lookup on every call."""
    ask(BEGIN, tables, states, 0, 0, numbers)
    if not IS_COMPILED:
        return ask
    dispatcher: Any = ask
    types = tuple(dispatcher.typeof_pyval(value) for value in (BEGIN, tables, states, 0, 0, numbers))
    door: Callable[..., int] = dispatcher.overloads[types].entry_point
    return door
