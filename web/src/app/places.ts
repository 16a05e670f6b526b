/** Where this browser sits: table -> token, so that a reload keeps the seat. */

import { remember, remembered } from "../lib/memory";

export interface OwnSeat {
  table: string;
  seat: number;
  token: string;
}

const MOST = 20; // older ones are forgotten

export function ownSeats(): OwnSeat[] {
  try {
    return JSON.parse(remembered("seats") ?? "[]") as OwnSeat[];
  } catch {
    return [];
  }
}

export const tokenFor = (table: string): string | null => ownSeats().find((own) => own.table === table)?.token ?? null;

/** The newest first. */
export function keepSeat(own: OwnSeat): void {
  const others = ownSeats().filter((other) => other.table !== own.table);
  remember("seats", JSON.stringify([own, ...others].slice(0, MOST)));
}

/** Another seat at the same table: a lot was drawn, or the sides of a match swapped. */
export function moveSeat(table: string, seat: number): void {
  const moved = ownSeats().map((own) => (own.table === table ? { ...own, seat } : own));
  remember("seats", JSON.stringify(moved));
}

export function forgetSeat(table: string): void {
  remember("seats", JSON.stringify(ownSeats().filter((own) => own.table !== table)));
}
