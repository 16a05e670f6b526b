/** Two fingers that turn something. */

import type { Attachment } from "svelte/attachments";

const STEP = Math.PI / 6; // so far they turn for one step

/** Tells of every step, clockwise 1 and anticlockwise -1, as long as turning has a sense. */
export const twist =
  (canTurn: () => boolean, turn: (step: number) => void): Attachment<HTMLElement> =>
  (element) => {
    let last: number | null = null;

    function onstart({ touches }: TouchEvent): void {
      last = touches.length === 2 ? angleOf(touches) : null;
    }
    function onmove(event: TouchEvent): void {
      if (last === null || event.touches.length !== 2 || !canTurn()) return;
      event.preventDefault(); // the page is not pinched
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

/** An angle between half a turn back and half a turn on. */
export const fromHalfTurn = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
