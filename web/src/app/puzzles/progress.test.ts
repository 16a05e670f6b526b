import { describe, expect, it } from "vitest";

import type { PuzzleInfo } from "../../api/types";
import { nextPuzzle, readProgress, withoutStreak, withSolved } from "./progress";

const NOTHING = { solved: [], streak: 0, best: 0 };
const PUZZLES: PuzzleInfo[] = ["1-1", "1-2", "1-3", "2-1", "2-2"].map((id) => ({ id, grade: Number(id[0]), goal: 1 }));

describe("stored progress", () => {
  it("is empty at first, or if the stored text is invalid", () => {
    for (const text of [null, "", "7", '{"solved":3}', "{"]) expect(readProgress(text)).toEqual(NOTHING);
  });
  it("is restored unchanged", () => {
    const progress = { solved: ["1-1"], streak: 1, best: 4 };
    expect(readProgress(JSON.stringify(progress))).toEqual(progress);
  });
  it("counts puzzles solved in a row without help", () => {
    let progress = withSolved(withSolved(NOTHING, "1-1", true), "1-2", true);
    expect(progress).toEqual({ solved: ["1-1", "1-2"], streak: 2, best: 2 });
    progress = withSolved(withoutStreak(progress), "1-3", false);
    expect(progress).toEqual({ solved: ["1-1", "1-2", "1-3"], streak: 0, best: 2 });
    expect(withSolved(progress, "1-3", true)).toBe(progress);
  });
});

describe("the next puzzle", () => {
  const next = (solved: string[], after: string | null) => nextPuzzle(PUZZLES, solved, after)?.id;
  it("is the first unsolved one", () => {
    expect(next([], null)).toBe("1-1");
    expect(next(["1-1", "1-2"], null)).toBe("1-3");
  });
  it("has the same grade if possible", () => {
    expect(next(["1-2"], "1-1")).toBe("1-3");
    expect(next(["1-3"], "1-3")).toBe("1-1");
    expect(next(["1-1", "1-2", "1-3"], "1-3")).toBe("2-1");
  });
  it("is a skipped one at the end, or none", () => {
    expect(next(["1-2", "1-3", "2-1", "2-2"], "2-2")).toBe("1-1");
    expect(next(["1-1", "1-2", "1-3", "2-1", "2-2"], "2-2")).toBeUndefined();
  });
});
