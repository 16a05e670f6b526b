/** The review of a game: start it and poll its progress. */

import { reviewOf, type Source } from "../../api/archive";
import { ApiError } from "../../api/client";
import type { Analysis, Review } from "../../api/types";
import { settings } from "../../lib/settings.svelte";
import { person } from "../person.svelte";
import { explain } from "../tables";

const POLL_INTERVAL = 1000; // milliseconds between two requests

export class ReviewWatch {
  review = $state.raw<Review | null>(null); // null until the server has reported its progress
  problem = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(private readonly source: Source) {
    if ("id" in source) void this.look(false);
    else this.review = { status: "none", done: 0, total: 0, ahead: 0, analysis: null };
  }

  get analysis(): Analysis | null {
    return this.review?.analysis ?? null;
  }

  async begin(): Promise<void> {
    try {
      await person.ensure();
    } catch (error) {
      this.problem = explain(error);
      return;
    }
    await this.look(true);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async look(begins: boolean): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.review = await reviewOf(this.source, settings.language, begins);
      this.problem = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (begins || this.review !== null) this.problem = explain(error); // the replay reports a missing game
    }
    if (!this.isClosed && (this.review?.status === "waiting" || this.review?.status === "running"))
      this.timer = setTimeout(() => void this.look(false), POLL_INTERVAL);
  }
}
