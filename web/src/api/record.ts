/** A game that was written down, as far as the front end reads it. */

/** The field `fair` of a record; the secret is missing until the table is over. */
export interface Proof {
  method: string;
  table: string;
  /** Deals of the table that were voided before; not in fair/1. */
  voided?: number;
  commitment: string;
  /** By seat; not in fair/1. */
  seed_commitments?: string[];
  secret?: string;
  seeds?: string[];
  lot?: number;
}

/** Of a seat, or of chance. */
export type Step = [seat: number | null, text: string];

export interface GameRecord {
  game: string;
  rules?: number;
  seats: number;
  options?: Record<string, string | number | boolean>;
  steps: Step[];
  fair?: Proof;
  meta?: { names?: (string | null)[] };
}
