/** How chances and points are written. */

import { decimal, percent, signed, signedPercent } from "../../lib/numbers";
import { t } from "../../lib/settings.svelte";

export type Unit = "chance" | "points";

/** `46 %`, or points without a fraction. */
export const worth = (value: number, unit: Unit): string =>
  unit === "chance" ? percent(value) : decimal(Math.round(value));

/** The same within a sentence. */
export const told = (value: number, unit: Unit): string =>
  unit === "chance" ? percent(value) : t().contestPoints(Math.round(value));

/** The same, with its sign. */
export const change = (value: number, unit: Unit): string =>
  unit === "chance" ? signedPercent(value) : signed(Math.round(value));

/** What is too little to speak of. */
export const LITTLE: Record<Unit, number> = { chance: 0.015, points: 0.75 };
/** What turns a game. */
export const MUCH: Record<Unit, number> = { chance: 0.08, points: 3 };
