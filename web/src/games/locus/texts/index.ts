import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type LocusTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, LocusTexts> = { en, de, fr };

/** UI texts for the LOCUS table, in the current language. Card and zone names come from the server. */
export const tl = (): LocusTexts => texts[settings.language];
