/** Hints at a table. A player against bots agrees to hints with the first request. A hint disappears when the position changes. */

import { ApiError, takeHint } from "../api/client";
import { isAwaited, type Wish } from "../api/live";
import type { HintInfo, TableState } from "../api/types";
import { announce } from "../lib/announce.svelte";
import { isPlayedByBot } from "../lib/seats";
import { settings } from "../lib/settings.svelte";
import { isCompared } from "./contests/contest";
import { explain } from "./tables";

/** Whether the table allows hints. Contests don't. */
export const mayHaveHints = ({ info, seat }: TableState): boolean => {
  const own = seat === null ? undefined : info.seats[seat];
  return info.status === "running" && !isCompared(info) && own !== undefined && !isPlayedByBot(own);
};

const isAmongBots = ({ info }: TableState): boolean => info.seats.filter((seat) => !isPlayedByBot(seat)).length === 1;

export class Hints {
  hint = $state.raw<HintInfo | null>(null);
  isBusy = $state(false);
  problem = $state<string | null>(null);
  private isWished = false; // request a hint as soon as all players agree
  private steps = 0; // steps made when the hint was requested

  constructor(private readonly table: string) {}

  /** Whether to show the hint button: all players have agreed, or the user is the only person. */
  isOffered(state: TableState): boolean {
    return mayHaveHints(state) && (state.info.gives_hints || isAmongBots(state));
  }

  isOpen(state: TableState): boolean {
    return this.isOffered(state) && isAwaited(state) && !this.isBusy;
  }

  take(state: TableState, steps: number, ask: (wish: Wish) => void): void {
    this.steps = steps;
    if (state.info.gives_hints) void this.fetch();
    else {
      this.isWished = true;
      ask({ kind: "request-hints", wanted: true });
    }
  }

  /** Update after a change of the table. */
  hear(state: TableState, steps: number): void {
    if (steps !== this.steps || !isAwaited(state)) {
      this.hint = null;
      this.problem = null;
      this.isWished = false;
    }
    this.steps = steps;
    if (this.isWished && state.info.gives_hints) {
      this.isWished = false;
      void this.fetch();
    }
  }

  private async fetch(): Promise<void> {
    const asked = this.steps;
    this.isBusy = true;
    this.problem = null;
    try {
      const found = await takeHint(this.table, settings.language);
      if (asked !== this.steps) return;
      this.hint = found;
      announce([found.steps[0]?.sentence, found.why].filter(Boolean).join(". "));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = explain(error);
    } finally {
      this.isBusy = false;
    }
  }
}
