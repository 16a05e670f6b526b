/** API requests for finished games. */

import { ask, tell } from "./client";
import type { FinishedGames, Import, Imported, ReplayRequest, ReviewRequest, Replay, Review } from "./types";

export type Whose = "mine" | "public" | "imported";

/** Filters for finished games. Empty fields match everything. */
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

/** Return finished games, the newest first, after the ones already loaded. */
export function finishedGames(wanted: Wanted, after: string | null, language: string): Promise<FinishedGames> {
  const query = queryOf(wanted);
  if (after !== null) query.set("after", after);
  query.set("language", language);
  return ask<FinishedGames>(`/api/archive?${query}`);
}

/** Return the address of all matching records, one per line. */
export const exportAddress = (wanted: Wanted) => `/api/archive/export?${queryOf(wanted)}`;

/** Return the address of one record. */
export const recordAddress = (id: string) => `/api/archive/${encodeURIComponent(id)}`;

/** A game in the archive, or a record that the server doesn't store. */
export type Source = { id: string } | { record: string };

/** The point of view: a seat, a spectator (null), or with everything revealed. */
export type Eyes = number | null | "open";

/** Return the steps of a game from a given one. With `instead`, return only that step, replaced by another. */
export function replayOf(
  source: Source,
  eyes: Eyes,
  from: number,
  language: string,
  instead: string | null = null,
): Promise<Replay> {
  const [seat, open] = eyes === "open" ? [null, true] : [eyes, false];
  if ("record" in source) {
    const wish: ReplayRequest = { record: source.record, seat, open, start: from, instead };
    return ask<Replay>(`/api/replay?language=${language}`, "POST", wish);
  }
  const query = new URLSearchParams({ from: String(from), open: String(open), language });
  if (seat !== null) query.set("seat", String(seat));
  if (instead !== null) query.set("instead", instead);
  return ask<Replay>(`${recordAddress(source.id)}/replay?${query}`);
}

/** Return the progress of a game's review. With `begin`, start it if necessary. */
export function reviewOf(source: Source, language: string, begin: boolean): Promise<Review> {
  if ("record" in source) {
    const wish: ReviewRequest = { record: source.record, begin };
    return ask<Review>(`/api/review?language=${language}`, "POST", wish);
  }
  return ask<Review>(`${recordAddress(source.id)}/review?language=${language}`, begin ? "POST" : "GET");
}

export const importRecords = (wish: Import, language: string) =>
  ask<Imported>(`/api/archive/imports?language=${language}`, "POST", wish);

export const removeRecord = (id: string, language: string) =>
  tell(`${recordAddress(id)}?language=${language}`, "DELETE");
