import { de } from "./de";
import { en, type Texts } from "./en";
import { fr } from "./fr";
import type { Language } from "./translation";

export const texts: Record<Language, Texts> = { en, de, fr };
