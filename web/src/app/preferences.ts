// What the reader has chosen, kept by the browser where it allows that.

const PREFIX = "tabiya.";

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
