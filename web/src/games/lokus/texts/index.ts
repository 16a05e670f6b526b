import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type LokusTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, LokusTexts> = { en, de, fr };

/** UI texts for the LOKUS table, in the current language. Card names come from the server. */
export const tl = (): LokusTexts => texts[settings.language];
