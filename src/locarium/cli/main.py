"""The command `locarium`: its parts, and how errors are told. Commands import what they need when they run."""

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
    help="The house where LOCUS, LOCO!, LOKUS and GENIUS LOCI are played.",
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
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
) -> None:
    """The house where LOCUS, LOCO!, LOKUS and GENIUS LOCI are played."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run a command; whatever is the asker's to mend is told in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows another
    try:
        code = app(standalone_mode=False, prog_name="locarium")  # ends quietly if the reader of a pipe has enough
    except LocariumError as error:
        code = _refuse(str(error))
    except typer.Abort:
        code = 130
    except TyperException as error:  # a mistake in the call itself
        code = _refuse(_explain(error))
    sys.exit(code or 0)


def _explain(error: TyperException) -> str:
    """What is wrong with a call, and which commands or options there are."""
    message = error.format_message().rstrip(".")
    context: typer.Context | None = getattr(error, "ctx", None)
    if context is not None:
        there_are = list(getattr(context.command, "commands", []))
        if hasattr(error, "option_name"):
            there_are += [name for parameter in context.command.params for name in parameter.opts if name[0] == "-"]
        if there_are:
            message += f"; {context.command_path} takes {one_of(there_are)}"
    return f"{message} (see --help)"


def _refuse(message: str) -> int:
    typer.echo(f"locarium: {' '.join(message.split())}", err=True)
    return USAGE_ERROR
