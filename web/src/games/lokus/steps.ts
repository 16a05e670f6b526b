/** Parse LOKUS steps: `play g7`, `row 2`. The server decides which are legal. */

import type { LogLine, LokusView } from "../../api/types";
import { compareCards } from "./cards";

/** Return the cards that can be chosen. */
export const cardsIn = (legal: string[]): Set<string> => new Set(legal.flatMap((text) => cardOf(text) ?? []));

/** Return the rows that can be chosen, from 1. */
export const rowsIn = (legal: string[]): number[] =>
  legal.flatMap((text) => Number(/^row (\d)$/.exec(text)?.[1]) || []);

const isPlay = (step: string): boolean => step.startsWith("play ");

export const cardOf = (step: string): string | null => /^play ([a-z]\d+)$/.exec(step)?.[1] ?? null;

/** A revealed card and what happened to it. */
export interface Shown {
  seat: number;
  /** The card. Null for a roll that is face down again. */
  card: string | null;
  /** What happened to the card. Null until it is decided. */
  fate: LokusView["places"][number]["fate"];
  cleaned: boolean;
}

/** Return the last revealed cards, the lowest first and face-down cards last. */
export const shownIn = (view: LokusView): Shown[] =>
  sorted(
    view.places.flatMap(({ shown, fate, cleaned }, seat) =>
      shown === null && fate === null ? [] : { seat, card: shown, fate, cleaned },
    ),
  );

/** Return the last turn before the latest deal in the log: its cards and what happened to them. */
export function turnBeforeDeal(
  log: LogLine[],
  seats: number,
): { cards: Omit<Shown, "fate" | "cleaned">[]; words: string[] } {
  const deal = log.map((line) => line.seat).lastIndexOf(null);
  const turn = log.slice(0, Math.max(0, deal));
  const plays = turn.flatMap(({ seat, step }, index) =>
    seat !== null && isPlay(step) ? { seat, card: cardOf(step), index } : [],
  );
  const last = plays.slice(-seats);
  return {
    cards: sorted(last.map(({ seat, card }) => ({ seat, card }))),
    words: turn
      .slice(last[0]?.index ?? turn.length)
      .flatMap((line) => (isPlay(line.step) ? line.then : [line.sentence, ...line.then])),
  };
}

const sorted = <Item extends { card: string | null }>(items: Item[]): Item[] =>
  items.sort((one, other) =>
    one.card === null || other.card === null
      ? Number(one.card === null) - Number(other.card === null)
      : compareCards(one.card, other.card),
  );
