import { Chess } from "chess.js";
import { expect, test } from "vitest";
import type { GameTree, TreeNode } from "../api/types";
import { toPgn } from "./pgn";
import { treeOf } from "./tree";

const node = (parent: number | null, san?: string, more: Partial<TreeNode> = {}): TreeNode => ({
  parent,
  ply: 0,
  fen: "",
  mainline: true,
  ...(san ? { san } : {}),
  ...more,
});

const nodes = [
  node(null, undefined, { comment: "A } miniature" }),
  node(0, "f3", { number: "1.", nags: ["?", "⩱"], clock: "0:10:00" }),
  node(1, "e5", { number: "1...", comment: "good" }),
  node(2, "g4", { number: "2.", nags: ["??"] }),
  node(3, "Qh4#", { number: "2...", eval: "#-1" }),
  node(2, "e4", { number: "2.", mainline: false, before: "better" }),
  node(5, "Nf6", { number: "2...", mainline: false }),
];
const game: GameTree = {
  source: "s",
  game: 1,
  tags: [
    ["White", 'A "the" \\ B'],
    ["Result", "0-1"],
  ],
  faults: [],
  start: "",
  nodes,
};

test("tags, moves, variations, comments and signs", () => {
  expect(toPgn(game, treeOf(nodes)).replace(/\s+/g, " ")).toBe(
    '[White "A \\"the\\" \\\\ B"] [Result "0-1"] {A ) miniature} 1. f3? $15 {[%clk 0:10:00]} 1... e5 {good} 2. g4?? ({better} 2. e4 Nf6) 2... Qh4# {[%eval #-1]} 0-1 ',
  );
});

test("other programs read it", () => {
  const chess = new Chess();
  // It does not know quotation marks in tags.
  chess.loadPgn(toPgn({ ...game, tags: [["Result", "0-1"]] }, treeOf(nodes)));
  expect(chess.history()).toEqual(["f3", "e5", "g4", "Qh4#"]);
});
