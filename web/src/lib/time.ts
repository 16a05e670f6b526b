/** Format durations. */

import { t } from "./settings.svelte";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Format a countdown: `0:24`, `23 h 59 min`, `2 days 5 h`. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= DAY) return `${t().days(Math.floor(left / DAY))} ${t().hours(Math.floor((left % DAY) / HOUR))}`;
  if (left >= HOUR) return `${t().hours(Math.floor(left / HOUR))} ${t().minutes(Math.floor((left % HOUR) / MINUTE))}`;
  return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
}

/** Format a time limit: `30 s`, `5 min`, `3 days`. */
export function duration(seconds: number): string {
  if (seconds >= DAY) return t().days(Math.round(seconds / DAY));
  if (seconds >= HOUR) return t().hours(Math.round(seconds / HOUR));
  return seconds >= 2 * MINUTE ? t().minutes(Math.round(seconds / MINUTE)) : t().seconds(Math.round(seconds));
}

/** Describe a table's clock for its players. */
export function clockWords(clock: { seconds: number; reserve: number; per: "step" | "turn" }): string {
  const time = duration(clock.seconds);
  const agreed = clock.per === "step" ? t().clockSteps : t().clockTurns;
  return agreed(time, duration(clock.reserve));
}

/** Call a function now and then at an interval while the page is visible. Return a function that stops it. */
export function keepLooking(look: () => void, seconds: number): () => void {
  const lookIfSeen = () => {
    if (document.visibilityState === "visible") look();
  };
  look();
  const timer = setInterval(lookIfSeen, seconds * 1000);
  document.addEventListener("visibilitychange", lookIfSeen);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", lookIfSeen);
  };
}
