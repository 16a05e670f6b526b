import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type LocusTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, LocusTexts> = { en, de, fr };

/** The texts of the table of LOCUS that are the browser's own; the game's words come from the house. */
export const tl = (): LocusTexts => texts[settings.language];
