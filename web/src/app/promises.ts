/** Deals as this browser saw them: stored on the device during the game, and compared with the record at the end. */

import { randomHex } from "../api/client";
import type { Wish } from "../api/live";
import type { TableInfo, TableState } from "../api/types";
import { isOld, seedCommitment, type SeenDeal } from "../lib/fair";
import { remember, remembered } from "../lib/memory";

interface Promised {
  table: string;
  /** Deals by the number of deals voided before them. */
  deals: Record<number, SeenDeal>;
  /** The deal with which this browser saw the game start. */
  begun: number | null;
}

/** The format used before seed commitments. */
interface OldPromised {
  table: string;
  commitment: string;
  seeds: string[];
}

const KEY = "promises";
const MAX_TABLES = 100; // tables to remember
const MAX_DEALS = 5; // the latest deals of each table
const SEED_BYTES = 16;
let unsaved = "[]"; // used if the browser can't store anything

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
  unsaved = JSON.stringify([...others, promise].slice(-MAX_TABLES));
  remember(KEY, unsaved);
}

const promised = (table: string): Promised =>
  all().find((each) => each.table === table) ?? { table, deals: {}, begun: null };

/** Return the deal that this browser saw start. If it saw none, return the one shown after a number of voided deals. */
export function seenDeal(table: string, voided: number): SeenDeal | null {
  const { deals, begun } = promised(table);
  return deals[begun ?? voided] ?? null;
}

/** Store the deal that the table shows before its end. The first commitment counts, and the list that started the game. */
export function noteDeal({ table, method, commitment, seed_commitments, voided, status }: TableInfo): void {
  if (status === "over") return;
  const known = promised(table);
  const before = known.deals[voided];
  const deal = before ?? { method, commitment, seeds: [], list: null };
  const isBegun = status !== "waiting" && known.begun === null;
  if (before !== undefined && !isBegun) return;
  const list = isBegun ? (deal.list ?? (seed_commitments as string[])) : deal.list;
  const begun = isBegun ? voided : known.begun;
  const recent = Object.entries(known.deals).filter(([number]) => Number(number) > voided - MAX_DEALS);
  keep({ table, deals: { ...Object.fromEntries(recent), [voided]: { ...deal, list } }, begun });
}

/** Commit to a seed for the current deal. The seed is new and is stored before it is used. */
export function commitSeed(info: TableInfo): string {
  noteDeal(info);
  if (isOld(info)) return ""; // these tables don't accept commitments
  const known = promised(info.table);
  const number = info.voided;
  const deal = known.deals[number];
  if (deal === undefined) return ""; // play at this table is over
  const unopened = deal.list === null ? deal.seeds.at(-1) : undefined;
  const seed = unopened ?? randomHex(SEED_BYTES);
  if (unopened === undefined)
    keep({ ...known, deals: { ...known.deals, [number]: { ...deal, seeds: [...deal.seeds, seed] } } });
  return seedCommitment(info.commitment, seed);
}

/** Return the seed to open, after storing the list. Never open a seed for two lists or for a different commitment. */
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

/** Whether the server now shows a different commitment or a different complete list. */
export function breaksPromise({ table, commitment, seed_commitments, unopened, voided, status }: TableInfo): boolean {
  const deal = promised(table).deals[voided];
  if (deal === undefined || status !== "waiting") return false;
  return isBroken(deal, commitment, unopened.length > 0 ? seed_commitments : (deal.list ?? []));
}

/** Return the seed command that the table needs from this browser before the game can start. */
export function seedWish({ info, seat }: TableState): Wish | null {
  if (seat === null || info.status !== "waiting") return null;
  if (info.seed_commitments[seat] === null) return { kind: "commit-seed", commitment: commitSeed(info) };
  const seed = info.unopened.includes(seat) ? openSeed(info, seat) : null;
  return seed === null ? null : { kind: "open-seed", seed };
}
