/** How to read LOKUS results. */

import { tl } from "./texts";

export { toneOf } from "./cards";

export const best = "fewest";
export const favourites = () => tl().favourites;
