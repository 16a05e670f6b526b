/** Open tables and take seats. */

import { ApiError, openTable, tableInfo, takeSeat } from "../api/client";
import type { GameInfo, NewTable, TableInfo } from "../api/types";
import { settings, t } from "../lib/settings.svelte";
import { person } from "./person.svelte";
import { commitSeed } from "./promises";
import { router } from "./router.svelte";

/** Open a table, take a seat and go to its page. */
export async function openAndSit(wish: NewTable, seat: number): Promise<void> {
  await person.ensure();
  const info = await openTable(wish, settings.language);
  await take(info, seat);
  router.go(`/table/${info.table}`);
}

/** Start a practice game with the fewest possible bots. */
export async function playAgainstBots({ name, fewest }: GameInfo): Promise<void> {
  const bots = Array.from({ length: fewest - 1 }, (_, index) => ({ seat: index + 1, level: settings.level }));
  await openAndSit({ game: name, seats: fewest, bots, practice: true }, 0);
}

/** Take a seat: the one reserved for this person, or the first open one. */
export async function sit(table: string): Promise<void> {
  await person.ensure();
  await take(await tableInfo(table, settings.language), null);
}

async function take(info: TableInfo, seat: number | null): Promise<void> {
  await takeSeat(info.table, { name: person.name, seed_commitment: commitSeed(info), seat }, settings.language);
}

/** Whether the table uses a custom edition. */
export const hasOwnEdition = (info: TableInfo): boolean => info.edition === "foreign";

/** Join names into a list. */
export const joinNames = (names: string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${t().and} ${names.at(-1) ?? ""}`;

/** Return an error as text for the user. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 0 ? t().unreachable : error.message;
}
