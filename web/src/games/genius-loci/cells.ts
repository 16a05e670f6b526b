/** The positions of the 37 cells. The board is rotated by 180° for the second seat, so that your side is at the bottom. */

const LETTERS = "abcdefg";
const SIDE = 4;
const MAX_STEPS = 2 * SIDE - 2; // steps across the middle row

export interface Place {
  cell: string;
  /** Row, from the top. */
  row: number;
  /** Distance from the left, in half cells. */
  x: number;
}

/** Return the rows from top to bottom, each from left to right. */
export function rowsOf(isTurned: boolean): Place[][] {
  const fromBottom = [...LETTERS].map((letter, index) => {
    const indent = Math.abs(index - (SIDE - 1));
    return Array.from({ length: MAX_STEPS + 1 - indent }, (_, number): Place => {
      const cell = `${letter}${number + 1}`;
      const x = 2 * number + indent;
      return isTurned ? { cell, row: index, x: 2 * MAX_STEPS - x } : { cell, row: MAX_STEPS - index, x };
    });
  });
  return isTurned ? fromBottom.map((row) => row.reverse()) : fromBottom.reverse();
}

/** Return the cell that a key leads to. `aim` is the column to keep while moving up and down. */
export function follow(rows: Place[][], from: Place, key: string, aim: number): Place | undefined {
  const row = rows[from.row] ?? [];
  const at = row.findIndex((place) => place.cell === from.cell);
  const nearest = (places: Place[] = []) =>
    places.filter(({ x }) => Math.abs(x - from.x) === 1).sort((a, b) => Math.abs(a.x - aim) - Math.abs(b.x - aim))[0];
  switch (key) {
    case "ArrowLeft":
      return row[at - 1];
    case "ArrowRight":
      return row[at + 1];
    case "ArrowUp":
      return nearest(rows[from.row - 1]);
    case "ArrowDown":
      return nearest(rows[from.row + 1]);
    case "Home":
      return row[0];
    case "End":
      return row.at(-1);
    default:
      return undefined;
  }
}

/** Dimensions of a hexagon with a corner at the top. */
export const HEX = { width: 86.6, height: 100, pitch: 75 };
export const HEX_POINTS = "43.3,0 86.6,25 86.6,75 43.3,100 0,75 0,25";
export const BOARD = { width: 7 * HEX.width, height: 6 * HEX.pitch + HEX.height };

/** Return the centre of a cell in the drawing. */
export const centre = ({ row, x }: Place): { x: number; y: number } => ({
  x: ((x + 1) * HEX.width) / 2,
  y: row * HEX.pitch + HEX.height / 2,
});
