"""GENIUS LOCI: drafts of spirits. They may be invalid; the loader reports errors. Loads no compiled code."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from locarium.kernel.bounds import load_toml
from locarium.kernel.edition import write_key, write_list, write_table, write_text

from .board import CELLS
from .edition import SPIRITS

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]
Texts: TypeAlias = Annotated[dict[Text, Text], msgspec.Meta(max_length=8)]  # by language
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Cells: TypeAlias = Annotated[list[Text], msgspec.Meta(max_length=CELLS)]
ByPriest: TypeAlias = Annotated[dict[Text, Cells], msgspec.Meta(max_length=CELLS)]


class SpiritDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft of a spirit, described by a move or cell by cell. Null fields are not written."""

    letter: Text
    name: Texts
    says: Texts
    move: Text | None
    start: Annotated[Text | None, msgspec.Meta(description="`from` of the format")]
    distance: Number | Text | None
    steps: Number | None
    # the spirit's cell -> the priest's cell -> landings
    landings: Annotated[dict[Text, ByPriest], msgspec.Meta(max_length=CELLS)] | None


Spirits: TypeAlias = Annotated[list[SpiritDraft], msgspec.Meta(max_length=2 * SPIRITS)]  # the spirits of one edition

NAMES = {"start": "from"}  # fields with another name in the format


def read_spirit_drafts(text: str) -> list[SpiritDraft] | None:
    """Read the spirits in a text, valid or not. Return None if the text isn't close enough to an edition."""
    nothing = dict.fromkeys(SpiritDraft.__struct_fields__)
    try:
        written = load_toml(text)["spirit"]
        spirits = [nothing | {_ours(name): value for name, value in fields.items()} for fields in written]
        return msgspec.convert(spirits, Spirits)
    except (ValueError, KeyError, TypeError, AttributeError):  # bad TOML, or unexpected types
        return None


def _ours(name: str) -> str:
    return next((ours for ours, theirs in NAMES.items() if theirs == name), name)


def write_spirit_drafts(spirits: list[SpiritDraft]) -> str:
    """Return the text of an edition."""
    lines = ["# Spirits for GENIUS LOCI, written by the spirit workshop. The house edition explains the format."]
    for spirit in spirits:
        lines += ["", "[[spirit]]", *_write_spirit(spirit)]
    return "\n".join(lines) + "\n"


def _write_spirit(spirit: SpiritDraft) -> list[str]:
    lines = [
        f"letter = {write_text(spirit.letter)}",
        f"name = {write_table(spirit.name)}",
        f"says = {write_table(spirit.says)}",
    ]
    for field in ("move", "start", "distance", "steps"):
        value = getattr(spirit, field)
        if value is not None:
            lines.append(f"{NAMES.get(field, field)} = {write_text(value) if isinstance(value, str) else value}")
    if spirit.landings is not None:
        lines += ["", "[spirit.landings]"]
        for at, by_priest in spirit.landings.items():
            cells = ", ".join(f"{write_key(priest)} = {write_list(landings)}" for priest, landings in by_priest.items())
            lines.append(f"{write_key(at)} = {{ {cells} }}")
    return lines
