"""Every game explains why an attempted step, or part of one, isn't possible."""

from __future__ import annotations

import random

import pytest

from locarium import catalogue
from locarium.kernel.errors import BadNotation, IllegalStep
from locarium.kernel.history import History
from locarium.kernel.playout import choose_at_random, write_game
from locarium.kernel.position import Position, Setup
from locarium.kernel.rng import new_rng

SEATS = {"loco": 3, "lokus": 3, "locus": 2, "genius-loci": 2}
LOCO = "chance: deal 1 / b3 g4 / r3 r4 r5 b1 g0 p0 p1 p2 p3 p4 p5 y1 y2 y3 / r0 r1 r2 b0 b2 b4 b5 g1 g2 g3 g5 y0 y4 y5"


def begin(game: str, *lines: str, seats: int | None = None, **options: object) -> History:
    """Return a game after some steps, `chance: …` or `0: …`."""
    history = History(Setup(catalogue.game(game), seats or SEATS[game], options))
    for line in lines:
        actor, _, text = line.partition(": ")
        history.play_text(None if actor == "chance" else int(actor), text)
    return history


def why_not(position: Position, seat: int, tried: str) -> str | None:
    """Return the reason, given what the seat knows."""
    seen = position.concealed(seat)
    try:
        catalogue.check_try(seen.setup.game.about.name)(seen, seat, tried)
    except IllegalStep as error:
        return error.reason
    return None


def check(history: History, expected: dict[str, str | None], seat: int = 0) -> None:
    assert {tried: why_not(history.position, seat, tried) for tried in expected} == expected


def test_loco_explains_illegal_attempts() -> None:
    history = begin("loco", LOCO, seats=2)
    expected = {
        "r5": None,
        "r5 y": None,
        "r2": "card-not-in-hand",
        "r2 y": "card-not-in-hand",
        "marker y": "card-first",
        "r5 on b": "other-pile",
        "r5 on r": None,
        "r2 on b": "card-not-in-hand",
        "r5 -": "marker-required",
        "r5! y": "shout-without-loco",
        "g0 y": "marker-without-shout",
    }
    check(history, expected)


def test_loco_explains_a_sold_out_colour() -> None:
    taken = ["0: r5 r", "1: b4 r", "0: b1 r", "1: r2 r", "0: r4 r", "1: g5 g"]
    history = begin("loco", LOCO, *taken, seats=2)
    check(history, {"p1 r": "colour-exhausted", "p1 b": None})


def test_loco_explains_strict_markers() -> None:
    history = begin("loco", LOCO, seats=2, **{"strict-marker": True})
    check(history, {"r5 r": "other-colour-required", "r5": None})


LOKUS = (
    "chance: deal / r1 r2 g7 o7 g8 b10 g11 e11 y12 e12 / y2 y3 g5 b5 o6 e7 b8 r11 r12 o12"
    " / r4 r5 y5 g6 b7 b9 e9 r10 e10 b11 / g4 o9"
)


def test_lokus_explains_illegal_attempts() -> None:
    history = begin("lokus", LOKUS)
    check(history, {"play r1": None, "play y3": "card-not-in-hand", "row 1": "choose-first"})
    history.play_text(0, "play r1")
    history.play_text(1, "play o12")
    history.play_text(2, "play g6")
    check(history, {"play r2": "place-first", "row 1": None})


def test_genius_loci_explains_illegal_attempts() -> None:
    history = begin("genius-loci", "chance: spirits T b3 P c6 S d4 Y e1 C f3")
    expected = {
        "d2": None,
        "g1": "not-your-human",
        "xd6": None,
        "d2 xd6": None,
        "d2 S": None,
        "d2 T": "spirit-takes-nobody",
        "d2 S-c3": "spirit-cannot-go",
        "xd4": "no-human-there",
        "d2 xg4": "out-of-reach",
        "d2 Sxd7": "spirit-forbids",
        "end": "sacrifice-first",
    }
    check(history, expected)


def test_genius_loci_explains_attempts_later_in_a_turn() -> None:
    history = begin("genius-loci", "chance: spirits T b3 P c6 S d4 Y e1 C f3", "0: d2 Sxd6")
    expected = {
        "c1": "other-priest",
        "d6": None,
        "S": "spirit-is-used",
        "Y": "spirit-takes-nobody",
        "P": None,
        "P-e1": "spirit-cannot-go",
        "end": None,
    }
    check(history, expected)


def test_genius_loci_explains_attempts_with_few_humans_left() -> None:
    setup = "..../Tww.w/....P./....S../Yb.b../b..bb/..wC w"
    check(begin("genius-loci", setup=setup), {"f5": "priest-finds-nobody", "f3": None})
    history = begin("genius-loci", "0: f3 Sxb5", setup=setup)
    check(history, {"T": None, "T-g1": "nobody-from-there", "T-a1": "spirit-cannot-go", "xc2": "out-of-reach"})


def locus() -> History:
    history = History(Setup(catalogue.game("locus"), 1))
    top = ["r-s4", "y-t4", "g-v5", "p-i4", "w-d2", "b-o4"]
    cards = [card.id for card in history.setup.fields.box.cards]
    history.play_text(None, " ".join(["deck", *top, *(card for card in cards if card not in top)]))
    return history


def test_locus_explains_attempts_in_the_draft() -> None:
    history = locus()
    expected = {"take y-t4": None, "take b-d2": "not-on-display", "fill card Y a1": "draft-first"}
    check(history, expected | {"fill leftover": "draft-first"})


def test_locus_explains_attempts_to_fill_in() -> None:
    history = locus()
    history.play_text(0, "take y-t4")
    expected = {
        "fill card": None,
        "fill card Y a1": None,
        "fill card Y a6": "touches-nothing",
        "fill card P b1": None,  # it costs the coin that every seat has
        "fill card B b15": "touches-nothing",
        "fill leftover": "not-enough-coins",
        "fill leftover G d4": "not-enough-coins",
        "fill double-r": "no-double",
        "fill single Y a1": "no-single",
        "take g-v5": "draft-is-over",
        "end": "card-not-used",
    }
    check(history, expected)
    history.play_text(0, "fill card P a1 b1 b2 c1")
    check(history, {"fill card Y a1": "card-is-used", "fill single P b1": "no-single"})


def test_locus_explains_a_missing_coin() -> None:
    history = locus()
    for step in ("take y-t4", "fill card P a1 b1 b2 c1", "end"):
        history.play_text(0, step)
    history.play_text(0, "take b-o4")
    expected = {
        "fill card P a2": "foreign-zone",
        "fill card Y a6": "foreign-zone",
        "fill card B a1": None,
        "fill card B b7": "touches-nothing",
        "fill leftover R a1": "not-enough-coins",
    }
    check(history, expected)


def test_locus_explains_filled_and_distant_squares() -> None:
    history = locus()
    for step in ("take y-t4", "fill card Y a1 b1 b2 c1"):
        history.play_text(0, step)
    history.play_text(0, "end")
    history.play_text(0, "take b-o4")
    filled = {"fill card Y b1": "square-is-filled", "fill card Y a1": "square-is-filled"}
    check(history, filled)
    check(history, {"fill card G a1": "touches-nothing", "fill card G a3": "touches-nothing"})


def test_locus_explains_overlaps_and_zone_borders() -> None:
    history = locus()
    for step in ("take y-t4", "fill card Y a1 b1 b2 c1", "end", "take b-o4"):
        history.play_text(0, step)
    check(history, {"fill card Y a2": "overlaps", "fill card G a4": "leaves-the-zone", "fill card Y d2": None})


def is_whole(game: str, step: str) -> bool:
    """Return whether an attempt with this text can mean only this step. A spirit without a cell may go anywhere."""
    return game != "genius-loci" or "-" in step or step == "end"


@pytest.mark.parametrize("game", SEATS)
def test_legal_attempts_pass_and_illegal_steps_get_the_rules_reason(game: str) -> None:
    """At every point of random games, legal steps pass and illegal whole steps get the reason from the rules."""
    history = write_game(Setup(catalogue.game(game), SEATS[game]), new_rng(5), choose_at_random)
    choose = random.Random(game)
    shown = [
        text
        for position in history.positions[1:40:4]
        for seat in position.active
        for text in position.legal_texts(seat)[:30]
    ]
    for position in history.positions[1:40:3]:
        for seat in position.active:
            legal = position.concealed(seat).legal_texts(seat)
            assert all(why_not(position, seat, step) is None for step in choose.sample(legal, min(12, len(legal))))
            for step in choose.sample(shown, 12):
                action = position.setup.game.notation.parse(position.setup.fields, step)
                fault = position.concealed(seat).fault(seat, action)
                # The two excluded faults only concern the notation.
                if is_whole(game, step) and fault not in ("priest-is-named", "name-a-priest"):
                    assert (why_not(position, seat, step) is None) == (fault is None), (step, fault)


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize(
    "tried", ["", " ", "x", "fill", "fill card Z a1", "fill card Y z9", "d9", "Q", "row 3", "play", "é"]
)
def test_nonsense_attempt_is_rejected(game: str, tried: str) -> None:
    history = write_game(Setup(catalogue.game(game), SEATS[game]), new_rng(5), choose_at_random)
    position = next(position for position in history.positions if position.active)
    with pytest.raises(BadNotation):
        why_not(position, position.active[0], tried)
