/** The edition of a game that was made in this browser last. */

import { remember, remembered } from "../../lib/memory";

const keyOf = (game: string) => `edition.${game}`;

export const keptEdition = (game: string): string | null => remembered(keyOf(game));

export const keepEdition = (game: string, text: string): void => {
  remember(keyOf(game), text);
};
