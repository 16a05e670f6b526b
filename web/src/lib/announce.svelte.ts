/** What the one live region of the page says. */

import { untrack } from "svelte";

const MOST = 6; // lines kept; a screen reader has read the older ones

class Announcements {
  lines = $state<{ id: number; text: string }[]>([]);
  private count = 0;

  say(text: string): void {
    this.count += 1;
    this.lines = [...untrack(() => this.lines), { id: this.count, text }].slice(-MOST);
  }
}

export const announcements = new Announcements();
export const announce = (text: string): void => {
  announcements.say(text);
};
