import { beforeEach, expect, test } from "vitest";

import { settings } from "./settings.svelte";
import { clockWords, countdown, duration } from "./time";

beforeEach(() => {
  settings.language = "en";
});

test("formats countdowns in the largest relevant units", () => {
  expect([0, 9.2, 60, 299.5, 3600, 86_399, 86_400, 200_000].map(countdown)).toEqual([
    "0:00",
    "0:10",
    "1:00",
    "5:00",
    "1 h 0 min",
    "23 h 59 min",
    "1 day 0 h",
    "2 days 7 h",
  ]);
});

test("describes a clock", () => {
  expect([30, 120, 600, 7200, 86_400, 259_200].map(duration)).toEqual([
    "30 s",
    "2 min",
    "10 min",
    "2 h",
    "1 day",
    "3 days",
  ]);
  expect(clockWords({ seconds: 30, reserve: 300, per: "step" })).toBe("30 s per move, 5 min reserve");
  settings.language = "de";
  expect(clockWords({ seconds: 259_200, reserve: 0, per: "turn" })).toBe("3 Tage pro Zug");
});
