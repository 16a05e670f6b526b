"""Running games on all cores, deal by deal."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from .games import play_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Future

    from .games import Contest, Played

T = TypeVar("T")


def play(
    contest: Contest, deals: range, workers: int | None = None, *, with_records: bool = False
) -> Generator[list[Played], None, None]:
    """Play the deals and yield the games of each as they finish."""
    return share(partial(play_deal, contest, with_records=with_records), deals, workers)


def share(work: Callable[[int], T], deals: range, workers: int | None = None) -> Generator[T, None, None]:
    """Run the work for every deal on all cores and yield results as they finish. Close the generator to stop early."""
    count = min(workers or os.cpu_count() or 1, len(deals))
    if count <= 1:
        for deal in deals:
            yield work(deal)
        return
    waiting = iter(deals)

    def submit(pool: ProcessPoolExecutor, most: int) -> set[Future[T]]:
        return {pool.submit(work, deal) for deal in islice(waiting, most)}

    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn")) as pool:
        under_way = submit(pool, count)
        try:
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                under_way |= submit(pool, len(done))
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
