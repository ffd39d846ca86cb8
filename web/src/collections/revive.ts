// What is kept becomes a position with its game again; games of a PGN file become what is kept.

import type { Api } from "../api/client";
import type { GameTree } from "../api/types";
import { toPgn } from "../game/pgn";
import { treeOf } from "../game/tree";
import { type Item, itemOf } from "../items/item";
import { gameOf } from "../items/rules";
import { type Kept, keptOf } from "./kept";

const pieces = (fen: string | undefined) => fen?.split(" ", 2).join(" ");

/** The item. Where the rules of the page do not lead to its position, the position alone. */
export function itemOfKept({ tags, start, moves, at, end, fen, squares, arrows, note }: Kept): Item {
  const about = { source: "", game: 0, tags };
  const whole = gameOf(start, moves, about);
  const marks = { squares, arrows, note };
  if (pieces(whole.nodes[at]?.fen) === pieces(fen))
    return { game: whole, node: at, end: Math.min(end, whole.nodes.length - 1), ...marks };
  return { game: gameOf(fen, [], about), node: 0, end: 0, ...marks };
}

/** The game as PGN, with its start where it has one of its own. */
export function gamePgn({ game }: Item): string {
  const tags: GameTree["tags"] = game.tags.filter(([name]) => name !== "FEN" && name !== "SetUp");
  const isUsual = /^rnbqkbnr\/p{8}\/8\/8\/8\/8\/P{8}\/RNBQKBNR w KQkq/.test(game.start);
  if (!isUsual) tags.push(["SetUp", "1"], ["FEN", game.start]);
  return toPgn({ ...game, tags }, treeOf(game.nodes));
}

/** The most games that are read from a file. */
const MOST = 500;

/** Reads a file of games by the program; the position of each is the first move with a comment, or its start. */
export async function readGames(api: Api, file: File): Promise<Kept[]> {
  const source = await api.drop(file);
  try {
    const { games } = await api.games({ source: source.id, count: MOST });
    const kept: Kept[] = [];
    for (const { game } of games) {
      const tree = await api.game({ source: source.id, game });
      const told = tree.nodes.findIndex(({ comment, mainline }, at) => at > 0 && mainline && comment);
      const note = tree.nodes[told]?.comment ?? tree.nodes[0]?.comment ?? "";
      kept.push({ ...keptOf(itemOf(tree, Math.max(0, told), [])), note });
    }
    return kept;
  } finally {
    await api.close({ id: source.id });
  }
}
