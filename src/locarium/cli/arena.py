"""`locarium arena`: bots against bots."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from locarium import catalogue
from locarium.kernel.errors import BadInput

from .games import GameName
from .options import EditionOption, read_edition, seats_or_fewest, split_options

if TYPE_CHECKING:
    from locarium.arena.games import Contest, Played
    from locarium.arena.standings import Standing, Test

HIGH = 20.0  # Elo of the sequential test by default


def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="random, greedy, search:seconds=0.05, program:COMMAND …")],
    games: Annotated[int, typer.Option(help="At least so many; every deal is played with all rotations.", min=1)] = 100,
    seats: Annotated[int | None, typer.Option(help="How many play; the number of bots if not given.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A rule option, name=value; may be repeated.")] = None,
    edition: EditionOption = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.", min=0)] = 0,
    workers: Annotated[int | None, typer.Option(help="Processes; one a core if not given.", min=1)] = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop when it is proven or ruled out that the first of two bots is stronger.")
    ] = False,
    margin: Annotated[float, typer.Option(help="By how many Elo, for --sprt.", min=1)] = HIGH,
    output: Annotated[Path | None, typer.Option("--json", help="Write results to this file.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write the records of all games to this file.")] = None,
    chart: Annotated[Path | None, typer.Option(help="Write a picture of the standings to this file, SVG.")] = None,
) -> None:
    """Let bots play against each other: seats rotated over the same deals; wins, scores and Elo with intervals."""
    about = catalogue.about(game)
    rules, manners = split_options(about, option or [])
    if manners:
        raise BadInput(f"{next(iter(manners))!r} is an option of the table; the arena knows the rules' options only")
    allowed = about.seats(about.read_options(rules))
    chosen = seats_or_fewest(about, seats if seats is not None or len(bots) not in allowed else len(bots), rules)
    if len(bots) < 2:
        raise BadInput("an arena needs at least two bots")
    if sprt and (len(bots) != 2 or chosen != 2):
        raise BadInput("--sprt compares two bots at two seats")
    for file in (output, records, chart):
        if file is not None and not file.parent.is_dir():
            raise BadInput(f"cannot write {str(file)!r}: there is no folder {str(file.parent)!r}")

    from locarium.arena.games import Contest
    from locarium.arena.players import parse_player
    from locarium.arena.standings import Test, standings

    for bot in bots:
        parse_player(bot)
    contest = Contest(game, chosen, rules, read_edition(about, edition), tuple(bots))
    test = Test(0, margin) if sprt else None
    played = _play(contest, games, seed, workers, test, with_records=records is not None)
    found = standings(bots, played)
    for line in _lines(found, played, test):
        typer.echo(line)
    if output is not None:
        result = {"game": game, "seats": chosen, "options": rules, "games": len(played), "seed": seed}
        output.write_text(json.dumps(result | {"standings": list(map(asdict, found))}, indent=2) + "\n", "utf-8")
    if records is not None:
        records.write_text("".join(f"{each.record}\n" for each in played if not each.failure), "utf-8")
    if chart is not None:
        from locarium.arena.chart import to_svg

        chart.write_text(to_svg(f"{about.title}, {len(played)} games", found), "utf-8")


def _play(
    contest: Contest, games: int, seed: int, workers: int | None, test: Test | None, *, with_records: bool
) -> list[Played]:
    """All games, with progress on standard error; a test may end it early."""
    from rich.console import Console
    from rich.progress import Progress

    from locarium.arena.runner import play

    played: list[Played] = []
    told: set[str] = set()
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=games)
        with closing(play(contest, range(seed, seed + games), workers, with_records=with_records)) as deals:
            for deal in deals:
                played += deal
                progress.update(task, completed=min(games, len(played)))
                for failure in {each.failure for each in deal if each.failure} - told:
                    told.add(failure)
                    progress.console.print(f"lost: {failure}", markup=False)
                if len(played) >= games or (test is not None and test.verdict(played) is not None):
                    break
    return played


def _lines(standings: list[Standing], played: list[Played], test: Test | None) -> list[str]:
    """The table, as a person reads it."""
    width = max(len(standing.name) for standing in standings)
    lines = [f"{'':<{width}}  {'wins':>7}  {'95 %':>15}  {'score':>8}  {'Elo':>6}  {'95 %':>14}"]
    for each in standings:
        score = "" if each.mean_score is None else f"{each.mean_score:.2f}"
        wins = f"{100 * each.share:.1f} %"
        interval = f"{100 * each.share_low:.1f} … {100 * each.share_high:.1f}"
        elo = f"{each.elo_low:+.0f} … {each.elo_high:+.0f}"
        failed = f"  {each.failures} lost by failing" if each.failures else ""
        lines.append(
            f"{each.name:<{width}}  {wins:>7}  {interval:>15}  {score:>8}  {each.elo:>+6.0f}  {elo:>14}{failed}"
        )
    lines.append(f"{len(played)} games")
    if test is not None:
        verdict = {True: "proven", False: "ruled out", None: "not decided"}[test.verdict(played)]
        lines.append(f"the first is stronger by {test.high:g} Elo: {verdict} (log ratio {test.ratio(played):+.2f})")
    return lines
