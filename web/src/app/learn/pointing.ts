/** Targets of the coach: `hand=r3` matches data-hand="r3". A space separates nested targets. */

const part = (written: string): string => {
  const [name = "", value] = written.split("=");
  return value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`;
};

export const selectorOf = (target: string): string => target.split(" ").map(part).join(" ");
