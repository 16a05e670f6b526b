/** Format win chances and points. */

import { decimal, percent, signed, signedPercent } from "../../lib/numbers";
import { t } from "../../lib/settings.svelte";

export type Unit = "chance" | "points";

/** Format a value: `46 %`, or rounded points. */
export const worth = (value: number, unit: Unit): string =>
  unit === "chance" ? percent(value) : decimal(Math.round(value));

/** Format a value for use in a sentence. */
export const told = (value: number, unit: Unit): string =>
  unit === "chance" ? percent(value) : t().contestPoints(Math.round(value));

/** Format a signed change. */
export const change = (value: number, unit: Unit): string =>
  unit === "chance" ? signedPercent(value) : signed(Math.round(value));

/** Smaller changes are not mentioned. */
export const LITTLE: Record<Unit, number> = { chance: 0.015, points: 0.75 };
/** Changes of this size are turning points. */
export const MUCH: Record<Unit, number> = { chance: 0.08, points: 3 };
