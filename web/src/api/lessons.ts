/** API requests for guided first games. */

import { ask } from "./client";
import type { LessonWhyNot, LessonProgress, LessonState, WhyNotAnswer } from "./types";

const address = (game: string) => `/api/lessons/${encodeURIComponent(game)}`;

/** Return the lesson after some steps. The server stores none of it. */
export const followLesson = (game: string, place: LessonProgress, language: string) =>
  ask<LessonState>(`${address(game)}?language=${language}`, "POST", place);

/** Ask why a step isn't possible in a lesson. */
export const doubtInLesson = (game: string, doubt: LessonWhyNot, language: string) =>
  ask<WhyNotAnswer>(`${address(game)}/why?language=${language}`, "POST", doubt);
