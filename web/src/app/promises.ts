/** Deals as this browser saw them: stored on the device during the game, and compared with the record at the end. */

import { randomHex } from "../api/client";
import type { Wish } from "../api/live";
import type { TableInfo, TableState } from "../api/types";
import { isOld, seedCommitment, type SeenDeal } from "../lib/fair";
import { remember, remembered } from "../lib/memory";

interface Promised {
  table: string;
  /** By the number of deals that were voided before. */
  deals: Record<number, SeenDeal>;
  /** Which of them this browser saw begin. */
  begun: number | null;
}

/** As it was stored before seed commitments. */
interface OldPromised {
  table: string;
  commitment: string;
  seeds: string[];
}

const KEY = "promises";
const MOST = 100; // tables
const MOST_DEALS = 5; // of a table, the last ones
const SEED_BYTES = 16;
let unsaved = "[]"; // where the device stores nothing

function all(): Promised[] {
  try {
    return (JSON.parse(remembered(KEY) ?? unsaved) as (Promised | OldPromised)[]).map(upgrade);
  } catch {
    return [];
  }
}

function upgrade(kept: Promised | OldPromised): Promised {
  if ("deals" in kept) return kept;
  const deal = { method: "locarium/fair/1", commitment: kept.commitment, seeds: kept.seeds, list: null };
  return { table: kept.table, deals: { 0: deal }, begun: null };
}

function keep(promise: Promised): void {
  const others = all().filter(({ table }) => table !== promise.table);
  unsaved = JSON.stringify([...others, promise].slice(-MOST));
  remember(KEY, unsaved);
}

const promised = (table: string): Promised =>
  all().find((each) => each.table === table) ?? { table, deals: {}, begun: null };

/** The deal that this browser saw begin, or else was shown, if so many were voided before. */
export function seenDeal(table: string, voided: number): SeenDeal | null {
  const { deals, begun } = promised(table);
  return deals[begun ?? voided] ?? null;
}

/** Store what the table shows before its end. The first commitment counts, and the list with which the game began. */
export function noteDeal({ table, method, commitment, seed_commitments, voided, status }: TableInfo): void {
  if (status === "over") return;
  const known = promised(table);
  const before = known.deals[voided];
  const deal = before ?? { method, commitment, seeds: [], list: null };
  const isBegun = status !== "waiting" && known.begun === null;
  if (before !== undefined && !isBegun) return;
  const list = isBegun ? (deal.list ?? (seed_commitments as string[])) : deal.list;
  const begun = isBegun ? voided : known.begun;
  const recent = Object.entries(known.deals).filter(([number]) => Number(number) > voided - MOST_DEALS);
  keep({ table, deals: { ...Object.fromEntries(recent), [voided]: { ...deal, list } }, begun });
}

/** Commit to a seed for the deal that is shown: one that was never opened, stored before it is used. */
export function commitSeed(info: TableInfo): string {
  noteDeal(info);
  if (isOld(info)) return ""; // such a table takes no commitments
  const known = promised(info.table);
  const number = info.voided;
  const deal = known.deals[number];
  if (deal === undefined) return ""; // the table is over
  const unopened = deal.list === null ? deal.seeds.at(-1) : undefined;
  const seed = unopened ?? randomHex(SEED_BYTES);
  if (unopened === undefined)
    keep({ ...known, deals: { ...known.deals, [number]: { ...deal, seeds: [...deal.seeds, seed] } } });
  return seedCommitment(info.commitment, seed);
}

/** The seed that is due. The list is stored first; a seed is never opened for two lists or for another commitment. */
function openSeed({ table, commitment, seed_commitments, voided }: TableInfo, seat: number): string | null {
  const known = promised(table);
  const deal = known.deals[voided];
  const seed = deal?.seeds.find((each) => seedCommitment(commitment, each) === seed_commitments[seat]);
  if (deal === undefined || seed === undefined || isBroken(deal, commitment, seed_commitments)) return null;
  const list = seed_commitments as string[];
  if (deal.list === null) keep({ ...known, deals: { ...known.deals, [voided]: { ...deal, list } } });
  return seed;
}

const isBroken = (deal: SeenDeal, commitment: string, list: (string | null)[]): boolean =>
  deal.commitment !== commitment || (deal.list !== null && JSON.stringify(deal.list) !== JSON.stringify(list));

/** Whether the server shows another commitment, or another complete list, than it did before. */
export function breaksPromise({ table, commitment, seed_commitments, unopened, voided, status }: TableInfo): boolean {
  const deal = promised(table).deals[voided];
  if (deal === undefined || status !== "waiting") return false;
  return isBroken(deal, commitment, unopened.length > 0 ? seed_commitments : (deal.list ?? []));
}

/** What the table needs from this browser before the game can begin. */
export function seedWish({ info, seat }: TableState): Wish | null {
  if (seat === null || info.status !== "waiting") return null;
  if (info.seed_commitments[seat] === null) return { kind: "commit-seed", commitment: commitSeed(info) };
  const seed = info.unopened.includes(seat) ? openSeed(info, seat) : null;
  return seed === null ? null : { kind: "open-seed", seed };
}
