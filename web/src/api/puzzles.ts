/** What the front end asks the house about puzzles and positions. The house keeps nothing of it: all steps are sent. */

import { ask } from "./client";
import type { PuzzleAttempt, Puzzles, PuzzleState, PositionRequest, PositionProof, PositionState } from "./types";

export const puzzlesOf = (game: string, language: string) =>
  ask<Puzzles>(`/api/puzzles/${encodeURIComponent(game)}?language=${language}`);

/** A puzzle after one's own steps. */
export const tryPuzzle = (game: string, puzzle: string, attempt: PuzzleAttempt, language: string) =>
  ask<PuzzleState>(
    `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(puzzle)}?language=${language}`,
    "POST",
    attempt,
  );

/** A position after the steps of both sides. */
export const studyPosition = (game: string, study: PositionRequest, language: string) =>
  ask<PositionState>(`/api/positions/${encodeURIComponent(game)}?language=${language}`, "POST", study);

/** Who wins; aborting it frees the solver for others. */
export const solvePosition = (game: string, study: PositionRequest, language: string, signal: AbortSignal) =>
  ask<PositionProof>(`/api/positions/${encodeURIComponent(game)}/solve?language=${language}`, "POST", study, signal);
