/** Parse LOCUS steps: `take y-d2`, `fill card Y a1 a2 b2`. The server decides which are legal. */

import { type Point, pointOf } from "./squares";

/** A legal step that fills squares. */
export interface Fill {
  text: string;
  /** The source of the fill: card, double-y … double-b, single or leftover. */
  what: string;
  zone: string;
  squares: string[];
}

export const cardsIn = (legal: string[]): Set<string> =>
  new Set(legal.flatMap((text) => (text.startsWith("take ") ? text.slice(5) : [])));

export function fillsIn(legal: string[]): Fill[] {
  return legal.flatMap((text) => {
    const [word, what, zone, ...squares] = text.split(" ");
    return word === "fill" && what !== undefined && zone !== undefined ? { text, what, zone, squares } : [];
  });
}

/** Return the sources that can be filled in, in the server's order. */
export const whatsIn = (fills: Fill[]): string[] => [...new Set(fills.map((fill) => fill.what))];

export const covering = (fills: Fill[], zone: string, square: string): Fill[] =>
  fills.filter((fill) => fill.zone === zone && fill.squares.includes(square));

/** The orientation of a shape, and which of its squares is under the pointer. */
export interface Hold {
  form: Point[]; // moved to the origin, sorted
  grip: Point;
}

const origin = (points: Point[]): Point => ({
  x: Math.min(...points.map((point) => point.x)),
  y: Math.min(...points.map((point) => point.y)),
});
const less = (point: Point, { x, y }: Point): Point => ({ x: point.x - x, y: point.y - y });
const isSame = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;
const isSameForm = (one: Point[], other: Point[]): boolean =>
  one.length === other.length && one.every((point) => other.some((each) => isSame(point, each)));

export function holdOf(fill: Fill, square: string): Hold {
  const points = fill.squares.map(pointOf);
  const corner = origin(points);
  return { form: points.map((point) => less(point, corner)), grip: less(pointOf(square), corner) };
}

/** Among the ways to cover a square, return the one with the wanted orientation, or the first. */
export function nearest(ways: Fill[], square: string, wanted: Hold | null): Fill | undefined {
  if (wanted === null) return ways[0];
  const alike = ways.filter((way) => isSameForm(holdOf(way, square).form, wanted.form));
  return alike.find((way) => isSame(holdOf(way, square).grip, wanted.grip)) ?? alike[0] ?? ways[0];
}

const TURNS = {
  turn: ({ x, y }: Point): Point => ({ x: y, y: -x }), // clockwise, as y grows upwards
  mirror: ({ x, y }: Point): Point => ({ x: -x, y }),
};

/** Return the way after turning or mirroring as often as needed, or the same one if there is no other. */
export function turned(ways: Fill[], current: Fill, square: string, how: keyof typeof TURNS): Fill {
  let hold = holdOf(current, square);
  for (let count = 0; count < 4; count += 1) {
    const form = hold.form.map(TURNS[how]);
    const corner = origin(form);
    hold = { form: form.map((point) => less(point, corner)), grip: less(TURNS[how](hold.grip), corner) };
    const found = nearest(ways, square, hold);
    if (found !== undefined && found !== current && isSameForm(holdOf(found, square).form, hold.form)) return found;
  }
  return current;
}

/** Return the next or previous way to cover a square. */
export function cycled(ways: Fill[], current: Fill | undefined, step: number): Fill | undefined {
  const index = ways.findIndex((way) => way.text === current?.text);
  return ways[(index + step + ways.length) % ways.length];
}

/** Return the cost of a fill, for display. The server charges it. */
export function priceOf(fill: Pick<Fill, "what" | "zone">, colour: string): number {
  const isForeign = colour !== "w" && colour.toUpperCase() !== fill.zone;
  return (fill.what === "leftover" ? 3 : 0) + (isForeign ? 1 : 0);
}
