/** How far somebody has come in the guided first games; only this browser knows. */

import { remember, remembered } from "../../lib/memory";

/** The steps that were made; none if nothing readable is remembered. */
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
