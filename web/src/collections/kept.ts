// Collections of positions with their games and notes, kept as queries are. What is kept needs no source: the
// moves of the line on which the position lies are there.

import { computed } from "@preact/signals";
import type { Arrow, GameTree, Mark } from "../api/types";
import { has, isObject, isTexts, kept, listOf, parsed, remembered, store } from "../app/preferences";
import { lineThrough, treeOf } from "../game/tree";
import { t } from "../i18n";
import { type Item, tagValue } from "../items/item";

export interface Kept {
  /** The same for the same position of the same game. */
  id: string;
  tags: GameTree["tags"];
  start: string;
  /** The moves of the line. */
  moves: string[];
  /** The number of moves that lead to the position, and to the end of a sequence that matched. */
  at: number;
  end: number;
  fen: string;
  last: string[];
  squares: Mark[];
  arrows: Arrow[];
  note: string;
}

export interface Collection {
  name: string;
  kept: Kept[];
}

const CURRENT = "collection";
const FORMAT = "tabiya-collection";

/** All collections; and what puts others in their place, which is false if the browser could not keep them. */
export const [collections, setCollections] = kept<readonly Collection[]>(
  "collections",
  collectionsOf,
  (mine, theirs) => {
    const both = new Map(mine.map((each) => [each.name, each]));
    for (const { name, kept } of theirs) {
      const own = both.get(name)?.kept ?? [];
      const others = kept.filter(({ id }) => !own.some((entry) => entry.id === id));
      both.set(name, { name, kept: [...own, ...others] });
    }
    return [...both.values()];
  },
);
const wanted = remembered(CURRENT, (text) => text);

/** The name of the collection to which positions are added. */
export const current = computed(
  () =>
    (collections.value.find(({ name }) => name === wanted.value) ?? collections.value[0])?.name ??
    t("collections.first"),
);

export function setCurrent(name: string): void {
  wanted.value = name;
  store(CURRENT, name);
}

/** The collection of a name, which may be empty or not exist yet. */
export const collection = (name: string): Collection =>
  collections.value.find((each) => each.name === name) ?? { name, kept: [] };

/** Changes what is in a collection. */
export function change(name: string, to: (kept: readonly Kept[]) => Kept[]): boolean {
  const changed = { name, kept: to(collection(name).kept) };
  const isKnown = collections.value.some((each) => each.name === name);
  return setCollections(
    isKnown
      ? collections.value.map((each) => (each.name === name ? changed : each))
      : [...collections.value, changed],
  );
}

export interface Added {
  /** The number of positions that were not there before. */
  added: number;
  isStored: boolean;
}

export function add(name: string, entries: readonly Kept[]): Added {
  const known = new Set(collection(name).kept.map(({ id }) => id));
  const fresh = entries.filter(({ id }) => !known.has(id) && known.add(id));
  return { added: fresh.length, isStored: change(name, (kept) => [...kept, ...fresh]) };
}

/** All collections once a position has gone from one to another, which may have it already. */
export function moved(from: string, to: string, entry: Kept): Collection[] {
  return collections.value.map(({ name, kept }) => {
    const others = kept.filter(({ id }) => id !== entry.id);
    if (name === from) return { name, kept: others };
    return name === to ? { name, kept: [...others, entry] } : { name, kept };
  });
}

/** The place of a position: its pieces and its game. */
export function idOf(game: GameTree, node: number): string {
  const about = ["White", "Black", "Date", "Event"].map((tag) => tagValue(game, tag));
  return [game.nodes[node]?.fen ?? game.start, ...about].join("|");
}

export function keptOf({ game, node, end, squares, arrows, note }: Item): Kept {
  const line = lineThrough(treeOf(game.nodes), node);
  const position = game.nodes[node];
  return {
    id: idOf(game, node),
    tags: game.tags,
    start: game.start,
    moves: line.slice(1).map((at) => game.nodes[at]?.san ?? "--"),
    at: line.indexOf(node),
    end: Math.max(line.indexOf(end), line.indexOf(node)),
    fen: position?.fen ?? game.start,
    last: [...(position?.last ?? [])],
    squares: [...squares],
    arrows: [...arrows],
    note,
  };
}

/** A collection as the text of a file. */
export const toFile = (shown: Collection): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, collections: [shown] }, null, 2)}\n`;

/** The collections of such a text; null if it is another. */
export function fromFile(text: string): Collection[] | null {
  const file = parsed(text);
  if (!isObject(file) || file.format !== FORMAT) return null;
  return collectionsOf(file.collections);
}

/** What is a collection in a list. Others may have written there. */
function collectionsOf(all: unknown): Collection[] {
  if (!Array.isArray(all)) return [];
  return all.flatMap((each: unknown) =>
    isObject(each) && typeof each.name === "string" && each.name && Array.isArray(each.kept)
      ? [{ name: each.name, kept: listOf(each.kept, isKept) }]
      : [],
  );
}

// A function, for it is needed as soon as this file is loaded.
function isKept(value: unknown): value is Kept {
  if (!isObject(value)) return false;
  const { squares, arrows, tags, moves, last, at, end } = value;
  return (
    has(value, "string", "id", "start", "fen", "note") &&
    [at, end].every((number) => Number.isInteger(number) && Number(number) >= 0) &&
    [moves, last].every(isTexts) &&
    [tags, squares, arrows].every(Array.isArray) &&
    (tags as unknown[]).every((tag) => isTexts(tag) && tag.length === 2) &&
    (squares as unknown[]).every((each) => has(each, "string", "square", "colour")) &&
    (arrows as unknown[]).every((each) => has(each, "string", "from", "to", "colour"))
  );
}
