/** The colours of LOCO!: letters, tones of tokens.css and names. */

import type { GameTexts } from "../../api/client";

export const TONES: Record<string, string> = { r: "red", b: "blue", g: "green", p: "purple", y: "yellow" };

export const toneOf = (letter: string): string => TONES[letter] ?? "red";
export const colourOf = (card: string): string => card.charAt(0);
export const valueOf = (card: string): number => Number(card.charAt(1));

/** Name a card: "red 3", "red Loco". */
export function cardName(texts: GameTexts, card: string): string {
  const template = texts["steps"]?.[valueOf(card) === 0 ? "loco" : "card"] ?? "{colour} {value}";
  const colour = texts["colours"]?.[colourOf(card)] ?? colourOf(card);
  return template.replace("{colour}", colour).replace("{value}", String(valueOf(card)));
}

/** Return the shortest unique prefixes of the colour names: R, B, Gr, L, Ge. */
export function abbreviations(names: Record<string, string>): Record<string, string> {
  const all = Object.values(names);
  const short = (name: string) => {
    let length = 1;
    const isShared = () => all.some((other) => other !== name && other.slice(0, length) === name.slice(0, length));
    while (length < name.length && isShared()) length += 1;
    return name.charAt(0).toUpperCase() + name.slice(1, length);
  };
  return Object.fromEntries(Object.entries(names).map(([letter, name]) => [letter, short(name)]));
}
