import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type LokusTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, LokusTexts> = { en, de, fr };

/** The texts of the table of LOKUS that are the browser's own; the game's words come from the house. */
export const tl = (): LokusTexts => texts[settings.language];
