import { expect, test } from "vitest";

import page from "../../../docs/fair-method.md?raw";
import type { GameRecord } from "../api/record";
import { agrees, commitment, numbers, seedCommitment } from "./fair";

const example = JSON.parse(/^```json\n(.*?)\n```$/ms.exec(page)?.[1] ?? "") as GameRecord;
const said = (name: string) =>
  Array.from(page.matchAll(new RegExp(`^${name} +(.*)$`, "gm")), ([, value = ""]) => value);

test("verifies the example in the docs", () => {
  const { fair } = example;
  if (fair === undefined) throw new Error("no proof");
  expect(commitment(example, "")).toBe(fair.commitment);
  expect(fair.seeds?.map((seed) => seed && seedCommitment(fair.commitment, seed))).toEqual(fair.seed_commitments);
  const radices = (said("radices")[0] ?? "").split(" ").map(Number);
  expect(numbers(fair, "0", radices).join(" ")).toBe(said("numbers")[0]);
});

test("rejection sampling discards words for large radices, and non-ASCII text is escaped", () => {
  const proof = { method: "", table: "am Fenster", commitment: "", secret: "07".repeat(32), seeds: ["", "ab"] };
  const found = numbers(
    proof,
    "3",
    Array.from({ length: 40 }, () => 2 ** 52 + 1),
  );
  expect(Math.max(...found)).toBeLessThanOrEqual(2 ** 52);
  expect(new Set(found).size).toBe(40);
  const fair = { ...proof, method: "locarium/fair/1", secret: "" };
  const record: GameRecord = { game: "é", seats: 2, steps: [], options: { b: "ü😀", a: true }, fair };
  expect(commitment(record, "ß")).toBe("8c9dbcc227146f81c710db63fb3bd3e45c9e7cd8500b0d2dd98acef69e65c35c");
});

test("the visible part of a step is compared with the whole step", () => {
  expect(agrees("r3 y", "r3 y")).toBe(true);
  expect(agrees("r3 y", "r3 b")).toBe(false);
  expect(agrees("play ?", "play g7")).toBe(true);
  expect(agrees("deal 1 / ? / r1 r2 / ?", "deal 1 / b1 / r1 r2 / g1 g2")).toBe(true);
  expect(agrees("deal 1 / ? / r1 r2 / ?", "deal 0 / b1 / r1 r2 / g1 g2")).toBe(false);
  expect(agrees("deal 1 / ? / r1 r2 / ?", "deal 1 / b1 / r1 r3 / g1 g2")).toBe(false);
  expect(agrees("deal 1 / ? / ?", "deal 1 / b1")).toBe(false);
  expect(agrees("deck ? a b ? c ?", "deck x a b y c d e")).toBe(true);
  expect(agrees("deck ? a b ? c ?", "deck x a b y d c e")).toBe(false);
  expect(agrees("star 1", "star 1 2")).toBe(false);
});
