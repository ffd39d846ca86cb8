// The moves of a game as text: the main line with variations nested in it, and the ways from one position to another.

import type { GameTree, TreeNode } from "../api/types";

/** A run of moves without interruption, or the variations that leave after the last of them. */
export type Item =
  | { kind: "move"; node: number; number: string | undefined }
  | { kind: "variations"; lines: Item[][] };

/** A game's positions with their continuations. */
export interface Tree {
  nodes: readonly TreeNode[];
  /** The positions after each position, the continuation of the line first. */
  children: readonly (readonly number[])[];
}

/** A tag of a game as it is written; nothing where it is not. */
export const tagOf = ({ tags }: Pick<GameTree, "tags">, name: string): string =>
  tags.find(([tag]) => tag === name)?.[1] ?? "";

export function treeOf(nodes: readonly TreeNode[]): Tree {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach((node, at) => {
    if (node.parent === null || node.parent === undefined) return;
    const siblings = children[node.parent];
    // The numbers are those of a walk in which a line comes before the variations that leave it or after them,
    // so the main line is looked for by its mark.
    if (node.mainline) siblings?.unshift(at);
    else siblings?.push(at);
  });
  return { nodes, children };
}

/**
 * The line that begins with a position, with the variations in their places. A move shows its number where a reader needs
 * it: White's moves, the first of a line, and Black's after something that stands between.
 */
export function lineFrom(tree: Tree, first: number): Item[] {
  const items: Item[] = [];
  let at: number | undefined = first;
  let fresh = true;
  // Variations of the first move of the main line belong to its line; those of a variation are the caller's.
  while (at !== undefined) {
    const node: TreeNode | undefined = tree.nodes[at];
    if (node === undefined) break;
    const fullNumber = node.number;
    const needed =
      fresh || fullNumber === undefined || !fullNumber.endsWith("...") || node.before !== undefined;
    items.push({ kind: "move", node: at, number: needed ? fullNumber : undefined });
    fresh = node.comment !== undefined;
    const siblings: readonly number[] =
      node.parent === null || node.parent === undefined ? [] : (tree.children[node.parent] ?? []);
    if (siblings[0] === at && siblings.length > 1) {
      items.push({ kind: "variations", lines: siblings.slice(1).map((other) => lineFrom(tree, other)) });
      fresh = true;
    }
    at = tree.children[at]?.[0];
  }
  return items;
}

/** All moves of a game: its main line with the variations. Empty if no move was played. */
export function allMoves(tree: Tree): Item[] {
  const first = tree.children[0]?.[0];
  return first === undefined ? [] : lineFrom(tree, first);
}

/** The position before. */
export function back(tree: Tree, node: number): number {
  return tree.nodes[node]?.parent ?? node;
}

/** The next position of the line. */
export function forward(tree: Tree, node: number): number {
  return tree.children[node]?.[0] ?? node;
}

/** The positions of the line that goes on from a position, which is the first of them. */
function* onwards(tree: Tree, node: number): Generator<number> {
  for (let at: number | undefined = node; at !== undefined; at = tree.children[at]?.[0]) yield at;
}

/** The last position of the line that goes on from a position. */
export function lineEnd(tree: Tree, node: number): number {
  return [...onwards(tree, node)].at(-1) ?? node;
}

/** The variation before or after among those that go on from the same position; the first and the last stay. */
export function sibling(tree: Tree, node: number, by: -1 | 1): number {
  const parent = tree.nodes[node]?.parent;
  if (parent === null || parent === undefined) return node;
  const siblings = tree.children[parent] ?? [];
  return siblings[siblings.indexOf(node) + by] ?? node;
}

/** The positions from the start to a position, both included. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  let at: number | null | undefined = node;
  while (at !== null && at !== undefined && tree.nodes[at] !== undefined) {
    path.unshift(at);
    at = tree.nodes[at]?.parent;
  }
  return path;
}

/** The line on which a position lies, from the start to its end. */
export function lineThrough(tree: Tree, node: number): number[] {
  return [...pathTo(tree, node).slice(0, -1), ...onwards(tree, node)];
}

/** The next of some positions, in the order of their numbers, after or before a position, going round at the ends. */
export function nextOf(found: readonly number[], node: number, by: -1 | 1): number | undefined {
  const sorted = [...new Set(found)].sort((a, b) => a - b);
  if (by === 1) return sorted.find((other) => other > node) ?? sorted[0];
  return sorted.reverse().find((other) => other < node) ?? sorted[0];
}
