/** Return the direction of an arrow key. y grows upwards, like row numbers. */

const WAYS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

export const arrowWay = (event: KeyboardEvent): { x: number; y: number } | undefined => WAYS[event.key];
