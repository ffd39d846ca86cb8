// A diagram for paper: black and white, drawn and not a background, for browsers do not print backgrounds.

import type { Arrow, Mark } from "../api/types";
import { arrowPath } from "../board/arrows";
import { pieceFile } from "../board/look";
import { isLight, place, placement, squareIndex } from "../board/squares";

interface Props {
  fen: string;
  squares: readonly Mark[];
  arrows: readonly Arrow[];
  label: string;
}

export function Diagram({ fen, squares, arrows, label }: Props) {
  const at = (square: string) => place(squareIndex(square), "white");
  const dark = Array.from({ length: 64 }, (_, square) => square).filter((square) => !isLight(square));
  return (
    <svg class="diagram block whole" viewBox="-0.45 -0.04 8.5 8.5" role="img" aria-label={label}>
      <rect width={8} height={8} fill="#fff" />
      {dark.map((square) => {
        const [x, y] = place(square, "white");
        return <rect key={square} x={x} y={y} width={1} height={1} fill="#cfcfcf" />;
      })}
      {[..."abcdefgh"].map((file, x) => (
        <text key={file} x={x + 0.5} y={8.36}>
          {file}
        </text>
      ))}
      {[..."87654321"].map((rank, y) => (
        <text key={rank} x={-0.23} y={y + 0.62}>
          {rank}
        </text>
      ))}
      {[...placement(fen)].map(([square, letter]) => {
        const [x, y] = at(square);
        return <image key={square} href={pieceFile(letter)} x={x} y={y} width={1} height={1} />;
      })}
      {squares.map(({ square }) => {
        const [x, y] = at(square);
        return <circle key={square} cx={x + 0.5} cy={y + 0.5} r={0.46} class="diagram-mark" />;
      })}
      {arrows.map(({ from, to }) => (
        <path key={from + to} d={arrowPath(from, to, "white")} class="diagram-arrow" />
      ))}
      <rect width={8} height={8} fill="none" stroke="#000" stroke-width={0.05} />
    </svg>
  );
}
