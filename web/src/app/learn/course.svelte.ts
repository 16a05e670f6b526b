/** The state of a guided first game. The server knows the rules and texts, the browser stores the progress. */

import { ApiError } from "../../api/client";
import { doubtInLesson, followLesson } from "../../api/lessons";
import { changes, type News } from "../../api/live";
import type { LessonState, WhyNotAnswer, TableState } from "../../api/types";
import { announce } from "../../lib/announce.svelte";
import { isStill } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import { explain } from "../tables";
import { noteLearned, notePlace, placeIn } from "./progress";

const STEP_TIME = 1100; // milliseconds to show another seat's move

export class Course {
  news = $state.raw<News | null>(null);
  lesson = $state.raw<LessonState | null>(null);
  problem = $state<string | null>(null);
  /** Increases with every rejected step, so that the board resets its selection. */
  refusals = $state(0);
  isBusy = $state(false);
  private moment = 0;
  private isClosed = false;

  constructor(private readonly game: string) {}

  get made(): string[] {
    return this.lesson?.made ?? [];
  }

  get isOver(): boolean {
    return this.lesson !== null && this.made.length === this.lesson.stages;
  }

  /** Load the stored progress, or reload it in another language. */
  async begin(): Promise<void> {
    const made = this.lesson === null ? placeIn(this.game) : this.made;
    try {
      await this.follow(made, false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || made.length === 0) this.complain(error);
      else await this.goTo([]); // the lesson has changed since then
    }
  }

  /** Make a step, or go on reading if the text is empty. */
  async make(step: string): Promise<void> {
    if (this.isBusy || this.isOver) return;
    const isStep = step !== "";
    if (isStep && this.lesson?.reads) {
      this.refusals += 1; // the coach is still talking
      announce(this.lesson.says);
      return;
    }
    await this.goTo([...this.made, step], true);
  }

  async back(): Promise<void> {
    await this.goTo(this.made.slice(0, -1));
  }

  async restart(): Promise<void> {
    await this.goTo([]);
  }

  doubt(tried: string): Promise<WhyNotAnswer> {
    const place = { made: this.made, name: settings.name.trim() };
    return doubtInLesson(this.game, { step: tried, place }, settings.language);
  }

  close(): void {
    this.isClosed = true;
  }

  private async goTo(made: string[], isStep = false): Promise<void> {
    this.isBusy = true;
    try {
      await this.follow(made, isStep);
    } catch (error) {
      this.refusals += 1;
      this.complain(error);
    } finally {
      this.isBusy = false;
    }
  }

  private complain(error: unknown): void {
    this.problem = explain(error);
  }

  private async follow(made: string[], isStep: boolean): Promise<void> {
    const answer = await followLesson(this.game, { made, name: settings.name.trim() }, settings.language);
    this.problem = null;
    if (!answer.accepted) this.refusals += 1;
    await this.showAll(isStep && answer.accepted ? answer.frames : answer.frames.slice(-1), isStep);
    if (this.isClosed) return;
    this.lesson = answer;
    notePlace(this.game, answer.made);
    if (this.isOver) noteLearned(this.game);
    announce(answer.says);
  }

  /** Show the states one after the other. The user can act after the last one. */
  private async showAll(frames: TableState[], isStep: boolean): Promise<void> {
    for (const [index, state] of frames.entries()) {
      if (index > 0 && !isStill()) await new Promise((resolve) => setTimeout(resolve, STEP_TIME));
      if (this.isClosed) return;
      this.show(index < frames.length - 1 ? { ...state, legal: [] } : state, isStep);
    }
  }

  private show(state: TableState, isStep: boolean): void {
    const known = { log: this.news?.log ?? [], hidden: this.news?.state.locked_in.length ?? 0 };
    const now = { log: state.log, hidden: state.locked_in.length };
    const fresh = isStep ? changes(known, now).fresh : [];
    this.moment += 1;
    this.news = { state, log: state.log, fresh, gone: 0, chat: [], moment: this.moment, at: Date.now() };
    for (const line of fresh) announce([line.sentence, ...line.then].map((words) => `${words}.`).join(" "));
  }
}
