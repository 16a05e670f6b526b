"""Games and printed tables of `locarium edition balance`."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from locarium.arena.balance import Figure, Findings, Sample


def measure(samples: Sequence[tuple[Sample, range]], workers: int | None) -> Iterator[Findings]:
    """Play the games of each sample and yield its findings. Show progress on standard error."""
    from rich.console import Console
    from rich.progress import Progress

    from locarium.arena.balance import summarise
    from locarium.arena.runner import share

    with Progress(console=Console(stderr=True), transient=True) as progress:
        for sample, deals in samples:
            with closing(share(sample.play, deals, workers)) as games:
                task = f"{sample.player}, {count_seats(sample.seats)}"
                yield summarise(sample, list(progress.track(games, total=len(deals), description=task)))


def table(balance: Findings) -> Iterator[str]:
    """Format the findings as a table."""
    yield f"{balance.player}, {count_seats(balance.seats)}, {balance.games} games"
    shares = "".join(f"   {name:>7}  {'95 %':<9}" for name in ("lowest", "maximum"))
    yield f"  {'':<8}{'mean':>6}  {'95 %':<15}  {'apart':>6}{shares}"
    yield f"  {'total':<8}{_points(balance.total)}"
    for name, zone in balance.zones.items():
        yield (
            f"  {name:<8}{_points(zone.points)}  {100 * zone.apart:>+4.0f} %   {_share(zone.lowest)}"
            f"   {_share(zone.at_maximum)}  of {zone.maximum}"
        )
    for name, figure in (("coins", balance.coins), ("unspent", balance.unspent), ("discards", balance.discards)):
        yield f"  {name:<8}{_points(figure)}"
    if balance.percentiles:
        yield "  percentiles of the total:"
    for each, figure in balance.percentiles.items():
        yield f"  {f'{each}th':<8}{figure.value:>6.0f}  {figure.low:.0f} … {figure.high:.0f}"


def verdicts(balance: Findings) -> Iterator[str]:
    """Format the verdict on each balance goal, one per line."""
    from locarium.arena.balance import judge

    for verdict in judge(balance):
        found = "met" if verdict.met else "missed"
        yield f"{balance.player}, {count_seats(balance.seats)}: {verdict.goal}: {found} ({verdict.found})"


def count_seats(seats: int) -> str:
    """Format a number of seats: "solo" or "3 seats"."""
    return "solo" if seats == 1 else f"{seats} seats"


def _points(figure: Figure) -> str:
    interval = f"{figure.low:.1f} … {figure.high:.1f}"
    return f"{figure.value:>6.1f}  {interval:<15}"


def _share(figure: Figure) -> str:
    interval = f"{100 * figure.low:.0f} … {100 * figure.high:.0f}"
    return f"{100 * figure.value:>5.0f} %  {interval:<9}"
