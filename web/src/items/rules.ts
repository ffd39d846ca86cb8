// The rules of chess where the page needs them itself: what may be moved, and the positions of a line. Chess.js knows the
// rules of orthodox chess; where a game has others, its own moves are taken as they are.

import { Chess, type Square } from "chess.js";
import type { GameTree, TreeNode } from "../api/types";
import { moveNumber, pliesBefore } from "../board/squares";

/** A move as its squares and the piece of a promotion: `e7e8q`. */
export type Uci = string;

export interface Legal {
  uci: Uci;
  san: string;
}

function chessAt(fen: string): Chess | null {
  try {
    return new Chess(fen, { skipValidation: true });
  } catch {
    return null;
  }
}

/** The legal moves at a position; none if the rules cannot read it. */
export function legalAt(fen: string): Legal[] {
  try {
    return (
      chessAt(fen)
        ?.moves({ verbose: true })
        .map(({ lan, san }) => ({ uci: lan, san })) ?? []
    );
  } catch {
    return [];
  }
}

export interface After {
  fen: string;
  san: string;
  mates: boolean;
}

/** What a move leads to; null if the rules do not allow it. */
export function after(fen: string, uci: Uci): After | null {
  const chess = chessAt(fen);
  try {
    const promotion = uci[4];
    const move = chess?.move({
      from: uci.slice(0, 2) as Square,
      to: uci.slice(2, 4) as Square,
      ...(promotion ? { promotion } : {}),
    });
    if (!chess || !move) return null;
    return { fen: chess.fen(), san: move.san, mates: chess.isCheckmate() };
  } catch {
    return null;
  }
}

/** A game of a single line of moves. If the rules do not allow them all, what was played until then. */
export function gameOf(
  start: string,
  moves: readonly string[],
  about: Pick<GameTree, "source" | "game" | "tags">,
): GameTree {
  const begin = pliesBefore(start);
  const nodes: TreeNode[] = [{ parent: null, ply: begin, fen: start, mainline: true }];
  const chess = chessAt(start);
  for (const [at, san] of moves.entries()) {
    let move: ReturnType<Chess["move"]> | undefined;
    try {
      move = chess?.move(san);
    } catch {
      break;
    }
    if (!chess || !move) break;
    const ply = begin + at + 1;
    nodes.push({
      parent: at,
      ply,
      san: move.san,
      uci: move.lan,
      number: moveNumber(ply),
      fen: chess.fen(),
      last: [move.from, move.to],
      mainline: true,
    });
  }
  return { ...about, faults: [], start, nodes };
}
