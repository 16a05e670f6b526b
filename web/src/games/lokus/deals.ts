/** How to read the numbers of a LOKUS draw, as described in docs/fair.md. */

import { countDown, sortBy, take, writeDeal, type Drawn } from "../../lib/fair";

const DECK = countDown(12, 12)
  .reverse()
  .flatMap((number) => [..."rygboe"].map((colour) => `${colour}${number}`));
const ROWS = 2;

export const hasLot = false;

export const drawn: Drawn = ({ seats, options }, count, _edition, numbers) => {
  const hand = Number(options?.["hand"] ?? 10);
  return Array.from({ length: count }, (_, draw) => {
    const cards = take(DECK, numbers(draw, countDown(DECK.length, seats * hand + ROWS)));
    const hands = Array.from({ length: seats }, (__, seat) => sortBy(DECK, cards.slice(seat * hand).slice(0, hand)));
    return writeDeal("deal", [...hands, cards.slice(seats * hand).slice(0, ROWS)]);
  });
};
