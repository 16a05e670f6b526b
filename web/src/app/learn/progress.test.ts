import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { hasLearned, noteLearned, notePlace, placeIn } from "./progress";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("progress is stored for each game", () => {
  notePlace("loco", ["", "r5 r"]);
  expect(placeIn("loco")).toEqual(["", "r5 r"]);
  expect(placeIn("lokus")).toEqual([]);
});

test.each(["nonsense", "{}", "[1]", '"r5 r"'])("invalid progress is ignored: %s", (text) => {
  localStorage.setItem("locarium.lesson.loco", text);
  expect(placeIn("loco")).toEqual([]);
});

test("a finished lesson stays finished after starting over", () => {
  expect(hasLearned("loco")).toBe(false);
  noteLearned("loco");
  notePlace("loco", []);
  expect(hasLearned("loco")).toBe(true);
});
