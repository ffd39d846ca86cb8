// Queries that outlast the page: those that were searched, and those that the reader has given a name. A file takes them
// elsewhere.

import type { Dialect, Settings } from "../api/types";
import { has, isObject, isTexts, kept, listOf, parsed } from "../app/preferences";
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
const FORMAT = "tabiya-queries";

export const [asked, setAsked] = kept<readonly Asked[]>(
  "asked",
  (value) => listOf(value, isAsked),
  (mine, theirs) => newest([...mine, ...theirs.filter((entry) => !mine.some(({ at }) => at === entry.at))]),
);
export const [saved, setSaved] = kept<readonly Saved[]>(
  "saved",
  (value) => listOf(value, isSaved),
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
  const others = saved.value.filter(({ name }) => name !== entry.name);
  setSaved([...others, entry].sort((a, b) => a.name.localeCompare(b.name)));
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

function isKept(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || typeof value.query !== "string") return false;
  const { dialect, variations = false, settings = {} } = value;
  return (
    [undefined, "5", "6"].includes(dialect as Dialect) &&
    typeof variations === "boolean" &&
    isObject(settings) &&
    isTexts(Object.values(settings))
  );
}

function isSaved(value: unknown): value is Saved {
  return isKept(value) && typeof value.name === "string" && value.name !== "";
}

function isAsked(value: unknown): value is Asked {
  return (
    isKept(value) &&
    has(value, "number", "at", "matches", "games") &&
    has(value, "boolean", "complete") &&
    isTexts(value.sources)
  );
}
