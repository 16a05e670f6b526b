/** Why something cannot be done: asked of the house when somebody tries it, gone with the next thing they do. */

import { ApiError } from "../api/client";
import type { WhyNotAnswer } from "../api/types";
import { announce } from "../lib/announce.svelte";

export class Doubts {
  reason = $state<string | null>(null);
  private asked = 0;

  constructor(private readonly ask: (tried: string) => Promise<WhyNotAnswer>) {}

  async wonder(tried: string): Promise<void> {
    this.asked += 1;
    const asked = this.asked;
    try {
      const { error: fault } = await this.ask(tried);
      if (fault !== null && asked === this.asked) this.tell(fault.message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // without an answer nobody knows less than before
    }
  }

  forget(): void {
    this.asked += 1;
    this.reason = null;
  }

  private tell(words: string): void {
    this.reason = words;
    announce(words);
  }
}
