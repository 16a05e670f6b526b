"""Games in full detail, to be compared between processes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from conformance.cases import CASES, is_quick, played
from locarium.kernel.playout import count_games
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conformance.cases import Case

SEED = 11


def transcript(case: Case, player: str) -> Iterator[str]:
    """The record with all legal steps; then every state, true, concealed and sampled; then sums of random games."""
    history = played(case, player, SEED)
    yield f"{case} {history.record(with_legal=True).to_json()}"
    rng = new_rng(SEED)
    for position in history.positions:
        digest = hashlib.sha256(position.words.tobytes())
        for observer in case.observers:
            concealed = position.concealed(observer)
            digest.update(concealed.words.tobytes() + concealed.sampled(rng).words.tobytes())
        yield digest.hexdigest()[:16]
    yield str(count_games(case.setup, 2, rng))


def transcripts(name: str, player: str) -> str:
    """Those of all cases of a game in which plain Python can keep up with the player."""
    cases = [case for case in CASES if case.name == name and is_quick(case, player)]
    return "".join(f"{line}\n" for case in cases for line in transcript(case, player))
