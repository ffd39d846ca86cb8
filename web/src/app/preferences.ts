// What the reader has chosen, kept by the browser where it allows that.

const PREFIX = "tabiya.";

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Keeps a value. False without storage, or where it is full: the choice lasts as long as the page then. */
export function store(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}
