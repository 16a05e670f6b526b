/** Features that the app adds to every table. They are passed around the games, which don't know about them. */

import { createContext, type Snippet } from "svelte";

export interface Surroundings {
  /** Whether the person at a seat is disconnected. */
  isAway: (seat: number) => boolean;
  /** Shown beside a seat's name. */
  menu: Snippet<[number]>;
  /** Shown below a seat's name. */
  clock: Snippet<[number]>;
  /** Shown beside the log. */
  talk: Snippet;
  /** Whether to announce events at the table. */
  tell: (text: string) => void;
  /** Ask the server why an attempted step, or part of one, is not allowed. */
  why: (tried: string) => void;
  /** The explanation for the last attempt, if it was not allowed. */
  reason: () => string | null;
  /** Whether this is a replay of a finished game, with nothing to do. */
  isReplay: boolean;
  /** Whether the board shows the prompt. In a lesson the coach sometimes does. */
  isPrompting: () => boolean;
  /** Further log lines to show after a number of steps. */
  marks: (steps: number) => string[];
}

export const [surroundings, setSurroundings] = createContext<Surroundings>();
