/** How to read LOCUS results. */

import { tl } from "./texts";

export { toneOf } from "./colours";

export const best = "most";
export const favourites = () => tl().favourites;
