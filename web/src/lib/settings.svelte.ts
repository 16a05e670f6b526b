/** Settings stored in this browser: language, theme, palette, sound, name, bot level. */

import { texts } from "../texts";
import type { Texts } from "../texts/en";
import { LANGUAGES, type Language } from "../texts/translation";
import { remember, remembered } from "./memory";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];

class Settings {
  language = $state<Language>(firstLanguage());
  theme = $state<Theme>(oneOf(THEMES, remembered("theme")) ?? "system");
  /** Whether to use the palette for colour-blind users. */
  safeColours = $state(remembered("palette") === "safe");
  sound = $state(remembered("sound") !== "off");
  name = $state(remembered("name") ?? "");
  /** Level of the bots. */
  level = $state<Level>(LEVELS.find((level) => String(level) === remembered("level")) ?? 3);

  /** Store the settings and apply them to the document. Call inside an effect. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset.theme = this.theme;
    root.dataset.palette = this.safeColours ? "safe" : "house";
    remember("language", this.language);
    remember("theme", this.theme);
    remember("palette", root.dataset.palette);
    remember("sound", this.sound ? "on" : "off");
    remember("name", this.name);
    remember("level", String(this.level));
  }
}

function firstLanguage(): Language {
  const wanted = [remembered("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.map((tag) => oneOf(LANGUAGES, tag)).find((tag) => tag !== undefined) ?? "en";
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string | null): Choice | undefined {
  return choices.find((choice) => choice === text);
}

export const settings = new Settings();

/** Return the app's texts in the chosen language. */
export const t = (): Texts => texts[settings.language];
