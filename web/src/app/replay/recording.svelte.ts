/** A finished game as one observer saw it. Steps are fetched in chunks, ahead of the viewer. */

import { replayOf, type Eyes, type Source } from "../../api/archive";
import { ApiError } from "../../api/client";
import { changes } from "../../api/live";
import type { FinishedGame, Frame, LogLine, PlayedStep, Replay, SheetView, TableState } from "../../api/types";
import { explain } from "../tables";
import type { Course } from "./places";

const PREFETCH = 25; // steps

/** The table after a step. */
export interface Shown {
  state: TableState;
  /** The whole log. */
  log: LogLine[];
  /** Lines that the step added or revealed. */
  fresh: LogLine[];
  /** Hands by seat, if everything is revealed. */
  hands: string[][] | null;
}

export class Recording {
  game = $state.raw<FinishedGame | null>(null); // null until the first chunk is loaded
  course = $state.raw<Course | null>(null);
  steps = $state.raw<Shown[]>([]);
  made = $state.raw<PlayedStep[]>([]); // all steps by seats
  problem = $state<string | null>(null);
  private sheet: SheetView | null = null; // the static part of a view, sent once per chunk
  private wanted = 0; // the number of the step to load
  private isFetching = false;

  constructor(
    readonly source: Source,
    readonly eyes: Eyes,
    private readonly language: string,
  ) {
    void this.fetch();
  }

  /** Load a step and some steps after it. */
  reach(step: number): void {
    this.wanted = Math.max(this.wanted, step);
    void this.fetch();
  }

  /** Retry after an error. */
  retry(): void {
    this.problem = null;
    void this.fetch();
  }

  private get isBehind(): boolean {
    const last = this.course === null ? 0 : this.course.draws.length - 1;
    return this.steps.length <= Math.min(this.wanted + PREFETCH, last);
  }

  private async fetch(): Promise<void> {
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      while (this.isBehind && this.problem === null) {
        const { game, draws, turns, made, frames } = await this.ask(this.steps.length, null);
        if (this.course === null) [this.game, this.course, this.made] = [game, { draws, turns }, made];
        const steps = [...this.steps];
        for (const frame of frames) steps.push(this.show(frame, steps.at(-1)));
        this.steps = steps;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = explain(error);
    } finally {
      this.isFetching = false;
    }
  }

  /** Return the table after replacing a step with another. */
  async instead(step: number, text: string): Promise<Shown | null> {
    const [frame] = (await this.ask(step, text)).frames;
    return frame === undefined ? null : this.show(frame, this.steps[step - 1]);
  }

  private ask(from: number, instead: string | null): Promise<Replay> {
    return replayOf(this.source, this.eyes, from, this.language, instead);
  }

  private show({ state, hands }: Frame, before: Shown | undefined): Shown {
    if (state.view && "sheet" in state.view) this.sheet = state.view.sheet ??= this.sheet;
    const known = { log: before?.log ?? [], hidden: before?.state.locked_in.length ?? 0 };
    const log = [...known.log.slice(0, state.log_from), ...state.log];
    return { state, hands, log, fresh: changes(known, { log, hidden: state.locked_in.length }).fresh };
  }
}
