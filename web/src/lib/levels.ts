/** Names of the bot levels. */

import { t } from "./settings.svelte";

export const levelName = (level: number): string =>
  [t().level1, t().level2, t().level3, t().level4, t().level5][level - 1] ?? String(level);
