/** Progress in the guided first games, stored only in this browser. */

import { remember, remembered } from "../../lib/memory";

/** Return the steps made so far, or none if the stored progress is invalid. */
export function placeIn(game: string): string[] {
  try {
    const made: unknown = JSON.parse(remembered(`lesson.${game}`) ?? "[]");
    return Array.isArray(made) && made.every((step) => typeof step === "string") ? made : [];
  } catch {
    return [];
  }
}

export const notePlace = (game: string, made: string[]): void => {
  remember(`lesson.${game}`, JSON.stringify(made));
};

export const hasLearned = (game: string): boolean => remembered(`learned.${game}`) === "yes";

export const noteLearned = (game: string): void => {
  remember(`learned.${game}`, "yes");
};
