/** What the house promised this browser, and what the browser added: kept, so that both can be compared at the end. */

import { remember, remembered } from "../lib/memory";

interface Promised {
  table: string;
  /** The first commitment that was shown. */
  commitment: string;
  /** Bytes that were sent to the table, in hexadecimal. */
  seeds: string[];
}

const KEY = "promises";
const MOST = 100; // tables

function all(): Promised[] {
  try {
    return JSON.parse(remembered(KEY) ?? "[]") as Promised[];
  } catch {
    return [];
  }
}

export const promised = (table: string): Promised | undefined => all().find((each) => each.table === table);

/** The first one counts. */
export function noteCommitment(table: string, commitment: string): void {
  if (promised(table) === undefined) keep({ table, commitment, seeds: [] });
}

/** Before it is sent: whoever sits down twice does not know which one is used. */
export function noteSeed(table: string, seed: string): void {
  const known = promised(table);
  if (known !== undefined) keep({ ...known, seeds: [...known.seeds, seed] });
}

function keep(promise: Promised): void {
  const others = all().filter(({ table }) => table !== promise.table);
  remember(KEY, JSON.stringify([...others, promise].slice(-MOST)));
}
