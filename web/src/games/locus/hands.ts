/** Input on your own sheet, by touch, mouse or keyboard. */
export interface Hands {
  /** The mouse has entered a square, or left (null). */
  hover: (zone: string, square: string | null) => void;
  /** The keyboard focus has moved to a square. */
  look: (zone: string, square: string) => void;
  press: (zone: string, square: string) => void;
  cycle: (step: number) => void;
  canCycle: () => boolean;
  confirm: () => void;
}
