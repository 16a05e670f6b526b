"""`locarium games`, `locarium rules`: what the house has. No compiled code is loaded."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from locarium import catalogue
from locarium.kernel.about import LANGUAGES

Language = Annotated[str, typer.Option("--lang", help=f"One of {', '.join(LANGUAGES)}.")]
GameName = Annotated[
    str, typer.Argument(help="A game; `locarium games` lists them.", autocompletion=lambda: catalogue.NAMES)
]


def list_games(lang: Language = "en") -> None:
    """List the games of the house."""
    for name in catalogue.NAMES:
        about = catalogue.about(name)
        seats = about.seats(about.options())
        typer.echo(f"{name:<12} {about.title:<12} {seats[0]}-{seats[-1]}  {about.texts(lang).get('game', 'tagline')}")


def show_rules(game: GameName, lang: Language = "en") -> None:
    """Show the rules of a game."""
    print_markdown(without_figures(catalogue.about(game).rules_text(lang)))


def without_figures(text: str) -> str:
    """The same for a terminal, which cannot show what the boards of the front end draw."""
    return re.sub(r"^!\[.*\n\n", "", text, flags=re.MULTILINE)


def print_markdown(text: str) -> None:
    """Laid out on a terminal, as it is in a pipe."""
    if not sys.stdout.isatty():
        typer.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(Console().width, 100)).print(Markdown(text))
