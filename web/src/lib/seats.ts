/** What can be said of a seat. */

import type { SeatInfo } from "../api/types";

/** Whether a bot makes its steps: its holder, or one that stands in. */
export const isPlayedByBot = (seat: SeatInfo): boolean => seat.kind === "bot" || seat.level !== null;
