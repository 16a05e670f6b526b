import { describe, expect, it } from "vitest";

import { stepsInStep } from "./places";

describe("positions of games side by side", () => {
  it("are the steps of a single game", () => {
    expect(stepsInStep([{ draws: [1, 1, 2, 2], turns: [1, 1, 1, 2] }])).toEqual([[0], [1], [2], [3]]);
    expect(stepsInStep([])).toEqual([]);
  });
  it("make all games wait for the next draw", () => {
    const quick = { draws: [1, 1, 2, 2], turns: [0, 0, 0, 0] };
    const slow = { draws: [1, 1, 1, 1, 2], turns: [0, 0, 0, 0, 0] };
    expect(stepsInStep([quick, slow])).toEqual([
      [0, 0],
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 4],
      [3, 4],
    ]);
  });
  it("make all games wait for the next turn, if the game counts turns", () => {
    const one = { draws: [1, 1, 1, 1], turns: [1, 1, 2, 2] };
    const other = { draws: [1, 1, 1], turns: [1, 2, 2] };
    expect(stepsInStep([one, other])).toEqual([
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
  });
  it("keep a finished game at its end", () => {
    const short = { draws: [1], turns: [1] };
    const long = { draws: [1, 1, 1], turns: [1, 2, 3] };
    expect(stepsInStep([short, long])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });
});
