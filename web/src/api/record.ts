/** The parts of a game record that the front end reads. */

/** The field `fair` of a record. The secret is missing until the table is finished. */
export interface Proof {
  method: string;
  table: string;
  /** Number of earlier deals that were voided; not in fair/1. */
  voided?: number;
  commitment: string;
  /** By seat; not in fair/1. */
  seed_commitments?: string[];
  secret?: string;
  seeds?: string[];
  lot?: number;
}

/** A step by a seat or by chance. */
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
