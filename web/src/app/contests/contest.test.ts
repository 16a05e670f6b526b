import { expect, test } from "vitest";

import type { ContestInfo, DealResult, ContestTableResult, SeatResult } from "../../api/types";
import { comparisonOf, contestAddress, ownSeats } from "./contest";

const sits = (entrant: number, seat: number) => ({ entrant, seat }) as SeatResult;
const place = (table: string | null, over: boolean, ...seats: SeatResult[]): ContestTableResult => ({
  table,
  over,
  own: true,
  seats,
});

test("a daily game has its own address", () => {
  expect(contestAddress("daily-2026-11-16")).toBe("/daily/2026-11-16");
  expect(contestAddress("daily-x_Yz")).toBe("/contest/daily-x_Yz");
});

test("own seats are sorted by deal", () => {
  const entrants = [
    { number: 0, own: false },
    { number: 1, own: true },
  ];
  const results = [
    { deal: 1, tables: [place("a", true, sits(0, 0), sits(1, 1)), place(null, false, sits(2, 0), sits(3, 1))] },
    { deal: 2, tables: [place(null, false, sits(3, 0), sits(0, 1)), place("b", false, sits(1, 0), sits(2, 1))] },
  ];
  expect(ownSeats({ entrants, results } as ContestInfo)).toEqual([
    { deal: 1, place: 1, seat: 1, table: "a", isOver: true },
    { deal: 2, place: 2, seat: 0, table: "b", isOver: false },
  ]);
});

test("finished deals can be compared if they have few tables", () => {
  const deal = (over: boolean, tables: (string | null)[]) =>
    ({ over, tables: tables.map((table) => place(table, over)) }) as DealResult;
  expect(comparisonOf(deal(true, ["a", "b"]))).toBe("/replay/a.1/b.1");
  expect(comparisonOf(deal(false, ["a", null]))).toBeNull();
  expect(comparisonOf(deal(true, ["a", "b", "c", "d", "e"]))).toBeNull();
});
