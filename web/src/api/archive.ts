/** What the front end asks the house about finished games. */

import { ask, tell } from "./client";
import type { FinishedGames, Import, Imported, Replay } from "./types";

export type Whose = "mine" | "public" | "imported";

/** Which games; what is empty does not matter. */
export interface Wanted {
  whose: Whose;
  game: string;
  person: string;
  bots: "" | "true" | "false";
  seats: string;
  /** Option -> value, as text. */
  options: Record<string, string>;
  since: string;
  until: string;
}

function queryOf(wanted: Wanted): URLSearchParams {
  const { whose, options, ...rest } = wanted;
  const query = new URLSearchParams({ whose });
  for (const [name, value] of Object.entries(rest)) if (value.trim() !== "") query.set(name, value.trim());
  for (const [name, value] of Object.entries(options)) if (value !== "") query.append("option", `${name}=${value}`);
  return query;
}

/** Finished games, the newest first, after those that one has. */
export function finishedGames(wanted: Wanted, after: string | null, language: string): Promise<FinishedGames> {
  const query = queryOf(wanted);
  if (after !== null) query.set("after", after);
  query.set("language", language);
  return ask<FinishedGames>(`/api/archive?${query}`);
}

/** Where all such records are, one a line. */
export const exportAddress = (wanted: Wanted) => `/api/archive/export?${queryOf(wanted)}`;

/** Where one record is. */
export const recordAddress = (id: string) => `/api/archive/${encodeURIComponent(id)}`;

/** Steps of a finished game from one on, as a seat knew them, or (null) a spectator. */
export function replayOf(id: string, seat: number | null, from: number, language: string): Promise<Replay> {
  const query = new URLSearchParams({ from: String(from), language });
  if (seat !== null) query.set("seat", String(seat));
  return ask<Replay>(`${recordAddress(id)}/replay?${query}`);
}

export const importRecords = (wish: Import, language: string) =>
  ask<Imported>(`/api/archive/imports?language=${language}`, "POST", wish);

export const removeRecord = (id: string, language: string) =>
  tell(`${recordAddress(id)}?language=${language}`, "DELETE");
