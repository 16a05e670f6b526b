/** Positions as text: the rows from g to a, then the side to move. The server decides whether one is valid. */

import { rowsOf } from "./cells";

export const SIDES = ["w", "b"] as const;
export const EMPTY = ".";
const ROWS = rowsOf(false); // in notation order: top to bottom, left to right

export type Side = (typeof SIDES)[number];
/** Cell -> w, b or a spirit's letter. Empty cells are missing. */
export type Pieces = Map<string, string>;

export interface Placed {
  pieces: Pieces;
  side: Side;
}

/** An error in a position's text. */
export type Flaw =
  | { kind: "rows"; found: number }
  | { kind: "length"; row: string; found: number; expected: number }
  | { kind: "mark"; row: string; mark: string }
  | { kind: "side" }
  | { kind: "missing"; letter: string }
  | { kind: "twice"; letter: string };

/** Parse a position, or return the first error. `letters` are those of the spirits. */
export function readPosition(text: string, letters: string[]): Placed | Flaw {
  const [board = "", side = "", ...rest] = text.trim().split(/\s+/);
  const written = board.split("/");
  if (written.length !== ROWS.length) return { kind: "rows", found: written.length };
  const pieces: Pieces = new Map();
  for (const [index, row] of ROWS.entries()) {
    const marks = [...(written[index] ?? "")];
    const name = row[0]?.cell.charAt(0) ?? "";
    if (marks.length !== row.length) return { kind: "length", row: name, found: marks.length, expected: row.length };
    for (const [place, mark] of marks.entries()) {
      if (![...SIDES, EMPTY, ...letters].includes(mark)) return { kind: "mark", row: name, mark };
      if (mark !== EMPTY) pieces.set(row[place]?.cell ?? "", mark);
    }
  }
  const known = SIDES.find((each) => each === side);
  if (known === undefined || rest.length > 0) return { kind: "side" };
  return { pieces, side: known };
}

/** Return what the position still needs before it can be played. */
export function flawOf({ pieces }: Placed, letters: string[]): Flaw | null {
  const standing = [...pieces.values()];
  for (const letter of letters) {
    const count = standing.filter((mark) => mark === letter).length;
    if (count !== 1) return { kind: count === 0 ? "missing" : "twice", letter };
  }
  return null;
}

export function writePosition({ pieces, side }: Placed): string {
  const rows = ROWS.map((row) => row.map(({ cell }) => pieces.get(cell) ?? EMPTY).join(""));
  return `${rows.join("/")} ${side}`;
}

/** Put a piece on a cell. A spirit leaves its old cell, and the same piece again is removed. */
export function put(pieces: Pieces, cell: string, mark: string): Pieces {
  const isHuman = SIDES.some((side) => side === mark);
  const others = [...pieces].filter(([at, found]) => at !== cell && (isHuman || found !== mark));
  const isTaken = mark === EMPTY || pieces.get(cell) === mark;
  return new Map(isTaken ? others : [...others, [cell, mark]]);
}
