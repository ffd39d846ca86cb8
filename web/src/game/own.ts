// Moves of the reader's own: they stand beside the moves of the game as variations, and the program knows nothing of them.

import type { GameTree, Playable, TreeNode } from "../api/types";
import type { Place } from "../app/place";
import { START } from "../board/squares";

/** The place of a board without a game. */
export const OWN_BOARD: Place = { source: "", game: 0, node: 0 };

export const isOwnBoard = (place: Place | null): boolean => place?.source === OWN_BOARD.source;

/** A game in which nothing is played yet. */
export const emptyGame = (): GameTree => ({
  ...OWN_BOARD,
  tags: [],
  faults: [],
  start: START,
  nodes: [{ parent: null, ply: 0, fen: START, mainline: true }],
  own: true,
});

/**
 * A move from a position of a game: where the game goes on with it, its own position; otherwise the game with that move
 * added.
 */
export function withMove(game: GameTree, from: number, move: Playable): { game: GameTree; node: number } {
  const known = game.nodes.findIndex(
    (node) =>
      node.parent === from && (node.uci === undefined ? node.san === move.san : node.uci === move.uci),
  );
  if (known >= 0) return { game, node: known };
  const { san, uci, words, number, fen, last, check } = move;
  const added: TreeNode = {
    parent: from,
    ply: (game.nodes[from]?.ply ?? 0) + 1,
    san,
    uci,
    words,
    number,
    fen,
    mainline: false,
    own: true,
    ...(last ? { last } : {}),
    ...(check ? { check } : {}),
  };
  return { game: { ...game, nodes: [...game.nodes, added] }, node: game.nodes.length };
}

/** The last position of the game itself on the way to a position. */
export function inGame(game: GameTree | null, node: number): number {
  let at = node;
  while (game?.nodes[at]?.own) at = game.nodes[at]?.parent ?? 0;
  return at;
}
