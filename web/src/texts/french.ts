/** French grammar that depends on a name. */

/** "d’Ada", "de Ben". */
export const ofName = (name: string): string => (/^[aeiouyàâäéèêëîïôöùûüœæ]/i.test(name) ? `d’${name}` : `de ${name}`);

/** French uses the plural from two on. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${Math.abs(count) < 2 ? "" : "s"}`;
