/** Announcements for screen readers, read out by the page's live region. */

import { untrack } from "svelte";

const MAX_LINES = 6; // screen readers have already read older ones

class Announcements {
  lines = $state<{ id: number; text: string }[]>([]);
  private count = 0;

  say(text: string): void {
    this.count += 1;
    this.lines = [...untrack(() => this.lines), { id: this.count, text }].slice(-MAX_LINES);
  }
}

export const announcements = new Announcements();
export const announce = (text: string): void => {
  announcements.say(text);
};
