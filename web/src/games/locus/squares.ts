/** Coordinates of squares: `c2` is the third column, second row from the bottom. */

import type { ZoneSheet } from "../../api/types";

export interface Point {
  x: number;
  y: number;
}

/** Coordinates from the lower left corner. */
export const pointOf = (square: string): Point => ({
  x: square.charCodeAt(0) - 97,
  y: Number(square.slice(1)) - 1,
});

export const nameOf = ({ x, y }: Point): string => `${String.fromCharCode(97 + x)}${y + 1}`;

/** Coordinates in a drawing, where y grows downwards. */
export function placeIn(zone: ZoneSheet, square: string): Point {
  const { x, y } = pointOf(square);
  return { x, y: zone.rows - 1 - y };
}

/** Space around the squares of a zone, in squares. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Whether a zone's points are beside its rows, below it, or on its squares. */
export const hasRowPoints = (zone: ZoneSheet): boolean => zone.colour === "Y" || zone.colour === "B";
export const hasGroupPoints = (zone: ZoneSheet): boolean => zone.colour === "P";

export const marginsOf = (zone: ZoneSheet): Margins => ({
  left: 0.62,
  right: hasRowPoints(zone) ? 1.15 : 0.08,
  top: 0.08,
  bottom: hasGroupPoints(zone) ? 1.75 : 0.55,
});

export const widthOf = (zone: ZoneSheet): number => zone.columns + marginsOf(zone).left + marginsOf(zone).right;
export const heightOf = (zone: ZoneSheet): number => zone.rows + marginsOf(zone).top + marginsOf(zone).bottom;

/** Return the squares of a zone row by row, from the top. */
export function rowsOf(zone: ZoneSheet): string[][] {
  const rows = Array.from({ length: zone.rows }, (): string[] => []);
  for (const square of zone.squares) rows[placeIn(zone, square).y]?.push(square);
  return rows.filter((row) => row.length > 0);
}

/** Return the next square in a direction, skipping gaps, or the same square at the edge. */
export function neighbour(zone: ZoneSheet, square: string, { x, y }: Point): string {
  const from = pointOf(square);
  for (let far = 1; far < zone.columns + zone.rows; far += 1) {
    const name = nameOf({ x: from.x + x * far, y: from.y + y * far });
    if (zone.squares.includes(name)) return name;
  }
  return square;
}

/** Return the outline of a group of squares as a path. */
export function outline(zone: ZoneSheet, squares: string[]): string {
  const inside = new Set(squares);
  return squares
    .flatMap((square) => {
      const { x, y } = pointOf(square);
      const { x: left, y: top } = placeIn(zone, square);
      return [
        inside.has(nameOf({ x, y: y + 1 })) ? "" : `M${left} ${top}h1`,
        inside.has(nameOf({ x, y: y - 1 })) ? "" : `M${left} ${top + 1}h1`,
        inside.has(nameOf({ x: x - 1, y })) ? "" : `M${left} ${top}v1`,
        inside.has(nameOf({ x: x + 1, y })) ? "" : `M${left + 1} ${top}v1`,
      ];
    })
    .join("");
}

/** Return squares as one path, each smaller than its cell by an inset. */
export const cells = (zone: ZoneSheet, squares: string[], inset = 0): string =>
  squares
    .map((square) => {
      const { x, y } = placeIn(zone, square);
      const side = 1 - 2 * inset;
      return `M${x + inset} ${y + inset}h${side}v${side}h${-side}z`;
    })
    .join("");

/** Return the square nearest to the centre of a group among those with room for a text. */
export function middleOf(squares: string[], isFree: (square: string) => boolean): string {
  const points = squares.map(pointOf);
  const middle = {
    x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
    y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
  };
  const distance = (square: string) => {
    const { x, y } = pointOf(square);
    return Math.hypot(x - middle.x, y - middle.y) + (isFree(square) ? 0 : 100);
  };
  return [...squares].sort((one, other) => distance(one) - distance(other))[0] ?? "";
}

/** Return a stone that fills a square. Its irregular corners depend on its position, so they never change. */
export function stone({ x, y }: Point): string {
  const corner = (index: number) => {
    const noise = Math.sin((x + 1) * 127.1 + (y + 1) * 311.7 + index * 74.7) * 43758.5453;
    return (noise - Math.floor(noise)) * 0.06;
  };
  const near = (at: number, index: number) => (at + 0.03 + corner(index)).toFixed(3);
  const far = (at: number, index: number) => (at + 0.97 - corner(index)).toFixed(3);
  return `M${near(x, 1)} ${near(y, 2)}L${far(x, 3)} ${near(y, 4)}L${far(x, 5)} ${far(y, 6)}L${near(x, 7)} ${far(y, 8)}Z`;
}
