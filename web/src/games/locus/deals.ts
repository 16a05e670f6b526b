/** How to read the numbers of a LOCUS draw, as described in docs/fair.md. */

import { countDown, take, type Drawn } from "../../lib/fair";

const COLOURS = ["yellow", "purple", "red", "green", "blue", "wild"];
const CARDS = 48;

export const hasLot = false;

export const drawn: Drawn = ({ seats }, count, edition, numbers) => {
  const cards = readCards(edition);
  if (cards === null) return null;
  const turnedUp: string[] = [];
  return Array.from({ length: count }, (_, draw) => {
    if (draw === 0 && seats > 1) return `star ${numbers(0, [seats])[0] ?? 0}`;
    const open = turnedUp.slice(turnedUp.length - (turnedUp.length % (seats + 1)));
    const shuffled = cards.filter((card) => !open.includes(card));
    const deck = take(shuffled, numbers(draw, countDown(shuffled.length, shuffled.length - 1)));
    turnedUp.push(...deck);
    return `deck ${deck.join(" ")}`;
  });
};

/** Return the names of the cards in edition order, or null if the text has an unknown layout. */
export function readCards(edition: string): string[] | null {
  const parts = edition.replaceAll(/#.*$/gm, "").split(/^\s*\[cards\]\s*$/m);
  if (parts.length !== 2) return null;
  const table = parts[1]?.split(/^\s*\[/m)[0] ?? "";
  const lists = Object.fromEntries(
    Array.from(table.matchAll(/(\w+)\s*=\s*\[([^\]]*)\]/g), ([, colour = "", list = ""]) => [colour, list]),
  );
  const names: string[] = [];
  for (const colour of COLOURS) {
    for (const [, shape = ""] of (lists[colour] ?? "").matchAll(/["']([A-Za-z0-9]+)\$?["']/g)) {
      const name = `${colour.charAt(0)}-${shape.toLowerCase()}`;
      const copies = names.filter((other) => other === name || other.startsWith(`${name}-`)).length;
      names.push(copies === 0 ? name : `${name}-${copies + 1}`);
    }
  }
  return names.length === CARDS ? names : null;
}
