// What the reader has chosen, kept by the browser where it allows that.

import { type ReadonlySignal, signal } from "@preact/signals";

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

export interface Switch {
  readonly isOn: ReadonlySignal<boolean>;
  set(on: boolean): void;
}

/** A choice between on and off, off at first. */
export function storedSwitch(name: string): Switch {
  const isOn = signal(stored(name) !== null);
  const set = (on: boolean) => {
    isOn.value = on;
    store(name, on ? "on" : null);
  };
  return { isOn, set };
}
