"""LOCUS: the greedy player and the master."""

from __future__ import annotations

import threading
from time import sleep

import pytest

from conformance.cases import FOREIGN, Case, played, times
from games.locus.script import GAME, drafted, legal, look, play_on, put, start
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


def test_it_completes_a_row() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a6-c6 a1-e1"}, coins=0)
    assert choice(history) == "fill card Y d6 e6"


def test_it_completes_a_block_with_a_wild_card() -> None:
    history = put(drafted("w-d2 p-i4 r-u5"), 0, {"R": "a1-a3 b1-b3"}, coins=0)  # c1 and c2 are missing of block D
    assert choice(history) == "fill card R c1 c2"


def test_it_takes_the_card_of_which_most_can_be_made() -> None:
    history = put(start(2, "r-i3 y-i3 g-i4"), 0, {"Y": "a6-b6 a1-e1"}, coins=0)
    assert choice(history) == "take y-i3"


def test_it_discards_what_fits_nowhere() -> None:
    history = drafted("g-i4 p-i4 r-u5", coins=0)
    assert legal(history) == ["discard"], "no line of four crosses the centre of green"
    assert choice(history) == "discard"


def test_it_ends_when_nothing_is_left_to_do() -> None:
    history = drafted("y-i4 p-i4 r-u5", "0 discard", coins=0)
    put(history, 0, coins=0)
    assert choice(history) == "end"


def test_it_does_not_change_the_position_and_plays_the_same_again() -> None:
    history = drafted("y-i4 p-i4 r-u5", coins=5)
    before = history.position.words.tobytes()
    assert choice(history) == choice(history)
    assert history.position.words.tobytes() == before


@pytest.mark.parametrize("seats", [1, 2, 5] if IS_COMPILED else [1])
def test_it_plays_far_better_than_chance(seats: int) -> None:
    def mean(player: str) -> float:
        scores = [sum(played(Case("locus", seats), player, 30 + seed).position.scores()) for seed in range(times(5, 1))]
        return sum(scores) / len(scores) / seats

    assert mean("greedy") > 2 * mean("random") + 20


def test_it_never_sees_more_than_its_seat() -> None:
    """The deck is unknown in what it is handed, and it plays on all the same."""
    history = start(2, "p-w5 y-d2 b-l5")
    concealed = history.position.concealed(0)
    assert concealed.observer == 0 != TRUTH
    assert set(concealed.fields.deck[3:]) == {-1}
    assert choice(history) in legal(history)
    assert look(history).phase == "draft"


def planner(position: Position, seat: int = 0, seed: int = 1) -> Planner:
    return Planner(position.concealed(seat), position.legal(seat), seed)


def plan(position: Position, seat: int, rng: Rng) -> int:
    """As greedy players are asked."""
    return Planner(position, position.legal(seat), int(rng[0]) % 1000).think(simulations=10)[0].action


def test_the_master_completes_what_the_greedy_player_completes() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a4-c4 a1-e1"}, coins=0)
    best = planner(history.position).think(simulations=1)[0]
    assert GAME.notation.show(history.setup.fields, best.action) == "fill card Y d4 e4" == choice(history)
    assert best.value is not None
    assert 0 < best.value < 1


def test_the_master_is_never_handed_the_truth() -> None:
    history = start(2, "p-w5 y-d2 b-l5")
    with pytest.raises(ValueError, match="not the truth"):
        Planner(history.position, history.position.legal(0), 1)


@pytest.mark.compiled
@pytest.mark.parametrize("order", ["together", "printed"])
@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_the_master_advises_legal_steps_only_and_leaves_the_position_alone(seats: int, order: str) -> None:
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
def test_the_master_gives_the_same_advice_for_the_same_seed_and_simulations() -> None:
    for history in (drafted("y-i4 p-i4 r-u5", coins=5), start(2, "p-w5 y-d2 b-l5")):
        seat = history.position.next_seat
        first, again = (planner(history.position, seat, 7).think(simulations=50) for _ in range(2))
        assert first == again


@pytest.mark.compiled
@pytest.mark.parametrize("steps", [1, 2], ids=["draft", "activity"])
def test_the_master_stops_when_told(steps: int) -> None:
    history = start(2, "p-w5 y-d2 b-l5") if steps == 1 else drafted("y-i4 p-i4 r-u5", coins=5)
    seat = history.position.next_seat
    planner(history.position, seat).think(simulations=1)  # load what is compiled
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
def test_the_master_plays_far_better_than_the_greedy_player() -> None:
    setup = Setup(GAME, 1)
    totals = [
        sum(write_game(setup, new_rng(seed), player).position.scores()[0] for seed in range(4))
        for player in (plan, GAME.greedy)
    ]
    assert totals[0] > 1.1 * totals[1]


# What the master says about few steps, and alone.


def advice_on(history: History, *steps: str) -> dict[str, Advice]:
    position = history.position.concealed(0)
    offered = [GAME.notation.parse(history.setup.fields, step) for step in steps]
    advice = Planner(position, offered, 3).think(simulations=times(20, 2))
    return {GAME.notation.show(history.setup.fields, each.action): each for each in advice}


def test_the_master_compares_what_it_is_offered() -> None:
    history = put(drafted("y-d2 p-i4 r-u5"), 0, {"Y": "a6-c6 a1-e1"}, coins=0)
    completing, wasting = "fill card Y d6 e6", "discard"
    told = advice_on(history, wasting, completing)
    assert set(told) == {completing, wasting}
    assert (told[completing].score or 0) > (told[wasting].score or 0)
    assert (told[completing].value or 0) > (told[wasting].value or 0)
    assert 0 < (told[completing].error or 0) < 1


def test_the_master_knows_what_ending_is_worth() -> None:
    history = put(drafted("y-d2 p-i4 r-u5", "0 discard"), 0, coins=3)
    told = advice_on(history, "end")
    assert list(told) == ["end"]


def test_alone_the_master_speaks_of_points() -> None:
    history = drafted("y-d2 r-u5")
    (told,) = advice_on(history, "discard").values()
    assert told.value is None
    assert told.score is not None
    assert told.score > 0


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_with_the_printed_order_a_used_card_no_longer_counts_for_its_seat() -> None:
    def chances(use: str) -> dict[int, float]:
        history = put(start(2, "y-d2 p-i4 r-u5", order="printed"), 0, {"Y": "a4-c4 a1-e1"})
        play_on(history, f"0 take y-d2{use}")
        return {each.action: each.value or 0 for each in planner(history.position, 1).think(simulations=10)}

    kept, discarded = chances(""), chances(", 0 discard")
    assert len(kept) > 1
    assert all(discarded[action] > kept[action] for action in kept), "the card would have completed a row"


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_with_the_printed_order_the_master_plans_the_whole_activity_after_the_draft() -> None:
    history = start(3, "y-d2 p-i4 y-i4 w-i3", "0 take y-d2, 1 take p-i4, 1 discard, 2 take y-i4", order="printed")
    best = [planner(history.position, seat).think(simulations=10)[0] for seat in range(3)]
    texts = [GAME.notation.show(history.setup.fields, each.action) for each in best]
    assert texts[0].startswith("fill card Y")
    assert "card" not in texts[1]


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_by_the_printed_order_it_compares_coins_spent_before_a_card_with_cards() -> None:
    history = put(start(2, "y-d2 p-i4 r-u5", order="printed"), 0, coins=2)
    told = advice_on(history, "blocks", "take y-d2")
    assert set(told) == {"take y-d2", "blocks"}
    assert all(0 < (each.value or 0) < 1 for each in told.values())


@pytest.mark.clause("LOCUS-07", "LOCUS-18")
@pytest.mark.compiled
@pytest.mark.parametrize("player", [GAME.greedy, plan], ids=["greedy", "master"])
def test_both_play_every_option_to_the_end(player: Choose) -> None:
    for coins in ("combined", "english", "german"):
        history = write_game(Setup(GAME, 3, {"coins": coins, "order": "printed"}), new_rng(2), player)
        assert min(history.position.scores()) > 60


@pytest.mark.clause("LOCUS-18")
@pytest.mark.compiled
def test_chances_are_foretold_in_the_middle_of_a_printed_draft() -> None:
    assert GAME.outlook is not None
    for steps in ("0 take y-d2", "0 take y-d2, 0 discard"):
        history = start(2, "y-d2 p-i4 r-u5", steps, order="printed")
        found = GAME.outlook(history.position.concealed(0), 1, 200)
        assert sum(found.chances) == pytest.approx(1)
