/** The front ends of all games. */

import type { GameModule } from "./contract";
import { geniusLoci } from "./genius-loci";
import { loco } from "./loco";
import { locus } from "./locus";
import { lokus } from "./lokus";

const GAMES: Record<string, GameModule> = { locus, loco, lokus, "genius-loci": geniusLoci };

/** Return the front end of a game, if there is one. */
export const gameModule = (name: string): GameModule | undefined => GAMES[name];
