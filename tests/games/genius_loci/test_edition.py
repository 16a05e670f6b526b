"""GENIUS LOCI: editions with custom spirits, and their errors, which all name the place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.genius_loci.script import GAME, HOUSE, OWN, OWN_TEXT, legal, play, stand, view_of
from locarium.games.genius_loci.edition import Spirit, read_spirits
from locarium.kernel.about import LANGUAGES
from locarium.kernel.edition import Edition
from locarium.kernel.errors import BadInput

TEXT = re.sub(r"^#.*\n", "", HOUSE.text, flags=re.MULTILINE)  # without the comments
JANUS = 'letter = "J"\nname = { en = "J", de = "J", fr = "J" }\nsays = { en = "j", de = "j", fr = "j" }\n'


def read(text: str) -> tuple[Spirit, ...]:
    return read_spirits(Edition("mine", text, foreign=True))


def changed(old: str, new: str) -> str:
    """Return the house edition with the first occurrence of a text replaced."""
    assert old in TEXT, f"the house edition has no {old!r}"
    return TEXT.replace(old, new, 1)


def without(field: str) -> str:
    """Return the house edition with a field of Tractor, its first spirit, removed."""
    return re.sub(rf"^{field} *=.*\n", "", TEXT, count=1, flags=re.MULTILINE)


def with_table(written: str, fields: str = JANUS) -> str:
    """Return the house edition with another last spirit that has these landings."""
    return TEXT[: TEXT.rindex("[[spirit]]")] + f"[[spirit]]\n{fields}{written}\n"


def landing(cells: str) -> str:
    """Return an edition in which these are the landings for a spirit on d4 and a priest on d3."""
    return with_table(f"[spirit.landings.d4]\nd3 = {cells}")


@pytest.mark.clause("GENIUS-20")
def test_house_edition_is_read() -> None:
    assert GAME.about.edition_names()[0] == "house"
    spirits = read_spirits(HOUSE)
    assert [spirit.letter for spirit in spirits] == list("TPSYC")
    assert spirits[4].names == {"en": "Charybdis", "de": "Charybdis", "fr": "Charybde"}
    assert all(set(spirit.sentences) == set(LANGUAGES) for spirit in spirits)


@pytest.mark.clause("GENIUS-20")
def test_spirit_can_move_a_priest_several_steps() -> None:
    """Move a priest two steps away from Pulsor on a line. From d6 this leads off the board, and c5 is not on a line."""
    text = changed('move = "away"\nfrom = "line"', 'move = "away"\nfrom = "line"\nsteps = 2')
    edition = Edition("mine", text, foreign=True)
    for priest, landing in (("d5", "d7"), ("d3", "d1"), ("c4", "a4"), ("d6", None), ("c5", None)):
        history = play(stand(w=f"{priest} f3", b="d7 d1 a4 g2 f2 e2 f4", P="d4", T="b1"), edition=edition)
        steps = [step for step in legal(history, "P") if step.startswith(priest) and "-" not in step]
        assert steps == ([] if landing is None else [f"{priest} Px{landing}"])


OWN_CASES = [
    # spirit, its cell, the priest's cell, the humans' cells, the priest's landings
    ("M", "d4", "d1", "d2 d3", "d3"),  # two steps nearer, from anywhere
    ("M", "d4", "b1", "c2 d3 c3 d2", "c3 d3"),
    ("M", "d4", "d3", "d2 d5 e4 d1", ""),  # too close
    ("M", "d4", "d2", "d3 e3", ""),  # it would land on Magnet
    ("B", "d4", "d5", "d6 d7", "d7"),  # two steps away, on a line
    ("B", "d4", "d6", "d7 d3", ""),
    ("B", "d4", "c5", "b5 a4 c6", ""),
    ("S", "d4", "d2", "d6 d7", "d6"),  # a jump from a distance of two
    ("S", "d4", "c2", "e5 e4", "e5"),
    ("S", "d4", "d3", "d5 d6", ""),
    ("S", "d4", "d1", "d7 d6", ""),
    ("W", "d4", "d5", "c4 c3 d3 e4", "c3"),  # a third of a circle on a line
    ("W", "d4", "d7", "a4 a1", "a1"),
    ("W", "d4", "c5", "b3 c2 a1 d2", ""),
    ("J", "d4", "c2", "e5 e4 d6 d3 c3", "d6 e4 e5"),  # cell by cell
    ("J", "d4", "c2", "e4 d3 c3", "e4"),
    ("J", "d4", "a1", "a2 b1", ""),
    ("J", "d3", "c2", "e5 e4 d6", ""),
    ("J", "e1", "e2", "g4 a4 d2", "a4 g4"),
    ("J", "b3", "a1", "a4", "a4"),
]


@pytest.mark.clause("GENIUS-20")
@pytest.mark.parametrize(("spirit", "at", "priest", "humans", "cells"), OWN_CASES)
def test_custom_spirits_follow_their_description(spirit: str, at: str, priest: str, humans: str, cells: str) -> None:
    taken = {at, priest, *humans.split()}
    others = [cell for cell in ["g2", "g3", "a2", "a3", "f5", "f1", "b5"] if cell not in taken]
    marks = dict(zip([letter for letter in "MBSWJ" if letter != spirit], others, strict=False))
    position = stand_own(w=priest, b=humans, **{spirit: at}, **marks)
    steps = [step for step in legal(play(position, edition=OWN), spirit) if "-" not in step]
    assert sorted(steps) == [f"{priest} {spirit}x{cell}" for cell in cells.split()]


def stand_own(**pieces: str) -> str:
    """Return a position of the custom spirits."""
    letters = dict(zip("MBSWJ", "TPSYC", strict=True))
    text = stand(**{letters.get(name, name): cells for name, cells in pieces.items()})
    return text.translate(str.maketrans("TPSYC", "MBSWJ"))


@pytest.mark.clause("GENIUS-20")
def test_custom_spirits_move_and_take_one_sacrifice_like_the_others() -> None:
    history = play(stand_own(w="c2", b="e5 e4 d6 d3", J="d1"), "c2 J-d4xe5", edition=OWN)
    assert view_of(history).position.split("/")[2:4] == ["...bw.", "..bJ.b."]
    history = play(stand_own(w="c2", b="e5 e4 d6 d3 d7", J="d1"), "c2 J-d4xd6", edition=OWN)
    assert [spirit.letter for spirit in view_of(history).spirits if spirit.is_used] == ["J"]
    assert legal(history, "J") == []


@pytest.mark.clause("GENIUS-20")
def test_edition_can_mix_box_and_custom_spirits() -> None:
    spirits = read(landing('["d5", "c3"]'))
    assert [spirit.letter for spirit in spirits] == list("TPSYJ")
    assert [spirit.letter for spirit in read_spirits(OWN)] == list("MBSWJ")
    assert view_of(play(stand_own(w="c2", b="e5", J="d4"), edition=OWN)).spirits[3].names["de"] == "Wirbel"


@pytest.mark.clause("GENIUS-20")
def test_distance_defaults_to_any_and_steps_to_one() -> None:
    plain = without("from").replace('distance = "any"\n', "", 1)
    full = plain.replace('move = "towards"', 'move = "towards"\nfrom = "any"\ndistance = "any"\nsteps = 1', 1)
    position = stand(w="b2 e2", b="c3 c2 b3 d2 d3 e3 f3", T="d4")
    found = [legal(play(position, edition=Edition("mine", text, foreign=True))) for text in (plain, full)]
    assert found[0] == found[1]
    assert "e2 Txe3" in found[0]


@pytest.mark.clause("GENIUS-20")
@pytest.mark.parametrize("name", ["x", "x" * 24, "Æthra", "Spiritus loci", "精霊"])
def test_name_can_be_any_printable_text(name: str) -> None:
    text = TEXT.replace('en = "Tractor"', f'en = "{name}"', 1)
    assert read(text)[0].names["en"] == name


WRONG = {
    # the structure
    "not TOML": ("[[spirit]", ["not TOML"]),
    "not TOML inside": (changed('letter = "T"', 'letter = "T'), ["not TOML"]),
    "empty": ("", ["5 spirits", "[[spirit]]"]),
    "unknown field": (f"luck = 1\n{TEXT}", ["'luck'", "spirit"]),
    "spirits by another name": (TEXT.replace("[[spirit]]", "[[spirits]]"), ["'spirits'", "spirit"]),
    "no list": ("spirit = 5", ["5 spirits", "[[spirit]]"]),
    "one table": (f"[spirit]\n{JANUS}", ["[spirit]", "[[spirit]]"]),
    "four": (TEXT[: TEXT.rindex("[[spirit]]")], ["5 spirits", "4"]),
    "six": (TEXT + landing('["d5"]')[TEXT.rindex("[[spirit]]") :], ["5 spirits", "6"]),
    "five numbers": ("spirit = [1, 2, 3, 4, 5]", ["spirit 1", "[[spirit]]"]),
    "unknown field of a spirit": (changed('move = "towards"', 'moves = "towards"'), ["spirit", "'moves'", "move"]),
    "a number in front": (changed('letter = "P"', 'luck = 7\nletter = "P"'), ["spirit 2", "'luck'", "letter"]),
    # letters
    "no letter": (without("letter"), ["spirit 1", "letter", "A to Z"]),
    "no letter of a later one": (changed('letter = "S"\n', ""), ["spirit 3", "letter", "A to Z"]),
    "small letter": (changed('letter = "T"', 'letter = "t"'), ["spirit 1", "letter", "'t'", "capital"]),
    "the mark w": (changed('letter = "T"', 'letter = "w"'), ["spirit 1", "letter", "'w'", "capital"]),
    "the mark b": (changed('letter = "T"', 'letter = "b"'), ["spirit 1", "letter", "'b'", "capital"]),
    "the empty mark": (changed('letter = "T"', 'letter = "."'), ["spirit 1", "letter", "'.'", "capital"]),
    "two letters": (changed('letter = "T"', 'letter = "TR"'), ["spirit 1", "letter", "'TR'", "one capital letter"]),
    "empty letter": (changed('letter = "T"', 'letter = ""'), ["spirit 1", "letter", "''"]),
    "letter of another alphabet": (changed('letter = "T"', 'letter = "Ä"'), ["spirit 1", "letter", "'Ä'", "A to Z"]),
    "letter as a number": (changed('letter = "T"', "letter = 1"), ["spirit 1", "letter", "1"]),
    "letter taken": (changed('letter = "C"', 'letter = "T"'), ["letter T", "taken"]),
    # names and sentences
    "no name": (without("name"), ["spirit T", "name", "en, de and fr"]),
    "no sentence": (without("says"), ["spirit T", "says", "en, de and fr"]),
    "name in one language": (changed(', fr = "Tractor"', ""), ["spirit T", "name", "fr"]),
    "name in a fourth": (changed(', fr = "Tractor"', ', fr = "Tractor", it = "Trattore"'), ["spirit T", "name", "fr"]),
    "sentence in one language": (re.sub(r", fr = \"Un pas vers[^\"]*\"", "", TEXT), ["spirit T", "says", "fr"]),
    "name as a text": (re.sub(r"(?m)^name = .*$", 'name = "T"', TEXT, count=1), ["spirit T", "name", "en"]),
    "name as a number": (changed('de = "Tractor"', "de = 5"), ["spirit T", "name", "de", "24"]),
    "empty name": (changed('fr = "Tractor"', 'fr = ""'), ["spirit T", "name", "fr", "1 to 24"]),
    "long name": (changed('en = "Tractor"', f'en = "{"x" * 25}"'), ["spirit T", "name", "en", "24"]),
    "long sentence": (changed("One step towards", "x" * 160), ["spirit T", "says", "en", "160"]),
    "name with a line break": (changed('en = "Tractor"', r'en = "Trac\ntor"'), ["spirit T", "name", "en", "printable"]),
    "name with a terminal escape": (
        changed('en = "Tractor"', r'en = "\u001b[31mT"'),
        ["spirit T", "name", "printable"],
    ),
    "invisible sentence": (changed("One step towards", r"One\u200bstep"), ["spirit T", "says", "en", "printable"]),
    "blank name": (changed('en = "Tractor"', 'en = "  "'), ["spirit T", "name", "en", "1 to 24"]),
    "duplicate name": (
        changed('en = "Pulsor"', 'en = "Tractor"'),
        ["spirit P", "name", "en", "'Tractor'", "spirit T"],
    ),
    # ways
    "no move": (without("move"), ["spirit T", "move", "towards, away, mirror, clockwise or anticlockwise"]),
    "unknown move": (changed('"towards"', '"sideways"'), ["spirit T", "move", "'sideways'", "towards"]),
    "move as a number": (changed('move = "towards"', "move = 1"), ["spirit T", "move", "1", "towards"]),
    "move as a list": (changed('move = "towards"', 'move = ["away"]'), ["spirit T", "move", "towards"]),
    "unknown from": (changed('from = "line"', 'from = "lines"'), ["spirit T", "from", "'lines'", "line or any"]),
    "distance nought": (changed("distance = 1", "distance = 0"), ["spirit Y", "distance", "0", "1 to 6"]),
    "distance too far": (changed("distance = 1", "distance = 7"), ["spirit Y", "distance", "7", "1 to 6"]),
    "distance as a word": (changed("distance = 1", 'distance = "near"'), ["spirit Y", "distance", "'near'", "1 to 6"]),
    "distance as a boolean": (changed("distance = 1", "distance = true"), ["spirit Y", "distance", "1 to 6"]),
    "distance as a fraction": (changed("distance = 1", "distance = 1.0"), ["spirit Y", "distance", "1.0", "1 to 6"]),
    "distance as a list": (changed("distance = 1", "distance = [1, 2]"), ["spirit Y", "distance", "1 to 6"]),
    "no steps": (changed('"towards"', '"towards"\nsteps = 0'), ["spirit T", "steps", "0", "1 to 6"]),
    "steps back": (changed('"towards"', '"towards"\nsteps = -1'), ["spirit T", "steps", "-1", "1 to 6"]),
    "too many steps": (changed('"clockwise"', '"clockwise"\nsteps = 7'), ["spirit Y", "steps", "7", "1 to 6"]),
    "any steps": (changed('"towards"', '"towards"\nsteps = "any"'), ["spirit T", "steps", "'any'", "1 to 6"]),
    "mirror with steps": (changed('"mirror"', '"mirror"\nsteps = 1'), ["spirit S", "steps", "mirror"]),
    "full circle": (changed('"clockwise"', '"clockwise"\nsteps = 6'), ["spirit Y", "steps"]),
    "always onto the spirit": (changed('"line"\ndistance = "any"', '"any"\ndistance = 1'), ["spirit T", "distance"]),
    # cell by cell
    "neither way nor landings": (with_table(""), ["spirit J", "move"]),
    "landings beside move": (
        with_table('move = "away"\n[spirit.landings.d4]\nd3 = ["d5"]'),
        ["spirit J", "landings", "'move'"],
    ),
    "landings beside from": (
        with_table('from = "any"\n[spirit.landings.d4]\nd3 = ["d5"]'),
        ["spirit J", "landings", "'from'"],
    ),
    "landings beside steps": (
        with_table('steps = 1\n[spirit.landings.d4]\nd3 = ["d5"]'),
        ["spirit J", "landings", "'steps'"],
    ),
    "a field below the landings": (
        with_table('[spirit.landings.d4]\nd3 = ["d5"]\n[spirit.landings.move]\nd3 = ["d5"]'),
        ["spirit J", "landings", "'move'"],
    ),
    "landings as a list": (with_table('landings = ["d5"]'), ["spirit J", "landings", "[spirit.landings.d4]"]),
    "no landings": (with_table("landings = {}"), ["spirit J", "landings", "[spirit.landings.d4]"]),
    "no priest": (with_table("[spirit.landings.d4]"), ["spirit J", "landings", "d4", "d3"]),
    "one level too few": (with_table('landings = { d4 = ["d5"] }'), ["spirit J", "landings", "d4"]),
    "no such cell of the spirit": (
        with_table('[spirit.landings.d8]\nd3 = ["d5"]'),
        ["spirit J", "landings", "'d8'", "a1 to a4"],
    ),
    "no such cell of the priest": (
        with_table('[spirit.landings.d4]\nh3 = ["d5"]'),
        ["spirit J", "landings", "d4", "'h3'", "a1 to a4"],
    ),
    "no such cell to land on": (landing('["d5", "a5"]'), ["spirit J", "landings", "d4", "d3", "'a5'", "a1 to a4"]),
    "capital cell": (landing('["D5"]'), ["spirit J", "landings", "'D5'"]),
    "landing as a number": (landing("[5]"), ["spirit J", "landings", "d3", "5"]),
    "landing as a list": (landing('[["d5"]]'), ["spirit J", "landings", "d3", "cell"]),
    "landing as a table": (landing("[{ d5 = 1 }]"), ["spirit J", "landings", "d3", "cell"]),
    "landings as a text": (landing('"d5"'), ["spirit J", "landings", "d4", "d3", "list"]),
    "empty list": (landing("[]"), ["spirit J", "landings", "d4", "d3", "list"]),
    "landing on the spirit": (landing('["d4"]'), ["spirit J", "landings", "d4", "d3", "different"]),
    "landing on the priest": (landing('["d5", "d3"]'), ["spirit J", "landings", "d4", "d3", "different"]),
    "priest on the spirit": (with_table('[spirit.landings.d4]\nd4 = ["d5"]'), ["spirit J", "d4", "different"]),
    "the same twice": (landing('["d5", "c3", "d5"]'), ["spirit J", "landings", "d4", "d3", "twice"]),
    "a cell twice": (with_table('[spirit.landings.d4]\nd3 = ["d5"]\nd3 = ["d6"]'), ["not TOML"]),
}


@pytest.mark.clause("GENIUS-20")
@pytest.mark.parametrize("mistake", WRONG)
def test_invalid_edition_is_rejected_with_the_place_of_the_error(mistake: str) -> None:
    text, words = WRONG[mistake]
    with pytest.raises(BadInput) as caught:
        read(text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith("edition 'mine' of genius-loci")
    for word in words:
        assert word in message, f"{message!r} does not say {word!r}"


@pytest.mark.clause("GENIUS-20")
@given(st.data())
def test_any_text_is_a_valid_edition_or_gives_a_message(data: st.DataObject) -> None:
    """The texts are parts of two valid editions, shuffled and cut."""
    lines = (TEXT + OWN_TEXT).splitlines()
    cut = data.draw(st.lists(st.sampled_from(lines), max_size=5))
    base = data.draw(st.sampled_from([TEXT, OWN_TEXT])).splitlines()
    at = data.draw(st.integers(0, len(base)))
    keep = data.draw(st.integers(0, 3))
    try:
        spirits = read("\n".join([*base[:at], *cut, *base[at + keep :]]))
    except BadInput:
        return
    assert len({spirit.letter for spirit in spirits}) == 5
