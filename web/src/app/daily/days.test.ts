import { expect, test } from "vitest";

import { addDays, addMonths, dayWords, monthOf, weekdays, weeksOf } from "./days";

test("days are counted across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(monthOf("2026-11-16")).toBe("2026-11");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
});

test("a month consists of weeks from Monday to Sunday", () => {
  const weeks = weeksOf("2026-11"); // starts on a Sunday, ends on a Monday
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks[5]).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOf("2027-02")).toHaveLength(4); // starts on a Monday
  expect(
    weeksOf("2027-02")
      .flat()
      .every((day) => day !== null),
  ).toBe(true);
});

test("days are formatted in UTC in every time zone", () => {
  expect(dayWords("2026-11-16", "de", { dateStyle: "full" })).toBe("Montag, 16. November 2026");
  expect(weekdays("de").map(({ name }) => name)).toEqual([
    "Montag",
    "Dienstag",
    "Mittwoch",
    "Donnerstag",
    "Freitag",
    "Samstag",
    "Sonntag",
  ]);
});
