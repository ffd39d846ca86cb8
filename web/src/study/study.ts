// A study for Lichess: one PGN with a chapter for each item. Arrows and coloured squares are commands in comments, which
// Lichess and other programs draw.

import type { GameTree, TreeNode } from "../api/types";
import { colourName } from "../board/colours";
import { toPgn } from "../game/pgn";
import { lineThrough, treeOf } from "../game/tree";
import { type Item, numbered, occasionOf, playersOf } from "../items/item";
import { firstOf } from "../train/puzzle";

/** Where chapters begin. */
export type Chapters = "position" | "game";

/** The most chapters that a study has on Lichess. */
export const MOST_CHAPTERS = 64;

const LETTERS: Readonly<Record<string, string>> = {
  red: "R",
  orange: "R",
  blue: "B",
  purple: "B",
  yellow: "Y",
};
const letter = (colour: string): string => LETTERS[colourName(colour)] ?? "G";

/** The study; `match` is the comment of a match without one of its own. */
export function studyOf(items: readonly Item[], chapters: Chapters, match: string): string {
  return items
    .map((item, at) => {
      const game = chapters === "game" ? marked(item, match) : fromPosition(item, match);
      const title = [playersOf(item.game), numbered(item.game, item.node)].filter(Boolean).join(", ");
      const tags: GameTree["tags"] = [...game.tags, ["ChapterName", `${at + 1}. ${title}`]];
      return toPgn({ ...game, tags }, treeOf(game.nodes));
    })
    .join("\n");
}

/** The commands of what is marked at the match; without arrows, one for the move that led there. */
function commands({ game, node, squares, arrows }: Item): string {
  const circles = squares.map(({ square, colour }) => letter(colour) + square);
  const lines = arrows.map(({ from, to, colour }) => letter(colour) + from + to);
  const last = game.nodes[node]?.last;
  if (!lines.length && last) lines.push(`G${last.join("")}`);
  const command = (name: string, shapes: readonly string[]) =>
    shapes.length ? [`[%${name} ${[...new Set(shapes)].join(",")}]`] : [];
  return [...command("csl", circles), ...command("cal", lines)].join(" ");
}

/** The whole game with the match marked. */
function marked(item: Item, match: string): GameTree {
  const words = item.note.trim() || match;
  const nodes = item.game.nodes.map((each, at): TreeNode => {
    if (at !== item.node) return each;
    const comment = [commands(item), words, each.comment].filter(Boolean).join(" ");
    return { ...each, comment };
  });
  return { ...item.game, nodes };
}

/** The line from where the thing is done to its end, as a game that begins there. */
function fromPosition(item: Item, match: string): GameTree {
  const game = marked(item, match);
  const line = lineThrough(treeOf(game.nodes), item.node);
  const kept = line.slice(firstOf(line, item, "auto"));
  const nodes = kept.map((at, place): TreeNode => {
    const { before: _, ...node } = game.nodes[at] as TreeNode;
    return { ...node, parent: place === 0 ? null : place - 1, mainline: true };
  });
  const start = nodes[0]?.fen ?? game.start;
  const tags: GameTree["tags"] = [
    ["Event", [playersOf(game), occasionOf(game)].filter(Boolean).join(", ")],
    ...game.tags.filter(([name]) => !["Event", "SetUp", "FEN", "PlyCount"].includes(name)),
    ["SetUp", "1"],
    ["FEN", start],
  ];
  return { ...game, tags, start, nodes };
}
