/** The state of an edition editor: the draft or text, the server's checks, and the undo history. */

import type { EditionError } from "../../api/types";
import { keepEdition, keptEdition } from "./kept";

/** An edition in progress: a draft from the visual editor, or a text. */
export type Work<Draft> = { draft: Draft } | { text: string };

interface Checked {
  text: string;
  flaws: EditionError[];
}

/** How to check an edition on the server and read the result. */
export interface Desk<Draft, Answer extends Checked> {
  game: string;
  look: (work: Work<Draft>) => Promise<Answer>;
  draftOf: (answer: Answer) => Draft | null;
}

const DRAWING_DELAY = 250; // milliseconds after the last change before the server checks the edition
const TYPING_DELAY = 600;
const MAX_STEPS = 200; // maximum length of the undo history

export class Making<Draft, Answer extends Checked> {
  /** The draft. Null if the text can't be parsed as an edition. */
  draft = $state.raw<Draft | null>(null);
  text = $state("");
  /** The server's latest result. */
  answer = $state.raw<Answer | null>(null);
  /** Whether the result belongs to the current draft. */
  isFresh = $state(false);
  problem = $state.raw<unknown>(null);

  private work: Work<Draft> = { text: "" };
  private past = $state.raw<Work<Draft>[]>([]);
  private future = $state.raw<Work<Draft>[]>([]);
  private isWriting = false;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly desk: Desk<Draft, Answer>) {}

  /** The edition last edited in this browser. */
  get kept(): string | null {
    return keptEdition(this.desk.game);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  get flaws(): EditionError[] {
    return this.answer?.flaws ?? [];
  }

  get isPlayable(): boolean {
    return this.isFresh && this.answer !== null && this.flaws.length === 0;
  }

  /** Return the errors of one part. */
  flawsOf(place: string): EditionError[] {
    return this.flaws.filter((flaw) => flaw.place === place);
  }

  /** Start with a text. This can't be undone. */
  begin(text: string): void {
    this.take({ text }, 0);
  }

  /** Change the draft. `isSame` continues the previous stroke, so both are undone together. */
  change(draft: Draft, isSame = false): void {
    if (!isSame) this.note();
    this.isWriting = false;
    this.take({ draft }, DRAWING_DELAY);
  }

  /** Replace the whole text. */
  replace(text: string): void {
    this.note();
    this.isWriting = false;
    this.take({ text }, 0);
  }

  /** Change the text while the user types. */
  write(text: string): void {
    if (!this.isWriting) this.note();
    this.isWriting = true;
    this.take({ text }, TYPING_DELAY);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.work];
    this.isWriting = false;
    this.take(before, 0);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (after === undefined) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.work];
    this.isWriting = false;
    this.take(after, 0);
  }

  /** Check the same edition again. */
  lookAgain(): void {
    this.take(this.work, 0);
  }

  private note(): void {
    this.past = [...this.past, this.work].slice(-MAX_STEPS);
    this.future = [];
  }

  private take(work: Work<Draft>, pause: number): void {
    this.work = work;
    if ("draft" in work) this.draft = work.draft;
    else this.text = work.text;
    this.isFresh = false;
    this.asked += 1;
    clearTimeout(this.timer);
    const number = this.asked;
    this.timer = setTimeout(() => void this.look(work, number), pause);
  }

  private async look(work: Work<Draft>, number: number): Promise<void> {
    try {
      const answer = await this.desk.look(work);
      if (number === this.asked) this.adopt(answer);
    } catch (error) {
      if (number === this.asked) this.problem = error;
    }
  }

  private adopt(answer: Answer): void {
    this.answer = answer;
    this.text = answer.text;
    this.draft = this.desk.draftOf(answer);
    this.isFresh = true;
    this.isWriting = false;
    this.problem = null;
    keepEdition(this.desk.game, answer.text);
  }
}
