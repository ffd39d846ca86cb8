// The part of a FEN that a board shows: where the pieces stand, and who is to move.

import { FILES, RANKS, type Side, squareName } from "./squares";

/** The letter of a piece as in FEN: an upper-case letter for White. */
export type Letter = "K" | "Q" | "R" | "B" | "N" | "P" | "k" | "q" | "r" | "b" | "n" | "p";

export const LETTERS = "KQRBNPkqrbnp";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export function isLetter(text: string): text is Letter {
  return text.length === 1 && LETTERS.includes(text);
}

/** The pieces of a FEN by the names of their squares. Letters that are no pieces are skipped as empty squares. */
export function placement(fen: string): Map<string, Letter> {
  const pieces = new Map<string, Letter>();
  // Crazyhouse marks pieces that were pawns.
  const ranks = (fen.split(" ", 1)[0] ?? "").replaceAll("~", "").split("/");
  ranks.slice(0, 8).forEach((rank, down) => {
    let file = 0;
    for (const sign of rank) {
      if (file > 7) break;
      const blank = "12345678".indexOf(sign) + 1;
      if (blank === 0 && isLetter(sign)) pieces.set(squareName(file + 8 * (7 - down)), sign);
      file += blank === 0 ? 1 : blank;
    }
  });
  return pieces;
}

/** The side that is to move in a FEN; White if the FEN does not say. */
export function turnOf(fen: string): Side {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/** The number of plies before a position, by its FEN. */
export const pliesBefore = (fen: string): number =>
  2 * ((Number(fen.split(" ")[5]) || 1) - 1) + (turnOf(fen) === "black" ? 1 : 0);

/** The number that stands before a move, by the plies with it: `12.`, `12...` for Black's. */
export const moveNumber = (ply: number): string => `${Math.ceil(ply / 2)}${ply % 2 ? "." : "..."}`;

/** The first field of the FEN of a set of pieces. */
export function placementText(pieces: ReadonlyMap<string, Letter>): string {
  const rank = (name: string) => [...FILES].map((file) => pieces.get(file + name) ?? "1").join("");
  const ranks = [...RANKS].reverse().map(rank);
  return ranks.join("/").replace(/1+/g, ({ length }) => String(length));
}
