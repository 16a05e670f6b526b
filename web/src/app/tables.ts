/** Opening a table and sitting down. */

import { ApiError, openTable, randomHex, tableEdition, takeSeat } from "../api/client";
import type { NewTable, TableInfo } from "../api/types";
import { settings, t } from "../lib/settings.svelte";
import { keepSeat } from "./places";
import { router } from "./router.svelte";

const SEED_BYTES = 16;

export const ownName = (): string => settings.name.trim() || t().guest;

/** Open a table, take a seat and go there. The seed is drawn after the house has committed itself. */
export async function openAndSit(wish: NewTable, seat: number): Promise<void> {
  const info = await openTable(wish, settings.language);
  await sit(info.table, seat);
  router.go(`/table/${info.table}`);
}

/** Take a seat, the first open one if it does not matter which. */
export async function sit(table: string, seat: number | null): Promise<void> {
  const joined = await takeSeat(table, { name: ownName(), seed: randomHex(SEED_BYTES), seat }, settings.language);
  keepSeat({ table, ...joined });
}

/** Whether the edition was brought along by whoever opened the table. */
export const hasOwnEdition = (info: TableInfo): boolean => info.edition === "foreign";

/** The same table once more: the same seats, bots, options and edition. */
export async function again(info: TableInfo): Promise<NewTable> {
  const { game, options, manners, practice } = info;
  const bots = info.seats.flatMap((seat, number) => (seat.kind === "bot" ? [number] : []));
  const edition = hasOwnEdition(info) ? { edition_text: await tableEdition(info.table) } : { edition: info.edition };
  const level = info.seats.find((seat) => seat.level !== null)?.level ?? settings.level;
  return { game, seats: info.seats.length, bots, level, options, manners, practice, ...edition };
}

/** Why something failed, for people. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 0 ? t().unreachable : error.message;
}
