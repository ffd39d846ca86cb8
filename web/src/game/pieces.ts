// The moves of a game in pieces: the browser lays out only those that are in view, and those far from the position that is
// shown are made after the others, a few at a time, so that a game of thousands of moves opens at once.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Row } from "./rows";
import type { Item } from "./tree";

/** Rows of a piece. */
const ROWS = 60;
/** Pieces that are drawn together. */
const TOGETHER = 4;

/** The rows in pieces. Very many variations in one place are several rows. */
export function piecesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const short = rows.flatMap((row): Row[] =>
    row.kind === "variations" && row.lines.length > ROWS
      ? cut(row.lines).map((lines) => ({ kind: "variations", lines }))
      : [row],
  );
  // A row of many variations is a piece by itself.
  const pieces: Row[][] = [];
  let room = 0;
  for (const row of short) {
    const size = row.kind === "variations" ? row.lines.length : 1;
    if (size > room) {
      pieces.push([]);
      room = ROWS;
    }
    pieces.at(-1)?.push(row);
    room -= size;
  }
  return pieces;
}

function cut<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / ROWS);
  return Array.from({ length: count }, (_, at) => list.slice(at * ROWS, (at + 1) * ROWS));
}

/** The positions of a row. */
function positions(row: Row): number[] {
  const of = (items: readonly Item[]): number[] =>
    items.flatMap((item) => (item.kind === "move" ? [item.node] : item.lines.flatMap(of)));
  if (row.kind === "moves") return [row.white, row.black].filter((node) => node !== undefined);
  return row.kind === "variations" ? row.lines.flatMap(of) : [];
}

/** The numbers of the pieces that are drawn: at once those about a position, then all. */
export function useDrawn(pieces: readonly (readonly Row[])[], node: number): ReadonlySet<number> {
  const place = useMemo(() => {
    const all = new Map<number, number>();
    pieces.forEach((rows, at) => {
      for (const row of rows) for (const position of positions(row)) all.set(position, at);
    });
    return all;
  }, [pieces]);
  const drawn = useMemo(() => new Set<number>(), [pieces]);
  const [, setCount] = useState(0);
  const here = place.get(node) ?? 0;
  const draw = (from: number, to: number) => {
    for (let at = Math.max(0, from); at < Math.min(to, pieces.length); at += 1) drawn.add(at);
  };
  draw(here - 1, here + 2);
  useEffect(() => {
    if (drawn.size === pieces.length) return;
    const timer = setTimeout(() => {
      const first = pieces.findIndex((_, at) => !drawn.has(at));
      draw(first, first + TOGETHER);
      setCount(drawn.size);
    });
    return () => clearTimeout(timer);
  });
  return drawn;
}
