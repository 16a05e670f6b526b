"""Editions that somebody is drawing: looked at by the loader, tried out by bots; in threads, so that play goes on."""

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
from locarium.kernel.errors import BadInput, Refused

from .editing_messages import BalanceNews, CheckedSheet, CheckedSpirits, FlawInfo, Tried
from .threads import Clerk

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from locarium.games.locus.tally import Tally
    from locarium.kernel.edition import Edition

    from .editing_messages import SheetWork, SpiritWork

PLAYER = "greedy"  # quick, and the one for whom the house set its goals
GAMES = {1: 150, 2: 75}  # seats -> games of a trial
SECONDS = 10.0  # for the games of one number of seats; then it is said what there is
FEWEST = 2  # games; an interval takes so many
MOST_WAITING = 8  # trials
BETWEEN_NEWS = 0.2  # seconds
KEEP_ALIVE = 10.0  # seconds after which a trial that waits says so


# What the loader says.


def check_sheet(work: SheetWork) -> CheckedSheet:
    """Look at an edition of LOCUS."""
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


def check_spirits(work: SpiritWork) -> CheckedSpirits:
    """Look at spirits of GENIUS LOCI."""
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


def _one_of(text: str | None, written: str | None) -> str:
    if text is not None and written is None:
        return text
    if written is not None and text is None:
        return written
    raise BadInput("an edition is given as a text or as what is drawn, one of the two")


def _bring(game: str, text: str) -> tuple[Edition | None, list[Flaw]]:
    """The edition of a text, unless it is too long."""
    try:
        return catalogue.about(game).edition_brought(None, text), []
    except BadInput as error:
        return None, [Flaw("", str(error))]


def _told(flaws: list[Flaw]) -> list[FlawInfo]:
    return [FlawInfo(flaw.place, flaw.message) for flaw in flaws]


# What bots find.


@dataclass(eq=False)
class _Trial:
    """Games of bots on an edition, under way or waiting for their turn."""

    edition: Edition
    tell: Callable[[BalanceNews], None]
    is_stopped: bool = False
    done: int = 0
    tried: list[Tried] = field(default_factory=list)
    _told_at: float = 0.0

    def run(self) -> None:
        """All games, or as many as there is time for."""
        for seats, games in GAMES.items():
            sample = Sample(self.edition, PLAYER, seats)
            played = self._play(sample, games)
            if self.is_stopped:
                return
            balance = summarise(sample, played)
            self.tried.append(Tried(balance, judge(balance)))
        self.tell(self.news(is_over=True))

    def _play(self, sample: Sample, games: int) -> list[list[Tally]]:
        deadline, before = time.monotonic() + SECONDS, self.done
        played: list[list[Tally]] = []
        while not self.is_stopped and len(played) < games:
            if len(played) >= FEWEST and time.monotonic() > deadline:
                break
            played.append(sample.play(len(played)))
            self.done = before + len(played)
            if time.monotonic() > self._told_at + BETWEEN_NEWS:
                self._told_at = time.monotonic()
                self.tell(self.news())
        self.done = before + games
        return played

    def news(self, *, is_over: bool = False) -> BalanceNews:
        """How far it is."""
        return BalanceNews(self.done, sum(GAMES.values()), is_over, list(self.tried) if is_over else [])


class Editing:
    """Looks at editions one after the other, and lets bots try them out, one trial at a time."""

    def __init__(self) -> None:
        self._looking = Clerk("editions")
        self._trying = Clerk("balance")
        self._trials: dict[str, _Trial] = {}  # by whoever asked

    async def check_sheet(self, work: SheetWork) -> CheckedSheet:
        """Look at an edition of LOCUS."""
        return await self._looking.do(check_sheet, work)

    async def check_spirits(self, work: SpiritWork) -> CheckedSpirits:
        """Look at spirits of GENIUS LOCI."""
        return await self._looking.do(check_spirits, work)

    async def edition(self, text: str) -> Edition:
        """An edition of LOCUS that can be played; BadInput names the first thing that is wrong."""
        edition = catalogue.about("locus").edition_brought(None, text)
        await self._looking.do(sheet_edition.read_sheet, edition)
        return edition

    async def try_out(self, who: str, edition: Edition) -> AsyncIterator[BalanceNews]:
        """News of a trial until it is over; somebody who begins another one, or listens no more, ends it."""
        if who in self._trials:
            self._trials[who].is_stopped = True  # the other one
        elif len(self._trials) >= MOST_WAITING:
            raise Refused("busy")
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[BalanceNews | None] = asyncio.Queue()  # None: that was all

        def tell(news: BalanceNews) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, news)

        def forget(_: object) -> None:
            heard.put_nowait(None)
            if self._trials.get(who) is trial:
                del self._trials[who]

        trial = self._trials[who] = _Trial(edition, tell)
        under_way = self._trying.do(trial.run)
        under_way.add_done_callback(forget)
        return _follow(trial, heard, under_way)

    def close(self) -> None:
        """Nobody draws any more."""
        for trial in self._trials.values():
            trial.is_stopped = True
        self._trying.close()
        self._looking.close()


async def _follow(
    trial: _Trial, heard: asyncio.Queue[BalanceNews | None], under_way: asyncio.Future[None]
) -> AsyncIterator[BalanceNews]:
    try:
        yield trial.news()
        while True:
            try:
                news = await asyncio.wait_for(heard.get(), KEEP_ALIVE)
            except TimeoutError:
                news = trial.news()
            if news is None:
                break
            yield news
        under_way.result()  # if it failed, why
    finally:
        trial.is_stopped = True
