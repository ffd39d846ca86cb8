// The shapes of arrows between squares, in units of one square.

import { place, type Side, squareIndex } from "./squares";

/** How far an arrow begins from the middle of its square, and its widths: of the shaft, and of the head. */
const START = 0.28;
const SHAFT = 0.075;
const HEAD = 0.22;
const HEAD_LENGTH = 0.36;

/**
 * The outline of an arrow as the data of an SVG path on a board of 8 by 8 units, or nothing where the squares are the same
 * or unknown. A knight's move gets a straight arrow as well: it says where from and where to, not how.
 */
export function arrowPath(from: string, to: string, side: Side): string | undefined {
  const [a, b] = [squareIndex(from), squareIndex(to)];
  if (a < 0 || b < 0 || a === b) return undefined;
  const [x1, y1] = place(a, side);
  const [x2, y2] = place(b, side);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = length - 0.08;
  const neck = tip - HEAD_LENGTH;
  const corners: [number, number][] = [
    [START, -SHAFT],
    [neck, -SHAFT],
    [neck, -HEAD],
    [tip, 0],
    [neck, HEAD],
    [neck, SHAFT],
    [START, SHAFT],
  ];
  const points = corners.map(([along, aside]) => {
    const x = x1 + 0.5 + dx * along - dy * aside;
    const y = y1 + 0.5 + dy * along + dx * aside;
    return `${trim(x)} ${trim(y)}`;
  });
  return `M${points.join("L")}z`;
}

function trim(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
