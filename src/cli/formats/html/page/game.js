// A game as a tree of positions. The page knows no rules: each move says which squares it changes, as `moves.rs` writes it.

import { EMPTY_BOARD, squareIndex } from "../../../../../crates/diagram/src/page/board.js";

const INITIAL = "RNBQKBNRPPPPPPPP" + ".".repeat(32) + "pppppppprnbqkbnr";

/** The pieces of a FEN as a board. */
export function boardOfFen(fen) {
  const squares = EMPTY_BOARD.split("");
  const ranks = fen.split(" ")[0].replace(/\[.*$/, "").split("/");
  ranks.slice(0, 8).forEach((rank, down) => {
    let square = 8 * (7 - down);
    for (const sign of rank) {
      if (/[1-8]/.test(sign)) square += Number(sign);
      else if (/[a-z]/i.test(sign)) squares[square++] = sign;
    }
  });
  return squares.slice(0, 64).join("");
}

/** The board after the changes of a move: `e2e4`, `e7e8q`, `e1g1,h1f1`, `e5d6,d5`, `n@f3`, `0000`. */
export function play(board, changes) {
  const squares = board.split("");
  const parts = changes === "0000" ? [] : changes.replace(/^0000,/, "").split(",");
  // Pieces that go at the same time are all lifted before one is put down.
  const lifted = [];
  for (const part of parts) {
    if (part.length < 4 || part[1] === "@") continue;
    const from = squareIndex(part);
    const [piece, promoted] = [squares[from], part[4]];
    squares[from] = ".";
    const white = piece === piece.toUpperCase();
    lifted.push([squareIndex(part.slice(2)), promoted ? (white ? promoted.toUpperCase() : promoted) : piece]);
  }
  for (const [square, piece] of lifted) squares[square] = piece;
  for (const part of parts) {
    if (part[1] === "@") squares[squareIndex(part.slice(2))] = part[0];
    else if (part.length === 2) squares[squareIndex(part)] = ".";
  }
  return squares.join("");
}

/** The squares that a move leaves and reaches; none for a null move, one for a piece that is put on the board. */
export function squaresOf(changes) {
  if (!changes || changes.startsWith("0000")) return [];
  return changes[1] === "@" ? [changes.slice(2, 4)] : [changes.slice(0, 2), changes.slice(2, 4)];
}

/** The tree of one game, made of its record when it is first looked at. Positions are numbered from 0, the start. */
export class Game {
  constructor(record) {
    this.record = record;
    const words = (text) => (text ? text.split(" ") : []);
    this.san = ["", ...words(record.san)];
    this.moves = ["", ...words(record.moves)];
    this.length = this.san.length;
    this.parents = this.san.map((_, node) => node - 1);
    for (const [node, parent] of record.parents ?? []) this.parents[node] = parent;
    this.children = this.san.map(() => []);
    for (let node = 1; node < this.length; node += 1) this.children[this.parents[node]].push(node);
    this.boards = [record.start ? boardOfFen(record.start) : INITIAL];
    const [, turn = "w", , , , number = "1"] = (record.start ?? "").split(" ");
    this.firstPly = 2 * (Number(number) - 1) + (turn === "b" ? 1 : 0);
    this.plies = [this.firstPly];
    for (let node = 1; node < this.length; node += 1) this.plies[node] = this.plies[this.parents[node]] + 1;
    const lists = (pairs) => Map.groupBy(pairs ?? [], ([node]) => node);
    this.comments = lists(record.comments);
    this.nags = lists(record.nags);
    this.beside = new Map(record.beside ?? []);
    this.clocks = record.clocks?.split(",") ?? [];
    this.evals = record.evals?.split(",") ?? [];
  }

  /** The board of a position. */
  board(node) {
    const way = [];
    let at = node;
    while (this.boards[at] === undefined) {
      way.push(at);
      at = this.parents[at];
    }
    let board = this.boards[at];
    for (const next of way.reverse()) {
      board = play(board, this.moves[next]);
      this.boards[next] = board;
    }
    return board;
  }

  /** True if White is to move. */
  whiteToMove(node) {
    return this.plies[node] % 2 === 0;
  }

  /** The number of the move that led to a position, with its dots: `12.` or `12...`. */
  number(node) {
    const ply = this.plies[node] - 1;
    return `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`;
  }

  /** The move that led to a position: `12. Nf3`; `start` for none. */
  move(node) {
    return node === 0 ? "Start" : `${this.number(node)} ${this.san[node]}`;
  }

  /** The signs of a move's glyphs: `!?` stands at the move, others apart. */
  glyphs(node) {
    const nags = this.nags.get(node) ?? [];
    const signs = (list) => list.map(([, , sign]) => sign).join(" ");
    return [signs(nags.filter(([, nag]) => nag < 7)), signs(nags.filter(([, nag]) => nag >= 7))];
  }

  /** The first move of a position that is not in a variation of it. */
  next(node) {
    return this.children[node][0] ?? node;
  }

  /** The next or the last position that has another move instead: what ↑ and ↓ go to. */
  sibling(node, step) {
    if (node === 0) return node;
    const siblings = this.children[this.parents[node]];
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  /** The last position of the line that a position is in. */
  end(node) {
    let at = node;
    while (this.next(at) !== at) at = this.next(at);
    return at;
  }

  /** True if a position lies in a variation. */
  inVariation(node) {
    for (let at = node; at > 0; at = this.parents[at]) {
      if (this.children[this.parents[at]][0] !== at) return true;
    }
    return false;
  }
}
