import { describe, expect, it } from "vitest";

import type { Analysis, Balance, Moment } from "../../api/types";
import { accountOf, stagesOf, turningPoints } from "./account";

const moment = (seat: number | null, text: string, ...worths: number[]): Moment => ({
  seat,
  text,
  known: worths,
  true: worths,
  errors: null,
  choice: seat === null ? null : { best: "other", cost: 0.1, error: null },
});
const balance = (began: number, luck: number, own: number, others: number, result: number): Balance => ({
  ...{ began, luck, own, others, result },
  cost: 0.1,
  decisions: 1,
});
const analysis: Analysis = {
  game: "loco",
  seats: 2,
  unit: "chance",
  is_finished: true,
  is_complete: true,
  moments: [
    moment(null, "deal", 0.4, 0.6),
    moment(1, "a", 0.7, 0.3),
    moment(null, "deck", 0.6, 0.4),
    moment(0, "b", 1, 0),
  ],
  balances: [balance(0.5, -0.2, 0.4, 0.3, 1), balance(0.5, 0.2, -0.3, -0.4, 0)],
};

describe("an analysis by step", () => {
  const stages = stagesOf(analysis);
  it("starts with the deal and has one stage per step by a seat", () => {
    expect(stages.map(({ seat, text }) => [seat, text])).toEqual([
      [null, ""],
      [1, "a"],
      [0, "b"],
    ]);
    expect(stages.map(({ worths }) => worths)).toEqual([
      [0.4, 0.6],
      [0.6, 0.4],
      [1, 0],
    ]);
    expect(stages[1]?.changed[1]).toBeCloseTo(-0.3);
    expect(stages[1]?.luck[0]).toBeCloseTo(-0.1);
  });
  it("finds turning points in steps and luck, without the deal", () => {
    expect(turningPoints(stages, 5, 0.05).map(({ step, isLuck }) => [step, isLuck])).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ]);
    expect(turningPoints(stages, 1, 0.05)).toMatchObject([{ step: 2, isLuck: false, seat: 0 }]);
    expect(turningPoints(stages, 5, 0.9)).toEqual([]);
  });
  it("separates the deal from later luck", () => {
    const account = accountOf(analysis, stages, 0);
    expect(account?.dealt).toBeCloseTo(0.4);
    expect(account?.luck).toBeCloseTo(-0.1);
    const { dealt = 0, own = 0, luck = 0, others = 0, end } = account ?? {};
    expect(dealt + own + luck + others).toBeCloseTo(end ?? -1);
    expect(accountOf(analysis, stages, 7)).toBeNull();
  });
});
