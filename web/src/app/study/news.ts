/** Convert a fetched state to the form that a live connection provides. */

import { changes, type News } from "../../api/live";
import type { TableState } from "../../api/types";

export function newsOf(state: TableState, before: News | null): News {
  const { log } = state;
  const known = { log: before?.log ?? [], hidden: 0 };
  const { fresh, gone } = changes(known, { log, hidden: 0 });
  const moment = (before?.moment ?? 0) + 1;
  return { state, log, fresh: before === null ? [] : fresh, gone, chat: [], moment, at: Date.now() };
}
