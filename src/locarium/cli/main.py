"""The `locarium` command: its subcommands and error output. Commands import what they need when they run."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.exceptions import TyperException

from locarium import __version__
from locarium.kernel.errors import LocariumError, one_of

from . import arena, backup, bench, editions, games, play, prune, puzzles, records, reports, serve, solve, verify

USAGE_ERROR = 2

app = typer.Typer(
    name="locarium",
    help="Play LOCUS, LOCO!, LOKUS and GENIUS LOCI in the terminal, or serve them to browsers.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("games")(games.list_games)
app.command("rules")(games.show_rules)
app.add_typer(records.app, name="record")
app.command("verify")(verify.verify)
app.add_typer(editions.app, name="edition")
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("reports")(reports.reports)
app.command("prune")(prune.prune)
app.command("backup")(backup.backup)
app.command("restore")(backup.restore)
app.command("solve")(solve.solve)
app.command("certify")(solve.certify)
app.command("perft")(solve.perft)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(arena.app, name="arena")
app.command("bench")(bench.bench)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"locarium {__version__}")
        raise typer.Exit


@app.callback()
def locarium(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play LOCUS, LOCO!, LOKUS and GENIUS LOCI in the terminal, or serve them to browsers."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run a command. Report the caller's mistakes in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # print "?" for characters that the terminal cannot show
    try:
        code = app(standalone_mode=False, prog_name="locarium")  # exits quietly if a pipe's reader closes it
    except LocariumError as error:
        code = _refuse(str(error))
    except typer.Abort:
        code = 130
    except TyperException as error:  # wrong arguments
        code = _refuse(_explain(error))
    sys.exit(code or 0)


def _explain(error: TyperException) -> str:
    """Describe a usage error and list the available commands or options."""
    message = error.format_message().rstrip(".")
    context: typer.Context | None = getattr(error, "ctx", None)
    if context is not None:
        available = list(getattr(context.command, "commands", []))
        if hasattr(error, "option_name"):
            available += [name for parameter in context.command.params for name in parameter.opts if name[0] == "-"]
        if available:
            message += "" if message.endswith("?") else ";"
            message += f" {context.command_path} takes {one_of(available)}"
    return f"{message} (see --help)"


def _refuse(message: str) -> int:
    typer.echo(f"locarium: {' '.join(message.split())}", err=True)
    return USAGE_ERROR
