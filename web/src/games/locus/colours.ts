/** The colours of LOCUS: letters (lower case on cards, upper case for zones), tones of tokens.css and names. */

import type { GameTexts } from "../../api/client";
import type { SheetView } from "../../api/types";

const TONES: Record<string, string> = { y: "yellow", p: "purple", r: "red", g: "green", b: "blue" };

/** Return the tone of a colour letter. Wild is grey. */
export const toneOf = (letter: string): string => TONES[letter.toLowerCase()] ?? "grey";

/** Name a card: "yellow D2". */
export function cardName(texts: GameTexts, card: string): string {
  const [colour = "", shape = ""] = card.split("-");
  return fill(texts["steps"]?.["card"] ?? "{colour} {shape}", {
    colour: colourName(texts, colour),
    shape: shape.toUpperCase(),
  });
}

export const colourName = (texts: GameTexts, letter: string): string =>
  texts["colours"]?.[letter.toLowerCase()] ?? letter;
export const zoneName = (texts: GameTexts, letter: string): string => texts["zones"]?.[letter] ?? letter;

/** Return the shortest unique prefixes of the colour names, by lower-case letter: y -> Y, or Ge. */
export function abbreviations(texts: GameTexts, sheet: SheetView): Record<string, string> {
  const names = sheet.zones.map((zone) => zoneName(texts, zone.colour));
  const short = (name: string) => {
    let length = 1;
    const isShared = () => names.some((other) => other !== name && other.slice(0, length) === name.slice(0, length));
    while (length < name.length && isShared()) length += 1;
    return name.slice(0, length);
  };
  return Object.fromEntries(sheet.zones.map((zone, index) => [zone.colour.toLowerCase(), short(names[index] ?? "")]));
}

/** Fill the placeholders of a server text. */
export function fill(template: string | undefined, values: Record<string, string | number>): string {
  return (template ?? "").replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}
