/** What the front end asks the house about guided first games. */

import { ask } from "./client";
import type { LessonDoubt, LessonPlace, LessonState, Reason } from "./types";

const address = (game: string) => `/api/lessons/${encodeURIComponent(game)}`;

/** The lesson after what was made; the house stores none of it. */
export const followLesson = (game: string, place: LessonPlace, language: string) =>
  ask<LessonState>(`${address(game)}?language=${language}`, "POST", place);

/** Why a learner cannot do something. */
export const doubtInLesson = (game: string, doubt: LessonDoubt, language: string) =>
  ask<Reason>(`${address(game)}/why?language=${language}`, "POST", doubt);
