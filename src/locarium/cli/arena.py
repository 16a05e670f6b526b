"""`locarium arena`: matches between bots."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from locarium import catalogue
from locarium.kernel.errors import BadInput

from .games import GameName
from .options import (
    EditionOption,
    SeedOption,
    WorkersOption,
    check_folders,
    read_edition,
    seats_or_fewest,
    split_options,
)

if TYPE_CHECKING:
    from locarium.arena.games import Contest, Played
    from locarium.arena.standings import Standing, Test

HIGH = 20.0  # default Elo margin of the sequential test
HELP = ("-h", "--help")

Seconds = Annotated[float, typer.Option(help="Seconds per move, for bots without a limit of their own.", min=0.001)]
Results = Annotated[Path | None, typer.Option("--json", help="Write the results to this file.")]
Chart = Annotated[Path | None, typer.Option(help="Write a chart of the standings to this SVG file.")]


class ContestByDefault(TyperGroup):
    """Read `arena GAME BOT BOT` as `arena contest GAME BOT BOT`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert `contest` if the first argument is not a command."""
        if args and args[0] not in (*self.commands, *HELP):
            args = ["contest", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=ContestByDefault, help="Play bots against each other and rank them.", rich_markup_mode=None)


@app.command()
def contest(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Bots: random, greedy, search:seconds=0.05, program:COMMAND …")],
    games: Annotated[
        int, typer.Option(help="Minimum number of games; every deal is played in all seat rotations.", min=1)
    ] = 100,
    seats: Annotated[int | None, typer.Option(help="Number of seats; by default the number of bots.")] = None,
    seconds: Seconds = 0.1,
    option: Annotated[list[str] | None, typer.Option(help="A rule option as name=value; can be repeated.")] = None,
    edition: EditionOption = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as a sequential test shows whether the first bot is stronger.")
    ] = False,
    margin: Annotated[float, typer.Option(help="Elo difference to test for with --sprt.", min=1)] = HIGH,
    output: Results = None,
    records: Annotated[Path | None, typer.Option(help="Write the records of all games to this file.")] = None,
    chart: Chart = None,
) -> None:
    """Play bots against each other and print wins, scores and Elo. The word `contest` is optional.

    Every deal is played in all seat rotations. Intervals are 95 % confidence intervals.
    """
    about = catalogue.about(game)
    rules, table_options = split_options(about, option or [])
    if table_options:
        raise BadInput(f"{next(iter(table_options))!r} is a table option; the arena takes rule options only")
    allowed = about.seats(about.read_options(rules))
    chosen = seats_or_fewest(about, seats if seats is not None or len(bots) not in allowed else len(bots), rules)
    if len(bots) < 2:
        raise BadInput(f"name at least two bots, as in: locarium arena {game} greedy random")
    if sprt and (len(bots) != 2 or chosen % 2):
        raise BadInput("--sprt needs exactly two bots and an even number of seats")
    check_folders(output, records, chart)

    from locarium.arena.games import Contest
    from locarium.arena.players import parse_player
    from locarium.arena.standings import Test, standings

    for bot in bots:
        parse_player(bot)
    wanted = Contest(game, chosen, rules, read_edition(about, edition), tuple(bots), seconds)
    test = Test(0, margin) if sprt else None
    played = _play(wanted, games, seed, workers, test, with_records=records is not None)
    found = standings(bots, played)
    for line in _lines(found, played, test):
        typer.echo(line)
    if output is not None:
        result = {"game": game, "seats": chosen, "options": rules, "games": len(played), "seed": seed}
        _write_json(output, result | {"standings": list(map(asdict, found))})
    if records is not None:
        records.write_text("".join(f"{each.record}\n" for each in played if not each.failure), "utf-8")
    if chart is not None:
        _draw(chart, f"{about.title}, {len(played)} games", found)


@app.command()
def ladder(
    names: Annotated[
        list[str] | None, typer.Argument(help="Games; by default all of them.", metavar="[GAME]...")
    ] = None,
    games: Annotated[int, typer.Option(help="Minimum number of games per pair of neighbouring levels.", min=1)] = 100,
    seconds: Seconds = 0.1,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    output: Results = None,
    chart: Annotated[Path | None, typer.Option(help="Write SVG charts into this folder.")] = None,
) -> None:
    """Play every bot level against the level below and print Elo."""
    wanted = [catalogue.about(name) for name in names or catalogue.NAMES]
    check_folders(output, chart)

    from locarium.arena.ladder import LEVEL_NAMES, rungs, seats_of, step_of
    from locarium.arena.standings import standings

    results = []
    for about in wanted:
        seats, played = seats_of(about), []
        typer.echo(f"{about.title}, {seats} seats")
        for number, rung in enumerate(rungs(about, seconds)):
            found = step_of(number, _play(rung, games, seed, workers, None, with_records=False))
            played += found.played
            interval = f"{100 * found.low:.1f} … {100 * found.high:.1f}"
            share = f"{100 * found.share:.1f} %"
            typer.echo(
                f"{LEVEL_NAMES[number + 1]} beats {LEVEL_NAMES[number]} in {share} ({interval}, {found.games} games)"
            )
        ranked = standings(LEVEL_NAMES, played)
        for line in _lines(ranked, played, None):
            typer.echo(line)
        results.append({"game": about.name, "seats": seats, "seed": seed, "standings": list(map(asdict, ranked))})
        if chart is not None:
            _draw(chart / f"{about.name}.svg", f"{about.title}, {len(played)} games", ranked)
    if output is not None:
        _write_json(output, results)


def _write_json(file: Path, result: object) -> None:
    file.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


def _draw(file: Path, title: str, standings: list[Standing]) -> None:
    from locarium.arena.chart import to_svg

    file.parent.mkdir(exist_ok=True)
    file.write_text(to_svg(title, standings), "utf-8")


def _play(
    contest: Contest, games: int, seed: int, workers: int | None, test: Test | None, *, with_records: bool
) -> list[Played]:
    """Play the games, showing progress on standard error. Stop early if the test reaches a verdict."""
    from rich.console import Console
    from rich.progress import Progress

    from locarium.arena.runner import play

    played: list[Played] = []
    reported: set[str] = set()
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=games)
        with closing(play(contest, range(seed, seed + games), workers, with_records=with_records)) as deals:
            for deal in deals:
                played += deal
                progress.update(task, completed=min(games, len(played)))
                for failure in {each.failure for each in deal if each.failure} - reported:
                    reported.add(failure)
                    progress.console.print(f"forfeited: {failure}", markup=False)
                if len(played) >= games or (test is not None and test.verdict(played) is not None):
                    break
    return played


def _lines(standings: list[Standing], played: list[Played], test: Test | None) -> list[str]:
    """Format the standings as a table."""
    width = max(len(standing.name) for standing in standings)
    lines = [f"{'':<{width}}  {'wins':>7}  {'95 %':>15}  {'score':>8}  {'Elo':>6}  {'95 %':>14}"]
    for each in standings:
        score = "" if each.mean_score is None else f"{each.mean_score:.2f}"
        wins = f"{100 * each.share:.1f} %"
        interval = f"{100 * each.share_low:.1f} … {100 * each.share_high:.1f}"
        elo = f"{each.elo_low:+.0f} … {each.elo_high:+.0f}"
        failed = f"  {each.failures} forfeited" if each.failures else ""
        lines.append(
            f"{each.name:<{width}}  {wins:>7}  {interval:>15}  {score:>8}  {each.elo:>+6.0f}  {elo:>14}{failed}"
        )
    lines.append(f"{len(played)} games")
    if test is not None:
        verdict = {True: "proven", False: "ruled out", None: "not decided"}[test.verdict(played)]
        lines.append(
            f"first bot stronger by {test.high:g} Elo: {verdict} (log-likelihood ratio {test.ratio(played):+.2f})"
        )
    return lines
