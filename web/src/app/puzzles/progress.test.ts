import { describe, expect, it } from "vitest";

import type { PuzzleInfo } from "../../api/types";
import { nextPuzzle, readProgress, withoutStreak, withSolved } from "./progress";

const NOTHING = { solved: [], streak: 0, best: 0 };
const PUZZLES: PuzzleInfo[] = ["1-1", "1-2", "1-3", "2-1", "2-2"].map((id) => ({ id, grade: Number(id[0]), goal: 1 }));

describe("what is remembered of puzzles", () => {
  it("is nothing at first, or if somebody has spoilt it", () => {
    for (const text of [null, "", "7", '{"solved":3}', "{"]) expect(readProgress(text)).toEqual(NOTHING);
  });
  it("comes back as it was", () => {
    const progress = { solved: ["1-1"], streak: 1, best: 4 };
    expect(readProgress(JSON.stringify(progress))).toEqual(progress);
  });
  it("counts those in a row that were solved without help", () => {
    let progress = withSolved(withSolved(NOTHING, "1-1", true), "1-2", true);
    expect(progress).toEqual({ solved: ["1-1", "1-2"], streak: 2, best: 2 });
    progress = withSolved(withoutStreak(progress), "1-3", false);
    expect(progress).toEqual({ solved: ["1-1", "1-2", "1-3"], streak: 0, best: 2 });
    expect(withSolved(progress, "1-3", true)).toBe(progress);
  });
});

describe("the next puzzle", () => {
  const next = (solved: string[], after: string | null) => nextPuzzle(PUZZLES, solved, after)?.id;
  it("is the first that is not solved", () => {
    expect(next([], null)).toBe("1-1");
    expect(next(["1-1", "1-2"], null)).toBe("1-3");
  });
  it("stays in its grade as long as there is one", () => {
    expect(next(["1-2"], "1-1")).toBe("1-3");
    expect(next(["1-3"], "1-3")).toBe("1-1");
    expect(next(["1-1", "1-2", "1-3"], "1-3")).toBe("2-1");
  });
  it("goes back to what was left out, and ends", () => {
    expect(next(["1-2", "1-3", "2-1", "2-2"], "2-2")).toBe("1-1");
    expect(next(["1-1", "1-2", "1-3", "2-1", "2-2"], "2-2")).toBeUndefined();
  });
});
