/** The edition of each game that was last edited in this browser. */

import { remember, remembered } from "../../lib/memory";

const keyOf = (game: string) => `edition.${game}`;

export const keptEdition = (game: string): string | null => remembered(keyOf(game));

export const keepEdition = (game: string, text: string): void => {
  remember(keyOf(game), text);
};
