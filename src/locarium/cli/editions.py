"""`locarium edition …`: write, check, draw and measure editions."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from locarium import catalogue
from locarium.kernel.about import check_language
from locarium.kernel.bounds import MAX_TEXT, read_start
from locarium.kernel.edition import HOUSE
from locarium.kernel.errors import BadInput, one_of
from locarium.kernel.options import accepted, hints

from .balance import measure, table, verdicts
from .console import print_lines
from .games import Language
from .options import SeedOption, WorkersOption, check_folders, read_edition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from locarium.kernel.about import About

app = typer.Typer(help="Create, check, show and measure editions.", rich_markup_mode=None)

_FIELD = re.compile(r"^[ \t]*\[*([\w-]+)", re.MULTILINE)

File = Annotated[str, typer.Argument(help="An edition file, or the name of a built-in edition.", metavar="FILE")]
Game = Annotated[
    str | None,
    typer.Option("--game", help="The game; by default detected from the file."),
]


@app.command()
def check(file: File, game: Game = None) -> None:
    """Check an edition. Prints ok, or where the problem is and what is expected."""
    about = _game_of(file, game)
    edition = read_edition(about, file)

    from locarium.kernel.position import Setup

    faults: dict[str, str] = {}
    for options in _combinations(about):
        seats = about.seats(about.read_options(options))[0]
        written = ", ".join(f"{name}={value}" for name, value in options.items())
        try:
            Setup(catalogue.game(about.name), seats, options, edition)
        except BadInput as error:
            if not written:
                raise
            faults[str(error)] = written
    typer.echo(f"ok: {about.title}")
    for message, written in faults.items():
        typer.echo(f"but not with {written}: {message}")


@app.command()
def show(file: File = HOUSE, game: Game = None, lang: Language = "en") -> None:
    """Draw an edition in the terminal."""
    check_language(lang)
    about = _game_of(file, game)
    edition = read_edition(about, file)

    from rich.console import Console

    from locarium.kernel.position import Setup

    setup = Setup(catalogue.game(about.name), about.seats(about.options())[0], {}, edition)
    draw = setup.game.draw_edition
    assert draw is not None, "a game with editions draws them"
    print_lines(Console(highlight=False), draw(setup, setup.texts(lang)))


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Name of the new edition; the file is NAME.toml.")],
    game: Annotated[str, typer.Option("--game", help="The game.")] = "locus",
) -> None:
    """Write a commented edition file to start from: a copy of the house edition under another name."""
    about = _with_editions(game)
    if not name.replace("-", "").replace("_", "").isalnum():
        raise BadInput(f"{name!r} is not a valid edition name; use letters, digits, - and _")
    file = Path(f"{name}.toml")
    text = about.edition(HOUSE).text.replace(f'name = "{HOUSE}"', f'name = "{name}"')
    try:
        with file.open("x", encoding="utf-8") as output:
            output.write(text.replace(f'edition "{HOUSE}"', f'edition "{name}"'))
    except FileExistsError:
        raise BadInput(f"{str(file)!r} already exists; choose another name or remove it") from None
    except OSError as error:
        raise BadInput(f"cannot write {str(file)!r}: {error.strerror}") from None
    typer.echo(f"Created {file}. Edit it, then run: locarium edition check {file}")


@app.command()
def balance(
    file: File = HOUSE,
    game: Game = None,
    seats: Annotated[
        list[int] | None, typer.Option(help="Number of seats; can be repeated; by default 1 and 2.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games with the greedy bot.", min=2)] = 400,
    strong_games: Annotated[int, typer.Option(help="Games with the master bot; 0 for none.", min=0)] = 40,
    simulations: Annotated[int, typer.Option(help="Simulations per move of the master bot.", min=1)] = 30,
    seconds: Annotated[
        float | None,
        typer.Option(help="Seconds per move of the master bot, instead of --simulations.", min=0.001),
    ] = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    output: Annotated[Path | None, typer.Option("--json", help="Write the results to this file.")] = None,
) -> None:
    """Measure the balance of a LOCUS edition from bot games: zones, coins and totals with 95 % intervals."""
    about = _game_of(file, game)
    if about.name != "locus":
        raise BadInput(f"edition balance works for locus only; {about.name} has no zones")
    if strong_games == 1:
        raise BadInput("--strong-games 1 is too few; an interval needs at least 2 games")
    check_folders(output)
    edition, chosen = read_edition(about, file), seats or [1, 2]
    for number in chosen:
        about.check_seats(number, about.options())

    from locarium.arena.balance import Sample

    master = f"master:simulations={simulations}" if seconds is None else f"master:seconds={seconds:g}"
    players = {"greedy": games, master: strong_games}
    samples = [
        (Sample(edition, player, number), range(seed, seed + count))
        for player, count in players.items()
        for number in chosen
        if count
    ]
    found = []
    for each in measure(samples, workers):
        found.append(each)
        for line in (*table(each), ""):
            typer.echo(line.rstrip())
    for each in found:
        if each.player == "greedy":
            for line in verdicts(each):
                typer.echo(line)
    if output is not None:
        output.write_text(json.dumps({"seed": seed, "samples": list(map(asdict, found))}, indent=2) + "\n", "utf-8")


def _games() -> list[str]:
    """Return the names of the games that have editions."""
    return [name for name in catalogue.NAMES if catalogue.about(name).has_editions]


def _with_editions(name: str) -> About:
    about = catalogue.about(name)
    if not about.has_editions:
        raise BadInput(f"{name} has no editions; choose {one_of(_games())}")
    return about


def _game_of(file: str, game: str | None) -> About:
    """Return the game of an edition: the one given, or the best match by the file's fields or the edition's name."""
    if game is not None:
        return _with_editions(game)
    if Path(file).is_file():
        fields = _fields(read_start(Path(file), MAX_TEXT, errors="replace"))
        likely = {name: len(fields & _fields(catalogue.about(name).edition().text)) for name in _games()}
    else:
        likely = {name: int(file in catalogue.about(name).edition_names()) for name in _games()}
    return catalogue.about(max(likely, key=lambda name: (likely[name], name == "locus")))


def _fields(text: str) -> set[str]:
    """Return the field names at the start of lines. Works for files that are not valid TOML too."""
    return set(_FIELD.findall(text))


def _combinations(about: About) -> Iterator[dict[str, object]]:
    """Yield the defaults, then every other combination of the options with a fixed set of values."""
    known = {name: accepted(hint) for name, hint in hints(about.options).items() if accepted(hint)}
    defaults = about.options()
    for values in itertools.product(*known.values()):
        chosen = dict(zip(known, values, strict=True))
        yield {name: value for name, value in chosen.items() if getattr(defaults, name.replace("-", "_")) != value}
