import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type LocoTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, LocoTexts> = { en, de, fr };

/** UI texts for the LOCO! table, in the current language. Card names come from the server. */
export const tl = (): LocoTexts => texts[settings.language];
