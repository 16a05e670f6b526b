/** Supported languages, and the type that makes a missing translation a compile error. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language's name in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français" };

/** The same keys and function arguments as the English texts. */
export type Translation<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends (...values: infer Values) => string ? (...values: Values) => string : string;
};
