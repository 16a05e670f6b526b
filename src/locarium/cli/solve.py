"""`locarium solve`, `certify` and `perft`: proofs and counts for GENIUS LOCI positions."""

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
SHOWN = 12  # maximum number of certificate positions to print
STEPS = 62  # steps in the longest game

PositionText: TypeAlias = Annotated[
    str, typer.Argument(help="A position, such as 'bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w'.", metavar="POSITION")
]
OptionTexts: TypeAlias = Annotated[
    list[str] | None, typer.Option("--option", help="A rule option: lines=any or single=true.", metavar="NAME=VALUE")
]


def perft(
    position: PositionText,
    depth: Annotated[int, typer.Argument(min=0, max=STEPS, help="Number of steps: sacrifices and ends of turns.")],
    option: OptionTexts = None,
    edition: EditionOption = None,
) -> None:
    """Count step sequences from a GENIUS LOCI position. Prints the counts for every depth up to DEPTH."""
    begun = _position(position, option, edition)

    from locarium.games.genius_loci.perft import perft as count

    for steps in range(1, depth + 1):
        typer.echo(f"{steps:>3}  {count(begun, steps)}")


def solve(
    position: PositionText,
    option: OptionTexts = None,
    edition: EditionOption = None,
    seconds: Annotated[float, typer.Option(min=0, help="Time limit in seconds.")] = 2.0,
    nodes: Annotated[int | None, typer.Option(min=1, help="Node limit, instead of the time limit.")] = None,
    turns: Annotated[bool, typer.Option(help="Also prove the number of turns.")] = True,
    certificate: Annotated[
        str | None, typer.Option(help="Write the proof to this file, for `locarium certify`; - prints it.")
    ] = None,
) -> None:
    """Prove the winner of a GENIUS LOCI position. Prints the number of turns, the winning line and the proof."""
    begun = _position(position, option, edition)

    from locarium.games.genius_loci.certificate import certify as certify_solution
    from locarium.games.genius_loci.solver import Budget, Solver

    solver = Solver(begun.setup)
    solver.solve(begun, Budget(nodes=1))  # compile before the clock starts
    start = time.perf_counter()
    solution = solver.solve(begun, Budget(None if nodes else seconds, nodes), with_turns=turns)
    took = f"{solution.nodes:,} nodes in {time.perf_counter() - start:.2f} s"
    if solution.winner is None:
        typer.echo(f"unknown: no proof found after {took}; raise --seconds or --nodes", err=certificate == "-")
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
        typer.echo("The number of turns is unknown; raise --seconds or --nodes.")
    if certificate is not None:
        try:
            Path(certificate).write_text(proof.to_json() + "\n", "utf-8")
        except OSError as error:
            raise BadInput(f"cannot write {certificate!r}: {error.strerror}") from None
        typer.echo(f"Saved the certificate in {certificate}. Check it with: locarium certify {certificate}")


def certify(
    files: Annotated[list[Path], typer.Argument(help="Certificates written by `locarium solve`.", metavar="FILE…")],
) -> None:
    """Check certificates independently. The checker shares no code with the rules or the solver."""
    from locarium.games.genius_loci.checker import MALFORMED, check

    for file in files:
        try:
            proven = check(_read_certificate(file))
        except OSError as error:
            raise BadInput(f"cannot read {str(file)!r}: {error.strerror}") from None
        except (*MALFORMED, BadInput) as error:
            typer.echo(f"{file}: not a valid proof: {error}")
            raise typer.Exit(1) from None
        typer.echo(f"{file}: {proven}")


def _read_certificate(file: Path) -> Any:
    """Parse a certificate. Check its edition, which bounds the checker's work for each position."""
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
        raise BadInput(f"{name!r} is not an option here; the position already defines the setup")

    from locarium.kernel.position import Setup

    if text in ("house", "petals", "random"):
        raise BadInput(f"{text!r} is the name of a setup; write out the position as {GAME} records do")
    return Setup(catalogue.game(GAME), 2, {**rules, "setup": text}, read_edition(about, edition)).begin()


def _lines(proof: Certificate, took: str) -> list[str]:
    """Format a solution: the winner, the winning line and the first positions of the certificate."""
    from locarium.games.genius_loci.certificate import best_line

    how = "" if proof.turns is None else " at once" if proof.turns == 0 else f" in {_count(proof.turns, 'turn')}"
    lines = [f"{SIDES[proof.winner]} wins{how} ({took})"]
    lines += [f"{number:>4}  {SIDES[seat]}  {turn}" for number, (seat, turn) in enumerate(best_line(proof), start=1)]
    for name, strategy in (("attack", proof.attack), ("defence", proof.defence)):
        if strategy:
            lines.append(f"{name}: {_count(len(strategy), 'position')}")
            lines += [f"  {position}  {turn}" for position, turn in list(strategy.items())[:SHOWN]]
        if len(strategy) > SHOWN:
            lines.append(f"  … {len(strategy) - SHOWN} more; --certificate FILE writes all of them")
    return lines


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
