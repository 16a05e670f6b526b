/** Parse LOCO! steps: `r3 y`, `r3 -`, `r0! b`, `r0`. The server decides which are legal. */

export interface Turn {
  text: string;
  /** Colour letter and value. */
  card: string;
  isShouted: boolean;
  /** Colour letter, `-` for none, or null if the step leaves no choice. */
  marker: string | null;
}

export function readTurn(text: string): Turn {
  const [first = "", marker] = text.split(" ");
  return { text, card: first.replace("!", ""), isShouted: first.endsWith("!"), marker: marker ?? null };
}

/** Return the cards in the legal steps. */
export function playable(legal: string[]): Set<string> {
  return new Set(legal.map((text) => readTurn(text).card));
}

/** Whether the card can be played with and without a shout, so that the player can forget to shout. */
export function wantsShout(legal: string[], card: string): boolean {
  const turns = legal.map(readTurn).filter((turn) => turn.card === card);
  return turns.some((turn) => turn.isShouted) && turns.some((turn) => !turn.isShouted);
}

/** Return the possible turns with a card, with or without a shout. */
export function turnsOf(legal: string[], card: string, hasShouted: boolean): Turn[] {
  const turns = legal.map(readTurn).filter((turn) => turn.card === card);
  return wantsShout(legal, card) ? turns.filter((turn) => turn.isShouted === hasShouted) : turns;
}
