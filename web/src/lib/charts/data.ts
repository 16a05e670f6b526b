/** What charts are made of. Whatever they say by length or place they also say in words. */

/** A line of the table that says the same as a chart. */
export interface TableRow {
  cells: string[];
  /** Where the first cell leads. */
  href?: string;
}

/** Something in a row of its own, perhaps below a heading that it shares with its neighbours. */
export interface Labelled {
  label: string;
  /** The figure itself, at the other end of the row. */
  words: string;
  group?: string;
}

export interface Bar extends Labelled {
  value: number;
  /** What to compare it with: a line across the bar. */
  mark?: number;
  /** A tone of tokens.css. */
  tone?: string;
}

/** From the lowest to the highest, and what lies between. */
export interface Range extends Labelled {
  low: number;
  mean: number;
  high: number;
}

/** A part of a whole. */
export interface Part {
  label: string;
  words: string;
  value: number;
}

export interface Point {
  value: number;
  /** Drawn full, others hollow. */
  isFull: boolean;
  /** Seen by whoever hovers there. */
  words: string;
}

/** A line of a chart: a value a step. */
export interface Series {
  label: string;
  values: number[];
}
