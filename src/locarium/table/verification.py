"""Whether a record is what it says: its draws are recomputed from secret and seeds, then all of it is replayed.

Nothing but the record and the game is needed. The method is described in docs/fair.md.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from locarium.kernel.errors import BadRecord, all_of
from locarium.kernel.options import accepted, hints
from locarium.kernel.record import is_hidden
from locarium.kernel.replay import begin, check_redacted, check_result, make_next_step, setup_of

from .fairness import (
    DIGEST_DIGITS,
    FAIR_1,
    METHOD,
    METHODS,
    SECRET_BYTES,
    SEED_BYTES,
    Deal,
    draws_in,
    is_hexadecimal,
    seed_commitment,
    stream_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from locarium.kernel.game import Game
    from locarium.kernel.history import History
    from locarium.kernel.position import Setup
    from locarium.kernel.record import Record

    from .fairness import FairStream

COMMITTING = {"fair", *(f"fair.{name}" for name in ("method", "table", "voided", "secret", "commitment"))}
UNPROMISED = (
    "locarium/fair/1 promised less: its commitment leaves out the table's name, and the last player to sit down could "
    "choose a seed, so a dishonest host could try out both until the cards suited a confederate"
)
MAX_SEATS = 8  # that are tried to find out what was changed
MAX_VOIDED = 20  # deals, the same


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    place: str  # where in the record: `commitment`, `draw 2 (step 17)`, `fair.seeds`
    verdict: Literal["right", "wrong", "unchecked", "note"]  # a note is what no record can prove
    sentence: str


def verify(record: Record, game: Game) -> Iterator[Finding]:
    """What was checked, what is wrong and where, and what could not be checked."""
    try:
        setup = setup_of(record, game)
    except BadRecord as error:
        yield _fault(error)
        return
    if record.is_redacted:
        yield from _check_redacted(record, game)
    else:
        yield from _check_fairness(record, setup)
        if (record.meta or {}).get("names"):
            yield Finding("names", "note", "the commitment does not cover them; that they are true is not proven")


def _check_fairness(record: Record, setup: Setup) -> Iterator[Finding]:
    fair, stream = record.fair or {}, None
    faults = list(_problems_of_fair(record))
    yield from faults
    if fair.get("method") == FAIR_1:
        yield Finding("method", "note", UNPROMISED)
    if not {fault.place for fault in faults} & COMMITTING:
        yield _check_commitment(record, setup, fair["commitment"])
    if not faults:
        seeds, commitment = fair["seeds"], fair["commitment"]
        if fair["method"] != FAIR_1:
            yield from _check_seeds(seeds, fair["seed_commitments"], commitment)
            yield from _check_voided(fair["voided"])
        yield _count_seeds(seeds)
        stream = stream_of(fair["method"], bytes.fromhex(fair["secret"]), fair["table"], commitment, seeds)
        yield from _check_lot(setup.game, stream, fair.get("lot"))
    yield from _check_steps(record, setup.game, stream)
    if "secret" in fair and record.result is None:
        yield Finding("result", "wrong", "it is missing, but the secret is there, which comes to light at the end")


def _check_redacted(record: Record, game: Game) -> Iterator[Finding]:
    try:
        check_redacted(record, game)
    except BadRecord as error:
        yield _fault(error)
    number = next(number for number, step in enumerate(record.steps, start=1) if is_hidden(step[1]))
    sentence = "something is hidden in this record of what one seat may see; that of the finished game can be checked"
    yield Finding(f"step {number}", "unchecked", sentence)


# The field `fair`.


def _problems_of_fair(record: Record) -> Iterator[Finding]:
    """Why there is no proof that could be checked."""
    fair = record.fair
    if fair is None:
        yield Finding("fair", "unchecked", "the record has no such field: where its draws come from cannot be said")
    elif not isinstance(fair.get("method"), str):
        yield Finding("fair.method", "wrong", f"it has to be a text such as {METHOD!r}")
    elif fair["method"] not in METHODS:
        known = all_of([repr(method) for method in METHODS])
        yield Finding("fair.method", "unchecked", f"{fair['method']!r} is unknown; this program knows {known}")
    elif "secret" not in fair:
        sentence = "it comes to light when the table is over (of a match, when the last game is); ask again then"
        yield Finding("fair.secret", "unchecked", sentence)
    else:
        yield from _malformed(fair, record.seats)


def _malformed(fair: dict[str, Any], seats: int) -> Iterator[Finding]:
    table, lot, voided = fair.get("table"), fair.get("lot"), fair.get("voided")
    if not isinstance(table, str) or "\n" in table:
        yield Finding("fair.table", "wrong", "it has to be a text without a line break")
    for name, digits in (("commitment", DIGEST_DIGITS), ("secret", 2 * SECRET_BYTES)):
        if not is_hexadecimal(fair.get(name), digits):
            yield Finding(f"fair.{name}", "wrong", f"it has to be {digits} hexadecimal digits in lower case")
    yield from _malformed_list(fair, "seeds", seats, 2 * SEED_BYTES)
    if fair["method"] != FAIR_1:
        yield from _malformed_list(fair, "seed_commitments", seats, DIGEST_DIGITS)
        if type(voided) is not int or voided < 0:
            yield Finding("fair.voided", "wrong", "it has to be a number of deals, 0 or more")
    if lot is not None and (type(lot) is not int or lot not in range(seats)):
        yield Finding("fair.lot", "wrong", f"it has to be a seat from 0 to {seats - 1}")


def _malformed_list(fair: dict[str, Any], name: str, seats: int, digits: int) -> Iterator[Finding]:
    texts = fair.get(name)
    if not isinstance(texts, list) or len(texts) != seats:
        found = f"{len(texts)} are there" if isinstance(texts, list) else "there is none"
        yield Finding(
            f"fair.{name}", "wrong", f"it has to be a list with a text for each of the {seats} seats; {found}"
        )
    for seat, text in enumerate(texts if isinstance(texts, list) else []):
        if text != "" and not is_hexadecimal(text, digits):
            sentence = f"it has to be {digits} hexadecimal digits in lower case, or empty"
            yield Finding(f"fair.{name}, seat {seat}", "wrong", sentence)


def _check_seeds(seeds: list[str], commitments: list[str], commitment: str) -> Iterator[Finding]:
    """Every opened seed against the commitment that its client made before."""
    given = [seed and seed_commitment(commitment, seed) for seed in seeds]
    wrong = [seat for seat, (one, said) in enumerate(zip(given, commitments, strict=True)) if one != said]
    for seat in wrong:
        sentence = f"its seed gives {given[seat] or 'nothing'}, the list says {commitments[seat] or 'nothing'}"
        yield Finding(f"seed commitments, seat {seat}", "wrong", sentence)
    if not wrong and any(seeds):
        sentence = "every opened seed is the one that its client committed to before any seed was open"
        yield Finding("seed commitments", "right", sentence)


def _check_voided(voided: int) -> Iterator[Finding]:
    if voided:
        deals = "1 deal was" if voided == 1 else f"{voided} deals were"
        sentence = f"{deals} voided before this one, because a client did not open its seed or left: a dishonest host"
        yield Finding("voided", "note", f"{sentence} with a confederate at the table rejects deals that way")


def _count_seeds(seeds: list[str]) -> Finding:
    added = [str(seat) for seat, seed in enumerate(seeds) if seed]
    if not added:
        return Finding("seeds", "note", "no client added a seed, so the server alone decided about the draws")
    whose = "seat" if len(added) == 1 else "seats"
    sentence = (
        f"{whose} {all_of(added)} added a seed; the draws are proven to those players: compare it with your client"
    )
    return Finding("seeds", "note", sentence)


# The commitment.


def _check_commitment(record: Record, setup: Setup, said: str) -> Finding:
    deal = _deal_of(record, setup)
    given = deal.commitment
    covered = "game, options, edition, seats and secret give"
    if deal.method != FAIR_1:
        covered = f"table, voided deals, rules, {covered}"
    if given == said:
        return Finding("commitment", "right", f"{given}: {covered} it; compare it with the one that you were shown")
    return Finding("commitment", "wrong", f"{covered} {given}, the record says {said}; {_suspicion(deal, setup, said)}")


def _deal_of(record: Record, setup: Setup) -> Deal:
    fair = record.fair or {}
    return Deal(
        method=fair["method"],
        table=fair["table"],
        voided=fair.get("voided", 0),
        game=record.game,
        rules=record.rules,
        options=record.options,
        edition=setup.edition.digest,
        seats=record.seats,
        secret=bytes.fromhex(fair["secret"]),
    )


def _suspicion(deal: Deal, setup: Setup, said: str) -> str:
    """Which field was changed, if there is a value of it that would be right."""
    about = setup.game.about
    for options in _all_options(deal.options, setup):
        if replace(deal, options=options).commitment == said:
            return f"it would be right with the options {json.dumps(options)} in place of {json.dumps(deal.options)}"
    for seats in range(1, MAX_SEATS + 1):
        if replace(deal, seats=seats).commitment == said:
            return f"it would be right with {seats} seats in place of {deal.seats}"
    for edition in map(about.edition, about.edition_names()):
        if replace(deal, edition=edition.digest).commitment == said:
            return f"it would be right with the edition {edition.name!r} in place of {setup.edition.name!r}"
    for voided in range(MAX_VOIDED):
        if replace(deal, voided=voided).commitment == said:
            return f"it would be right with {voided} voided deals in place of {deal.voided}"
    if deal.method == FAIR_1:
        return "the secret, the commitment itself or the text of the edition is not what it was"
    return "the secret, the commitment itself, the table's name or the text of the edition is not what it was"


def _all_options(options: Mapping[str, object], setup: Setup) -> Iterator[dict[str, Any]]:
    """All that can be chosen, and what the record says for texts."""
    about = setup.game.about
    known = hints(about.options)
    values = [[*accepted(hint), *([options[name]] if name in options else [])] for name, hint in known.items()]
    for chosen in product(*values):
        yield msgspec.to_builtins(about.read_options(dict(zip(known, chosen, strict=True))))


# The draws.


def _check_lot(game: Game, stream: FairStream, lot: int | None) -> Iterator[Finding]:
    if not game.draws_lot:
        if lot is not None:
            yield Finding("lot", "wrong", f"{game.about.title} has none, the record says seat {lot}")
    elif (given := stream.lot()) == lot:
        yield Finding("lot", "right", f"secret and seeds give seat {given}: whoever took it came first")
    else:
        said = "nothing" if lot is None else f"seat {lot}"
        yield Finding("lot", "wrong", f"secret and seeds give seat {given}, the record says {said}")


def _check_steps(record: Record, game: Game, stream: FairStream | None) -> Iterator[Finding]:
    """Every draw against the stream, every step against the rules, the result against both."""
    try:
        history = begin(record, game)
        while len(history.steps) < len(record.steps):
            if stream is not None and _is_draw(record, history):
                yield _check_draw(record, history, stream)
            make_next_step(record, history)
        check_result(record, history)
    except BadRecord as error:
        yield _fault(error)
        if error.step is not None and error.step < len(record.steps):
            yield Finding("steps", "unchecked", f"what comes after step {error.step} could not be looked at")
        return
    end = "the game is not over" if record.result is None else "so does the result"
    yield Finding("steps", "right", f"all {len(record.steps)} follow the rules, and {end}")


def _is_draw(record: Record, history: History) -> bool:
    return record.steps[len(history.steps)][0] is None and history.position.chance_is_due


def _check_draw(record: Record, history: History, stream: FairStream) -> Finding:
    index = len(history.steps)
    place, said, given = f"draw {draws_in(history)} (step {index + 1})", record.steps[index][1], stream.step(history)
    if given == said:
        return Finding(place, "right", f"secret and seeds give it: {given}")
    return Finding(place, "wrong", f"secret and seeds give {given!r}, the record says {said!r}")


def _fault(error: BadRecord) -> Finding:
    if error.step is None:
        return Finding("record", "wrong", str(error))
    return Finding(f"step {error.step}", "wrong", str(error).removeprefix(f"step {error.step}: "))
