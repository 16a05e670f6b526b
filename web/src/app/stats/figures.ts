/** Values derived from the server's stats. */

import type { Frequency, SeatStats } from "../../api/types";
import type { Results } from "../../games/contract";

export interface Wins {
  played: number;
  won: number;
  /** The expected win rate if only chance decided. */
  chance: number;
}

/** A number and how often it occurred. */
export type Times = Pick<Frequency, "value" | "count">;

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Return the stats of games with at least two players. */
export const contested = (figures: SeatStats[]): SeatStats[] => figures.filter(({ seats }) => seats > 1);

/** Add up the wins of all games with opponents. Return null if there are none. */
export function winsOf(figures: SeatStats[]): Wins | null {
  const counted = contested(figures);
  const played = sumOf(counted.map((each) => each.played));
  if (played === 0) return null;
  const chance = sumOf(counted.map((each) => each.played / each.seats)) / played;
  return { played, won: sumOf(counted.map(({ won }) => won)), chance };
}

/** Return the best score, or null if there are no scores or the game has no score to compare. */
export function bestScore(figures: SeatStats[], best: Results["best"]): number | null {
  const ends = figures.map(({ lowest, highest }) => (best === "fewest" ? lowest : highest));
  const scores = ends.filter((score) => score !== null);
  if (best === null || scores.length === 0) return null;
  return best === "fewest" ? Math.min(...scores) : Math.max(...scores);
}

/** Merge the counts of all table sizes, sorted by value. */
export function together(counted: Frequency[]): Times[] {
  const counts = new Map<number, number>();
  for (const { value, count } of counted) counts.set(value, (counts.get(value) ?? 0) + count);
  return Array.from(counts, ([value, count]) => ({ value, count })).sort((one, other) => one.value - other.value);
}

/** Return the median of sorted counts. */
export function medianOf(sorted: Times[]): number | null {
  const half = sumOf(sorted.map(({ count }) => count)) / 2;
  let seen = 0;
  for (const [index, { value, count }] of sorted.entries()) {
    seen += count;
    if (seen > half) return value;
    if (seen === half) return (value + (sorted[index + 1]?.value ?? value)) / 2;
  }
  return null;
}

export function meanOf(counted: Times[]): number | null {
  const number = sumOf(counted.map(({ count }) => count));
  return number === 0 ? null : sumOf(counted.map(({ value, count }) => value * count)) / number;
}

/** Return the number of different table sizes. */
export const sizesOf = (figures: { seats: number }[]): number => new Set(figures.map(({ seats }) => seats)).size;
