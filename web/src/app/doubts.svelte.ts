/** Ask the server why a move isn't allowed, and show the answer until the user does something else. */

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
      if (!(error instanceof ApiError)) throw error; // the explanation is optional
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
