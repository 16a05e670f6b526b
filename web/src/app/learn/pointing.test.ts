import { expect, test } from "vitest";

import { selectorOf } from "./pointing";

test.each([
  ["shout", "[data-shout]"],
  ["hand=r3", '[data-hand="r3"]'],
  ["zone=Y square=e1", '[data-zone="Y"] [data-square="e1"]'],
])("%s is %s", (target, selector) => {
  expect(selectorOf(target)).toBe(selector);
});
