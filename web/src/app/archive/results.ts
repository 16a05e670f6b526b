/** How a finished game ended, in few words. */

import type { FinishedGame, GamePlayer } from "../../api/types";
import { t } from "../../lib/settings.svelte";
import { joinNames } from "../tables";

/** Records from elsewhere need not know who played. */
export const nameOf = (sitter: GamePlayer, seat: number): string => sitter.name || t().seatNumber(seat + 1);

export function resultOf({ sitters, seat }: FinishedGame): string {
  if (sitters.length === 1) return t().archiveAlone(sitters[0]?.score ?? 0);
  const winners = sitters.flatMap((sitter, number) => (sitter.won ? [nameOf(sitter, number)] : []));
  if (winners.length > 1) return t().shareWin(joinNames(winners));
  return seat !== null && sitters[seat]?.won ? t().youWin : t().wins(winners[0] ?? "");
}
