/** What the front end asks the house about the LOCUS of the day. */

import { ask } from "./client";
import type { Calendar, DayInfo, DailyAttempt, DailyTable } from "./types";

/** A day of UTC such as 2026-11-16; none: today. */
export const dayInfo = (day: string | undefined, language: string) =>
  ask<DayInfo>(`/api/daily${day === undefined ? "" : `/${encodeURIComponent(day)}`}?language=${language}`);

/** A month such as 2026-11. */
export const calendarOf = (month: string, language: string) =>
  ask<Calendar>(`/api/daily/months/${encodeURIComponent(month)}?language=${language}`);

/** The table to play at: for a ranked try always the same, for practice a new one. */
export const playDay = (day: string, wish: DailyAttempt, language: string) =>
  ask<DailyTable>(`/api/daily/${encodeURIComponent(day)}/tries?language=${language}`, "POST", wish);
