"""`locarium solve`, `certify`, `perft`: what can be proven and counted about positions of GENIUS LOCI."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from locarium import catalogue
from locarium.kernel.bounds import MAX_FILE, load_json, read_start
from locarium.kernel.errors import BadInput

from .options import EditionOption, read_edition, split_options

if TYPE_CHECKING:
    from locarium.games.genius_loci.certificate import Certificate
    from locarium.kernel.position import Position

GAME = "genius-loci"
SIDES = "wb"
FEW = 12  # positions of a certificate that are shown
STEPS = 62  # of the longest game

PositionText: TypeAlias = Annotated[
    str, typer.Argument(help="Such as 'bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w'.", metavar="POSITION")
]
OptionTexts: TypeAlias = Annotated[
    list[str] | None, typer.Option("--option", help="lines=any or single=true.", metavar="NAME=VALUE")
]


def perft(
    position: PositionText,
    depth: Annotated[int, typer.Argument(min=0, max=STEPS, help="Steps: sacrifices and ends of turns.")],
    option: OptionTexts = None,
    edition: EditionOption = None,
) -> None:
    """Count the sequences of steps from a position of GENIUS LOCI, for every depth up to one."""
    begun = _position(position, option, edition)

    from locarium.games.genius_loci.perft import perft as count

    for steps in range(1, depth + 1):
        typer.echo(f"{steps:>3}  {count(begun, steps)}")


def solve(
    position: PositionText,
    option: OptionTexts = None,
    edition: EditionOption = None,
    seconds: Annotated[float, typer.Option(min=0, help="Think no longer.")] = 2.0,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Visit no more nodes; the clock then does not matter.")
    ] = None,
    turns: Annotated[bool, typer.Option(help="Find out in how many turns as well.")] = True,
    certificate: Annotated[
        str | None, typer.Option(help="A file for the proof, which `locarium certify` checks; - prints it.")
    ] = None,
) -> None:
    """Prove who wins a position of GENIUS LOCI, and in how many turns; print the winning line and its certificate."""
    begun = _position(position, option, edition)

    from locarium.games.genius_loci.certificate import certify as certify_solution
    from locarium.games.genius_loci.solver import Budget, Solver

    solver = Solver(begun.setup)
    solver.solve(begun, Budget(nodes=1))  # loads or compiles it: the clock is for thinking
    start = time.perf_counter()
    solution = solver.solve(begun, Budget(None if nodes else seconds, nodes), with_turns=turns)
    took = f"{solution.nodes:,} nodes in {time.perf_counter() - start:.2f} s"
    if solution.winner is None:
        typer.echo(f"unknown: not decided after {took}; give it more with --seconds or --nodes", err=certificate == "-")
        if certificate is not None:
            raise typer.Exit(1)
        return
    proof = certify_solution(solver, begun, solution.winner, solution.turns, Budget())
    if certificate == "-":
        typer.echo(proof.to_json())
        return
    for line in _lines(proof, took):
        typer.echo(line)
    if turns and proof.turns is None:
        typer.echo("In how many turns is unknown: give it more with --seconds or --nodes.")
    if certificate is not None:
        try:
            Path(certificate).write_text(proof.to_json() + "\n", "utf-8")
        except OSError as error:
            raise BadInput(f"cannot write {certificate!r}: {error.strerror}") from None
        typer.echo(f"The whole certificate is in {certificate}. Check it with: locarium certify {certificate}")


def certify(
    files: Annotated[list[Path], typer.Argument(help="Certificates that `locarium solve` wrote.", metavar="FILE…")],
) -> None:
    """Check certificates with a checker that shares nothing with the rules and the solver."""
    from locarium.games.genius_loci.checker import MALFORMED, check

    for file in files:
        try:
            proven = check(_read_certificate(file))
        except OSError as error:
            raise BadInput(f"cannot read {str(file)!r}: {error.strerror}") from None
        except (*MALFORMED, BadInput) as error:
            typer.echo(f"{file}: proves nothing: {error}")
            raise typer.Exit(1) from None
        typer.echo(f"{file}: {proven}")


def _read_certificate(file: Path) -> Any:
    """Parse a certificate. Its edition has to be valid: that bounds what the checker does for each position."""
    from locarium.games.genius_loci.edition import read_spirits
    from locarium.kernel.edition import Edition

    certificate = load_json(read_start(file, MAX_FILE), MAX_FILE)
    edition = certificate.get("edition") if isinstance(certificate, dict) else None
    if isinstance(edition, str):
        read_spirits(Edition("certified", edition, foreign=True))
    return certificate


def _position(text: str, option: list[str] | None, edition: str | None) -> Position:
    about = catalogue.about(GAME)
    rules, table_options = split_options(about, option or [])
    for name in (*table_options, *(name for name in rules if name == "setup")):
        raise BadInput(f"{name!r} is no option here; the position says how the game stands")

    from locarium.kernel.position import Setup

    if text in ("house", "petals", "random"):
        raise BadInput(f"{text!r} is a setup that is drawn; a position is written out, as {GAME} records write it")
    return Setup(catalogue.game(GAME), 2, {**rules, "setup": text}, read_edition(about, edition)).begin()


def _lines(proof: Certificate, took: str) -> list[str]:
    """A solution as a person reads it."""
    from locarium.games.genius_loci.certificate import best_line

    how = "" if proof.turns is None else " at once" if proof.turns == 0 else f" in {_count(proof.turns, 'turn')}"
    lines = [f"{SIDES[proof.winner]} wins{how} ({took})"]
    lines += [f"{number:>4}  {SIDES[seat]}  {turn}" for number, (seat, turn) in enumerate(best_line(proof), start=1)]
    for name, strategy in (("attack", proof.attack), ("defence", proof.defence)):
        if strategy:
            lines.append(f"{name}: {_count(len(strategy), 'position')}")
            lines += [f"  {position}  {turn}" for position, turn in list(strategy.items())[:FEW]]
        if len(strategy) > FEW:
            lines.append(f"  … {len(strategy) - FEW} more: --certificate FILE writes all")
    return lines


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
