/** What a finger, a mouse or a key does to the own sheet. */
export interface Hands {
  /** A mouse is over a square, or has left. */
  hover: (zone: string, square: string | null) => void;
  /** A key went to a square. */
  look: (zone: string, square: string) => void;
  press: (zone: string, square: string) => void;
  cycle: (step: number) => void;
  canCycle: () => boolean;
  confirm: () => void;
}
