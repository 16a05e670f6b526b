/** Steps as the house writes them: `r3 y`, `r3 -`, `r0! b`, `r0`. Which of them are legal, the house says. */

export interface Turn {
  text: string;
  /** Colour letter and value. */
  card: string;
  isShouted: boolean;
  /** Colour letter, `-` for none, null where the step leaves no choice. */
  marker: string | null;
}

export function readTurn(text: string): Turn {
  const [first = "", marker] = text.split(" ");
  return { text, card: first.replace("!", ""), isShouted: first.endsWith("!"), marker: marker ?? null };
}

/** The cards that occur in the legal steps. */
export function playable(legal: string[]): Set<string> {
  return new Set(legal.map((text) => readTurn(text).card));
}

/** Whether the card may be played with a shout and without: then whoever plays it must not forget. */
export function wantsShout(legal: string[], card: string): boolean {
  const turns = legal.map(readTurn).filter((turn) => turn.card === card);
  return turns.some((turn) => turn.isShouted) && turns.some((turn) => !turn.isShouted);
}

/** What playing a card can mean now, shouted or not. */
export function turnsOf(legal: string[], card: string, hasShouted: boolean): Turn[] {
  const turns = legal.map(readTurn).filter((turn) => turn.card === card);
  return wantsShout(legal, card) ? turns.filter((turn) => turn.isShouted === hasShouted) : turns;
}
