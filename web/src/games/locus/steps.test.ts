import { describe, expect, it } from "vitest";

import { cardsIn, covering, cycled, fillsIn, holdOf, nearest, priceOf, turned, whatsIn } from "./steps";

const LEGAL = ["discard", "blocks", "fill card Y a1 b1", "fill card Y b1 c1", "fill card Y b1 b2", "fill single R c3"];
const FILLS = fillsIn(LEGAL);
const OVER_B1 = covering(FILLS, "Y", "b1");

describe("steps", () => {
  it("are parsed", () => {
    expect(cardsIn(["take y-d2", "take w-v3-2"])).toEqual(new Set(["y-d2", "w-v3-2"]));
    expect(FILLS).toHaveLength(4);
    expect(FILLS[3]).toEqual({ text: "fill single R c3", what: "single", zone: "R", squares: ["c3"] });
    expect(whatsIn(FILLS)).toEqual(["card", "single"]);
  });

  it("are found by square", () => {
    expect(OVER_B1.map((fill) => fill.text)).toEqual(["fill card Y a1 b1", "fill card Y b1 c1", "fill card Y b1 b2"]);
    expect(covering(FILLS, "R", "b1")).toEqual([]);
  });
});

describe("a moving shape", () => {
  const [left, right, upright] = OVER_B1;
  if (!left || !right || !upright) throw new Error("three ways");

  it("keeps its orientation", () => {
    expect(nearest(OVER_B1, "b1", holdOf(right, "b1"))).toBe(right);
    expect(nearest(OVER_B1, "b1", holdOf(upright, "b2"))).toBe(upright); // same orientation, different square under the pointer
    expect(nearest(OVER_B1, "b1", null)).toBe(left);
    expect(nearest([], "b1", null)).toBeUndefined();
  });

  it("turns as far as possible", () => {
    expect(turned(OVER_B1, left, "b1", "turn")).toBe(upright);
    expect(turned(OVER_B1, left, "b1", "mirror")).toBe(right);
    expect(turned([left], left, "b1", "turn")).toBe(left);
  });

  it("cycles through all ways", () => {
    expect(cycled(OVER_B1, left, 1)).toBe(right);
    expect(cycled(OVER_B1, left, -1)).toBe(upright);
    expect(cycled([], undefined, 1)).toBeUndefined();
  });
});

describe("a price", () => {
  it.each([
    ["card", "Y", "y", 0],
    ["card", "R", "y", 1],
    ["card", "R", "w", 0],
    ["leftover", "Y", "y", 3],
    ["leftover", "B", "y", 4],
  ])("of %s into %s of colour %s is %d", (what, zone, colour, price) => {
    expect(priceOf({ what, zone }, colour)).toBe(price);
  });
});
