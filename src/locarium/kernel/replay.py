"""Replaying records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bounds import MAX_STEP, clipped
from .errors import BadInput, BadNotation, BadRecord, IllegalStep
from .history import History
from .position import Setup
from .record import Result, is_hidden

if TYPE_CHECKING:
    from .game import Game
    from .record import Record


def setup_of(record: Record, game: Game) -> Setup:
    """Return the seats, options and edition of a record."""
    about = game.about
    if record.game != about.name:
        raise BadRecord(f"this is a record of {record.game!r}, not of {about.name!r}")
    try:
        about.check_rules_version(record.rules)
        edition = about.edition_brought(record.edition, record.edition_text)
        setup = Setup(game, record.seats, record.options, edition)
    except BadInput as error:
        raise BadRecord(str(error)) from None
    if record.digest is not None and record.digest != edition.digest:
        raise BadRecord(f"digest {record.digest!r} does not match the edition's, {edition.digest!r}")
    return setup


def check_redacted(record: Record, game: Game) -> None:
    """Check the parts of a redacted record that can be checked without a replay."""
    setup_of(record, game)
    _check_length(record, game)
    for number, (seat, _) in enumerate(record.steps, start=1):
        if seat is not None and seat not in range(record.seats):
            raise BadRecord(game.about.texts("en").get("faults", "no-such-seat", seat=seat), number)
    if record.result is not None and not set(record.result.winners) <= set(range(record.seats)):
        raise BadRecord(f"the winners {record.result.winners} include a seat that this table does not have")


def replay(record: Record, game: Game) -> History:
    """Replay a whole record and check every claim in it. Raise an error that names the first bad step."""
    history = begin(record, game)
    while len(history.steps) < len(record.steps):
        make_next_step(record, history)
    check_result(record, history)
    return history


def begin(record: Record, game: Game) -> History:
    """Return the game before the first step of its record."""
    history = History(setup_of(record, game))
    _check_length(record, game)
    if record.legal is not None and len(record.legal) != len(record.steps):
        raise BadRecord(f"'legal' has {len(record.legal)} lists for {len(record.steps)} steps; it needs one per step")
    return history


def _check_length(record: Record, game: Game) -> None:
    if len(record.steps) > (most := game.book.MAX_STEPS):
        raise BadRecord(f"the record has {len(record.steps)} steps; a game of {game.about.title} has at most {most}")


def make_next_step(record: Record, history: History) -> None:
    """Make the next step of the record."""
    index = len(history.steps)
    (seat, text), number = record.steps[index], index + 1
    if is_hidden(text):
        raise BadRecord(f"{text!r} is hidden; a redacted record can be shown but not replayed", number)
    if record.legal is not None:
        _check_legal(history, seat, record.legal[index], number)
    _play(history, seat, text, number)


def _play(history: History, seat: int | None, text: str, number: int) -> None:
    try:
        history.play_text(seat, text)
    except IllegalStep as error:
        sentence = history.setup.game.about.texts("en").get("faults", error.reason, seat=seat)
        raise BadRecord(f"{text!r} of {_actor(seat)}: {sentence}", number) from None
    except BadNotation as error:
        raise BadRecord(f"{_actor(seat)}: {error}", number) from None


def _actor(seat: int | None) -> str:
    return "chance" if seat is None else f"seat {seat}"


def _check_legal(history: History, seat: int | None, claimed: list[str] | None, number: int) -> None:
    legal = None if seat is None else history.position.legal_texts(seat)
    if (claimed is None) != (legal is None) or sorted(claimed or []) != sorted(legal or []):
        expected = "null (chance)" if legal is None else clipped(f"{len(legal)} steps: {', '.join(legal)}", MAX_STEP)
        raise BadRecord(f"'legal' does not match the legal steps here, {expected}", number)


def check_result(record: Record, history: History) -> None:
    """Check the record's result after all its steps are made."""
    outcome = history.position.outcome()
    if record.ended is not None:
        _check_ended(record, is_over=outcome is not None)
    elif outcome is None:
        if record.result is not None:
            raise BadRecord(f"the record has a result, but the game is not over after step {len(record.steps)}")
    elif record.result != (expected := Result(outcome.winners, outcome.scores)):
        claimed = "the record has no result" if record.result is None else f"the result says {_describe(record.result)}"
        raise BadRecord(f"after step {len(record.steps)} the game is over with {_describe(expected)}, but {claimed}")


def _describe(result: Result) -> str:
    return f"scores {result.scores} and winners {result.winners}"


def _check_ended(record: Record, *, is_over: bool) -> None:
    ended = record.ended
    assert ended is not None
    if record.seats != 2:
        raise BadRecord(f"'ended' is only for two-player games; this one has {record.seats} seats")
    if is_over:
        raise BadRecord(f"the record has 'ended', but the game ended by its rules after step {len(record.steps)}")
    if ended.seat not in range(2):
        raise BadRecord(f"'ended' names seat {ended.seat}; it must be 0 or 1")
    if record.result is None or record.result.scores is not None or record.result.winners != [1 - ended.seat]:
        raise BadRecord(f"a game that seat {ended.seat} ended must have winners [{1 - ended.seat}] and no scores")
