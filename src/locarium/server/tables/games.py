"""Descriptions of the games for clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from locarium import catalogue
from locarium.kernel.options import accepted, hints, takes_text

from .messages import GameInfo, OptionInfo

if TYPE_CHECKING:
    from locarium.kernel.about import About
    from locarium.kernel.texts import Texts

OptionKind: TypeAlias = Literal["rules", "table"]


def describe_game(name: str, language: str) -> GameInfo:
    """Describe a game for the start page."""
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
