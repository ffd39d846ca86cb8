// Evaluations and clocks of a game as numbers for a graph.

import type { EngineLine } from "../api/types";

/** Evaluations beyond this many pawns are drawn at the edge. */
export const MOST_PAWNS = 8;

/** The evaluation in pawns from White's side, a mate as the largest value; nothing if the text is no evaluation. */
export function pawns(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const plain = text.trim();
  const mate = /^#?([+-]?)#?(\d+)$/.exec(plain);
  if (plain.includes("#") && mate) return mate[1] === "-" ? -MOST_PAWNS : MOST_PAWNS;
  const value = Number(plain.split(",", 1)[0]);
  if (plain === "" || !Number.isFinite(value)) return undefined;
  return Math.min(MOST_PAWNS, Math.max(-MOST_PAWNS, value));
}

/** A clock's time in seconds; nothing if the text is no time. */
export function seconds(text: string | undefined): number | undefined {
  const parts = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text?.trim() ?? "");
  if (!parts) return undefined;
  return Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
}

/** A place on a graph: how far along it is, from 0 to 1, and how high, from 0 at the bottom to 1. */
export type Point = [along: number, high: number];

/** The graph of some values; positions without a value are left out. */
export function points(values: readonly (number | undefined)[], low: number, high: number): Point[] {
  const span = high - low || 1;
  const last = Math.max(1, values.length - 1);
  const found: Point[] = [];
  values.forEach((value, at) => {
    if (value !== undefined) found.push([at / last, Math.min(1, Math.max(0, (value - low) / span))]);
  });
  return found;
}

/** A line through points as the data of an SVG path on a picture of a width and a height. */
export function linePath(line: readonly Point[], width: number, height: number): string {
  return line
    .map(([x, y], at) => `${at === 0 ? "M" : "L"}${round(x * width)} ${round((1 - y) * height)}`)
    .join("");
}

/** The area between a line and a height, as the data of an SVG path. */
export function areaPath(line: readonly Point[], width: number, height: number, base: number): string {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return "";
  const y = round((1 - base) * height);
  return `M${round(first[0] * width)} ${y}${linePath(line, width, height).replace("M", "L")}L${round(last[0] * width)} ${y}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

// Scores of chess engines, from White's side, as text and as the part of a bar that is White's.

/** A score: `+0.35`, `−1.20`, `#4` for White's mate in four, `#−4` for Black's, `#` after mate. */
export function scoreText({ cp, mate }: EngineLine): string {
  const sign = (value: number) => (value < 0 ? "−" : "");
  if (mate !== null) return mate === 0 ? "#" : `#${sign(mate)}${Math.abs(mate)}`;
  const value = (Math.abs(cp) / 100).toFixed(2);
  return `${cp > 0 ? "+" : sign(cp)}${value}`;
}

/** The part of the bar that is White's, in per cent: the result to be expected if four pawns are worth 400 points of Elo. */
export const share = ({ cp }: EngineLine): number => Math.round(100 / (1 + 10 ** (-cp / 400)));
