"""What a client is told, made from what its seat may know, in its language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import msgspec

from locarium import catalogue
from locarium.kernel.errors import BadNotation, IllegalStep, LocariumError, Refused
from locarium.kernel.game import SPECTATOR
from locarium.kernel.options import accepted, hints, takes_text
from locarium.play.events import Bot, Person

from . import metrics
from .messages import Ending, Fault, GameInfo, LogLine, OptionInfo, SeatInfo, TableInfo, TableState

if TYPE_CHECKING:
    from collections.abc import Callable

    from locarium.catalogue import GameView
    from locarium.kernel.about import About
    from locarium.kernel.options import Options
    from locarium.kernel.texts import Texts
    from locarium.play.table import Table

OptionKind: TypeAlias = Literal["rules", "table"]
Tell: TypeAlias = "Callable[[Texts, tuple[str, ...], int | None, str], str]"


def describe_table(table: Table) -> TableInfo:
    """What everybody may know."""
    about = table.setup.game.about
    return TableInfo(
        table=table.opened.table,
        game=about.name,
        title=about.title,
        status=table.status,
        seats=[_describe_seat(who) for who in table.seats],
        game_number=table.game_number,
        wins=table.wins,
        options=table.opened.options,
        manners=_with_defaults(table.manners),
        practice=table.opened.practice,
        commitment=table.commitment,
        edition=table.setup.edition.name if about.has_editions else None,
    )


@lru_cache
def _with_defaults(options: Options) -> dict[str, object]:
    """Options by the name that they have in records, all of them."""
    return {field.encode_name: getattr(options, field.name) for field in msgspec.structs.fields(options)}


@lru_cache
def _describe_seat(who: Person | Bot | None) -> SeatInfo:
    if who is None:
        return SeatInfo("open")
    return SeatInfo("bot", who.name, who.level) if isinstance(who, Bot) else SeatInfo("person", who.name)


def show_state(table: Table, seat: int | None, language: str, log_from: int, *, whole: bool) -> TableState:
    """The table as a seat, or a spectator, may know it; the log from a line on; whole for who has seen nothing yet."""
    observer = SPECTATOR if seat is None else seat
    begun = table.status != "waiting"
    return TableState(
        version=table.version,
        info=describe_table(table),
        seat=seat,
        view=_show_view(table, observer, whole=whole) if begun else None,
        legal=[] if seat is None else table.offered_texts(seat),
        chosen=table.position.sealed,
        may_take_back=seat is not None and table.take_back_target(seat) is not None,
        log=log_lines(table, observer, language, log_from),
        log_from=log_from,
        ending=_ending(table, language),
    )


def _show_view(table: Table, observer: int, *, whole: bool) -> GameView:
    game = table.setup.game
    view = game.view(table.seen_by(observer))
    return cast("GameView", view if whole else game.trimmed(view))


def log_lines(table: Table, observer: int, language: str, start: int) -> list[LogLine]:
    """The steps from a line on, in sentences."""
    game = table.setup.game
    texts, names = table.setup.texts(language), table.names
    history = table.history
    return [
        LogLine(
            seat,
            text,
            _sentence(game.telling.tell, texts, names, seat, text),
            game.telling.follow(texts, names, *history.followed(line)),
        )
        for line, (seat, text) in enumerate(history.texts(observer, start), start)
    ]


@lru_cache(maxsize=4096)  # what one seat is told the others are told too
def _sentence(tell: Tell, texts: Texts, names: tuple[str, ...], seat: int | None, text: str) -> str:
    return tell(texts, names, seat, text)


def _ending(table: Table, language: str) -> Ending | None:
    outcome = None if table.status == "waiting" else table.outcome
    if outcome is None:
        return None
    sentence = table.setup.texts(language).get("endings", outcome.reason)
    return Ending(outcome.scores, outcome.winners, sentence)


def explain(error: LocariumError, texts: Texts, seat: int | None = None) -> Fault:
    """Why something was refused."""
    fault = _explain(error, texts, seat)
    metrics.refusals.labels(fault.key).inc()
    return fault


def _explain(error: LocariumError, texts: Texts, seat: int | None) -> Fault:
    match error:
        case IllegalStep():
            return Fault(error.reason, texts.get("faults", error.reason, seat=seat))
        case Refused():
            return Fault(error.reason, texts.get("faults", error.reason, **error.values))
        case BadNotation():
            return Fault("bad-notation", texts.get("faults", "bad-notation", text=error.text))
        case _:
            return Fault("bad-input", texts.get("faults", "bad-input", detail=str(error)))


def describe_game(name: str, language: str) -> GameInfo:
    """A game for the start page."""
    about = catalogue.about(name)
    texts = about.texts(language)
    allowed = about.seats(about.options())
    return GameInfo(
        name=name,
        title=about.title,
        tagline=texts.get("game", "tagline"),
        players=texts.get("game", "players"),
        minutes=texts.get("game", "minutes"),
        fewest=allowed[0],
        most=allowed[-1],
        options=[
            *(_describe_option(about, "rules", name, hint, texts) for name, hint in hints(about.options).items()),
            *(_describe_option(about, "table", name, hint, texts) for name, hint in hints(about.manners).items()),
        ],
        editions=about.edition_names() if about.has_editions else [],
    )


def _describe_option(about: About, kind: OptionKind, name: str, hint: object, texts: Texts) -> OptionInfo:
    choices = accepted(hint)
    allowed = [about.seats(about.read_options({name: choice} if kind == "rules" else {})) for choice in choices]
    return OptionInfo(
        name=name,
        kind=kind,
        choices=choices,
        own_text=takes_text(hint),
        own_label=_label(texts, name, "own") if takes_text(hint) else "",
        explanation=texts.get("options" if kind == "rules" else "table-options", name),
        labels=[_label(texts, name, choice) for choice in choices],
        fewest=[seats[0] for seats in allowed],
        most=[seats[-1] for seats in allowed],
    )


def _label(texts: Texts, name: str, choice: object) -> str:
    if isinstance(choice, bool):
        return texts.get("words", "on" if choice else "off")
    return texts.get("choices", f"{name}.{choice}")


encoder = msgspec.json.Encoder()
