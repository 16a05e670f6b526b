/** Chart layout: scales with round steps, histogram bins, stacked rows. */

const ROUND = [1, 2, 5];
const ROW = 44; // pixels: a line of text and a bar
const HEADING = 30;

export interface Bin {
  from: number;
  /** The upper bound, included in the bin. */
  to: number;
  count: number;
}

/** Return the smallest round whole step that covers a range in a given number of steps. */
export function stepFor(extent: number, most: number): number {
  for (let power = 1; ; power *= 10) for (const each of ROUND) if (extent <= each * power * most) return each * power;
}

/** Return at least two round numbers, from the lowest value or below to the highest or above. */
export function ticksFor(low: number, high: number, most: number): number[] {
  const step = stepFor(high - low, most);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Count whole numbers in bins of equal width that start at round numbers. */
export function binsOf(counted: { value: number; count: number }[], most: number): Bin[] {
  if (counted.length === 0) return [];
  const values = counted.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const width = stepFor(high - low + 1, most);
  const first = Math.floor(low / width);
  const number = Math.floor(high / width) - first + 1;
  return Array.from({ length: number }, (_, index) => {
    const from = (first + index) * width;
    const to = from + width - 1;
    const inside = counted.filter(({ value }) => from <= value && value <= to);
    return { from, to, count: inside.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** Return the running mean over a window that ends at each value. */
export function runningMean(values: number[], span: number): number[] {
  return values.map((_, index) => {
    const seen = values.slice(Math.max(0, index + 1 - span), index + 1);
    return seen.reduce((sum, value) => sum + value, 0) / seen.length;
  });
}

/** Rows with their positions in pixels. */
export interface Stack<Row> {
  laid: { row: Row; heading: string | undefined; top: number }[];
  height: number;
}

/** Stack rows from top to bottom, with a heading before the first row of each group. */
export function stack<Row extends { group?: string }>(rows: Row[]): Stack<Row> {
  let bottom = 0;
  const laid = rows.map((row, index) => {
    const heading = row.group === rows[index - 1]?.group ? undefined : row.group;
    const top = bottom + (heading === undefined ? 0 : HEADING);
    bottom = top + ROW;
    return { row, heading, top };
  });
  return { laid, height: bottom };
}
