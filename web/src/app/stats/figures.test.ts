import { describe, expect, it } from "vitest";

import type { SeatStats } from "../../api/types";
import { bestScore, meanOf, medianOf, sizesOf, together, winsOf } from "./figures";

const seat = (seats: number, played: number, won: number, lowest: number | null = null): SeatStats => ({
  seats,
  seat: 0,
  played,
  won,
  mean: lowest,
  lowest,
  highest: lowest === null ? null : lowest + 10,
});

describe("wins", () => {
  it("are compared with chance, for each table size", () => {
    expect(winsOf([seat(2, 6, 4), seat(4, 2, 0)])).toEqual({ played: 8, won: 4, chance: 3.5 / 8 });
  });
  it("need an opponent", () => {
    expect(winsOf([seat(1, 5, 5)])).toBeNull();
    expect(winsOf([])).toBeNull();
    expect(winsOf([seat(1, 5, 5), seat(2, 1, 0)])).toEqual({ played: 1, won: 0, chance: 0.5 });
  });
});

it("the best score is the highest or the lowest, if the game has scores", () => {
  const figures = [seat(2, 1, 0, 7), seat(3, 1, 0, 5), seat(3, 1, 1)];
  expect(bestScore(figures, "most")).toBe(17);
  expect(bestScore(figures, "fewest")).toBe(5);
  expect(bestScore(figures, null)).toBeNull();
  expect(bestScore([seat(2, 1, 0)], "most")).toBeNull();
});

describe("counted numbers", () => {
  const counted = [
    { seats: 2, value: 4, count: 1 },
    { seats: 2, value: 9, count: 1 },
    { seats: 3, value: 1, count: 2 },
    { seats: 3, value: 4, count: 2 },
  ];
  it("are merged over all table sizes", () => {
    expect(sizesOf(counted)).toBe(2);
    expect(together(counted)).toEqual([
      { value: 1, count: 2 },
      { value: 4, count: 3 },
      { value: 9, count: 1 },
    ]);
  });
  it("have a mean and a median unless empty", () => {
    expect(meanOf(together(counted))).toBeCloseTo(23 / 6);
    expect(medianOf(together(counted))).toBe(4);
    expect(
      medianOf([
        { value: 1, count: 2 },
        { value: 4, count: 2 },
      ]),
    ).toBe(2.5);
    expect(meanOf([])).toBeNull();
    expect(medianOf([])).toBeNull();
  });
});
