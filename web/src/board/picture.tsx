// A still picture of a position, for lists and for paper: it is there at once and keeps nothing.

import "./board.css";
import type { Arrow, Mark } from "../api/types";
import { arrowPath } from "./arrows";
import { COLOURS, colourName } from "./colours";
import { place, placement, squareIndex } from "./squares";

/** The class of a letter's picture. */
export function pieceClass(letter: string): string {
  if (letter === "_") return "piece piece-empty";
  return `piece piece-${letter < "a" ? "w" : "b"}${letter.toUpperCase()}`;
}

interface Props {
  fen: string;
  /** The squares of the last move. */
  last?: readonly string[];
  squares?: readonly Mark[];
  arrows?: readonly Arrow[];
  label: string;
}

export function Picture({ fen, last = [], squares = [], arrows = [], label }: Props) {
  return (
    <span class="picture board-squares block whole" role="img" aria-label={label}>
      {last.map((square) => on(square, "last-move"))}
      {squares.map(({ square, colour }) => on(square, `mark mark-${colourName(colour)}`))}
      {[...placement(fen)].map(([square, letter]) => on(square, pieceClass(letter)))}
      {arrows.length > 0 && (
        <svg viewBox="0 0 8 8">
          {arrows.map(({ from, to, colour }) => (
            <path
              class={`arrow-${colour}`}
              fill={COLOURS[colourName(colour)]}
              d={arrowPath(from, to, "white")}
            />
          ))}
        </svg>
      )}
    </span>
  );
}

function on(square: string, name: string) {
  const [column, row] = place(squareIndex(square), "white");
  return <i class={name} style={{ left: `${12.5 * column}%`, top: `${12.5 * row}%` }} />;
}
