/** Where the 37 cells lie on the page. Turned by half a circle for the second seat: the own side is at the bottom. */

const LETTERS = "abcdefg";
const SIDE = 4;
const WIDEST = 2 * SIDE - 2; // steps across the middle row

export interface Place {
  cell: string;
  /** From the top. */
  row: number;
  /** In halves of a cell, from the left. */
  x: number;
}

/** The rows from the top to the bottom, each from the left to the right. */
export function rowsOf(isTurned: boolean): Place[][] {
  const fromBottom = [...LETTERS].map((letter, index) => {
    const indent = Math.abs(index - (SIDE - 1));
    return Array.from({ length: WIDEST + 1 - indent }, (_, number): Place => {
      const cell = `${letter}${number + 1}`;
      const x = 2 * number + indent;
      return isTurned ? { cell, row: index, x: 2 * WIDEST - x } : { cell, row: WIDEST - index, x };
    });
  });
  return isTurned ? fromBottom.map((row) => row.reverse()) : fromBottom.reverse();
}

/** Where a key leads from a place; `aim` is how far right one was when one began to go up or down. */
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

/** Measures of the drawing: a hexagon with its point up. */
export const HEX = { width: 86.6, height: 100, pitch: 75 };
export const HEX_POINTS = "43.3,0 86.6,25 86.6,75 43.3,100 0,75 0,25";
export const BOARD = { width: 7 * HEX.width, height: 6 * HEX.pitch + HEX.height };

/** The middle of a place in the drawing. */
export const centre = ({ row, x }: Place): { x: number; y: number } => ({
  x: ((x + 1) * HEX.width) / 2,
  y: row * HEX.pitch + HEX.height / 2,
});
