/** API requests for the daily game. */

import { ask } from "./client";
import type { Calendar, DayInfo, DailyAttempt, DailyTable } from "./types";

/** Return a UTC day such as 2026-11-16, or today. */
export const dayInfo = (day: string | undefined, language: string) =>
  ask<DayInfo>(`/api/daily${day === undefined ? "" : `/${encodeURIComponent(day)}`}?language=${language}`);

/** Return a month such as 2026-11. */
export const calendarOf = (month: string, language: string) =>
  ask<Calendar>(`/api/daily/months/${encodeURIComponent(month)}?language=${language}`);

/** Return the table to play at: always the same one for a ranked attempt, a new one for practice. */
export const playDay = (day: string, wish: DailyAttempt, language: string) =>
  ask<DailyTable>(`/api/daily/${encodeURIComponent(day)}/tries?language=${language}`, "POST", wish);
