// Scores of chess engines, from White's side, as text and as the part of a bar that is White's.

import type { EngineLine } from "../api/types";

/** A score: `+0.35`, `−1.20`, `#4` for White's mate in four, `#−4` for Black's, `#` after mate. */
export function scoreText({ cp, mate }: EngineLine): string {
  const sign = (value: number) => (value < 0 ? "−" : "");
  if (mate !== null) return mate === 0 ? "#" : `#${sign(mate)}${Math.abs(mate)}`;
  const value = (Math.abs(cp) / 100).toFixed(2);
  return `${cp > 0 ? "+" : sign(cp)}${value}`;
}

/** The part of the bar that is White's, in per cent: the result to be expected if four pawns are worth 400 points of Elo. */
export const share = ({ cp }: EngineLine): number => Math.round(100 / (1 + 10 ** (-cp / 400)));
