/** LOKUS cards such as `g7`, a colour letter and a number: colours, names and sort order. */

import type { GameTexts } from "../../api/client";

/** Colour letter -> tone of tokens.css, in game order. */
const TONES: Record<string, string> = { r: "red", y: "yellow", g: "green", b: "blue", o: "orange", e: "grey" };
const LETTERS = Object.keys(TONES);

export const colourOf = (card: string): string => card.charAt(0);
export const numberOf = (card: string): number => Number(card.slice(1));
export const toneOf = (card: string): string => TONES[colourOf(card)] ?? "grey";

/** Sort by number, then by colour. */
export const compareCards = (one: string, other: string): number =>
  numberOf(one) - numberOf(other) || LETTERS.indexOf(colourOf(one)) - LETTERS.indexOf(colourOf(other));

/** Name a card: "green 7". */
export function cardName(texts: GameTexts, card: string): string {
  const colour = texts["colours"]?.[colourOf(card)] ?? colourOf(card);
  return fill(texts["steps"]?.["card"] ?? "{colour} {number}", { colour, number: numberOf(card) });
}

/** Fill the placeholders of a server text. */
export function fill(template: string | undefined, values: Record<string, string | number>): string {
  return (template ?? "").replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
