import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type GeniusLociTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, GeniusLociTexts> = { en, de, fr };

/** The texts of the table of GENIUS LOCI that are the browser's own; the game's words come from the house. */
export const tl = (): GeniusLociTexts => texts[settings.language];
