"""LOCUS: the greedy bot and the master."""

from __future__ import annotations

import threading
from time import sleep

import pytest

from conformance.cases import FOREIGN, Case, played, times
from games.locus.script import GAME, drafted, legal, play_on, put, start, view_of
from locarium.games.locus.bot import Planner
from locarium.kernel.edition import Edition
from locarium.kernel.game import TRUTH, Choose
from locarium.kernel.history import History
from locarium.kernel.jit import IS_COMPILED
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Position, Setup
from locarium.kernel.rng import Rng, new_rng
from locarium.search.thinker import Advice
from waiting import PATIENCE


def choice(history: History, seat: int = 0) -> str:
    action = GAME.greedy(history.position.concealed(seat), seat, new_rng(1))
    return GAME.notation.show(history.setup.fields, action)


def test_greedy_bot_completes_a_row() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a6-c6 a1-e1"}, coins=0)
    assert choice(history) == "fill card Y d6 e6"


def test_greedy_bot_completes_a_block_with_a_wild_card() -> None:
    history = put(drafted("w-d2 p-i4 r-u5"), 0, {"R": "a1-a3 b1-b3"}, coins=0)  # block D lacks c1 and c2
    assert choice(history) == "fill card R c1 c2"


def test_greedy_bot_takes_the_most_useful_card() -> None:
    history = put(start(2, "r-i3 y-i3 g-i4"), 0, {"Y": "a6-b6 a1-e1"}, coins=0)
    assert choice(history) == "take y-i3"


def test_greedy_bot_discards_a_card_that_fits_nowhere() -> None:
    history = drafted("g-i4 p-i4 r-u5", coins=0)
    assert legal(history) == ["discard"], "no line of four crosses the centre of green"
    assert choice(history) == "discard"


def test_greedy_bot_ends_when_nothing_is_left_to_do() -> None:
    history = drafted("y-i4 p-i4 r-u5", "0 discard", coins=0)
    put(history, 0, coins=0)
    assert choice(history) == "end"


def test_greedy_bot_leaves_the_position_unchanged_and_is_reproducible() -> None:
    history = drafted("y-i4 p-i4 r-u5", coins=5)
    before = history.position.words.tobytes()
    assert choice(history) == choice(history)
    assert history.position.words.tobytes() == before


@pytest.mark.parametrize("seats", [1, 2, 5] if IS_COMPILED else [1])
def test_greedy_bot_beats_random_play(seats: int) -> None:
    def mean(player: str) -> float:
        scores = [sum(played(Case("locus", seats), player, 30 + seed).position.scores()) for seed in range(times(5, 1))]
        return sum(scores) / len(scores) / seats

    assert mean("greedy") > 2 * mean("random") + 20


def test_greedy_bot_sees_no_more_than_its_seat() -> None:
    """The bot can play although the deck in its position is unknown."""
    history = start(2, "p-w5 y-d2 b-l5")
    concealed = history.position.concealed(0)
    assert concealed.observer == 0 != TRUTH
    assert set(concealed.fields.deck[3:]) == {-1}
    assert choice(history) in legal(history)
    assert view_of(history).phase == "draft"


def planner(position: Position, seat: int = 0, seed: int = 1) -> Planner:
    return Planner(position.concealed(seat), position.legal(seat), seed)


def plan(position: Position, seat: int, rng: Rng) -> int:
    """Choose a step as the greedy policy does."""
    return Planner(position, position.legal(seat), int(rng[0]) % 1000).think(simulations=10)[0].action


def test_master_completes_the_same_row_as_the_greedy_bot() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a4-c4 a1-e1"}, coins=0)
    best = planner(history.position).think(simulations=1)[0]
    assert GAME.notation.show(history.setup.fields, best.action) == "fill card Y d4 e4" == choice(history)
    assert best.value is not None
    assert 0 < best.value < 1


def test_master_rejects_the_full_state() -> None:
    history = start(2, "p-w5 y-d2 b-l5")
    with pytest.raises(ValueError, match="not the full state"):
        Planner(history.position, history.position.legal(0), 1)


@pytest.mark.compiled
@pytest.mark.parametrize("order", ["together", "printed"])
@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_master_ranks_legal_steps_only_and_leaves_the_position_unchanged(seats: int, order: str) -> None:
    for edition in (None, Edition("own", FOREIGN["locus"], foreign=True)):
        history = write_game(Setup(GAME, seats, {"order": order}, edition), new_rng(4), choose_at_random)
        for position in history.positions[1:-1:9]:
            before = position.words.tobytes()
            for seat in position.active:
                advice = planner(position, seat).think(simulations=20)
                assert {each.action for each in advice} <= set(position.legal(seat))
                assert sum(each.share for each in advice) == pytest.approx(1)
            assert position.words.tobytes() == before


@pytest.mark.compiled
def test_master_is_reproducible_by_seed_and_simulations() -> None:
    for history in (drafted("y-i4 p-i4 r-u5", coins=5), start(2, "p-w5 y-d2 b-l5")):
        seat = history.position.next_seat
        first, again = (planner(history.position, seat, 7).think(simulations=50) for _ in range(2))
        assert first == again


@pytest.mark.compiled
@pytest.mark.parametrize("steps", [1, 2], ids=["draft", "activity"])
def test_master_stops_on_request(steps: int) -> None:
    history = start(2, "p-w5 y-d2 b-l5") if steps == 1 else drafted("y-i4 p-i4 r-u5", coins=5)
    seat = history.position.next_seat
    planner(history.position, seat).think(simulations=1)  # loads the compiled code
    bot = planner(history.position, seat)
    answers: list[list[Advice]] = []
    worker = threading.Thread(target=lambda: answers.append(bot.think()), daemon=True)
    worker.start()
    sleep(0.05)
    assert worker.is_alive()
    bot.stop()
    worker.join(PATIENCE)
    assert not worker.is_alive()
    assert answers[0]


@pytest.mark.compiled
def test_master_beats_the_greedy_bot() -> None:
    setup = Setup(GAME, 1)
    totals = [
        sum(write_game(setup, new_rng(seed), player).position.scores()[0] for seed in range(4))
        for player in (plan, GAME.greedy)
    ]
    assert totals[0] > 1.1 * totals[1]


# The master's estimates for a few steps, and in solo games.


def advice_on(history: History, *steps: str) -> dict[str, Advice]:
    position = history.position.concealed(0)
    offered = [GAME.notation.parse(history.setup.fields, step) for step in steps]
    advice = Planner(position, offered, 3).think(simulations=times(20, 2))
    return {GAME.notation.show(history.setup.fields, each.action): each for each in advice}


def test_master_compares_the_offered_steps() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a6-c6 a1-e1"}, coins=0)
    completing, wasting = "fill card Y d6 e6", "discard"
    advice = advice_on(history, wasting, completing)
    assert set(advice) == {completing, wasting}
    assert (advice[completing].score or 0) > (advice[wasting].score or 0)
    assert (advice[completing].value or 0) > (advice[wasting].value or 0)
    assert 0 < (advice[completing].error or 0) < 1


def test_master_evaluates_ending_the_activity() -> None:
    history = put(drafted("y-d2 p-i4 r-u5", "0 discard"), 0, coins=3)
    advice = advice_on(history, "end")
    assert list(advice) == ["end"]


def test_master_estimates_points_in_solo_games() -> None:
    history = drafted("y-d2 r-u5")
    (advice,) = advice_on(history, "discard").values()
    assert advice.value is None
    assert advice.score is not None
    assert advice.score > 0


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_used_card_no_longer_counts_with_the_printed_order() -> None:
    def chances(use: str) -> dict[int, float]:
        history = put(start(2, "y-d2 p-i4 r-u5", order="printed"), 0, {"Y": "a4-c4 a1-e1"})
        play_on(history, f"0 take y-d2{use}")
        return {each.action: each.value or 0 for each in planner(history.position, 1).think(simulations=10)}

    kept, discarded = chances(""), chances(", 0 discard")
    assert len(kept) > 1
    assert all(discarded[action] > kept[action] for action in kept), "the card would have completed a row"


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_master_plans_the_whole_activity_with_the_printed_order() -> None:
    history = start(3, "y-d2 p-i4 y-i4 w-i3", "0 take y-d2, 1 take p-i4, 1 discard, 2 take y-i4", order="printed")
    best = [planner(history.position, seat).think(simulations=10)[0] for seat in range(3)]
    texts = [GAME.notation.show(history.setup.fields, each.action) for each in best]
    assert texts[0].startswith("fill card Y")
    assert "card" not in texts[1]


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_master_compares_spending_coins_first_with_taking_cards() -> None:
    history = put(start(2, "y-d2 p-i4 r-u5", order="printed"), 0, coins=2)
    advice = advice_on(history, "blocks", "take y-d2")
    assert set(advice) == {"take y-d2", "blocks"}
    assert all(0 < (each.value or 0) < 1 for each in advice.values())


@pytest.mark.clause("LOCUS-07", "LOCUS-18")
@pytest.mark.compiled
@pytest.mark.parametrize("player", [GAME.greedy, plan], ids=["greedy", "master"])
def test_both_bots_play_every_option_to_the_end(player: Choose) -> None:
    for coins in ("combined", "english", "german"):
        history = write_game(Setup(GAME, 3, {"coins": coins, "order": "printed"}), new_rng(2), player)
        assert min(history.position.scores()) > 60


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_chances_are_estimated_in_a_draft_with_the_printed_order() -> None:
    assert GAME.outlook is not None
    for steps in ("0 take y-d2", "0 take y-d2, 0 discard"):
        history = start(2, "y-d2 p-i4 r-u5", steps, order="printed")
        found = GAME.outlook(history.position.concealed(0), 1, 200)
        assert sum(found.chances) == pytest.approx(1)
