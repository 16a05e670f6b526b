import { expect, test } from "vitest";

import type { SheetDraft } from "../../../api/types";
import { cropped, drawn, markAt, newShapeName, resized, shapeSquares, sheetOf } from "./drawing";

const zone = { squares: ["..#", "BE."], bonuses: ["$..", "..y"], points: { "1": 3 } };

test("a zone as the sheet shows it", () => {
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

test("letters are blocks in red", () => {
  const red = sheetOf("red", { ...zone, squares: ["AB#", "ABB"] });
  expect(red.blocks).toEqual({ A: ["a2", "a1"], B: ["b2", "b1", "c1"] });
  expect(red.bold).toEqual([]);
});

test("a pen draws on one square", () => {
  expect(drawn(zone, "c2", { kind: "square", mark: "." }).squares).toEqual(["...", "BE."]);
  expect(drawn(zone, "a1", { kind: "bonus", mark: "*" }).bonuses).toEqual(["$..", "*.y"]);
  expect(markAt(zone.squares, "b1")).toBe("E");
});

test("nothing lies where no square is", () => {
  expect(drawn(zone, "c2", { kind: "bonus", mark: "$" })).toBe(zone);
  expect(drawn(zone, "a2", { kind: "square", mark: "#" }).bonuses).toEqual(["...", "..y"]);
});

test("a zone grows to the right and to the top, and shrinks there", () => {
  expect(resized(zone, 4, 3).squares).toEqual(["####", "..##", "BE.#"]);
  expect(resized(zone, 2, 1)).toEqual({ squares: ["BE"], bonuses: [".."], points: { "1": 3 } });
});

test("shapes are drawn without their surroundings", () => {
  expect(cropped(new Set(["2,1", "3,1", "3,2"]))).toEqual(["XX", ".X"]);
  expect(shapeSquares(["XX", ".X"])).toEqual([
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
});

test("a new shape gets a name that is free", () => {
  const shapes = { a4: ["XXXX"], B4: ["XX", "XX"] };
  expect(newShapeName({ shapes: shapes as Record<string, string[]> } as SheetDraft, 4)).toBe("C4");
});
