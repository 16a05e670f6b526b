"""What is written is read again as the same game."""

from __future__ import annotations

from conformance.cases import FEW_ACTIONS, every_case, history_of, some_games, times
from locarium.kernel.history import History
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay


def again(history: History, *, with_legal: bool = False) -> str:
    """Written, read, replayed and written once more."""
    text = history.record(with_legal=with_legal).to_json()
    return replay(read_record(text), history.setup.game).record(with_legal=with_legal).to_json()


def prefix(history: History, count: int) -> History:
    """The first steps of a game."""
    return history_of(history.setup, history.steps[:count], history.positions[: count + 1])


@every_case
def test_whole_games(case):
    for history in some_games(case):
        assert again(history) == history.record().to_json()
        assert history.record().result is not None


@every_case
def test_with_legal_steps(case):
    for history in some_games(case, 1):
        assert again(history, with_legal=True) == history.record(with_legal=True).to_json()


@every_case
def test_unfinished_games(case):
    for history in list(some_games(case, 1))[: times(3, 1)]:
        every = max(1, len(history.steps) // 12)
        for count in range(0, len(history.steps), every):
            part = prefix(history, count)
            assert part.record().result is None
            assert again(part) == part.record().to_json()
            if case.setup.game.book.ACTIONS <= FEW_ACTIONS or count % (4 * every) == 0:
                assert again(part, with_legal=True) == part.record(with_legal=True).to_json()


@every_case
def test_defaults_are_left_out_and_accepted(case):
    history = next(iter(some_games(case, 1)))
    record = history.record()
    assert record.options == dict(case.options)
    defaults = {name: value for name, value in _all_options(case).items() if value is not None}
    written_out = read_record(record.to_json().replace('"steps":', _options_field(record.options, defaults), 1))
    assert replay(written_out, case.setup.game).record().to_json() == record.to_json()


def _all_options(case):
    options = case.setup.options
    fields = zip(options.__struct_encode_fields__, options.__struct_fields__, strict=True)
    return {written: getattr(options, field) for written, field in fields}


def _options_field(written, everything):
    import json

    return '"steps":' if written else f'"options": {json.dumps(everything)}, "steps":'
