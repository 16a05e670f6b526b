"""`locarium puzzles …`: puzzles found in bot games, with proven solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from locarium.kernel.bounds import MAX_FILE, read_start
from locarium.kernel.errors import BadInput

from .games import GameName
from .options import SeedOption
from .progress import progress

app = typer.Typer(help="Generate and check puzzles.", rich_markup_mode=None)


@app.command()
def make(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of bot games to search for puzzles.", min=1)] = 100,
    each: Annotated[int, typer.Option(help="Maximum number of puzzles per grade.", min=1)] = 50,
    seed: SeedOption = 0,
) -> None:
    """Play bot games and print the puzzles found in them, one per line. The output depends only on the arguments."""
    from locarium.puzzles import making

    for puzzle in making.make(game, progress(range(games), "games"), seed, each):
        typer.echo(puzzle.to_json())


@app.command()
def check(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(help="A puzzle file; by default the built-in puzzles.")] = None,
) -> None:
    """Prove puzzles again. Prints ok, or which puzzle is wrong (exit code 2)."""
    from locarium.puzzles import book, making

    if file is None:
        puzzles = list(book.puzzles_of(game).values())
    else:
        try:
            puzzles = book.read_puzzles(read_start(file, MAX_FILE).splitlines())
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            raise BadInput(f"cannot read {str(file)!r}: {reason}") from None
    making.prove_all(game, progress(puzzles, "puzzles"))
    typer.echo(f"ok ({len(puzzles)} puzzles)")
