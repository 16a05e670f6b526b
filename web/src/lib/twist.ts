/** Two-finger rotation. */

import type { Attachment } from "svelte/attachments";

const STEP = Math.PI / 6; // rotation per step

/** Report each step of a rotation, 1 clockwise and -1 anticlockwise, while rotating is enabled. */
export const twist =
  (canTurn: () => boolean, turn: (step: number) => void): Attachment<HTMLElement> =>
  (element) => {
    let last: number | null = null;

    function onstart({ touches }: TouchEvent): void {
      last = touches.length === 2 ? angleOf(touches) : null;
    }
    function onmove(event: TouchEvent): void {
      if (last === null || event.touches.length !== 2 || !canTurn()) return;
      event.preventDefault(); // no pinch zoom
      const turned = fromHalfTurn(angleOf(event.touches) - last);
      if (Math.abs(turned) < STEP) return;
      last += turned;
      turn(Math.sign(turned));
    }

    element.addEventListener("touchstart", onstart, { passive: true });
    element.addEventListener("touchmove", onmove, { passive: false });
    element.addEventListener("touchend", onstart, { passive: true });
    return () => {
      element.removeEventListener("touchstart", onstart);
      element.removeEventListener("touchmove", onmove);
      element.removeEventListener("touchend", onstart);
    };
  };

function angleOf(touches: TouchList): number {
  const [one, other] = [touches[0], touches[1]];
  return one && other ? Math.atan2(other.clientY - one.clientY, other.clientX - one.clientX) : 0;
}

/** Normalize an angle to the range from -π to π. */
export const fromHalfTurn = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
