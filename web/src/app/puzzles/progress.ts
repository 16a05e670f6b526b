/** The user's puzzle progress, stored in this browser: solved puzzles and the current streak. */

import type { PuzzleInfo } from "../../api/types";

export interface Progress {
  /** Ids of solved puzzles. */
  solved: string[];
  /** Puzzles solved in a row at the first attempt without help. */
  streak: number;
  best: number;
}

const NOTHING: Progress = { solved: [], streak: 0, best: 0 };

/** Parse stored progress. Return empty progress if the text is invalid. */
export function readProgress(text: string | null): Progress {
  try {
    const { solved, streak, best } = JSON.parse(text ?? "") as Progress;
    const isSound = Array.isArray(solved) && Number.isInteger(streak) && Number.isInteger(best);
    return isSound ? { solved, streak, best } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Mark a puzzle as solved. Solving it again changes nothing. */
export function withSolved(progress: Progress, id: string, isClean: boolean): Progress {
  if (progress.solved.includes(id)) return progress;
  const streak = isClean ? progress.streak + 1 : 0;
  return { solved: [...progress.solved, id], streak, best: Math.max(progress.best, streak) };
}

/** End the streak after a wrong move or a hint. */
export const withoutStreak = (progress: Progress): Progress => ({ ...progress, streak: 0 });

/** Return the next unsolved puzzle: later in the same grade, then earlier in it, then in the next grades. */
export function nextPuzzle(puzzles: PuzzleInfo[], solved: string[], after: string | null): PuzzleInfo | undefined {
  const at = puzzles.findIndex(({ id }) => id === after);
  const grade = puzzles[at]?.grade ?? 0;
  const isOpen = ({ id }: PuzzleInfo) => !solved.includes(id) && id !== after;
  const later = puzzles.slice(at + 1).filter(isOpen);
  const same = puzzles.filter((puzzle) => puzzle.grade === grade && isOpen(puzzle));
  return later.find((puzzle) => puzzle.grade === grade) ?? same[0] ?? later[0] ?? puzzles.find(isOpen);
}
