/** How results of LOCO! are read. */

import { tl } from "./texts";

export { toneOf } from "./colours";

export const best = "most";
export const favourites = () => tl().favourites;
