// Values that others may have written: in files, and where the browser keeps what outlasts the page.

/** The value of a text in JSON; undefined if it is none. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What is of a kind in a list; nothing if it is no list. */
export function listOf<T>(value: unknown, is: (value: unknown) => value is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}
