// A game as a tree of positions. The page knows no rules: each move says which squares it changes, as `changes.rs` writes it.

import type { GameTree, TreeNode } from "../api/types";
import {
  isLetter,
  type Letter,
  moveNumber,
  placement,
  placementText,
  pliesBefore,
  START,
} from "../board/squares";
import { t } from "../i18n";
import { type Line, SOURCE } from "./static";

type Board = ReadonlyMap<string, Letter>;

/** The squares that a move changes, each with the letter of the piece that then stands there: `e2e4P`. */
const changesOf = (move: string): [square: string, letter: string | undefined][] =>
  [...move.matchAll(/([a-h][1-8])([KQRBNP](?!\d))?/gi)].map(([, square = "", letter]) => [square, letter]);

/** The board after a move. */
export function play(board: Board, move: string): Board {
  const after = new Map(board);
  for (const [square, letter] of changesOf(move)) {
    if (letter && isLetter(letter)) after.set(square, letter);
    else after.delete(square);
  }
  return after;
}

/** The game of a line, which has a number; linear in its length. */
export function treeOf(line: Line, game: number): GameTree {
  const { head, start = START } = line;
  const begin = pliesBefore(start);
  const parents = new Map(line.parents);
  const sans = line.san.split(" ");
  const boards: Board[] = [placement(start)];
  const continued = new Set<number>();
  const fen = (node: number, ply: number) =>
    `${placementText(boards[node] ?? new Map())} ${ply % 2 ? "b" : "w"}`;
  const nodes: TreeNode[] = [{ parent: null, ply: begin, fen: fen(0, begin), mainline: true }];
  for (const [at, move] of (line.moves ? line.moves.split(" ") : []).entries()) {
    const node = at + 1;
    const parent = parents.get(node) ?? at;
    const before = nodes[parent];
    const ply = (before?.ply ?? 0) + 1;
    boards[node] = play(boards[parent] ?? new Map(), move);
    const [[from] = [], [to = from] = []] = changesOf(move);
    nodes[node] = {
      parent,
      ply,
      san: sans[at] ?? "",
      number: moveNumber(ply),
      // Few positions are looked at.
      get fen() {
        return fen(node, ply);
      },
      // The first move of a position continues its line.
      mainline: (before?.mainline ?? false) && !continued.has(parent),
      ...(from && to ? { last: [from, to] } : {}),
    };
    continued.add(parent);
  }
  for (const [node, notes] of line.notes ?? []) Object.assign(nodes[node] ?? {}, notes);
  for (const name of ["clock", "eval"] as const)
    for (const [node, text] of (line[name] ?? "").split(",").entries())
      if (text && nodes[node]) nodes[node][name] = text;
  const facts = [t("report.game", { number: String(head.game) }), ...(head.source ? [head.source] : [])];
  const variant = head.variant ? { variant: head.variant } : {};
  return { source: SOURCE, game, tags: tagsOf(head), faults: [], start, nodes, facts, ...variant };
}

function tagsOf({ event, site, date, round, white, black, result, eco, whiteElo, blackElo }: Line["head"]) {
  const tags = { Event: event, Site: site, Date: date, Round: round, White: white, Black: black };
  const more = { Result: result, ECO: eco, WhiteElo: whiteElo, BlackElo: blackElo };
  return Object.entries({ ...tags, ...more }).map(([name, value]): [string, string] => [
    name,
    `${value ?? ""}`,
  ]);
}
