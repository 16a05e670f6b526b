/** How results of LOCUS are read. */

import { tl } from "./texts";

export { toneOf } from "./colours";

export const best = "most";
export const favourites = () => tl().favourites;
