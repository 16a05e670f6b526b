/** API requests for puzzles and positions. They are stateless: each sends all steps. */

import { ask } from "./client";
import type { PuzzleAttempt, Puzzles, PuzzleState, PositionRequest, PositionProof, PositionState } from "./types";

export const puzzlesOf = (game: string, language: string) =>
  ask<Puzzles>(`/api/puzzles/${encodeURIComponent(game)}?language=${language}`);

/** Return a puzzle after the user's steps. */
export const tryPuzzle = (game: string, puzzle: string, attempt: PuzzleAttempt, language: string) =>
  ask<PuzzleState>(
    `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(puzzle)}?language=${language}`,
    "POST",
    attempt,
  );

/** Return a position after the steps of both sides. */
export const studyPosition = (game: string, study: PositionRequest, language: string) =>
  ask<PositionState>(`/api/positions/${encodeURIComponent(game)}?language=${language}`, "POST", study);

/** Return the winner. Aborting the request frees the solver. */
export const solvePosition = (game: string, study: PositionRequest, language: string, signal: AbortSignal) =>
  ask<PositionProof>(`/api/positions/${encodeURIComponent(game)}/solve?language=${language}`, "POST", study, signal);
