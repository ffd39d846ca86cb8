// A position with its game and what is marked in it: what is trained, printed, kept and exported. Answers become such items.

import type { Arrow, Constituent, Found, GameTree, Mark, Row } from "../api/types";
import type { Store } from "../app/store";
import { covered } from "../game/spans";
import { lineThrough, tagOf, treeOf } from "../game/tree";
import { nameText, resultText } from "../i18n";
import type { Search } from "../results/search";

export interface Item {
  game: GameTree;
  node: number;
  /** The last position of a sequence that matched; the position itself where there is none. */
  end: number;
  squares: readonly Mark[];
  arrows: readonly Arrow[];
  note: string;
  /** It was found because its move cost something, though the game does not say how much. */
  isLoss?: boolean;
}

/** The number of requests at a time. */
const AT_ONCE = 4;

export interface Wanted {
  store: Store;
  search: Search;
  /** The most answers that are taken. */
  most: number;
  signal: AbortSignal;
  onProgress?(done: number, of: number): void;
}

/** The first answers in the order shown, with their games. A game that cannot be read fails the whole. */
export async function itemsOf({ store, search, most, signal, onProgress }: Wanted): Promise<Item[]> {
  const { all, shown } = search.rows;
  const rows = Array.from(
    { length: Math.min(most, shown.length) },
    (_, place) => all[shown[place] as number] as Row,
  );
  const games = new Map<string, Promise<[GameTree, Found[]]>>();
  const id = search.id.value;
  const gameOf = ({ source, game }: Row) => {
    const key = `${source}/${game}`;
    const marks = id ? store.api.found({ id, source, game }, signal).then(({ found }) => found) : [];
    const known = games.get(key) ?? Promise.all([store.api.game({ source, game }, signal), marks]);
    games.set(key, known);
    return known;
  };
  // An engine has said what a game does not.
  const isLoss =
    /\b(?:evaldrop|enginedrop)\b/.test(search.question.query) && Boolean(store.about.value?.engine);
  const items: Item[] = [];
  // All workers take from the same rows.
  const left = rows.entries();
  let done = 0;
  const work = async () => {
    for (const [at, row] of left) {
      if (signal.aborted) return;
      const [game, found] = await gameOf(row);
      items[at] = { ...itemOf(game, row.node, found), ...(isLoss && { isLoss }) };
      done += 1;
      onProgress?.(done, rows.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return items;
}

/** A position of a game, with what the matches there mark. */
export function itemOf(game: GameTree, node: number, found: readonly Found[]): Item {
  const here = found.filter((match) => match.node === node);
  return {
    game,
    node,
    end: endOf(game, node, here[0]?.constituents ?? []),
    squares: here.flatMap((match) => match.squares),
    arrows: here.flatMap((match) => match.arrows),
    note: here.flatMap((match) => match.comments).join(" "),
  };
}

/** The last position of a sequence on the line through a position. */
function endOf(game: GameTree, node: number, constituents: readonly Constituent[]): number {
  const reached = new Set(constituents.flatMap((constituent) => covered(constituent)));
  const line = lineThrough(treeOf(game.nodes), node);
  return line.findLast((at, place) => place >= line.indexOf(node) && reached.has(at)) ?? node;
}

export const tagValue = (game: GameTree, name: string): string => {
  const value = tagOf(game, name);
  return /^(\?|\?{4}\.\?\?\.\?\?|-)$/.test(value) ? "" : value;
};

/** The players and the result as one line; the event where there are no players. */
export function playersOf(game: GameTree): string {
  const names = [tagValue(game, "White"), tagValue(game, "Black")].map(nameText);
  const result = resultText(tagValue(game, "Result"));
  if (names.some(Boolean)) return `${names.map((name) => name || "?").join(" – ")} ${result}`.trim();
  return tagValue(game, "Event") || "?";
}

/** Where and when a game was played, as one line. */
export function occasionOf(game: GameTree): string {
  const event = tagValue(game, "Event");
  const year = tagValue(game, "Date").slice(0, 4).replace("????", "");
  return [event || tagValue(game, "Site"), event.includes(year) ? "" : year].filter(Boolean).join(", ");
}

/** A move with its number: `12. Nf3`. */
export function numbered(game: GameTree, node: number): string {
  const { number, san } = game.nodes[node] ?? {};
  return [number, san].filter(Boolean).join(" ");
}
