/** One line a game. */

import type { GameModule } from "./contract";
import { geniusLoci } from "./genius-loci";
import { loco } from "./loco";
import { locus } from "./locus";
import { lokus } from "./lokus";

const GAMES: Record<string, GameModule> = { locus, loco, lokus, "genius-loci": geniusLoci };

/** The front end of a game, if it has one. */
export const gameModule = (name: string): GameModule | undefined => GAMES[name];
