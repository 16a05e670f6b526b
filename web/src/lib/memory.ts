/** localStorage that never throws, although private windows may refuse access. */

const PREFIX = "locarium.";

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // the value lasts only as long as the page
  }
}
