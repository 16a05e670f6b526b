/** What a coach points at: `hand=r3` is whatever carries data-hand="r3"; parts inside each other stand with a space. */

const part = (written: string): string => {
  const [name = "", value] = written.split("=");
  return value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`;
};

export const selectorOf = (target: string): string => target.split(" ").map(part).join(" ");
