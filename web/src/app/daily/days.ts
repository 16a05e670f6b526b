/** UTC days and months in the address format: 2026-11-16, 2026-11. */

const DAY = 86_400_000; // milliseconds

const momentOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const written = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

export const addDays = (day: string, count: number): string => written(momentOf(day) + count * DAY);

export function addMonths(month: string, count: number): string {
  const first = new Date(momentOf(`${month}-01`));
  first.setUTCMonth(first.getUTCMonth() + count);
  return monthOf(written(first.getTime()));
}

/** Return the weeks of a month from Monday to Sunday, with null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = momentOf(`${month}-01`);
  const skipped = (new Date(first).getUTCDay() + 6) % 7;
  const length = (momentOf(`${addMonths(month, 1)}-01`) - first) / DAY;
  return Array.from({ length: Math.ceil((skipped + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const number = week * 7 + weekday - skipped;
      return number >= 0 && number < length ? written(first + number * DAY) : null;
    }),
  );
}

/** Format a day: `Monday, 16 November 2026`, or as the style says. */
export const dayWords = (day: string, language: string, style: Intl.DateTimeFormatOptions): string =>
  new Date(momentOf(day)).toLocaleDateString(language, { timeZone: "UTC", ...style });

/** Return the long and short names of the weekdays, from Monday. */
export const weekdays = (language: string): { name: string; short: string }[] =>
  Array.from({ length: 7 }, (_, index) => {
    const day = addDays("2024-01-01", index); // a Monday
    return {
      name: dayWords(day, language, { weekday: "long" }),
      short: dayWords(day, language, { weekday: "narrow" }),
    };
  });

/** The maximum number of attempts to replay side by side. */
export const MAX_COMPARED = 4;

/** Return the id of a table's only record. */
export const recordOf = (table: string): string => `${table}.1`;
