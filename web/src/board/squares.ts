// Squares: their names, their places on a board seen from either side, and the steps between them.

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
