/** Animated moves between two places, in pixels. Skipped if the user prefers reduced motion. */

const DURATION = 380;
const EASING = "cubic-bezier(0.2, 0.8, 0.25, 1)";

export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Animate an element from another element's former place to its own. It stays hidden until the delay is over. */
export function comeFrom(element: Element, from: DOMRect, delay = 0): void {
  if (isStill()) return;
  const to = element.getBoundingClientRect();
  if (to.width === 0 || from.width === 0) return;
  if (delay > 0) element.animate({ visibility: ["hidden", "hidden"] }, delay);
  const scale = from.width / to.width;
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(-4deg)`, zIndex: 20 },
      { transform: "none", zIndex: 20 },
    ],
    { duration: DURATION, delay, easing: EASING, fill: "backwards" },
  );
}

/** Animate a copy of an element from its place to another element. */
export function sendCopy(element: Element, from: DOMRect, to: DOMRect, delay = 0): void {
  if (isStill() || from.width === 0 || to.width === 0) return;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: "0",
    zIndex: "50",
    pointerEvents: "none",
  });
  document.body.append(copy);
  const scale = to.width / from.width;
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const flight = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1, offset: 0.9 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0 },
    ],
    { duration: DURATION + 120, delay, easing: EASING, fill: "backwards" },
  );
  flight.onfinish = flight.oncancel = () => {
    copy.remove();
  };
}
