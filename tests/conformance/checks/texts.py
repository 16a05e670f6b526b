"""Every step can be described and every view drawn, in three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.cases import history_of, some_actions, times
from conformance.walk import after_case, after_games, at_positions
from locarium.kernel.about import LANGUAGES

if TYPE_CHECKING:
    from conformance.cases import Case
    from conformance.walk import Game, Moment, Walk
    from locarium.kernel.history import History


def names_of(case: Case) -> list[str]:
    return [f"Seat-{seat}" for seat in range(case.seats)]


@after_games
def every_step_is_described(game: Game) -> None:
    rules, names = game.case.setup.game, names_of(game.case)
    lines = {line for observer in (-1, *game.case.observers) for line in game.history.texts(observer)}
    if rules.notation.SEALED != "?":
        lines.add((0, rules.notation.SEALED))
    for language in LANGUAGES:
        texts = game.case.setup.texts(language)
        for seat, text in lines:
            sentence = rules.telling.tell(texts, names, seat, text)
            assert sentence
            assert seat is None or names[seat] in sentence


@at_positions(times(11, 29))
def every_view_can_be_drawn(moment: Moment) -> None:
    game, names = moment.case.setup.game, names_of(moment.case)
    view = game.view(moment.concealed(moment.observer))
    for language in LANGUAGES:
        lines = game.draw(view, game.about.texts(language), names)
        drawn = "".join(text for line in lines for text, _ in line)
        assert all(name in drawn for name in names)
        assert "\n" not in drawn


@after_case
def actions_have_a_text(walk: Walk) -> None:
    game, rules = walk.case.setup.game, walk.case.setup.fields
    assert all(game.notation.show(rules, action) for action in some_actions(game, walk.case.seats))


def check_hidden_or_unchanged(case: Case, history: History) -> None:
    """An observer reads each step unchanged or with a `?`."""
    truth = history.texts()
    for observer in case.observers:
        for (seat, shown), (true_seat, true) in zip(history.texts(observer), truth, strict=True):
            assert seat == true_seat
            assert shown == true or "?" in shown.split(" ")


@after_games
def records_of_a_seat_are_hidden_or_unchanged(game: Game) -> None:
    check_hidden_or_unchanged(game.case, game.history)


@at_positions(times(7, 17))
def records_of_running_games_are_hidden_or_unchanged(moment: Moment) -> None:
    if moment.position.has_sealed:
        steps, positions = moment.game.history.steps, moment.game.history.positions
        begun = history_of(moment.case.setup, steps[: moment.step], positions[: moment.step + 1])
        check_hidden_or_unchanged(moment.case, begun)
