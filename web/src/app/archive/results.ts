/** Describe the result of a finished game in a few words. */

import type { FinishedGame, GamePlayer } from "../../api/types";
import { t } from "../../lib/settings.svelte";
import { joinNames } from "../tables";

/** Imported records may lack the players' names. */
export const nameOf = (player: GamePlayer, seat: number): string => player.name || t().seatNumber(seat + 1);

export function resultOf({ players, seat }: FinishedGame): string {
  if (players.length === 1) return t().archiveAlone(players[0]?.score ?? 0);
  const winners = players.flatMap((player, number) => (player.won ? [nameOf(player, number)] : []));
  if (winners.length > 1) return t().shareWin(joinNames(winners));
  return seat !== null && players[seat]?.won ? t().youWin : t().wins(winners[0] ?? "");
}
