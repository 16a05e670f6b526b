/** Helpers shared by the contest pages. */

import type { ContestInfo, DealResult, Entrant, ContestTableResult, SeatResult, TableInfo } from "../../api/types";
import { t } from "../../lib/settings.svelte";

const DAY = /^daily-(\d{4}-\d\d-\d\d)$/;

/** Return the address of a contest or of a daily game. */
export function contestAddress(contest: string): string {
  const day = DAY.exec(contest)?.[1];
  return day === undefined ? `/contest/${contest}` : `/daily/${day}`;
}

/** Return the label of the link from a table to its contest. */
export const toContest = (contest: string): string => (DAY.test(contest) ? t().contestToDay : t().contestTo);

/** Whether the table is a ranked game of a contest or daily game. */
export const isCompared = ({ contest, practice }: TableInfo): boolean => contest !== null && !practice;

export const titleOf = ({ kind, title }: Pick<ContestInfo, "kind" | "title">): string =>
  kind === "duel" ? t().duelOf(title) : t().duplicateOf(title);

export const entrantOf = (info: ContestInfo, number: number): Entrant | undefined =>
  info.entrants.find((each) => each.number === number);

/** A seat of the user at a table of a contest. */
export interface OwnSeat {
  deal: number;
  /** The table's number, from 1. */
  place: number;
  seat: number;
  table: string;
  isOver: boolean;
}

/** Return the user's seats, sorted by deal. */
export function ownSeats(info: ContestInfo): OwnSeat[] {
  const own = info.entrants.find((each) => each.own)?.number;
  return info.results.flatMap(({ deal, tables }) =>
    tables.flatMap(({ table, over, seats }, index) =>
      seats.flatMap(({ entrant, seat }) =>
        entrant === own && table !== null ? [{ deal, place: index + 1, seat, table, isOver: over }] : [],
      ),
    ),
  );
}

/** Describe the status of a table whose result isn't public yet. */
export const progress = (place: ContestTableResult): string => (place.over ? t().contestFinished : t().contestPlaying);

export const isKnown = (result: SeatResult): boolean => result.won !== null;

const MAX_COMPARED = 4; // records side by side

/** Return the address that replays all tables of a deal side by side, or null if that isn't possible. */
export function comparisonOf({ over, tables }: DealResult): string | null {
  const names = tables.flatMap(({ table }) => (table === null ? [] : [`${table}.1`]));
  return over && names.length > 1 && names.length <= MAX_COMPARED ? `/replay/${names.join("/")}` : null;
}
