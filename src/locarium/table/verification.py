"""Check that a record is genuine: recompute its draws from the secret and the seeds, then replay it.

Only the record and the game are needed. docs/fair.md describes the method.
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
    chance_text,
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
    "locarium/fair/1 proves less: its commitment leaves out the table's name, and the last player to sit down could "
    "choose a seed, so a dishonest host could try both until the cards favoured an accomplice"
)
MAX_SEATS = 8  # largest seat count to try when a commitment does not match
MAX_VOIDED = 20  # how many numbers of voided deals to try, from 0


class Finding(msgspec.Struct, frozen=True):
    """One result of the verification."""

    place: str  # where in the record: `commitment`, `draw 2 (step 17)`, `fair.seeds`
    verdict: Literal["right", "wrong", "unchecked", "note"]  # note: something that no record can prove
    sentence: str


def verify(record: Record, game: Game) -> Iterator[Finding]:
    """Verify a record. Yield what is right, what is wrong and where, and what could not be checked."""
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
            yield Finding("names", "note", "not verified, because the commitment does not cover them")


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
        yield Finding(
            "result", "wrong", "missing, although the secret has been revealed, which happens only at the end"
        )


def _check_redacted(record: Record, game: Game) -> Iterator[Finding]:
    try:
        check_redacted(record, game)
    except BadRecord as error:
        yield _fault(error)
    number = next(number for number, step in enumerate(record.steps, start=1) if is_hidden(step[1]))
    sentence = "this record shows only what one seat may see; verify the record of the finished game instead"
    yield Finding(f"step {number}", "unchecked", sentence)


# The field `fair`.


def _problems_of_fair(record: Record) -> Iterator[Finding]:
    """Yield the problems that prevent a check of the fairness data."""
    fair = record.fair
    if fair is None:
        yield Finding("fair", "unchecked", "the field is missing, so the draws cannot be verified")
    elif not isinstance(fair.get("method"), str):
        yield Finding("fair.method", "wrong", f"must be a string such as {METHOD!r}")
    elif fair["method"] not in METHODS:
        known = all_of([repr(method) for method in METHODS])
        yield Finding("fair.method", "unchecked", f"unknown method {fair['method']!r}; supported: {known}")
    elif "secret" not in fair:
        sentence = "not revealed yet; verify again when the game or the whole match is over"
        yield Finding("fair.secret", "unchecked", sentence)
    else:
        yield from _malformed(fair, record.seats)


def _malformed(fair: dict[str, Any], seats: int) -> Iterator[Finding]:
    table, lot, voided = fair.get("table"), fair.get("lot"), fair.get("voided")
    if not isinstance(table, str) or "\n" in table:
        yield Finding("fair.table", "wrong", "must be a string without line breaks")
    for name, digits in (("commitment", DIGEST_DIGITS), ("secret", 2 * SECRET_BYTES)):
        if not is_hexadecimal(fair.get(name), digits):
            yield Finding(f"fair.{name}", "wrong", f"must be {digits} hexadecimal digits in lower case")
    yield from _malformed_list(fair, "seeds", seats, 2 * SEED_BYTES)
    if fair["method"] != FAIR_1:
        yield from _malformed_list(fair, "seed_commitments", seats, DIGEST_DIGITS)
        if type(voided) is not int or voided < 0:
            yield Finding("fair.voided", "wrong", "must be a number of deals, 0 or more")
    if lot is not None and (type(lot) is not int or lot not in range(seats)):
        yield Finding("fair.lot", "wrong", f"must be a seat from 0 to {seats - 1}")


def _malformed_list(fair: dict[str, Any], name: str, seats: int, digits: int) -> Iterator[Finding]:
    texts = fair.get(name)
    if not isinstance(texts, list) or len(texts) != seats:
        found = f"found {len(texts)}" if isinstance(texts, list) else "it is missing"
        yield Finding(f"fair.{name}", "wrong", f"must be a list with one string for each of the {seats} seats; {found}")
    for seat, text in enumerate(texts if isinstance(texts, list) else []):
        if text != "" and not is_hexadecimal(text, digits):
            sentence = f"must be {digits} hexadecimal digits in lower case, or empty"
            yield Finding(f"fair.{name}, seat {seat}", "wrong", sentence)


def _check_seeds(seeds: list[str], commitments: list[str], commitment: str) -> Iterator[Finding]:
    """Check each revealed seed against the commitment that its client made earlier."""
    given = [seed and seed_commitment(commitment, seed) for seed in seeds]
    wrong = [seat for seat, (one, said) in enumerate(zip(given, commitments, strict=True)) if one != said]
    for seat in wrong:
        sentence = f"the seed gives {given[seat] or 'nothing'}, but the record has {commitments[seat] or 'nothing'}"
        yield Finding(f"seed commitments, seat {seat}", "wrong", sentence)
    if not wrong and any(seeds):
        sentence = "every revealed seed matches its client's earlier commitment"
        yield Finding("seed commitments", "right", sentence)


def _check_voided(voided: int) -> Iterator[Finding]:
    if voided:
        deals = "1 deal was" if voided == 1 else f"{voided} deals were"
        sentence = f"{deals} voided before this one, because a client did not reveal its seed or left; a dishonest host"
        yield Finding("voided", "note", f"{sentence} with an accomplice at the table can reject deals this way")


def _count_seeds(seeds: list[str]) -> Finding:
    added = [str(seat) for seat, seed in enumerate(seeds) if seed]
    if not added:
        return Finding("seeds", "note", "no client added a seed, so the server alone determined the draws")
    whose = "seat" if len(added) == 1 else "seats"
    sentence = (
        f"{whose} {all_of(added)} added a seed, which proves the draws to those players; compare it with your client's"
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
        return Finding("commitment", "right", f"{given}: {covered} it; compare it with the one your client showed you")
    return Finding(
        "commitment", "wrong", f"{covered} {given}, but the record has {said}; {_suspicion(deal, setup, said)}"
    )


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
    """Guess which field was changed, by trying values that would match the commitment."""
    about = setup.game.about
    for options in _all_options(deal.options, setup):
        if replace(deal, options=options).commitment == said:
            return f"it matches the options {json.dumps(options)} instead of {json.dumps(deal.options)}"
    for seats in range(1, MAX_SEATS + 1):
        if replace(deal, seats=seats).commitment == said:
            return f"it matches {seats} seats instead of {deal.seats}"
    for edition in map(about.edition, about.edition_names()):
        if replace(deal, edition=edition.digest).commitment == said:
            return f"it matches the edition {edition.name!r} instead of {setup.edition.name!r}"
    for voided in range(MAX_VOIDED):
        if replace(deal, voided=voided).commitment == said:
            return f"it matches {voided} voided deals instead of {deal.voided}"
    if deal.method == FAIR_1:
        return "the secret, the commitment or the edition text was changed"
    return "the secret, the commitment, the table name or the edition text was changed"


def _all_options(options: Mapping[str, object], setup: Setup) -> Iterator[dict[str, Any]]:
    """Yield all combinations of option values, including free-text values from the record."""
    about = setup.game.about
    known = hints(about.options)
    values = [[*accepted(hint), *([options[name]] if name in options else [])] for name, hint in known.items()]
    for chosen in product(*values):
        yield msgspec.to_builtins(about.read_options(dict(zip(known, chosen, strict=True))))


# The draws.


def _check_lot(game: Game, stream: FairStream, lot: int | None) -> Iterator[Finding]:
    if not game.draws_lot:
        if lot is not None:
            yield Finding("lot", "wrong", f"{game.about.title} draws no first seat, but the record has seat {lot}")
    elif (given := stream.lot()) == lot:
        yield Finding("lot", "right", f"secret and seeds give seat {given}, so its player went first")
    else:
        said = "nothing" if lot is None else f"seat {lot}"
        yield Finding("lot", "wrong", f"secret and seeds give seat {given}, but the record has {said}")


def _check_steps(record: Record, game: Game, stream: FairStream | None) -> Iterator[Finding]:
    """Check every draw against the stream, every step against the rules, and the result."""
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
            yield Finding("steps", "unchecked", f"the steps after step {error.step} could not be checked")
        return
    end = "the game is not over" if record.result is None else "so does the result"
    yield Finding("steps", "right", f"all {len(record.steps)} follow the rules, and {end}")


def _is_draw(record: Record, history: History) -> bool:
    return record.steps[len(history.steps)][0] is None and history.position.chance_is_due


def _check_draw(record: Record, history: History, stream: FairStream) -> Finding:
    index = len(history.steps)
    place, said, given = (
        f"draw {draws_in(history)} (step {index + 1})",
        record.steps[index][1],
        chance_text(stream.draw(history)[1]),
    )
    if given == said:
        return Finding(place, "right", f"matches the secret and seeds: {given}")
    return Finding(place, "wrong", f"secret and seeds give {given!r}, but the record has {said!r}")


def _fault(error: BadRecord) -> Finding:
    if error.step is None:
        return Finding("record", "wrong", str(error))
    return Finding(f"step {error.step}", "wrong", str(error).removeprefix(f"step {error.step}: "))
