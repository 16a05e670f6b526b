"""A record replays to the game it was written from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from conformance.cases import history_of, played, player_of, times
from conformance.walk import after_case, after_games
from locarium.kernel.playout import write_game
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.rng import new_rng

if TYPE_CHECKING:
    from conformance.walk import Game, Walk
    from locarium.kernel.history import History

PARTS = 3  # unfinished records written for each game


def round_trips(history: History, *, with_legal: bool = False) -> None:
    """A record that is read and replayed is written identically."""
    text = history.record(with_legal=with_legal).to_json()
    assert replay(read_record(text), history.setup.game).record(with_legal=with_legal).to_json() == text


@after_games
def whole_games_round_trip(game: Game) -> None:
    assert game.history.record().result is not None
    round_trips(game.history)


@after_games
def games_with_legal_lists_round_trip(game: Game) -> None:
    if game.seed == 0:
        round_trips(game.history, with_legal=True)


@after_games
def unfinished_games_round_trip(game: Game) -> None:
    """Cut games off at steps spread over the game, one of them with its legal lists."""
    history = game.history
    for part in range(times(PARTS, 1)):
        count = (len(history.steps) - 1) * (2 * part + game.seed) // (2 * PARTS)
        begun = history_of(history.setup, history.steps[:count], history.positions[: count + 1])
        assert begun.record().result is None
        round_trips(begun)
        if part == 1 and game.seed == 0:
            round_trips(begun, with_legal=True)


@after_games
def seed_reproduces_the_game(game: Game) -> None:
    if game.seed == 0:
        again = write_game(game.case.setup, new_rng(game.seed), player_of(game.case, game.player))
        assert again.record().to_json() == game.history.record().to_json()


@after_case
def different_seeds_give_different_games(walk: Walk) -> None:
    assert len({played(walk.case, "random", seed).record().to_json() for seed in range(3)}) == 3


@after_case
def defaults_are_omitted_and_accepted(walk: Walk) -> None:
    record = walk.games[0].history.record()
    assert record.options == dict(walk.case.options)
    options = walk.case.setup.options
    fields = zip(options.__struct_encode_fields__, options.__struct_fields__, strict=True)
    spelled_out = {written: getattr(options, field) for written, field in fields}
    everything = {name: value for name, value in spelled_out.items() if value is not None}
    written_out = read_record(msgspec.structs.replace(record, options=everything).to_json())
    assert replay(written_out, walk.case.setup.game).record().to_json() == record.to_json()
