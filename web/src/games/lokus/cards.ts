/** The cards of LOKUS, `g7`: colour letter and number. How they look, how they are called, how they are sorted. */

import type { GameTexts } from "../../api/client";

/** Colour letter -> tone of tokens.css, in the order of the game. */
const TONES: Record<string, string> = { r: "red", y: "yellow", g: "green", b: "blue", o: "orange", e: "grey" };
const LETTERS = Object.keys(TONES);

export const colourOf = (card: string): string => card.charAt(0);
export const numberOf = (card: string): number => Number(card.slice(1));
export const toneOf = (card: string): string => TONES[colourOf(card)] ?? "grey";

/** Lower numbers first, equal ones by colour. */
export const compareCards = (one: string, other: string): number =>
  numberOf(one) - numberOf(other) || LETTERS.indexOf(colourOf(one)) - LETTERS.indexOf(colourOf(other));

/** "green 7". */
export function cardName(texts: GameTexts, card: string): string {
  const colour = texts["colours"]?.[colourOf(card)] ?? colourOf(card);
  return fill(texts["steps"]?.["card"] ?? "{colour} {number}", { colour, number: numberOf(card) });
}

/** A text of the house with its gaps filled. */
export function fill(template: string | undefined, values: Record<string, string | number>): string {
  return (template ?? "").replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
