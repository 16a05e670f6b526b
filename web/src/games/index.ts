/** One line a game. */

import type { GameModule } from "./contract";
import { loco } from "./loco";
import { locus } from "./locus";
import { lokus } from "./lokus";

const GAMES: Record<string, GameModule> = { locus, loco, lokus };

/** The front end of a game, if it has one. */
export const gameModule = (name: string): GameModule | undefined => GAMES[name];
