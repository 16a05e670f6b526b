/** How results of LOKUS are read. */

import { tl } from "./texts";

export { toneOf } from "./cards";

export const best = "fewest";
export const favourites = () => tl().favourites;
