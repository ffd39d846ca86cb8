// Puzzles: an item becomes a position and the moves that are to be found there.

import type { GameTree, TreeNode } from "../api/types";
import { moveNumber, pliesBefore, type Side, turnOf } from "../board/squares";
import { lineThrough, treeOf } from "../game/tree";
import { pawns } from "../game/values";
import { type Item, numbered, occasionOf, playersOf } from "../items/item";

/** Where a puzzle begins: before the move that leads to the match, or at the match. */
export type Begin = "auto" | "before" | "at";

export interface Move {
  uci: string;
  san: string;
}

export interface Puzzle {
  /** The same for the same position and moves. */
  key: string;
  fen: string;
  /** The squares of the move before. */
  last: readonly string[];
  /** The moves in turn, the solver's first and last. */
  moves: readonly Move[];
  /** The game, which is told after the solution. */
  players: string;
  occasion: string;
  /** The number of the first move, `12...`. */
  number: string;
}

/** What a move costs the side that makes it, in pawns, from which on nobody is asked to find it. */
const LOSS = 1;

/** What the move that leads to a position cost the side that made it, by the evaluations of the game. */
function lossAt(nodes: GameTree["nodes"], node: number): number | undefined {
  const { parent, ply, eval: after } = nodes[node] ?? {};
  const [was, is] = [pawns(nodes[parent ?? -1]?.eval), pawns(after)];
  if (was === undefined || is === undefined || ply === undefined) return undefined;
  return ply % 2 === 1 ? was - is : is - was;
}

const isLoss = (nodes: GameTree["nodes"], node: number) => (lossAt(nodes, node) ?? 0) >= LOSS;

/** A better move than one that cost something: that of a variation which nobody calls a mistake, as analyses add it. */
function betterThan(nodes: GameTree["nodes"], node: number): number | undefined {
  const { parent } = nodes[node] ?? {};
  const isGood = ({ nags = [] }: TreeNode) =>
    !nags.some((nag) => /^(?:\?|!?\?|\?\?)$/.test(nag) && nag !== "!?");
  const found = nodes.findIndex(
    (other, at) =>
      at !== node && other.parent === parent && !other.own && isGood(other) && !isLoss(nodes, at),
  );
  return found < 0 ? undefined : found;
}

/** The most moves of both sides that a puzzle has. */
const MOST = 19;

/**
 * The place on the line at which a puzzle begins. By itself that is before the move that leads to the match; a sequence is
 * done by the side that makes its last move, so that it begins where that side is to move.
 */
export function firstOf(line: readonly number[], { node, end }: Item, begin: Begin): number {
  const at = line.indexOf(node);
  if (at <= 0 || begin === "at") return Math.max(0, at);
  const length = line.indexOf(end) - at;
  return begin === "auto" && length > 0 && length % 2 === 1 ? at : at - 1;
}

/**
 * The puzzle of an item whose move was a mistake: the better move, if the game tells it; otherwise the answer to the mistake, unless
 * that is another. A mistake is never what is to be found.
 */
function puzzleOfLoss(item: Item, begin: Begin): Puzzle | null {
  const { nodes } = item.game;
  const better = begin === "at" ? undefined : betterThan(nodes, item.node);
  if (better !== undefined) return madeOf(item, nodes[item.node]?.parent ?? 0, [better]);
  const next = treeOf(nodes).children[item.node]?.[0];
  if (begin === "before" || next === undefined || isLoss(nodes, next)) return null;
  return madeOf(item, item.node, [next]);
}

/**
 * The puzzle of an item; null if there is no move to find. `own` is the number of the solver's moves after a match at which
 * a puzzle begins by wish.
 */
export function puzzleOf(item: Item, begin: Begin, own: number): Puzzle | null {
  const { game, node } = item;
  const { nodes } = game;
  if (item.end === node && (item.isLoss || isLoss(nodes, node)) && (begin !== "at" || own === 1))
    return puzzleOfLoss(item, begin);
  const line = lineThrough(treeOf(game.nodes), node);
  const first = firstOf(line, item, begin);
  const end = line.indexOf(item.end);
  const isSequence = item.end !== node && end > first;
  const wanted = isSequence && begin !== "at" ? end - first : first < line.indexOf(node) ? 1 : 2 * own - 1;
  const steps = line.slice(first + 1, first + 1 + Math.min(wanted, MOST));
  // The last move is the solver's.
  if (steps.length % 2 === 0) steps.pop();
  return madeOf(item, line[first] ?? 0, steps);
}

function madeOf(item: Item, at: number, steps: readonly number[]): Puzzle | null {
  const { game } = item;
  const start = game.nodes[at];
  const moves = steps.flatMap((step) => {
    const { uci, san } = game.nodes[step] ?? {};
    return uci && san ? [{ uci, san }] : [];
  });
  if (!start || !moves.length || moves.length < steps.length) return null;
  return {
    key: [start.fen.split(" ").slice(0, 4).join(" "), ...moves.map(({ uci }) => uci)].join(" "),
    fen: start.fen,
    last: start.last ?? [],
    moves,
    players: playersOf(game),
    occasion: occasionOf(game),
    number: numbered(game, steps[0] ?? 0).split(" ")[0] ?? "",
  };
}

/** The puzzles of items, each once. */
export function puzzlesOf(items: readonly Item[], begin: Begin, own: number): Puzzle[] {
  const puzzles = new Map<string, Puzzle>();
  for (const item of items) {
    const puzzle = puzzleOf(item, begin, own);
    if (puzzle && !puzzles.has(puzzle.key)) puzzles.set(puzzle.key, puzzle);
  }
  return [...puzzles.values()];
}

/** The side that solves a puzzle. */
export const solver = (puzzle: Pick<Puzzle, "fen">): Side => turnOf(puzzle.fen);

/** The moves of a puzzle as a text with numbers: `12. Qh5 g6 13. Qg6#`. */
export const solution = ({ fen, moves }: Pick<Puzzle, "fen" | "moves">): string =>
  moves
    .map(({ san }, at) => {
      const ply = pliesBefore(fen) + at + 1;
      return at === 0 || ply % 2 ? `${moveNumber(ply)} ${san}` : san;
    })
    .join(" ");
