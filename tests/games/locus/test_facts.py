"""LOCUS: whole games, compared with the referee and with the same games in another order."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

import pytest

from conformance.cases import Case, played, times
from games.locus.referee import Referee
from games.locus.script import GAME, HOUSE, SMALL
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import random_digits
from locarium.kernel.record import read_record
from locarium.kernel.replay import replay
from locarium.kernel.rng import Rng, draw_below, new_rng

PLAIN = [Case("locus", seats, (), edition) for edition in ("house", "foreign") for seats in range(1, 6)]
CASES = [
    *PLAIN,
    Case("locus", 2, (("coins", "english"),)),
    Case("locus", 2, (("coins", "german"),)),
    Case("locus", 1, (("order", "printed"),)),
    Case("locus", 3, (("order", "printed"),)),
    Case("locus", 5, (("coins", "german"), ("order", "printed")), "foreign"),
]
of_every_kind = pytest.mark.parametrize("case", CASES, ids=str)
by_anyone = pytest.mark.parametrize("player", ["random", "greedy", "mixed"])


def referee_of(case: Case) -> Referee:
    return Referee((SMALL if case.edition == "foreign" else HOUSE).text, case.seats, **dict(case.options))


@pytest.mark.clause(
    "LOCUS-02",
    "LOCUS-03",
    "LOCUS-04",
    "LOCUS-05",
    "LOCUS-06",
    "LOCUS-07",
    "LOCUS-08",
    "LOCUS-09",
    "LOCUS-10",
    "LOCUS-11",
    "LOCUS-12",
    "LOCUS-13",
    "LOCUS-14",
    "LOCUS-15",
    "LOCUS-16",
    "LOCUS-17",
    "LOCUS-18",
    "LOCUS-19",
)
@pytest.mark.clause(
    "LOCUS-20", "LOCUS-21", "LOCUS-22", "LOCUS-23", "LOCUS-24", "LOCUS-25", "LOCUS-26", "LOCUS-27", "LOCUS-28"
)
@of_every_kind
@by_anyone
def test_referee_agrees_with_whole_games(case: Case, player: str) -> None:
    """Compare the seats that may act, the legal steps, the coins and the points in every position of whole games."""
    for seed in range(times(3, 1)):
        history = played(case, player, seed)
        referee = referee_of(case)
        for (seat, text), position in zip(history.texts(), history.positions, strict=False):
            assert referee.active == position.active
            if seat is not None:
                assert sorted(referee.legal(seat)) == sorted(position.legal_texts(seat))
            referee.apply(seat, text)
        outcome = history.position.outcome()
        assert outcome is not None
        assert referee.is_over
        totals = referee.totals()
        assert outcome.scores == totals
        assert outcome.winners == [seat for seat in range(case.seats) if totals[seat] == max(totals)]
        state = history.position.fields
        assert [sheet.earned for sheet in referee.seats] == state.earned[: case.seats]
        assert [sheet.crossed for sheet in referee.seats] == state.crossed[: case.seats]
        assert (referee.star, referee.extra_rounds) == (state.star, state.extra_rounds)


@pytest.mark.clause("LOCUS-05", "LOCUS-18")
@pytest.mark.parametrize("coins", ["combined", "english", "german"])
def test_referee_agrees_when_seats_act_out_of_turn(coins: str) -> None:
    """With the printed order, a random seat that may act makes a step of a random legal kind."""
    case = Case("locus", 3, (("coins", coins), ("order", "printed")))
    early = set[str]()
    for seed in range(times(4, 1)):
        history, referee, rng = History(case.setup), referee_of(case), new_rng(seed)
        while not history.position.is_over and len(history.steps) < times(1000, 40):
            position = history.position
            assert (referee.active, referee.may_act) == (position.active, position.may_act)
            if position.chance_is_due:
                history.draw(random_digits(position, rng))
            else:
                choices = {seat: sorted(position.legal_texts(seat)) for seat in position.may_act}
                assert {seat: sorted(referee.legal(seat)) for seat in choices} == choices
                seat, text = any_choice(choices, rng)
                early |= set() if seat in position.active else {kind_of(text)}
                history.play_text(seat, text)
            referee.apply(*history.texts(start=len(history.steps) - 1)[0])
        assert history.position.scores() == referee.totals()
        assert replay(history.record(with_legal=True), GAME).record() == history.record()
    if IS_COMPILED:
        assert {"blocks", "discard", "fill card", "fill single"} <= early
        assert any(kind.startswith("fill double") for kind in early)


def any_choice(choices: dict[int, list[str]], rng: Rng) -> tuple[int, str]:
    """Return a random seat, and a random step of a random kind."""
    seats = [seat for seat, texts in choices.items() if texts]
    seat = seats[draw_below(rng, len(seats))]
    kinds = sorted({kind_of(text) for text in choices[seat]})
    kind = kinds[draw_below(rng, len(kinds))]
    texts = [text for text in choices[seat] if kind_of(text) == kind]
    return seat, texts[draw_below(rng, len(texts))]


def kind_of(text: str) -> str:
    """Return the kind of a step: `take`, `discard`, `fill card` and so on."""
    word, *rest = text.split(" ")
    return f"fill {rest[0]}" if word == "fill" else word


@pytest.mark.clause("LOCUS-20", "LOCUS-21", "LOCUS-22", "LOCUS-23", "LOCUS-24", "LOCUS-25")
@of_every_kind
def test_referee_scores_every_position_the_same(case: Case) -> None:
    """Compare the points zone by zone in every position."""
    for player in ("greedy", "mixed"):
        history = played(case, player, 5)
        referee = referee_of(case)
        for (seat, text), position in zip(history.texts(), history.positions[1:], strict=True):
            referee.apply(seat, text)
            view = GAME.view(position)
            for sheet, place in zip(referee.seats, view.places, strict=True):
                assert place.points == {zone: referee.points(zone, sheet.filled[zone]) for zone in "YPRGB"}
                assert (place.coins, place.earned) == (sheet.coins, sheet.earned)
                assert sorted(sheet.pending) == sorted(
                    what for what, count in place.pending.items() for _ in range(count)
                )
            assert [place.total for place in view.places] == referee.totals()
            assert sorted(view.discards) == sorted(referee.discards)


def test_number_of_legal_fills_is_typical() -> None:
    """In the house edition the greedy bot has about 50 legal fills on average, and some hundreds at most."""
    counts = []
    for seats in range(1, 6 if IS_COMPILED else 2):
        for seed in range(times(4, 1)):
            history = played(Case("locus", seats), "greedy", seed)
            for step, position in zip(history.steps, history.positions, strict=False):
                if step.seat is not None and position.fields.phase > 2:
                    actions = position.legal(step.seat)
                    counts.append(sum(GAME.notation.show(history.setup.fields, one)[:4] == "fill" for one in actions))
    assert 20 < sum(counts) / len(counts) < 90
    assert times(200, 80) < max(counts) < 900


# The order in which the seats act.


def activities(history: History) -> list[tuple[bool, list[tuple[int | None, str]]]]:
    """Split the steps into parts: simultaneous activities, and the rest."""
    steps = zip(history.texts(), history.positions, strict=False)
    parts = groupby(steps, key=lambda step: (step[1].fields.phase > 2, step[1].fields.turn, step[1].fields.phase))
    return [(at_once, [step for step, _ in part]) for (at_once, _, _), part in parts]


def shuffled(steps: list[tuple[int | None, str]], rng: Rng) -> list[tuple[int | None, str]]:
    """Shuffle the steps, keeping each seat's order."""
    waiting = defaultdict(list)
    for seat, text in steps:
        waiting[seat].append(text)
    found = []
    while seats := [seat for seat, texts in waiting.items() if texts]:
        seat = seats[draw_below(rng, len(seats))]
        found.append((seat, waiting[seat].pop(0)))
    return found


@pytest.mark.clause("LOCUS-18", "LOCUS-19")
@pytest.mark.parametrize("case", [case for case in CASES if case.seats > 1], ids=str)
@by_anyone
def test_any_order_of_the_seats_gives_the_same_game(case: Case, player: str) -> None:
    rng = new_rng(17)
    for seed in range(times(3, 1)):
        history = played(case, player, 10 + seed)
        again, done = History(case.setup), 0
        for at_once, steps in activities(history):
            for seat, text in shuffled(steps, rng) if at_once else steps:
                again.play_text(seat, text)
            done += len(steps)
            assert again.position.words.tobytes() == history.positions[done].words.tobytes()
        assert again.texts() != history.texts()
        assert again.position.outcome() == history.position.outcome()
        record = again.record().to_json()
        assert replay(read_record(record), GAME).record().to_json() == record


@pytest.mark.clause("LOCUS-01", "LOCUS-04", "LOCUS-13")
@of_every_kind
def test_cards_and_circles_are_conserved(case: Case) -> None:
    for player in ("random", "greedy"):
        for position in played(case, player, 7).positions[1:]:
            state = position.fields
            if state.deck_size:
                rest = state.deck[state.turned : state.deck_size]
                shown = state.display[: state.shown]
                away = [card for card in range(48) if (state.discards | state.unseen) >> card & 1]
                assert sorted([*rest, *shown, *away]) == list(range(48))
            for earned, crossed in zip(state.earned, state.crossed, strict=True):
                assert 0 <= crossed <= earned <= case.setup.fields.circles


@pytest.mark.clause("LOCUS-27")
def test_ties_happen_in_real_games() -> None:
    """Some games on the small sheet need extra rounds, and they end."""
    met = set()
    for seats in (2, 3, 4, 5):
        for seed in range(times(40, 3)):
            history = played(Case("locus", seats, (), "foreign"), "random", 100 + seed)
            state = history.position.fields
            outcome = history.position.outcome()
            assert outcome is not None
            assert (len(outcome.winners) > 1) == (outcome.reason == "still-tied")
            assert state.turns == case_turns(seats) + state.extra_rounds * seats
            met.add(state.extra_rounds)
    assert met >= ({0, 1} if times(1, 0) else {0})


def case_turns(seats: int) -> int:
    return {2: 16, 3: 15, 4: 16, 5: 15}[seats]
