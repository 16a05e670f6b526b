"""Hints and analyses as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.outcome import is_proven

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from locarium.kernel.outcome import Outlook
    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts
    from locarium.search.analysis import Analysis, Balance, Choice, Moment
    from locarium.search.thinker import Advice

MAX_HINTS = 4  # steps listed in a hint
MAX_WIDTH = 28  # characters of a step in a table
SPREAD = 2  # standard errors shown: about a 95 % interval
MIN_COST = 0.005  # smaller costs are not shown
MINUS = "\N{MINUS SIGN}"


def format_advice(words: Texts, texts: Texts, position: Position, advice: Sequence[Advice]) -> Iterator[str]:
    """Yield the best step with its reason, then the next best steps."""
    game, fields = position.setup.game, position.setup.fields
    best, *others = advice[:MAX_HINTS]
    yield words.get("hints", "best", step=game.notation.show(fields, best.action), chance=_format_worth(words, best))
    if game.explain is not None:
        yield game.explain(texts, position, position.observer, best.action)
    if others:
        steps = [f"{game.notation.show(fields, each.action)} ({_format_worth(words, each)})" for each in others]
        yield words.get("hints", "next", steps=", ".join(steps))


def _format_worth(words: Texts, advice: Advice) -> str:
    if advice.value is not None:
        return format_chance(words, advice.value, advice.error)
    return words.get("hints", "unknown") if advice.score is None else format_score(words, advice.score, advice.error)


def format_outlook(words: Texts, outlook: Outlook, seat: int) -> str:
    """Format the expected result of a seat that has nothing to choose."""
    error = outlook.errors[seat] if outlook.errors else None
    if len(outlook.chances) == 1 and outlook.scores is not None:
        return format_score(words, outlook.scores[0], error)
    return format_chance(words, outlook.chances[seat], error)


def format_chance(words: Texts, chance: float, error: float | None) -> str:
    """Format a chance to win with its error."""
    if error == 0 and is_proven(chance):
        return words.get("hints", "sure-win" if round(chance) else "sure-loss")
    if not error:
        return words.get("hints", "chance", chance=round(100 * chance))
    return words.get("hints", "chance-within", chance=round(100 * chance), error=max(1, round(100 * SPREAD * error)))


def format_score(words: Texts, score: float, error: float | None) -> str:
    """Format an expected score with its error."""
    if not error:
        return words.get("hints", "score", score=round(score))
    return words.get("hints", "score-within", score=round(score), error=max(1, round(SPREAD * error)))


def format_analysis(words: Texts, names: Sequence[str], analysis: Analysis) -> Iterator[str]:
    """Yield a table with one line per step, then a breakdown of each seat's result."""
    is_points = analysis.unit == "points"
    yield words.get("analysis", "head-points" if is_points else "head")
    steps = [f"{_shortened(moment)}{_format_choice(moment.choice, is_points=is_points)}" for moment in analysis.moments]
    width = max((len(step) for step in steps), default=0)
    yield f"{'':<{width + 8}}{''.join(f'{name:>14}' for name in names)}"
    for number, (moment, step) in enumerate(zip(analysis.moments, steps, strict=True), start=1):
        worths = zip(moment.known, moment.true, strict=True)
        cells = "".join(f"{_cell(known, true, is_points=is_points):>14}" for known, true in worths)
        yield f"{number:>4}  {'·' if moment.seat is None else moment.seat} {step:<{width}}{cells}"
    if not analysis.is_finished:
        yield words.get("analysis", "unfinished")
    for name, balance in zip(names, analysis.balances, strict=True):
        yield _format_balance(words, name, balance, is_points=is_points)


def _shortened(moment: Moment) -> str:
    return moment.text if len(moment.text) <= MAX_WIDTH else f"{moment.text[: MAX_WIDTH - 2]} …"


def _format_choice(choice: Choice | None, *, is_points: bool) -> str:
    """Format the cost of a choice and the better step."""
    if choice is None or choice.cost < (0.5 if is_points else MIN_COST):
        return ""
    return f"  {_signed(-choice.cost, is_points=is_points)} < {choice.best}"


def _cell(known: float, true: float, *, is_points: bool) -> str:
    scale, unit = (1, "") if is_points else (100, " %")
    return f"{scale * known:.0f} ({scale * true:.0f}){unit}"


def _signed(change: float, *, is_points: bool) -> str:
    number = round(change if is_points else 100 * change)
    return f"{MINUS if number < 0 else '+'}{abs(number)}{'' if is_points else ' %'}"


def _format_balance(words: Texts, name: str, balance: Balance, *, is_points: bool) -> str:
    scale, unit = (1, "") if is_points else (100, " %")
    changes = {key: _signed(getattr(balance, key), is_points=is_points) for key in ("luck", "own", "others")}
    ends = {key: f"{scale * getattr(balance, key):.0f}{unit}" for key in ("began", "result", "cost")}
    key = "balance-points" if is_points else "balance"
    return words.get("analysis", key, seat=name, decisions=balance.decisions, **changes, **ends)
