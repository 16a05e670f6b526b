/** What this browser remembers of somebody's puzzles: those that are solved, and how many in a row without help. */

import type { PuzzleInfo } from "../../api/types";

export interface Progress {
  /** Ids. */
  solved: string[];
  /** Solved in a row, at the first go and without help. */
  streak: number;
  best: number;
}

const NOTHING: Progress = { solved: [], streak: 0, best: 0 };

/** Of a text that was remembered; nothing of one that somebody has changed. */
export function readProgress(text: string | null): Progress {
  try {
    const { solved, streak, best } = JSON.parse(text ?? "") as Progress;
    const isSound = Array.isArray(solved) && Number.isInteger(streak) && Number.isInteger(best);
    return isSound ? { solved, streak, best } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** A puzzle is solved; one that had been solved before changes nothing. */
export function withSolved(progress: Progress, id: string, isClean: boolean): Progress {
  if (progress.solved.includes(id)) return progress;
  const streak = isClean ? progress.streak + 1 : 0;
  return { solved: [...progress.solved, id], streak, best: Math.max(progress.best, streak) };
}

/** A wrong turn, or help: the row ends. */
export const withoutStreak = (progress: Progress): Progress => ({ ...progress, streak: 0 });

/** The next puzzle that is not solved, from one on and then from the beginning of the grade; then those of the next. */
export function nextPuzzle(puzzles: PuzzleInfo[], solved: string[], after: string | null): PuzzleInfo | undefined {
  const at = puzzles.findIndex(({ id }) => id === after);
  const grade = puzzles[at]?.grade ?? 0;
  const isOpen = ({ id }: PuzzleInfo) => !solved.includes(id) && id !== after;
  const later = puzzles.slice(at + 1).filter(isOpen);
  const same = puzzles.filter((puzzle) => puzzle.grade === grade && isOpen(puzzle));
  return later.find((puzzle) => puzzle.grade === grade) ?? same[0] ?? later[0] ?? puzzles.find(isOpen);
}
