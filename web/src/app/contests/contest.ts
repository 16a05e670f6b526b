/** What the pages of contests say in several places. */

import type { ContestInfo, DealResult, Entrant, ContestTableResult, SeatResult, TableInfo } from "../../api/types";
import { t } from "../../lib/settings.svelte";

const DAY = /^daily-(\d{4}-\d\d-\d\d)$/;

/** Where a contest, or the LOCUS of a day, is. */
export function contestAddress(contest: string): string {
  const day = DAY.exec(contest)?.[1];
  return day === undefined ? `/contest/${contest}` : `/daily/${day}`;
}

/** What leads there, from one of its tables. */
export const toContest = (contest: string): string => (DAY.test(contest) ? t().contestToDay : t().contestTo);

/** Whether what is played at a table is compared with what others make of the same deal. */
export const isCompared = ({ contest, practice }: TableInfo): boolean => contest !== null && !practice;

export const titleOf = ({ kind, title }: Pick<ContestInfo, "kind" | "title">): string =>
  kind === "duel" ? t().duelOf(title) : t().duplicateOf(title);

export const entrantOf = (info: ContestInfo, number: number): Entrant | undefined =>
  info.entrants.find((each) => each.number === number);

/** Where the asker plays a deal. */
export interface OwnSeat {
  deal: number;
  /** From 1. */
  place: number;
  seat: number;
  table: string;
  isOver: boolean;
}

/** In the order of the deals. */
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

/** What is known of somebody's deal while its result is not. */
export const progress = (place: ContestTableResult): string => (place.over ? t().contestFinished : t().contestPlaying);

export const isKnown = (result: SeatResult): boolean => result.won !== null;

const LONGEST_COMPARISON = 4; // records side by side

/** Where all tables of a deal are replayed side by side, if they can be. */
export function comparisonOf({ over, tables }: DealResult): string | null {
  const names = tables.flatMap(({ table }) => (table === null ? [] : [`${table}.1`]));
  return over && names.length > 1 && names.length <= LONGEST_COMPARISON ? `/replay/${names.join("/")}` : null;
}
