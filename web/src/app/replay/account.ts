/** What an analysis says, by the steps of a replay: what chance does belongs to the step before it. */

import type { Analysis, Choice } from "../../api/types";

/** A step, and how all seats stood after it. */
export interface Stage {
  /** Who made it; null for the beginning. */
  seat: number | null;
  text: string;
  choice: Choice | null;
  /** By seat, what the step itself changed. */
  changed: number[];
  /** By seat, what chance changed after it. */
  luck: number[];
  /** By seat, after both. */
  worths: number[];
}

/** The beginning, and every step of a seat. */
export function stagesOf({ moments, balances }: Analysis): Stage[] {
  const began = balances.map((balance) => balance.began);
  const nothing = began.map(() => 0);
  let now: Stage = { seat: null, text: "", choice: null, changed: nothing, luck: nothing, worths: began };
  const stages = [now];
  for (const { seat, text, choice, true: worths } of moments) {
    const change = worths.map((worth, number) => worth - (now.worths[number] ?? 0));
    if (seat === null) {
      now.luck = now.luck.map((luck, number) => luck + (change[number] ?? 0));
      now.worths = worths;
    } else {
      now = { seat, text, choice, changed: change, luck: nothing, worths };
      stages.push(now);
    }
  }
  return stages;
}

/** Where the game turned. */
export interface Turn {
  step: number;
  isLuck: boolean;
  /** For whom it changed most, and by how much. */
  seat: number;
  change: number;
}

/** The steps and draws that changed most, in their order; `least` is how much it has to be. */
export function turningPoints(stages: Stage[], most: number, least: number): Turn[] {
  const turns = stages.flatMap(({ changed, luck }, step) =>
    [changed, luck].flatMap((changes, index) => {
      const size = Math.max(...changes.map(Math.abs));
      const seat = changes.findIndex((change) => Math.abs(change) === size);
      const isDeal = step === 0;
      return size < least || isDeal ? [] : [{ step, isLuck: index === 1, seat, change: changes[seat] ?? 0 }];
    }),
  );
  const largest = [...turns].sort((one, other) => Math.abs(other.change) - Math.abs(one.change)).slice(0, most);
  return turns.filter((turn) => largest.includes(turn));
}

/** Where the result of a seat came from; all of it makes the end. */
export interface Account {
  dealt: number;
  /** What its own steps changed. */
  own: number;
  /** What chance changed after the deal. */
  luck: number;
  others: number;
  end: number;
  cost: number;
  decisions: number;
}

export function accountOf({ balances }: Analysis, stages: Stage[], seat: number): Account | null {
  const balance = balances[seat];
  if (balance === undefined) return null;
  const dealt = stages[0]?.worths[seat] ?? balance.began;
  const { own, others, result, cost, decisions } = balance;
  return { dealt, own, luck: balance.luck - (dealt - balance.began), others, end: result, cost, decisions };
}
