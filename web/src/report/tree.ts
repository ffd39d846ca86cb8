// A game as a tree of positions. The page knows no rules: each move says which squares it changes, as `moves.rs` writes it.

import type { GameTree, TreeNode } from "../api/types";
import { isLetter, type Letter, placement, placementText, START } from "../board/fen";
import { t } from "../i18n";
import { changesOf, type GameLine, movesOf, squaresOf } from "./data";

type Board = ReadonlyMap<string, Letter>;

/** The board after a move. */
export function play(board: Board, move: string): Board {
  const after = new Map(board);
  for (const [square, letter] of changesOf(move)) {
    if (letter && isLetter(letter)) after.set(square, letter);
    else after.delete(square);
  }
  return after;
}

/** The game of a record; linear in its length. */
export function treeOf(record: GameLine): GameTree {
  const start = record.start ?? START;
  const [, turn, , , , first] = start.split(" ");
  const moves = movesOf(record);
  const sans = record.san.split(" ");
  const parents = new Map(record.parents);
  const boards: Board[] = [placement(start)];
  const continued = new Set<number>();
  const fen = (node: number, ply: number) =>
    `${placementText(boards[node] ?? new Map())} ${ply % 2 ? "b" : "w"}`;
  const begin = 2 * (Number(first) - 1) + (turn === "b" ? 1 : 0);
  const nodes: TreeNode[] = [{ parent: null, ply: begin, fen: fen(0, begin), mainline: true }];
  for (let node = 1; node < moves.length; node += 1) {
    const move = moves[node] ?? "";
    const parent = parents.get(node) ?? node - 1;
    const ply = (nodes[parent]?.ply ?? 0) + 1;
    boards[node] = play(boards[parent] ?? new Map(), move);
    const [from, to] = squaresOf(move);
    nodes[node] = {
      parent,
      ply,
      san: sans[node - 1] ?? "",
      number: `${Math.ceil(ply / 2)}${ply % 2 ? "." : "..."}`,
      // Few positions are looked at.
      get fen() {
        return fen(node, ply);
      },
      // The first move of a position continues its line.
      mainline: (nodes[parent]?.mainline ?? false) && !continued.has(parent),
      ...(from ? { last: [from, to ?? from] } : {}),
    };
    continued.add(parent);
  }
  annotate(nodes, record);
  return {
    source: "",
    game: record.number,
    tags: tagsOf(record),
    faults: [],
    start,
    nodes,
    ...about(record),
  };
}

function annotate(nodes: readonly TreeNode[], record: GameLine): void {
  for (const [node, text, place] of record.comments ?? []) {
    const at = nodes[typeof place === "number" ? place : node];
    const side = typeof place === "number" ? "after" : (place ?? "comment");
    if (at) at[side] = at[side] ? `${at[side]} ${text}` : text;
  }
  for (const [node, , sign] of record.nags ?? []) {
    const at = nodes[node];
    if (at) at.nags = [...(at.nags ?? []), sign];
  }
  for (const [node, text] of record.beside ?? []) {
    const at = nodes[node];
    if (at) at.beside = text;
  }
  record.clocks?.split(",").forEach((text, node) => {
    const at = nodes[node];
    if (at && text) at.clock = clock(Number(text));
  });
  record.evals?.split(",").forEach((text, node) => {
    const at = nodes[node];
    if (at && text) at.eval = evaluation(text);
  });
}

/** Seconds as a clock shows them. */
function clock(seconds: number): string {
  const two = (n: number) => String(Math.floor(n) % 60).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)}:${two(seconds)}`;
}

/** Hundredths of a pawn, or the moves to mate, as people write them. */
function evaluation(text: string): string {
  if (text.startsWith("#")) return text;
  return `${text.startsWith("-") ? "" : "+"}${(Number(text) / 100).toFixed(2)}`;
}

function tagsOf(record: GameLine): [string, string][] {
  const { event, site, date, round, white, black, result, eco, whiteElo, blackElo } = record;
  const tags = { Event: event, Site: site, Date: date, Round: round, White: white, Black: black };
  const more = { Result: result, ECO: eco, WhiteElo: whiteElo, BlackElo: blackElo };
  return Object.entries({ ...tags, ...more }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

function about({ variant, number, file }: GameLine) {
  return {
    ...(variant ? { variant } : {}),
    facts: [t("report.game", { number: String(number) }), ...(file ? [file] : [])],
  };
}
