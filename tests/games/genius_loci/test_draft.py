"""GENIUS LOCI: drafts and texts of spirits convert into each other."""

from __future__ import annotations

import re
import tomllib
from dataclasses import asdict

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.cases import times
from locarium import catalogue
from locarium.games.genius_loci.board import CELL_OF, CELLS, NAMES
from locarium.games.genius_loci.draft import SpiritDraft, read_spirit_drafts, write_spirit_drafts
from locarium.games.genius_loci.edition import MOVES, SPIRITS, find_flaws, landings_of, read_spirits
from locarium.kernel.bits import elements
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput
from locarium.kernel.position import Setup

ABOUT = catalogue.about("genius-loci")
both = pytest.mark.parametrize("name", ["house", "visitors"])


def custom_edition(text: str) -> Edition:
    return Edition("mine", text, foreign=True)


def described(text: str = ABOUT.edition().text) -> list[SpiritDraft]:
    drafts = read_spirit_drafts(text)
    assert drafts is not None
    return drafts


@both
def test_draft_of_an_edition_round_trips(name: str) -> None:
    edition = ABOUT.edition(name)
    written = write_spirit_drafts(described(edition.text))
    assert tomllib.loads(written) == tomllib.loads(edition.text)
    assert list(map(asdict, read_spirits(custom_edition(written)))) == list(map(asdict, read_spirits(edition)))
    assert write_spirit_drafts(described(written)) == written


@both
def test_landings_match_the_rules(name: str) -> None:
    edition = ABOUT.edition(name)
    setup = Setup(catalogue.game("genius-loci"), 2, {}, edition)
    spirits, flaws = find_flaws(edition)
    assert (len(spirits), flaws) == (SPIRITS, [])
    for number, spirit in spirits.items():
        shown = landings_of(spirit)
        for at in range(CELLS):
            for priest in range(CELLS):
                bits = setup.fields.landings[((number - 1) * CELLS + at) * CELLS + priest] & ~(1 << at)
                cells = shown.get(NAMES[at], {}).get(NAMES[priest], [])
                assert [CELL_OF[cell] for cell in cells] == elements(bits)


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
LANGUAGES = st.fixed_dictionaries(dict.fromkeys(("en", "de", "fr"), WORDS))
CELL_NAMES = st.sampled_from([*NAMES, "h9", 'a"\\'])
LANDINGS = st.dictionaries(
    CELL_NAMES, st.dictionaries(CELL_NAMES, st.lists(CELL_NAMES, max_size=3), max_size=3), max_size=3
)
DESCRIBED = st.builds(
    SpiritDraft,
    letter=st.sampled_from("ABT?"),
    name=LANGUAGES,
    says=LANGUAGES,
    move=st.none() | st.sampled_from(MOVES) | WORDS,
    start=st.none() | st.sampled_from(["line", "any"]) | WORDS,
    distance=st.none() | st.just("any") | st.integers(-1, 8),
    steps=st.none() | st.integers(-1, 8),
    landings=st.none() | LANDINGS,
)


@settings(max_examples=times(60), deadline=None)
@given(spirit=DESCRIBED, number=st.integers(0, SPIRITS - 1))
def test_every_draft_can_be_written(spirit: SpiritDraft, number: int) -> None:
    """Even an invalid draft becomes TOML that reads back, and the loader accepts or rejects it."""
    drafts = described()
    drafts[number] = spirit
    text = write_spirit_drafts(drafts)
    assert described(text) == drafts
    spirits, flaws = find_flaws(custom_edition(text))
    assert len(spirits) == SPIRITS - len(flaws)
    if flaws:
        with pytest.raises(BadInput, match=re.escape(flaws[0].message)):
            read_spirits(custom_edition(text))
    else:
        assert len(read_spirits(custom_edition(text))) == SPIRITS


def test_errors_carry_the_number_of_their_spirit() -> None:
    drafts = described()
    drafts[1] = msgspec.structs.replace(drafts[1], steps=9)
    drafts[4] = msgspec.structs.replace(drafts[4], letter="T")
    spirits, flaws = find_flaws(custom_edition(write_spirit_drafts(drafts)))
    assert [flaw.place for flaw in flaws] == ["spirit.2", "spirit.5"]
    assert "spirit P, steps is 9" in flaws[0].message
    assert sorted(spirits) == [1, 3, 4]


@pytest.mark.parametrize("text", ["", "spirit = 5", "[[spirit]]\nletter = 5", "luck = 1", "no edition"])
def test_text_unlike_an_edition_has_no_draft(text: str) -> None:
    assert read_spirit_drafts(text) is None
    assert find_flaws(custom_edition(text))[1]
