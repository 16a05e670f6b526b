import { describe, expect, it } from "vitest";

import { binsOf, runningMean, stack, stepFor, ticksFor } from "./scales";

describe("stepFor", () => {
  it("returns whole numbers that divide the range into few enough steps", () => {
    expect(stepFor(0, 5)).toBe(1);
    expect(stepFor(5, 5)).toBe(1);
    expect(stepFor(6, 5)).toBe(2);
    expect(stepFor(26, 5)).toBe(10);
    expect(stepFor(260, 5)).toBe(100);
  });
  it("covers all values", () => {
    expect(ticksFor(3, 19, 4)).toEqual([0, 5, 10, 15, 20]);
    expect(ticksFor(-7, 4, 4)).toEqual([-10, -5, 0, 5]);
    expect(ticksFor(4, 4, 4)).toEqual([4, 5]);
  });
});

describe("bins", () => {
  it("are empty without values", () => {
    expect(binsOf([], 12)).toEqual([]);
  });
  it("hold single numbers if there is room, including numbers that never occurred", () => {
    const counted = [
      { value: 2, count: 3 },
      { value: 4, count: 1 },
    ];
    expect(binsOf(counted, 12)).toEqual([
      { from: 2, to: 2, count: 3 },
      { from: 3, to: 3, count: 0 },
      { from: 4, to: 4, count: 1 },
    ]);
  });
  it("start at round numbers, also below zero, and count every value", () => {
    const counted = [-3, 0, 4, 5, 21].map((value) => ({ value, count: 2 }));
    const bins = binsOf(counted, 6);
    expect(bins.map(({ from }) => from)).toEqual([-5, 0, 5, 10, 15, 20]);
    expect(bins.map(({ to }) => to)).toEqual([-1, 4, 9, 14, 19, 24]);
    expect(bins.map(({ count }) => count)).toEqual([2, 4, 2, 0, 0, 2]);
  });
});

it("a running mean uses only earlier values", () => {
  expect(runningMean([2, 4, 6, 20], 2)).toEqual([2, 3, 5, 13]);
});

it("rows are stacked, with a heading before each group", () => {
  const { laid, height } = stack([{ group: "two" }, { group: "two" }, { group: "three" }]);
  expect(laid.map(({ heading }) => heading)).toEqual(["two", undefined, "three"]);
  expect(laid.map(({ top }) => top)).toEqual([30, 74, 148]);
  expect(height).toBe(192);
  expect(stack([{}, {}]).laid.map(({ top }) => top)).toEqual([0, 44]);
});
