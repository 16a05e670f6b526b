/** Labels for the parts of a sheet. */

import type { GameTexts } from "../../../api/client";
import { colourName, zoneName } from "../../../games/locus/colours";
import { t } from "../../../lib/settings.svelte";
import { BOLD, COIN, END, GAP, NO_BONUS, ZONES, type ZoneName } from "./drawing";

export function penName(mark: string): string {
  if (mark === BOLD) return t().editBold;
  if (mark === END) return t().editEnd;
  return mark === GAP ? t().editGap : t().editSquare;
}

export function bonusName(texts: GameTexts, mark: string): string {
  if (mark === NO_BONUS) return t().editNoBonus;
  if (mark === COIN) return t().editCoin;
  return mark === "*" ? t().editSingle : t().editDouble(colourName(texts, mark));
}

/** Return the label of an entry in a zone's points table. */
export function pointName(zone: ZoneName, key: string): string {
  switch (zone) {
    case "yellow":
      return t().editRow(key);
    case "purple":
      return t().editGroup(key);
    case "red":
      return t().editBlockOf(key);
    case "green":
      return t().editEveryEnd;
    case "blue":
      return t().editLine(key);
  }
}

/** Return the name of a card colour: a zone's name, or "wild". */
export const groupName = (texts: GameTexts, group: string): string =>
  group === "wild" ? t().editWild : zoneName(texts, ZONES[group as ZoneName]);
