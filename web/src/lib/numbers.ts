/** Format numbers and dates in the user's language. */

import { settings } from "./settings.svelte";

/** Format a share as a percentage: `63 %`. */
export const percent = (share: number): string =>
  share.toLocaleString(settings.language, { style: "percent", maximumFractionDigits: 0 });

/** Format a share as a signed percentage: `+12 %`, `−3 %`. */
export const signedPercent = (share: number): string =>
  share
    .toLocaleString(settings.language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" })
    .replace("-", "−");

/** Format a number with at most one decimal. */
export const decimal = (value: number): string => value.toLocaleString(settings.language, { maximumFractionDigits: 1 });

/** Format a signed number with at most one decimal: `+2.5`, `−1`. */
export const signed = (value: number): string =>
  value.toLocaleString(settings.language, { maximumFractionDigits: 1, signDisplay: "exceptZero" }).replace("-", "−");

/** Format the date of a Unix time in seconds. */
export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(settings.language, { dateStyle: "medium" });
