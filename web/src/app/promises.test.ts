import { expect, test } from "vitest";

import type { TableInfo, TableState } from "../api/types";
import { seedCommitment } from "../lib/fair";
import { breaksPromise, commitSeed, noteDeal, seedWish, seenDeal } from "./promises";

let tables = 0;

/** Return a waiting table with two seats, as the server shows it. */
function waiting(changes: Partial<TableInfo> = {}): TableInfo {
  const info = {
    table: `table ${(tables += 1)}`,
    status: "waiting",
    method: "locarium/fair/2",
    commitment: "c".repeat(64),
    seed_commitments: ["", ""],
    unopened: [],
    voided: 0,
  };
  return { ...info, ...changes } as unknown as TableInfo;
}

const state = (info: TableInfo, seat: number | null = 0) => ({ info, seat }) as unknown as TableState;

/** Take seat 0 and return the table after both seats have committed. */
function complete(info: TableInfo): TableInfo {
  return { ...info, seed_commitments: [commitSeed(info), "b".repeat(64)], unopened: [0, 1] };
}

test("a seed is opened once the list is complete and stored", () => {
  const info = waiting();
  const full = complete(info);
  expect(seedWish(state(info))).toBeNull();
  const wish = seedWish(state(full));
  if (wish?.kind !== "open-seed") throw new Error("not opened");
  expect(seedCommitment(info.commitment, wish.seed)).toBe(full.seed_commitments[0]);
  expect(seenDeal(info.table, 0)).toEqual({
    method: info.method,
    commitment: info.commitment,
    seeds: [wish.seed],
    list: full.seed_commitments,
  });
  expect(seedWish(state(full)), "again after a break").toEqual(wish);
  expect(seedWish(state({ ...full, status: "running" }))).toBeNull();
});

test("a seed is not opened for a second list, another commitment or another seat", () => {
  const info = waiting();
  const full = complete(info);
  expect(seedWish(state({ ...full, commitment: "d".repeat(64) }))).toBeNull();
  expect(breaksPromise({ ...full, commitment: "d".repeat(64) })).toBe(true);
  expect(seedWish(state(full, 1))).toBeNull();
  expect(seedWish(state(full))).not.toBeNull();
  const other = { ...full, seed_commitments: [full.seed_commitments[0] ?? "", "e".repeat(64)] };
  expect(seedWish(state(other))).toBeNull();
  expect([breaksPromise(full), breaksPromise(other)]).toEqual([false, true]);
});

test("after a voided deal a new seed is used", () => {
  const info = waiting();
  const full = complete(info);
  const first = seedWish(state(full));
  const again = { ...info, commitment: "d".repeat(64), seed_commitments: [null, ""], voided: 1 };
  const wish = seedWish(state(again));
  if (first?.kind !== "open-seed" || wish?.kind !== "commit-seed") throw new Error("nothing was sent");
  expect(wish.commitment).not.toBe(seedCommitment(again.commitment, first.seed));
  expect(seedWish(state(again)), "twice the same").toEqual(wish);
  const open = seedWish(state({ ...again, seed_commitments: [wish.commitment, ""], unopened: [0] }));
  if (open?.kind !== "open-seed") throw new Error("not opened");
  expect(seedCommitment(again.commitment, open.seed)).toBe(wish.commitment);
  expect(breaksPromise(again)).toBe(false);
});

test("a host can't replace the deal that this browser saw start", () => {
  const info = waiting();
  const full = complete(info);
  seedWish(state(full));
  noteDeal({ ...full, status: "running", unopened: [] });
  noteDeal({ ...full, status: "running", unopened: [], commitment: "d".repeat(64), voided: 1 });
  expect(seenDeal(info.table, 1)?.commitment).toBe(info.commitment);
});

test("a spectator also stores commitment and list", () => {
  const info = waiting({ status: "running", seed_commitments: ["a".repeat(64), ""] });
  noteDeal(info);
  expect(seenDeal(info.table, 0)).toMatchObject({ seeds: [], list: info.seed_commitments });
  const late = waiting({ status: "over" });
  noteDeal(late);
  expect(seenDeal(late.table, 0)).toBeNull();
});

test("a table of fair/1 gets no commitment", () => {
  expect(commitSeed(waiting({ method: "locarium/fair/1" }))).toBe("");
});
