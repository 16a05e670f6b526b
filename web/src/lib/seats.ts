/** Facts about a seat. */

import type { SeatInfo } from "../api/types";

/** Whether a bot plays for the seat, permanently or as a substitute. */
export const isPlayedByBot = (seat: SeatInfo): boolean => seat.kind === "bot" || seat.level !== null;
