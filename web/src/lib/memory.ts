/** localStorage that never throws: private windows may refuse it. */

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
    // then it is forgotten with the page
  }
}
