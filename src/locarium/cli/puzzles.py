"""`locarium puzzles …`: positions with a right answer, found in bots' games and proven."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from locarium.kernel.bounds import MAX_FILE, read_start
from locarium.kernel.errors import BadInput

from .games import GameName
from .options import SeedOption
from .progress import progress

app = typer.Typer(help="Make puzzles, and prove them again.", rich_markup_mode=None)


@app.command()
def make(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games the bots play.", min=1)] = 100,
    each: Annotated[int, typer.Option(help="At most so many puzzles of each grade.", min=1)] = 50,
    seed: SeedOption = 0,
) -> None:
    """Let bots play, and print the puzzles that are found in their games, one a line; the same call prints the same."""
    from locarium.puzzles import making

    for puzzle in making.make(game, progress(range(games), "games"), seed, each):
        typer.echo(puzzle.to_json())


@app.command()
def check(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(help="A file of puzzles; those of the house if not given.")] = None,
) -> None:
    """Prove puzzles again: says ok, or which one is not what it says (exit code 2)."""
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
