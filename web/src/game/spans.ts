// The constituents of a sequence over the positions of a game: which of them covers which position, and in which row of
// the timeline each is drawn.

import type { Constituent, Found, TreeNode } from "../api/types";
import type { Numbered } from "../board/board";
import { t } from "../i18n";

/** A constituent of a match, with the row in which it is drawn and the number of its colour. */
export interface Span {
  constituent: Constituent;
  /** The match to which it belongs. */
  match: number;
  /** The positions that it covers, in the order of their numbers. */
  nodes: number[];
  lane: number;
  colour: number;
}

/** What is marked along the moves of a game. */
export interface Marks {
  /** The position that is shown, and those that match. */
  node: number;
  matched: ReadonlySet<number>;
  spans: readonly Span[];
  /** The positions at which the match differs from its sequence. */
  differs: ReadonlySet<number>;
  goto(node: number): void;
}

/** The colours of constituents are numbered from 0; the style sheet knows this many. */
export const COLOURS = 8;

/** The positions that a constituent covers: those that are listed, otherwise those from the first to the last. */
export function covered(constituent: Constituent): number[] {
  if (constituent.nodes.length > 0) return [...constituent.nodes].sort((a, b) => a - b);
  const nodes: number[] = [];
  for (let node = constituent.first; node <= constituent.last; node += 1) nodes.push(node);
  return nodes;
}

/**
 * The spans of one match. Constituents that are the same place in the query have the same colour, also where they are
 * repeated; spans that share a position lie in different lanes.
 */
export function spansOf(found: Found, match = 0): Span[] {
  const colours = new Map<string, number>();
  const ends: number[] = [];
  const sorted = [...found.constituents].sort((a, b) => a.first - b.first || b.last - a.last);
  return sorted.map((constituent) => {
    const nodes = covered(constituent);
    const key = constituent.from === undefined ? constituent.text : `${constituent.from}-${constituent.to}`;
    if (!colours.has(key)) colours.set(key, colours.size % COLOURS);
    const first = nodes[0] ?? constituent.first;
    const last = nodes.at(-1) ?? constituent.last;
    let lane = ends.findIndex((end) => end < first);
    if (lane < 0) lane = ends.length;
    ends[lane] = last;
    return { constituent, match, nodes, lane, colour: colours.get(key) ?? 0 };
  });
}

/** Whether a constituent stands for any moves, so that nobody has asked for those that it matched. */
const isFiller = ({ text }: Constituent): boolean =>
  /^(?:--|\.|any)\s*(?:[*+?]|\{[^}]*\})?$/.test(text.trim());

/**
 * The arrows of a match: of its sequence the moves that were asked for, each numbered and in the colour of its constituent;
 * all that is no move of the sequence as it is.
 */
export function arrowsOf(found: Found, spans: readonly Span[], nodes: readonly TreeNode[]): Numbered[] {
  const asked = spans.filter(({ constituent }) => !isFiller(constituent));
  const isSequence = asked.length > 0 && asked.length < spans.length;
  if (!isSequence) return [...found.arrows];
  const squares = (node: number) => nodes[node]?.last?.join("-");
  const played = new Set(found.line.map(squares));
  const others = found.arrows.filter(({ from, to }) => !played.has(`${from}-${to}`));
  const line = new Set(found.line);
  const moves = asked.flatMap(({ colour, nodes: covers }) =>
    covers.flatMap((node) => {
      const [from, to] = nodes[node]?.last ?? [];
      return line.has(node) && from && to ? [{ node, from, to, colour: `span${colour}` }] : [];
    }),
  );
  moves.sort((a, b) => a.node - b.node);
  return [...others, ...moves.map(({ from, to, colour }, at) => ({ from, to, colour, number: at + 1 }))];
}

/** The name by which a constituent is shown: its own, if it has one; otherwise its text; a number alone as such. */
export function nameOf({ name, text }: Constituent): string {
  const shown = name === undefined || /^\d+$/.test(name) ? text : name;
  return /^\d+$/.test(shown) ? t("game.constituent", { number: shown }) : shown;
}

/**
 * The match at a position; otherwise the nearest before it of those with a constituent that covers it; otherwise the one
 * shown before, as long as it belongs to the same game. The answer is its number in the list, -1 for none.
 */
export function activeMatch(found: readonly Found[], node: number, before: number): number {
  const here = found.findIndex((match) => match.node === node);
  if (here >= 0) return here;
  const covers = (match: Found | undefined) =>
    match?.constituents.some((constituent) => covered(constituent).includes(node)) ?? false;
  if (covers(found[before])) return before;
  let best = -1;
  found.forEach((match, number) => {
    if (covers(match) && match.node <= node && match.node >= (found[best]?.node ?? -1)) best = number;
  });
  if (best >= 0) return best;
  return before < found.length ? before : -1;
}
