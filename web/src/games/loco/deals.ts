/** How to read the numbers of a LOCO! draw, as described in docs/fair.md. */

import { countDown, sortBy, take, writeDeal, type Drawn } from "../../lib/fair";

const DECK = [..."rbgpy"].flatMap((colour) => [0, 1, 2, 3, 4, 5].map((value) => `${colour}${value}`));
const SIZES: Record<number, [laidOut: number, hand: number]> = { 2: [2, 14], 3: [3, 9], 4: [2, 7], 5: [0, 6] };

export const hasLot = false;

export const drawn: Drawn = ({ seats }, count, _edition, numbers) => {
  const [laidOut, hand] = SIZES[seats] ?? [0, 0];
  const radices = countDown(DECK.length, DECK.length - hand);
  const [first = 0, ...rest] = numbers(0, [seats, ...radices]);
  return Array.from({ length: count }, (_, draw) => {
    const cards = take(DECK, draw === 0 ? rest : numbers(draw, radices));
    const hands = Array.from({ length: seats }, (__, seat) => cards.slice(laidOut + seat * hand).slice(0, hand));
    const groups = [cards.slice(0, laidOut), ...hands].map((group) => sortBy(DECK, group));
    return writeDeal(`deal ${(first + draw) % seats}`, groups);
  });
};
