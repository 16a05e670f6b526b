/** API requests for stats. */

import { ask } from "./client";
import type { GameStats, PersonStats } from "./types";

/** Filters for the games to count. Empty fields match everything. */
export interface Counted {
  practice: "" | "true" | "false";
  bots: "" | "true" | "false";
  seats: string;
}

function queryOf(counted: Counted, language: string): URLSearchParams {
  const query = new URLSearchParams({ language });
  for (const [name, value] of Object.entries<string>({ ...counted })) if (value !== "") query.set(name, value);
  return query;
}

export const myFigures = (counted: Counted, language: string) =>
  ask<PersonStats>(`/api/stats/me?${queryOf(counted, language)}`);

/** Return the stats of public tables and of the user's own. */
export const gameFigures = (game: string, counted: Counted, language: string) =>
  ask<GameStats>(`/api/stats/games/${encodeURIComponent(game)}?${queryOf(counted, language)}`);
