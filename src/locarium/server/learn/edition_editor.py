"""Check editions with the loader and test them with bots, in worker threads."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from locarium import catalogue
from locarium.arena.balance import Sample, judge, summarise
from locarium.games.genius_loci import edition as spirit_edition
from locarium.games.genius_loci.draft import read_spirit_drafts, write_spirit_drafts
from locarium.games.locus import edition as sheet_edition
from locarium.games.locus.draft import fit_points, point_keys, read_draft, write_draft
from locarium.games.locus.showing import show_sheet
from locarium.kernel.edition import Flaw
from locarium.kernel.errors import BadInput
from locarium.server.base.workers import is_stopped

from .messages import BalanceProgress, BalanceResult, CheckedSheet, CheckedSpirits, EditionError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from locarium.games.locus.tally import Tally
    from locarium.kernel.edition import Edition
    from locarium.server.base.workers import Client, Job, Workers

    from .messages import SheetDraftRequest, SpiritDraftRequest

PLAYER = "greedy"  # a fast bot; the goals for editions were set with it
GAMES = {1: 150, 2: 75}  # seats -> games per trial
SECONDS = 10.0  # time limit in seconds for each number of seats; the results until then are returned
FEWEST = 2  # minimum games for a confidence interval
UPDATE_SECONDS = 0.2  # seconds between progress updates
REPEAT = 1.0  # seconds between updates of a waiting trial's place in the queue


# Checks by the loader.


def check_sheet(work: SheetDraftRequest) -> CheckedSheet:
    """Check a LOCUS edition."""
    draft = None if work.draft is None else fit_points(work.draft)
    text = _one_of(work.text, None if draft is None else write_draft(draft))
    edition, flaws = _bring("locus", text)
    if edition is not None:
        flaws = sheet_edition.find_flaws(edition)
    if draft is None:
        draft = read_draft(text)
    zones = {} if draft is None else draft.zones
    return CheckedSheet(
        text=text,
        draft=draft,
        flaws=_told(flaws),
        sheet=None if flaws or edition is None else show_sheet(sheet_edition.read_sheet(edition)),
        point_keys={
            name: point_keys(colour, zones[name].squares)
            for colour, name in enumerate(sheet_edition.COLOURS)
            if name in zones
        },
        marks=dict(zip(sheet_edition.COLOURS, sheet_edition.MARKS, strict=True)),
        bonuses=sheet_edition.BONUSES,
    )


def check_spirits(work: SpiritDraftRequest) -> CheckedSpirits:
    """Check GENIUS LOCI spirits."""
    text = _one_of(work.text, None if work.spirits is None else write_spirit_drafts(work.spirits))
    edition, flaws = _bring("genius-loci", text)
    spirits: dict[int, spirit_edition.Spirit] = {}
    if edition is not None:
        spirits, flaws = spirit_edition.find_flaws(edition)
    shown = spirits.get(work.shown)
    return CheckedSpirits(
        text=text,
        spirits=work.spirits if work.spirits is not None else read_spirit_drafts(text),
        flaws=_told(flaws),
        landings={} if shown is None else spirit_edition.landings_of(shown),
    )


def read_playable(text: str) -> Edition:
    """Read a playable LOCUS edition. Raise BadInput with the first error."""
    edition = catalogue.about("locus").edition_brought(None, text)
    sheet_edition.read_sheet(edition)
    return edition


def _one_of(text: str | None, written: str | None) -> str:
    if text is not None and written is None:
        return text
    if written is not None and text is None:
        return written
    raise BadInput("send the edition either as text or as a drawing")


def _bring(game: str, text: str) -> tuple[Edition | None, list[Flaw]]:
    """Load an edition text, unless it is too long."""
    try:
        return catalogue.about(game).edition_brought(None, text), []
    except BadInput as error:
        return None, [Flaw("", str(error))]


def _told(flaws: list[Flaw]) -> list[EditionError]:
    return [EditionError(flaw.place, flaw.message) for flaw in flaws]


# Trials by bots.


@dataclass(eq=False)
class _BalanceRun:
    """A trial of an edition by bots, running or waiting."""

    edition: Edition
    tell: Callable[[BalanceProgress], None]
    done: int = 0
    tried: list[BalanceResult] = field(default_factory=list)
    _told_at: float = 0.0

    def run(self) -> None:
        """Play all games, or as many as time allows."""
        for seats, games in GAMES.items():
            sample = Sample(self.edition, PLAYER, seats)
            played = self._play(sample, games)
            if is_stopped():
                return
            balance = summarise(sample, played)
            self.tried.append(BalanceResult(balance, judge(balance)))
        self.tell(self.news(is_over=True))

    def _play(self, sample: Sample, games: int) -> list[list[Tally]]:
        deadline, before = time.monotonic() + SECONDS, self.done
        played: list[list[Tally]] = []
        while not is_stopped() and len(played) < games:
            if len(played) >= FEWEST and time.monotonic() > deadline:
                break
            played.append(sample.play(len(played)))
            self.done = before + len(played)
            if time.monotonic() > self._told_at + UPDATE_SECONDS:
                self._told_at = time.monotonic()
                self.tell(self.news())
        self.done = before + games
        return played

    def news(self, *, is_over: bool = False, place: int = 0) -> BalanceProgress:
        """Return the progress."""
        return BalanceProgress(self.done, sum(GAMES.values()), is_over, list(self.tried) if is_over else [], place)


class EditionEditor:
    """Trials of editions by bots, one per person."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._trials: dict[str, Job[None]] = {}  # by person

    def try_out(self, client: Client, edition: Edition) -> AsyncIterator[BalanceProgress]:
        """Start a trial and yield its progress. It ends early if the person starts another trial or disconnects."""
        if (earlier := self._trials.pop(client.person, None)) is not None:
            earlier.cancel()
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[BalanceProgress | None] = asyncio.Queue()  # None: finished

        def tell(news: BalanceProgress) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, news)

        def forget(_: object) -> None:
            heard.put_nowait(None)
            if self._trials.get(client.person) is job:
                del self._trials[client.person]

        trial = _BalanceRun(edition, tell)
        job = self._trials[client.person] = self._workers.submit("balances", client, trial.run)
        job.done.add_done_callback(forget)
        return self._follow(trial, heard, job)

    async def _follow(
        self, trial: _BalanceRun, heard: asyncio.Queue[BalanceProgress | None], job: Job[None]
    ) -> AsyncIterator[BalanceProgress]:
        queue = self._workers.queues["balances"]
        try:
            news: BalanceProgress | None = trial.news(place=queue.place(job))
            while news is not None:
                yield news
                try:
                    news = await asyncio.wait_for(heard.get(), REPEAT)
                except TimeoutError:
                    news = trial.news(place=queue.place(job))
            if not job.done.cancelled():
                job.done.result()  # raises if the trial failed
        finally:
            job.cancel()
