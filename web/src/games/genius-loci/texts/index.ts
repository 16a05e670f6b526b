import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type GeniusLociTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, GeniusLociTexts> = { en, de, fr };

/** UI texts for the GENIUS LOCI table, in the current language. Names of spirits and cells come from the server. */
export const tl = (): GeniusLociTexts => texts[settings.language];
