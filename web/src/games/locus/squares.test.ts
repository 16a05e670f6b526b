import { describe, expect, it } from "vitest";

import type { ZoneSheet } from "../../api/types";
import { middleOf, nameOf, neighbour, outline, placeIn, pointOf, rowsOf } from "./squares";

// a3 b3 c3
// a2    c2
// a1 b1 c1
const ZONE: ZoneSheet = {
  colour: "G",
  columns: 3,
  rows: 3,
  squares: ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"],
  bold: [],
  ends: [],
  blocks: {},
  bonuses: {},
  points: {},
};

describe("squares", () => {
  it("are counted from the bottom and drawn from the top", () => {
    expect(pointOf("c12")).toEqual({ x: 2, y: 11 });
    expect(nameOf({ x: 2, y: 11 })).toBe("c12");
    expect(placeIn(ZONE, "a3")).toEqual({ x: 0, y: 0 });
    expect(rowsOf(ZONE)).toEqual([
      ["a3", "b3", "c3"],
      ["a2", "c2"],
      ["a1", "b1", "c1"],
    ]);
  });

  it("have neighbours across gaps", () => {
    expect(neighbour(ZONE, "a2", { x: 1, y: 0 })).toBe("c2");
    expect(neighbour(ZONE, "a2", { x: -1, y: 0 })).toBe("a2");
    expect(neighbour(ZONE, "b1", { x: 0, y: 1 })).toBe("b3");
  });

  it("have an outline without inner edges", () => {
    expect(outline(ZONE, ["a1", "a2"]).match(/[hv]1/g)).toHaveLength(6);
  });

  it("have a free square near the centre", () => {
    expect(middleOf(["a1", "b1", "c1"], () => true)).toBe("b1");
    expect(middleOf(["a1", "b1", "c1"], (square) => square !== "b1")).not.toBe("b1");
  });
});
