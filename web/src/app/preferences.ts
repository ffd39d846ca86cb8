// What outlasts the page: choices, queries, collections, cards. The browser keeps each as a text under its name, for the address
// of the page; a server that has a memory keeps it for all addresses (memory.ts).

import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";

const PREFIX = "tabiya.";
type Text = string | null;

/** What is done with a text that another page has kept. */
interface Remembered {
  take(text: Text): void;
  merge(mine: Text, theirs: Text): Text;
}

const all = new Map<string, Remembered>();
let told: ((name: string, text: string | null) => void) | null = null;

export function stored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * A value that is read from its text, in which others may have written; null if there is none. `merge` makes one value of two
 * that different pages have kept at the same time, and its text is JSON; without it, that of this page holds.
 */
export function remembered<T>(
  name: string,
  read: (text: Text) => T,
  merge?: (mine: T, theirs: T) => T,
): Signal<T> {
  const value = signal(read(stored(name)));
  all.set(name, {
    take: (text) => {
      value.value = read(text);
    },
    merge: (mine, theirs) =>
      merge && mine !== null && theirs !== null ? JSON.stringify(merge(read(mine), read(theirs))) : mine,
  });
  return value;
}

/** A value that is kept as JSON, and what keeps another one: false if nobody can keep it. */
export function kept<T>(
  name: string,
  read: (value: unknown) => T,
  merge?: (mine: T, theirs: T) => T,
): [value: Signal<T>, keep: (value: T) => boolean] {
  const value = remembered(name, (text) => read(parsed(text)), merge);
  const keep = (next: T) => {
    value.value = next;
    return store(name, JSON.stringify(next));
  };
  return [value, keep];
}

/** Keeps a text. False if nobody can keep it: it lasts as long as the page then. */
export function store(name: string, text: string | null): boolean {
  told?.(name, text);
  return storeHere(name, text) || told !== null;
}

function storeHere(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** The names of all values that are remembered. */
export const names = (): string[] => [...all.keys()];

/** From now on somebody else is told what is kept, too. */
export function tell(to: (name: string, text: string | null) => void): void {
  told = to;
}

/** Takes a text that another page has kept. */
export function recall(name: string, text: string | null): void {
  storeHere(name, text);
  all.get(name)?.take(text);
}

/** One text of two that different pages have kept under a name. */
export const merged = (name: string, mine: Text, theirs: Text): Text =>
  all.get(name)?.merge(mine, theirs) ?? mine;

/** A choice of one of some values, the first at first. */
export function storedChoice<T extends string>(name: string, all: readonly [T, ...T[]]): Signal<T> {
  const value = remembered<T>(name, (text) => all.find((each) => each === text) ?? all[0]);
  effect(() => void store(name, value.value === all[0] ? null : value.value));
  return value;
}

export interface Switch {
  readonly isOn: ReadonlySignal<boolean>;
  set(on: boolean): void;
}

/** A choice between on and off, off at first. */
export function storedSwitch(name: string): Switch {
  const isOn = remembered(name, (text) => text !== null);
  const set = (on: boolean) => {
    isOn.value = on;
    store(name, on ? "on" : null);
  };
  return { isOn, set };
}

// Values that others may have written: in what is kept, and in files.

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

/** Whether something has values of a type under all of some names. */
export const has = (value: unknown, type: "string" | "number" | "boolean", ...names: string[]) =>
  isObject(value) && names.every((name) => typeof value[name] === type);

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** What is of a kind in a list; nothing if it is no list. */
export function listOf<T>(value: unknown, is: (value: unknown) => value is T): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}
