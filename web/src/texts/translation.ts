/** The languages of the house, and the type that makes a missing text a compile error. */

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
/** As those who speak them call them. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français" };

/** As many texts, with the same arguments, as the first language has. */
export type Translation<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends (...values: infer Values) => string ? (...values: Values) => string : string;
};
