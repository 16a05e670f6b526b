/** Numbers and days, as the reader's language writes them. */

import { settings } from "./settings.svelte";

/** `63 %`. */
export const percent = (share: number): string =>
  share.toLocaleString(settings.language, { style: "percent", maximumFractionDigits: 0 });

/** The same, with its sign: `+12 %`, `−3 %`. */
export const signedPercent = (share: number): string =>
  share
    .toLocaleString(settings.language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" })
    .replace("-", "−");

/** With one digit after the point, if it is needed. */
export const decimal = (value: number): string => value.toLocaleString(settings.language, { maximumFractionDigits: 1 });

/** The same, with its sign: `+2.5`, `−1`. */
export const signed = (value: number): string =>
  value.toLocaleString(settings.language, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** The day of a moment, in seconds since 1970. */
export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(settings.language, { dateStyle: "medium" });
