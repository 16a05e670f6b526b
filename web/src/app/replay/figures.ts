/** How chances and points are written. */

import { percent, signed } from "../../lib/numbers";
import { decimal } from "../../lib/numbers";

export type Unit = "chance" | "points";

/** `46 %`, or points without a fraction. */
export const worth = (value: number, unit: Unit): string =>
  unit === "chance" ? percent(value) : decimal(Math.round(value));

/** The same, with its sign. */
export function change(value: number, unit: Unit): string {
  const number = Math.round(unit === "chance" ? 100 * value : value);
  return unit === "chance" ? `${signed(number)} %` : signed(number);
}

/** What is too little to speak of. */
export const LITTLE: Record<Unit, number> = { chance: 0.015, points: 0.75 };
/** What turns a game. */
export const MUCH: Record<Unit, number> = { chance: 0.08, points: 3 };
