import { expect, test } from "vitest";

import { abbreviations } from "./colours";
import { playable, readTurn, turnsOf, wantsShout } from "./steps";

const MANUAL = ["r3 y", "r3 b", "r0! y", "r0! b", "r0"];
const AUTO = ["r3 y", "r3 -", "r0! y", "r0! -"];

test("parses steps", () => {
  expect(readTurn("r3 y")).toEqual({ text: "r3 y", card: "r3", isShouted: false, marker: "y" });
  expect(readTurn("r3 -")).toEqual({ text: "r3 -", card: "r3", isShouted: false, marker: "-" });
  expect(readTurn("r0! b")).toEqual({ text: "r0! b", card: "r0", isShouted: true, marker: "b" });
  expect(readTurn("r0")).toEqual({ text: "r0", card: "r0", isShouted: false, marker: null });
});

test("every card in the legal steps is playable", () => {
  expect([...playable(MANUAL)]).toEqual(["r3", "r0"]);
});

test("with manual shouts, a card depends on whether the player shouted", () => {
  expect(wantsShout(MANUAL, "r0")).toBe(true);
  expect(wantsShout(MANUAL, "r3")).toBe(false);
  expect(turnsOf(MANUAL, "r0", true).map((turn) => turn.text)).toEqual(["r0! y", "r0! b"]);
  expect(turnsOf(MANUAL, "r0", false).map((turn) => turn.text)).toEqual(["r0"]);
  expect(turnsOf(MANUAL, "r3", true).map((turn) => turn.text)).toEqual(["r3 y", "r3 b"]);
});

test("with automatic shouts, no shout can be forgotten", () => {
  expect(wantsShout(AUTO, "r0")).toBe(false);
  expect(turnsOf(AUTO, "r0", false).map((turn) => turn.text)).toEqual(["r0! y", "r0! -"]);
});

test("letters are unique in every language", () => {
  const letters = (names: string[]) =>
    Object.values(abbreviations(Object.fromEntries(names.map((name) => [name, name]))));
  expect(letters(["red", "blue", "green", "purple", "yellow"])).toEqual(["R", "B", "G", "P", "Y"]);
  expect(letters(["Rot", "Blau", "Grün", "Lila", "Gelb"])).toEqual(["R", "B", "Gr", "L", "Ge"]);
  expect(letters(["rouge", "bleu", "vert", "violet", "jaune"])).toEqual(["R", "B", "Ve", "Vi", "J"]);
});
