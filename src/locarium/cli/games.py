"""`locarium games` and `locarium rules`: the catalogue. Loads no compiled code."""

from __future__ import annotations

import re
import sys
from typing import Annotated

import typer

from locarium import catalogue
from locarium.kernel.about import LANGUAGES

Language = Annotated[str, typer.Option("--lang", help=f"Language: {', '.join(LANGUAGES)}.")]
GameName = Annotated[
    str, typer.Argument(help="The name of a game; `locarium games` lists them.", autocompletion=lambda: catalogue.NAMES)
]


def list_games(lang: Language = "en") -> None:
    """List the games."""
    for name in catalogue.NAMES:
        about = catalogue.about(name)
        seats = about.seats(about.options())
        typer.echo(f"{name:<12} {about.title:<12} {seats[0]}-{seats[-1]}  {about.texts(lang).get('game', 'tagline')}")


def show_rules(game: GameName, lang: Language = "en") -> None:
    """Show the rules of a game."""
    print_markdown(without_figures(catalogue.about(game).rules_text(lang)))


def without_figures(text: str) -> str:
    """Remove the figures, which only the web client can draw."""
    return re.sub(r"^!\[.*\n\n", "", text, flags=re.MULTILINE)


def print_markdown(text: str) -> None:
    """Print Markdown, formatted on a terminal and raw in a pipe."""
    if not sys.stdout.isatty():
        typer.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(Console().width, 100)).print(Markdown(text))
