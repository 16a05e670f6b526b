/** Steps as the house writes them: `play g7`, `row 2`. Which of them are legal, the house says. */

import type { LogLine, LokusView } from "../../api/types";
import { compareCards } from "./cards";

/** The cards that may be chosen. */
export const cardsIn = (legal: string[]): Set<string> => new Set(legal.flatMap((text) => cardOf(text) ?? []));

/** The rows, counted from 1, that may be chosen. */
export const rowsIn = (legal: string[]): number[] =>
  legal.flatMap((text) => Number(/^row (\d)$/.exec(text)?.[1]) || []);

export const cardOf = (step: string): string | null => /^play ([a-z]\d+)$/.exec(step)?.[1] ?? null;

/** A card that was revealed, and what became of it. */
export interface Shown {
  seat: number;
  card: string;
  /** Null as long as it is open. */
  fate: LokusView["places"][number]["fate"];
  cleaned: boolean;
}

/** The cards that were revealed last, the lowest first. */
export const shownIn = (view: LokusView): Shown[] =>
  sorted(
    view.places.flatMap(({ shown, fate, cleaned }, seat) =>
      shown === null ? [] : { seat, card: shown, fate, cleaned },
    ),
  );

/** The last turn before the deal with which the log goes on: the cards, and what the house said became of them. */
export function turnBeforeDeal(
  log: LogLine[],
  seats: number,
): { cards: Omit<Shown, "fate" | "cleaned">[]; words: string[] } {
  const deal = log.map((line) => line.seat).lastIndexOf(null);
  const turn = log.slice(0, Math.max(0, deal));
  const plays = turn.flatMap(({ seat, step }, index) => {
    const card = cardOf(step);
    return seat === null || card === null ? [] : { seat, card, index };
  });
  const last = plays.slice(-seats);
  return {
    cards: sorted(last.map(({ seat, card }) => ({ seat, card }))),
    words: turn
      .slice(last[0]?.index ?? turn.length)
      .flatMap((line) => (cardOf(line.step) === null ? [line.sentence, ...line.then] : line.then)),
  };
}

const sorted = <Item extends { card: string }>(items: Item[]): Item[] =>
  items.sort((one, other) => compareCards(one.card, other.card));
