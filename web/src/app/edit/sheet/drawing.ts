/** Edit a zone as lines of text, and convert it to the form that the sheet displays. */

import type { SheetDraft, ZoneDraft, ZoneSheet } from "../../../api/types";
import { nameOf, type Point } from "../../../games/locus/squares";

export const GAP = "#";
export const SQUARE = ".";
export const BOLD = "B";
export const END = "E";
export const NO_BONUS = ".";
export const COIN = "$";
/** Names of the zones in an edition, in order, with the letters that a sheet uses for them. */
export const ZONES = { yellow: "Y", purple: "P", red: "R", green: "G", blue: "B" } as const;
export type ZoneName = keyof typeof ZONES;
export const zoneNames = Object.keys(ZONES) as ZoneName[];

/** What a click draws: a kind of square, or a bonus on a square. */
export type Pen = { kind: "square"; mark: string } | { kind: "bonus"; mark: string };

/** Return the marked squares by name. The first line is the top row. */
function squaresWith(lines: string[], has: (mark: string) => boolean): string[] {
  return lines.flatMap((line, row) =>
    [...line].flatMap((mark, x) => (has(mark) ? [nameOf({ x, y: lines.length - 1 - row })] : [])),
  );
}

/** Convert a zone to the form that the sheet displays. The zone may be invalid. */
export function sheetOf(name: ZoneName, zone: ZoneDraft): ZoneSheet {
  const { squares, bonuses, points } = zone;
  const isRed = name === "red";
  const letters = isRed ? [...new Set(squares.join("").replaceAll(GAP, ""))].sort() : [];
  const withBonus = squaresWith(bonuses, (mark) => mark !== NO_BONUS);
  return {
    colour: ZONES[name],
    columns: squares[0]?.length ?? 0,
    rows: squares.length,
    squares: squaresWith(squares, (mark) => mark !== GAP),
    bold: isRed ? [] : squaresWith(squares, (mark) => mark === BOLD),
    ends: isRed ? [] : squaresWith(squares, (mark) => mark === END),
    blocks: Object.fromEntries(letters.map((letter) => [letter, squaresWith(squares, (mark) => mark === letter)])),
    bonuses: Object.fromEntries(withBonus.map((square) => [square, markAt(bonuses, square) ?? NO_BONUS])),
    points,
  };
}

function placeOf(lines: string[], square: string): Point {
  return { x: square.charCodeAt(0) - 97, y: lines.length - Number(square.slice(1)) };
}

export function markAt(lines: string[], square: string): string | undefined {
  const { x, y } = placeOf(lines, square);
  return lines[y]?.[x];
}

function marked(lines: string[], square: string, mark: string): string[] {
  const { x, y } = placeOf(lines, square);
  return lines.map((line, row) => (row === y ? line.slice(0, x) + mark + line.slice(x + 1) : line));
}

/** Apply a brush to a square. A bonus is only drawn on an existing square. */
export function drawn(zone: ZoneDraft, square: string, pen: Pen): ZoneDraft {
  if (pen.kind === "bonus") {
    if (markAt(zone.squares, square) === GAP) return zone;
    return { ...zone, bonuses: marked(zone.bonuses, square, pen.mark) };
  }
  const bonuses = pen.mark === GAP ? marked(zone.bonuses, square, NO_BONUS) : zone.bonuses;
  return { ...zone, squares: marked(zone.squares, square, pen.mark), bonuses };
}

/** Resize a zone. Columns change on the right and rows at the top, so that squares keep their names. */
export function resized(zone: ZoneDraft, columns: number, rows: number): ZoneDraft {
  const fit = (lines: string[], mark: string) => {
    const wide = lines.map((line) => line.slice(0, columns).padEnd(columns, mark));
    const added = Array.from({ length: Math.max(0, rows - wide.length) }, () => mark.repeat(columns));
    return [...added, ...wide.slice(Math.max(0, wide.length - rows))];
  };
  return { ...zone, squares: fit(zone.squares, GAP), bonuses: fit(zone.bonuses, NO_BONUS) };
}

/** Return an unused name for a new shape: a letter and the number of squares. */
export function newShapeName(draft: SheetDraft, squares: number): string {
  const taken = new Set(Object.keys(draft.shapes).map((name) => name.toLowerCase()));
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return [...letters].map((letter) => `${letter}${squares}`).find((name) => !taken.has(name.toLowerCase())) ?? "";
}

/** Convert a shape to lines of the edition format, without empty rows and columns. */
export function cropped(cells: ReadonlySet<string>): string[] {
  const points = [...cells].map((cell) => cell.split(",").map(Number));
  const xs = points.map(([x]) => x ?? 0);
  const ys = points.map(([, y]) => y ?? 0);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return Array.from({ length: Math.max(...ys) - top + 1 }, (_, row) =>
    Array.from({ length: Math.max(...xs) - left + 1 }, (_, column) =>
      cells.has(`${column + left},${row + top}`) ? "X" : ".",
    ).join(""),
  );
}

/** Return the squares of a shape, from its lower left corner, as a card shows them. */
export const shapeSquares = (lines: string[]): [number, number][] =>
  lines.flatMap((line, row) =>
    [...line].flatMap((mark, x): [number, number][] => (mark === "X" ? [[x, lines.length - 1 - row]] : [])),
  );
