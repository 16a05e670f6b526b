/** What the app adds to a table, whatever the game: it is handed down past the games, which need not know. */

import { createContext, type Snippet } from "svelte";

export interface Surroundings {
  /** Whether the person at a seat is not connected. */
  isAway: (seat: number) => boolean;
  /** Beside the name of a seat. */
  menu: Snippet<[number]>;
  /** Below the name of a seat. */
  clock: Snippet<[number]>;
  /** Beside what happened. */
  talk: Snippet;
  /** Say what happens at the table by itself. */
  tell: (text: string) => void;
  /** Ask why something cannot be done that was tried: a step as the house writes it, or as much of one. */
  why: (tried: string) => void;
  /** Why the last thing that was tried cannot be done, if it cannot. */
  reason: () => string | null;
  /** The game is over and only shown again: nobody is asked to do anything. */
  isReplay: boolean;
  /** Whether the board says what to do now; in a lesson the coach says it at times. */
  isPrompting: () => boolean;
  /** What else happened when so many steps had been made, in sentences. */
  marks: (steps: number) => string[];
}

export const [surroundings, setSurroundings] = createContext<Surroundings>();
