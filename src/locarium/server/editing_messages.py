"""What is said while somebody draws an edition."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from locarium.arena.balance import Findings, Verdict
from locarium.games.genius_loci.draft import SpiritDraft, Spirits
from locarium.games.genius_loci.edition import SPIRITS
from locarium.games.locus.draft import SheetDraft
from locarium.games.locus.view import SheetView
from locarium.kernel.bounds import MAX_TEXT

from .messages import Closed

EditionText: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]

# From the asker


class SheetWork(Closed, frozen=True):
    """An edition of LOCUS as a text or as it is drawn: one of the two."""

    text: EditionText | None = None
    draft: SheetDraft | None = None


class SpiritWork(Closed, frozen=True):
    """Spirits of GENIUS LOCI as a text or as they are described: one of the two."""

    text: EditionText | None = None
    spirits: Spirits | None = None
    shown: Annotated[int, msgspec.Meta(ge=1, le=SPIRITS)] = 1  # whose landings are wanted


class Trial(Closed, frozen=True):
    """An edition of LOCUS that bots shall try out."""

    text: EditionText


# From the house


class FlawInfo(msgspec.Struct, frozen=True):
    """Something that is wrong with an edition, in the words of the loader."""

    place: str  # the part of the text, such as `zones.red`; empty for the whole
    message: str


class CheckedSheet(msgspec.Struct, frozen=True):
    """An edition of LOCUS, looked at."""

    text: str
    draft: SheetDraft | None  # null if the text is too far from an edition to be drawn
    flaws: list[FlawInfo]
    sheet: SheetView | None  # as it is printed; null as long as there are flaws
    point_keys: dict[str, list[str]]  # by zone: what it gives, or may give, points for as it is drawn
    marks: dict[str, str]  # by zone: what may be drawn there
    bonuses: str  # what may lie on a square


class CheckedSpirits(msgspec.Struct, frozen=True):
    """Spirits of GENIUS LOCI, looked at."""

    text: str
    spirits: list[SpiritDraft] | None  # null if the text is too far from an edition
    flaws: list[FlawInfo]
    landings: dict[str, dict[str, list[str]]]  # of the shown one: its cell -> the priest's -> where it may land


class Tried(msgspec.Struct, frozen=True):
    """What the games of one number of seats say."""

    balance: Findings
    goals: list[Verdict]  # of the house, and whether they are met


class BalanceNews(msgspec.Struct, frozen=True):
    """How far the bots are; at the end what they found."""

    done: int  # games
    of: int
    is_over: bool  # `tried` is all there will be
    tried: list[Tried]
    place: int = 0  # in the queue; 0: the bots play
