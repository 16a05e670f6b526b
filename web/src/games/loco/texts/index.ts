import { settings } from "../../../lib/settings.svelte";
import type { Language } from "../../../texts/translation";
import { de } from "./de";
import { en, type LocoTexts } from "./en";
import { fr } from "./fr";

const texts: Record<Language, LocoTexts> = { en, de, fr };

/** The texts of the table of LOCO! that are the browser's own; the game's words come from the house. */
export const tl = (): LocoTexts => texts[settings.language];
