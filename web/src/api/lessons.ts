/** What the front end asks the house about guided first games. */

import { ask } from "./client";
import type { LessonWhyNot, LessonProgress, LessonState, WhyNotAnswer } from "./types";

const address = (game: string) => `/api/lessons/${encodeURIComponent(game)}`;

/** The lesson after what was made; the house stores none of it. */
export const followLesson = (game: string, place: LessonProgress, language: string) =>
  ask<LessonState>(`${address(game)}?language=${language}`, "POST", place);

/** Why a learner cannot do something. */
export const doubtInLesson = (game: string, doubt: LessonWhyNot, language: string) =>
  ask<WhyNotAnswer>(`${address(game)}/why?language=${language}`, "POST", doubt);
