import { expect, test } from "vitest";

import type { LogLine, LokusView } from "../../api/types";
import { cardName, compareCards, fill } from "./cards";
import { cardsIn, rowsIn, shownIn, turnBeforeDeal } from "./steps";

test("parses steps", () => {
  expect([...cardsIn(["play g7", "play e12"])]).toEqual(["g7", "e12"]);
  expect(rowsIn(["play g7", "play e12"])).toEqual([]);
  expect(rowsIn(["row 1", "row 2"])).toEqual([1, 2]);
  expect([...cardsIn(["row 1", "row 2"])]).toEqual([]);
});

test("sorts by number, then by colour", () => {
  expect(["e2", "r12", "o2", "b1", "y2"].sort(compareCards)).toEqual(["b1", "y2", "o2", "e2", "r12"]);
});

test("names cards like the server", () => {
  const texts = (card: string) => ({ colours: { g: "vert" }, steps: { card } });
  expect(cardName(texts("{number} {colour}"), "g12")).toBe("12 vert");
  expect(cardName(texts("{colour} {number}"), "g7")).toBe("vert 7");
  expect(fill("turn {number} of {turns}", { number: 3, turns: 10 })).toBe("turn 3 of 10");
});

test("shows the revealed cards, the lowest first", () => {
  const place = (shown: string | null, fate: string | null) => ({ shown, fate, cleaned: false });
  const view = { places: [place("g7", "roll"), place("r1", "row-2"), place(null, null)] } as unknown as LokusView;
  expect(shownIn(view)).toEqual([
    { seat: 1, card: "r1", fate: "row-2", cleaned: false },
    { seat: 0, card: "g7", fate: "roll", cleaned: false },
  ]);
});

test("puts face-down rolls last", () => {
  const place = (shown: string | null, fate: string | null) => ({ shown, fate, cleaned: false });
  const places = [place(null, "roll"), place("e9", "row-1"), place(null, "two-rolls"), place("r1", "row-2")];
  expect(shownIn({ places } as unknown as LokusView).map(({ seat, card }) => [seat, card])).toEqual([
    [3, "r1"],
    [1, "e9"],
    [0, null],
    [2, null],
  ]);
});

test("finds the last turn of a round in the log", () => {
  const line = (seat: number | null, step: string, ...then: string[]): LogLine => ({
    seat,
    step,
    sentence: `(${step})`,
    then,
  });
  const log = [
    line(null, "deal / …"),
    line(0, "play r1"),
    line(1, "play r2", "earlier"),
    line(0, "play g7"),
    line(1, "play b3", "only row 1"),
    line(0, "row 2", "the round is over"),
    line(null, "deal / …"),
    line(0, "play ?"),
  ];
  expect(turnBeforeDeal(log, 2)).toEqual({
    cards: [
      { seat: 1, card: "b3" },
      { seat: 0, card: "g7" },
    ],
    words: ["only row 1", "(row 2)", "the round is over"],
  });
  const closed = log.map((each) => (each.step === "play g7" ? line(0, "play ?") : each));
  expect(turnBeforeDeal(closed, 2)).toEqual({
    cards: [
      { seat: 1, card: "b3" },
      { seat: 0, card: null },
    ],
    words: ["only row 1", "(row 2)", "the round is over"],
  });
  expect(turnBeforeDeal([line(null, "deal / …")], 2)).toEqual({ cards: [], words: [] });
});
