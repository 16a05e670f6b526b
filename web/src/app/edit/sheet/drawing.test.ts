import { expect, test } from "vitest";

import type { SheetDraft } from "../../../api/types";
import { cropped, drawn, markAt, newShapeName, resized, shapeSquares, sheetOf } from "./drawing";

const zone = { squares: ["..#", "BE."], bonuses: ["$..", "..y"], points: { "1": 3 } };

test("converts a zone to the form that the sheet displays", () => {
  expect(sheetOf("green", zone)).toEqual({
    colour: "G",
    columns: 3,
    rows: 2,
    squares: ["a2", "b2", "a1", "b1", "c1"],
    bold: ["a1"],
    ends: ["b1"],
    blocks: {},
    bonuses: { a2: "$", c1: "y" },
    points: { "1": 3 },
  });
});

test("letters mark blocks in the red zone", () => {
  const red = sheetOf("red", { ...zone, squares: ["AB#", "ABB"] });
  expect(red.blocks).toEqual({ A: ["a2", "a1"], B: ["b2", "b1", "c1"] });
  expect(red.bold).toEqual([]);
});

test("a brush changes one square", () => {
  expect(drawn(zone, "c2", { kind: "square", mark: "." }).squares).toEqual(["...", "BE."]);
  expect(drawn(zone, "a1", { kind: "bonus", mark: "*" }).bonuses).toEqual(["$..", "*.y"]);
  expect(markAt(zone.squares, "b1")).toBe("E");
});

test("a bonus needs a square", () => {
  expect(drawn(zone, "c2", { kind: "bonus", mark: "$" })).toBe(zone);
  expect(drawn(zone, "a2", { kind: "square", mark: "#" }).bonuses).toEqual(["...", "..y"]);
});

test("a zone grows and shrinks at its right and top edges", () => {
  expect(resized(zone, 4, 3).squares).toEqual(["####", "..##", "BE.#"]);
  expect(resized(zone, 2, 1)).toEqual({ squares: ["BE"], bonuses: [".."], points: { "1": 3 } });
});

test("shapes are cropped to their squares", () => {
  expect(cropped(new Set(["2,1", "3,1", "3,2"]))).toEqual(["XX", ".X"]);
  expect(shapeSquares(["XX", ".X"])).toEqual([
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
});

test("a new shape gets an unused name", () => {
  const shapes = { a4: ["XXXX"], B4: ["XX", "XX"] };
  expect(newShapeName({ shapes: shapes as Record<string, string[]> } as SheetDraft, 4)).toBe("C4");
});
