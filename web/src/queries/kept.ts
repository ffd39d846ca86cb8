// Queries that outlast the page: those that were searched, and those that the reader has given a name. A file takes them
// elsewhere.

import type { Signal } from "@preact/signals";
import type { Dialect, Settings } from "../api/types";
import { isObject, listOf, parsed, remembered, store } from "../app/preferences";
import type { Question } from "../results/search";

/** A query as it was searched. */
export interface Kept {
  query: string;
  dialect?: Dialect;
  variations?: boolean;
  /** Values of parameters, by their names. */
  settings?: Settings;
}

export interface Asked extends Kept {
  /** When, in milliseconds since 1970. */
  at: number;
  matches: number;
  games: number;
  /** The names of the sources. */
  sources: string[];
  /** The search has seen all games. */
  complete: boolean;
}

export interface Saved extends Kept {
  name: string;
}

const MOST_ASKED = 100;
const ASKED = "asked";
const SAVED = "saved";
const FORMAT = "tabiya-queries";

export const asked: Signal<readonly Asked[]> = remembered(
  ASKED,
  (text) => listOf(parsed(text), isAsked),
  (mine, theirs) => newest([...mine, ...theirs.filter((entry) => !mine.some(({ at }) => at === entry.at))]),
);
export const saved: Signal<readonly Saved[]> = remembered(
  SAVED,
  (text) => listOf(parsed(text), isSaved),
  (mine, theirs) => [...mine, ...theirs.filter((entry) => !mine.some(({ name }) => name === entry.name))],
);

/** Keeps a search that has ended, in the place of an earlier one for the same in the same games. */
export function keepAsked(entry: Asked): void {
  const isSame = (other: Asked) =>
    sameQuery(other, entry) && other.sources.join("\n") === entry.sources.join("\n");
  setAsked([entry, ...asked.value.filter((other) => !isSame(other))].slice(0, MOST_ASKED));
}

export function forgetAsked(entry?: Asked): void {
  setAsked(entry ? asked.value.filter((other) => other !== entry) : []);
}

/** Keeps a query under a name, in the place of one that had it. */
export function save(entry: Saved): void {
  setSaved([...saved.value.filter(({ name }) => name !== entry.name), entry]);
}

export function forgetSaved(entry: Saved): void {
  setSaved(saved.value.filter((other) => other !== entry));
}

/** What is kept of a question: what is as usual is left out. */
export const keptOf = ({ query, dialect, variations, settings }: Omit<Question, "sources">): Kept => ({
  query,
  ...(dialect && { dialect }),
  ...(variations && { variations }),
  ...(Object.keys(settings).length && { settings }),
});

export const sameQuery = (a: Kept, b: Kept): boolean =>
  a.query === b.query &&
  a.dialect === b.dialect &&
  Boolean(a.variations) === Boolean(b.variations) &&
  JSON.stringify(a.settings ?? {}) === JSON.stringify(b.settings ?? {});

/** All of them as the text of a file. */
export function toFile(): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, saved: saved.value, asked: asked.value }, null, 2)}\n`;
}

/** Adds the queries of such a file; the number of names, or null if it is another file. */
export function fromFile(text: string): number | null {
  const file = parsed(text);
  if (!isObject(file) || file.format !== FORMAT) return null;
  const names = listOf(file.saved, isSaved);
  for (const entry of names) save(entry);
  const older = listOf(file.asked, isAsked).filter(
    (entry) => !asked.value.some((one) => one.at === entry.at),
  );
  setAsked(newest([...asked.value, ...older]));
  return names.length;
}

// A function, for it is needed as soon as this file is loaded.
function newest(entries: readonly Asked[]): Asked[] {
  return [...entries].sort((a, b) => b.at - a.at).slice(0, MOST_ASKED);
}

function setAsked(entries: readonly Asked[]): void {
  asked.value = entries;
  store(ASKED, JSON.stringify(entries));
}

function setSaved(entries: readonly Saved[]): void {
  saved.value = [...entries].sort((a, b) => a.name.localeCompare(b.name));
  store(SAVED, JSON.stringify(saved.value));
}

function isSettings(value: unknown): value is Settings {
  return isObject(value) && Object.values(value).every((each) => typeof each === "string");
}

function isKept(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || typeof value.query !== "string") return false;
  return (
    [undefined, "5", "6"].includes(value.dialect as Dialect) &&
    typeof (value.variations ?? false) === "boolean" &&
    isSettings(value.settings ?? {})
  );
}

function isSaved(value: unknown): value is Saved {
  return isKept(value) && typeof value.name === "string" && value.name !== "";
}

function isAsked(value: unknown): value is Asked {
  return (
    isKept(value) &&
    [value.at, value.matches, value.games].every((number) => Number.isFinite(number)) &&
    typeof value.complete === "boolean" &&
    Array.isArray(value.sources) &&
    value.sources.every((name) => typeof name === "string")
  );
}
