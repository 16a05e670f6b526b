"""GENIUS LOCI: sentences for steps and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from locarium.kernel.errors import BadNotation

from .notation import split_step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from locarium.kernel.position import Position
    from locarium.kernel.texts import Texts, Words

    from .edition import Spirit


def words(spirits: tuple[Spirit, ...], language: str) -> Words:
    """Return the names of an edition's spirits."""
    return {"spirits": {spirit.letter: spirit.names[language] for spirit in spirits}}


def tell(texts: Texts, names: Sequence[str], seat: int | None, text: str) -> str:
    """Describe a step."""
    if seat is None:
        return texts.get("steps", text.partition(" ")[0])
    if text == "end":
        return texts.get("steps", "end", seat=names[seat])
    priest, letter, moved, landing = split_step(text)
    values = {"seat": names[seat], "spirit": _name_spirit(texts, letter, text), "cell": landing}
    sentence = texts.get("steps", "sacrifice" if priest is None else "first", priest=priest, **values)
    return sentence if moved is None else f"{sentence}, {texts.get('steps', 'moved', to=moved, **values)}"


def _name_spirit(texts: Texts, letter: str, text: str) -> str:
    try:
        return texts.get("spirits", letter)
    except KeyError:
        raise BadNotation(text, "a spirit of the edition") from None


def follow(texts: Texts, names: Sequence[str], before: Position, after: Position) -> list[str]:
    """Describe a turn that ended automatically, or a seat that can't sacrifice."""
    then, now = before.fields, after.fields
    sentences = []
    ended_by_itself = then.humans != now.humans and now.turns != then.turns and not after.setup.fields.single
    if before.active and ended_by_itself and not after.is_over:
        sentences.append(texts.get("steps", "turn-ends", seat=names[now.first]))
    if after.is_over:
        sentences.append(texts.get("steps", "stuck", seat=names[now.first]))
    return sentences
