/** Data types of charts. Everything a chart shows graphically is also available as text. */

/** A row of the table that accompanies a chart. */
export interface TableRow {
  cells: string[];
  /** Link of the first cell. */
  href?: string;
}

/** An item in its own row, optionally below a heading that it shares with its neighbours. */
export interface Labelled {
  label: string;
  /** The value, at the end of the row. */
  words: string;
  group?: string;
}

export interface Bar extends Labelled {
  value: number;
  /** A value to compare with, drawn as a line across the bar. */
  mark?: number;
  /** A colour name from tokens.css. */
  tone?: string;
}

/** A range from lowest to highest, with the values in between. */
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
  /** Whether it is drawn filled or hollow. */
  isFull: boolean;
  /** Tooltip. */
  words: string;
}

/** A line of a chart, with one value per step. */
export interface Series {
  label: string;
  values: number[];
}
