// Squares: their names, their places on a board seen from either side, the steps between them; and what stands on them.

export type Side = "white" | "black";

export const FILES = "abcdefgh";
export const RANKS = "12345678";

/** The index of a square by its name, from 0 for a1 and 1 for b1 to 63 for h8; -1 if there is no such square. */
export function squareIndex(name: string): number {
  if (name.length !== 2) return -1;
  const file = FILES.indexOf(name.charAt(0));
  const rank = RANKS.indexOf(name.charAt(1));
  return file < 0 || rank < 0 ? -1 : file + 8 * rank;
}

/** The name of a square by its index. */
export function squareName(index: number): string {
  return `${FILES.charAt(index % 8)}${RANKS.charAt(Math.floor(index / 8))}`;
}

/** True for the squares of the colour of h1. */
export function isLight(index: number): boolean {
  return (index + Math.floor(index / 8)) % 2 === 1;
}

/** The column and the row of a square on the screen, each from 0 (left, top) to 7. */
export function place(index: number, side: Side): [column: number, row: number] {
  const file = index % 8;
  const rank = Math.floor(index / 8);
  return side === "white" ? [file, 7 - rank] : [7 - file, rank];
}

/** The square at a column and a row of the screen, the opposite of `place`. */
export function squareAt(column: number, row: number, side: Side): number {
  return side === "white" ? column + 8 * (7 - row) : 7 - column + 8 * row;
}

/** The square that lies some columns to the right and some rows down on the screen, kept on the board. */
export function step(index: number, right: number, down: number, side: Side): number {
  const [column, row] = place(index, side);
  const keep = (n: number) => Math.min(7, Math.max(0, n));
  return squareAt(keep(column + right), keep(row + down), side);
}

// The part of a FEN that a board shows: where the pieces stand, and who is to move.

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
