/** An analysis grouped by the steps of a replay. Chance steps are added to the step before them. */

import type { Analysis, Choice } from "../../api/types";

/** A step, with every seat's evaluation after it. */
export interface Stage {
  /** The seat that made the step; null for the start of the game. */
  seat: number | null;
  text: string;
  choice: Choice | null;
  /** For each seat, the change caused by the step itself. */
  changed: number[];
  /** For each seat, the change caused by chance after the step. */
  luck: number[];
  /** For each seat, the evaluation after both changes. */
  worths: number[];
}

/** Return the start of the game and every step by a seat. */
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

/** A turning point of the game. */
export interface Turn {
  step: number;
  isLuck: boolean;
  /** The seat most affected, and the change for it. */
  seat: number;
  change: number;
}

/** Return the steps and draws with the greatest changes of at least `least`, in game order. */
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

/** Where a seat's result came from. The parts add up to the result. */
export interface Account {
  dealt: number;
  /** The change caused by the seat's own steps. */
  own: number;
  /** The change caused by chance after the deal. */
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
