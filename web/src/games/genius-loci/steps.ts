/** Parse GENIUS LOCI steps: `d2 Yxd1`, `d2 Y-e3xd1`, later in a turn `S-d2xd3`, `end`. The server decides which are legal. */

export const END = "end";

/** A step in notation. */
export interface Written {
  /** Null if the turn already has its high priest. */
  priest: string | null;
  spirit: string;
  /** Null if the spirit stays in place. */
  to: string | null;
  victim: string;
}

/** A legal sacrifice with all parts filled in. */
export interface Sacrifice {
  text: string;
  priest: string;
  spirit: string;
  /** The spirit's cell during the sacrifice. */
  to: string;
  moves: boolean;
  victim: string;
}

type Part = "priest" | "spirit" | "to" | "victim";
/** The parts of a sacrifice chosen so far. */
export type Choice = Record<Part, string | null>;

const PARTS: Part[] = ["priest", "spirit", "to", "victim"];
export const NOTHING: Choice = { priest: null, spirit: null, to: null, victim: null };

const SACRIFICE = /^(?:(\w+) )?(\w)(?:-(\w+))?x(\w+)$/;

/** Parse a step. Return null if it isn't a sacrifice. */
export function readStep(text: string): Written | null {
  const [, priest, spirit, to, victim] = SACRIFICE.exec(text) ?? [];
  if (spirit === undefined || victim === undefined) return null;
  return { priest: priest ?? null, spirit, to: to ?? null, victim };
}

/** Write the chosen parts of a sacrifice in notation. */
export function written({ priest, spirit, to, victim }: Choice): string {
  const sent = spirit === null ? "" : `${spirit}${to === null ? "" : `-${to}`}`;
  const landing = victim ?? (spirit === null ? to : null); // an empty cell chosen without a spirit counts as the victim's cell
  return [priest ?? "", `${sent}${landing === null ? "" : `x${landing}`}`].filter((part) => part !== "").join(" ");
}

const SPIRITS_PLACED = /^spirits (.+)$/;

/** The path of a sacrifice: its high priest, and the spirit's move, if any. */
export interface Way {
  priest: string;
  victim: string;
  /** The spirit's origin. Null if it stayed or its origin is unknown. */
  from: string | null;
  to: string | null;
}

/** Return the sacrifices of the latest turn that had one, and its seat. */
export function lastTurn(log: { seat: number | null; step: string }[]): { seat: number | null; ways: Way[] } {
  const cells = new Map<string, string>(); // the spirits' cells, as far as the log shows them
  let [seat, priest, ways]: [number | null, string, Way[]] = [null, "", []];
  for (const line of log) {
    const pairs = SPIRITS_PLACED.exec(line.step)?.[1]?.split(" ") ?? [];
    for (let index = 0; index < pairs.length; index += 2) cells.set(pairs[index] ?? "", pairs[index + 1] ?? "");
    const step = readStep(line.step);
    if (step === null) continue;
    if (step.priest !== null) [seat, priest, ways] = [line.seat, step.priest, []];
    const from = step.to === null ? null : (cells.get(step.spirit) ?? null);
    ways = [...ways, { priest, victim: step.victim, from, to: step.to }];
    priest = step.victim; // the high priest now stands there
    if (step.to !== null) cells.set(step.spirit, step.to);
  }
  return { seat, ways };
}

/** Return the paths of the steps of one turn, given the spirits' cells and the turn's high priest. */
export function waysOf(steps: string[], priest: string | null, spirits: Map<string, string>): Way[] {
  const placed = [...spirits].flat().join(" ");
  const [first = "", ...rest] = steps;
  const whole = priest === null ? first : `${priest} ${first}`;
  return lastTurn([`spirits ${placed}`, whole, ...rest].map((step) => ({ seat: null, step }))).ways;
}

/** Return the sacrifices among the legal steps. `spirits` maps letters to cells. */
export function sacrificesIn(legal: string[], priest: string | null, spirits: Map<string, string>): Sacrifice[] {
  return legal.flatMap((text) => {
    const step = readStep(text);
    if (step === null) return [];
    const to = step.to ?? spirits.get(step.spirit) ?? "";
    return { ...step, text, priest: step.priest ?? priest ?? "", to, moves: step.to !== null };
  });
}

export const isSame = (a: Choice, b: Choice): boolean => PARTS.every((part) => a[part] === b[part]);

export const fitting = (all: Sacrifice[], choice: Choice): Sacrifice[] =>
  all.filter((each) => PARTS.every((part) => choice[part] === null || each[part] === choice[part]));

/** Add the parts that are the same in all sacrifices matching the choice. */
export function settled(all: Sacrifice[], choice: Choice): Choice {
  const fits = fitting(all, choice);
  const shared = (part: Part) => {
    const first = fits[0]?.[part] ?? null;
    return fits.every((each) => each[part] === first) ? first : null;
  };
  return { priest: shared("priest"), spirit: shared("spirit"), to: shared("to"), victim: shared("victim") };
}

/** Return the sacrifice that the choice means, if it is unique. Without a target cell the spirit stays. */
export function meant(all: Sacrifice[], choice: Choice): Sacrifice | null {
  const fits = fitting(all, choice);
  const still = settled(all, choice).spirit === null ? [] : fits.filter((each) => !each.moves);
  return (fits.length === 1 ? fits[0] : still.length === 1 ? still[0] : null) ?? null;
}

/** Change one part of the choice, and drop the parts that no longer match. */
function change(all: Sacrifice[], choice: Choice, part: Part, value: string): Choice {
  let changed = { ...choice, [part]: value };
  for (const other of ["to", "victim", "spirit", "priest"] as const) {
    if (fitting(all, changed).length > 0) break;
    if (other !== part) changed = { ...changed, [other]: null };
  }
  return changed;
}

/** The result of a press: a new choice, or a step to make. */
export interface Pressed {
  choice: Choice;
  step: Sacrifice | null;
}
const choosing = (choice: Choice): Pressed => ({ choice, step: null });

/** Handle a press on a spirit: select it, keep it in place, or deselect it. */
export function pressSpirit(all: Sacrifice[], choice: Choice, letter: string): Choice {
  if (choice.spirit === letter) return choice.to === null ? { ...choice, spirit: null } : { ...choice, to: null };
  if (!all.some((each) => each.spirit === letter)) return choice;
  return change(all, { ...choice, to: null }, "spirit", letter);
}

/** Handle a press on an empty cell: move the spirit there, or clear the choice. */
export function pressEmpty(all: Sacrifice[], choice: Choice, cell: string, start: Choice): Choice {
  if (!marksOf(all, choice, start).places.has(cell)) return start;
  if (choice.to === cell) return { ...choice, to: null };
  return { ...choice, spirit: settled(all, choice).spirit, to: cell };
}

/** Handle a press on a human: make it high priest or victim. `start` is the initial choice. */
export function pressHuman(all: Sacrifice[], choice: Choice, cell: string, start: Choice): Pressed {
  if (cell === choice.priest) return choosing(start);
  const canBePriest = start.priest === null && all.some((each) => each.priest === cell);
  const asVictim = { ...choice, victim: cell };
  if (fitting(all, asVictim).length > 0 && (choice.priest !== null || !canBePriest)) {
    const step = meant(all, asVictim);
    if (step !== null && isPlain(choice, step)) return { choice, step };
    return choosing(choice.victim === cell ? { ...choice, victim: null } : asVictim);
  }
  return choosing(canBePriest ? change(all, choice, "priest", cell) : start);
}

/** Whether one press on the victim is enough: the user has seen the priest and any spirit move. */
const isPlain = (choice: Choice, step: Sacrifice): boolean =>
  choice.victim === step.victim || (choice.priest !== null && (choice.spirit !== null || !step.moves));

/** The choices that the board offers. */
export interface Marks {
  /** Humans that can become high priest. */
  priests: Set<string>;
  /** Letters of the spirits that would accept a sacrifice. */
  spirits: Set<string>;
  /** Empty cells to which the spirit can move. */
  places: Set<string>;
  /** Victims for which one press is enough. */
  ready: Map<string, Sacrifice>;
  /** Victims that need further choices. */
  possible: Set<string>;
  /** Victims that can be pressed first. There are too many to mark. */
  latent: Set<string>;
}

export function marksOf(all: Sacrifice[], choice: Choice, start: Choice): Marks {
  const fits = fitting(all, choice);
  const known = settled(all, choice);
  const hasBegun = !isSame(choice, NOTHING);
  const taken = new Set(fits.map((each) => each.victim));
  const victims = hasBegun ? [...taken] : [];
  const steps = victims.map((victim) => [victim, meant(all, { ...choice, victim })] as const);
  const ready = new Map(steps.flatMap(([victim, step]) => (step && isPlain(choice, step) ? [[victim, step]] : [])));
  const anywhere = known.spirit === null || !hasBegun ? [] : fitting(all, { ...choice, to: null });
  return {
    priests: new Set(start.priest === null && choice.priest === null ? fits.map((each) => each.priest) : []),
    spirits: new Set(fitting(all, { ...choice, spirit: null, to: null }).map((each) => each.spirit)),
    places: new Set(anywhere.filter((each) => each.spirit === known.spirit && each.moves).map((each) => each.to)),
    ready,
    possible: new Set(victims.filter((victim) => !ready.has(victim))),
    latent: hasBegun ? new Set() : taken,
  };
}
