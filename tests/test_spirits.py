"""The picture of docs/spirits.md matches the rules, and the page's examples are valid editions."""

from __future__ import annotations

import re
import tomllib
from xml.etree import ElementTree

import pytest

import spirits
from locarium import catalogue
from locarium.games.genius_loci.edition import read_spirits
from locarium.kernel.edition import Edition

PAGE = (spirits.PICTURE.parent / "spirits.md").read_text("utf-8")
HOUSE_EDITION = catalogue.about("genius-loci").edition().text


@pytest.mark.clause("GENIUS-20")
def test_picture_is_up_to_date() -> None:
    assert spirits.PICTURE.read_text("utf-8") == spirits.draw(), f"the picture is stale; run: {spirits.COMMAND}"
    assert ElementTree.fromstring(spirits.draw()).tag.endswith("svg")


@pytest.mark.clause("GENIUS-11", "GENIUS-12", "GENIUS-13", "GENIUS-14", "GENIUS-15", "GENIUS-20")
def test_picture_matches_the_rules() -> None:
    assert [spirits.landings(example) for example in spirits.EXAMPLES] == [
        {"a1": ["b2"], "d7": ["d6"], "f2": ["e3"], "f3": []},
        {"d3": ["d2"], "e4": ["f4"], "b3": [], "b2": ["a1"]},
        {"d2": ["d6"], "g4": ["a1"], "f3": []},
        {"d3": ["e3"], "e4": ["d5"], "c4": ["c3"], "d6": []},
        {"d3": ["c3"], "e4": ["e3"], "c4": ["d5"], "d6": []},
        {"a1": ["c3"], "g2": ["e3", "e4"], "d7": ["d5"], "c5": []},
        {"d2": ["f4"], "b3": ["e2"], "e4": []},
        {"a2": ["f5"], "g1": ["a4"], "c1": ["c6"], "e5": []},
    ]


@pytest.mark.clause("GENIUS-20")
def test_examples_on_the_page_are_valid_spirits() -> None:
    """Check each example in place of the last built-in spirit."""
    examples = re.findall(r"```toml\n(\[\[spirit\]\]\n.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        (written,) = tomllib.loads(example)["spirit"]
        text = HOUSE_EDITION[: HOUSE_EDITION.rindex("[[spirit]]")] + example
        assert read_spirits(Edition("mine", text, foreign=True))[-1].letter == written["letter"]
