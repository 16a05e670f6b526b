/** What the app adds to a table, whatever the game: it is handed down past the games, which need not know. */

import { createContext, type Snippet } from "svelte";

export interface Surroundings {
  /** Beside the name of a seat. */
  menu: Snippet<[number]>;
  /** Below the name of a seat. */
  clock: Snippet<[number]>;
  /** Beside what happened. */
  talk: Snippet;
}

export const [surroundings, setSurroundings] = createContext<Surroundings>();
