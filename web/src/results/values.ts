// How the values of rows are compared, looked for and counted. It says nothing in words, so that a worker can have it.

import type { Facet, Row, Tally } from "../api/types";

export type Key = string | number;

/** The order of two keys: negative if the first one comes first. */
export const compare = (a: Key, b: Key, down: boolean): number => (a === b ? 0 : a < b === down ? 1 : -1);

/** A text as it is compared: small letters without accents. */
export const plain = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").trim();

/** The length of a game in moves. */
export const moves = (row: Row): string => String(Math.ceil(row.plies / 2));

/** What answers are counted by, in the order of the charts, and whether its values are numbers. */
export const COUNTED: readonly (readonly [facet: Facet, numbers: boolean])[] = [
  ["year", true],
  ["length", true],
  ["result", false],
  ["eco", false],
  ["player", false],
];

/** The most bars and the most columns that a chart of the page has. */
export const MOST_BARS = 10;
export const MOST_COLUMNS = 60;

/** Whether a value is the one that is wanted, or in the range of numbers. */
export function isWanted(value: string, wanted: string, numbers: boolean): boolean {
  const range = numbers ? /^(-?\d+)-(-?\d+)$/.exec(wanted) : null;
  if (!range) return value === wanted;
  return Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
}

/** The values of a row that are counted for a facet. */
export interface Counts<R, F extends string> {
  facet: F;
  valuesOf(row: R): string[];
}

/** What is counted of the values of properties. */
export interface Tallied<F extends string> {
  /** How many values there are. */
  size(facet: F): number;
  /** The values with most games, most first. */
  top(facet: F, most: number): Tally[];
  /** The values of a facet of numbers in bins of equal width, the empty ones between them included. */
  bins(facet: F, most: number): { bins: Bin[]; width: number };
}

interface Count {
  positions: number;
  games: number;
  /** The last game that was counted. */
  last: number;
}

/** Counts of values. */
export class Tallies<R, F extends string> implements Tallied<F> {
  constructor(
    private readonly properties: readonly Counts<R, F>[],
    private readonly counts = new Map<F, Map<string, Count>>(
      properties.map(({ facet }) => [facet, new Map()]),
    ),
  ) {}

  /** Counts a row in one tally, or in all. Games are numbered as they come, so one that came before is counted already. */
  count(row: R, game: number, only: F | null): void {
    for (const { facet, valuesOf } of this.properties) {
      if (only && facet !== only) continue;
      const counts = this.of(facet);
      for (const value of valuesOf(row)) {
        const count = counts.get(value);
        if (!count) {
          counts.set(value, { positions: 1, games: 1, last: game });
          continue;
        }
        count.positions += 1;
        if (game <= count.last) continue;
        count.games += 1;
        count.last = game;
      }
    }
  }

  private of(facet: F): Map<string, Count> {
    return this.counts.get(facet) ?? new Map();
  }

  /** How many values there are. */
  size(facet: F): number {
    return this.of(facet).size;
  }

  /** The values with most games, most first; time is linear in the number of values for a small `most`. */
  top(facet: F, most: number): Tally[] {
    const best: Tally[] = [];
    for (const [value, { games, positions }] of this.of(facet)) {
      const last = best[best.length - 1];
      if (best.length === most && last && games <= last.games) continue;
      let at = best.length;
      while (at > 0 && (best[at - 1] as Tally).games < games) at -= 1;
      best.splice(at, 0, { value, games, positions });
      if (best.length > most) best.pop();
    }
    return best;
  }

  /** The values of a facet of numbers in bins of equal width, the empty ones between them included. */
  bins(facet: F, most: number): { bins: Bin[]; width: number } {
    const numbers = [...this.of(facet)].map(([value, count]) => ({ value: Number(value), ...count }));
    if (!numbers.length) return { bins: [], width: 1 };
    const low = numbers.reduce((least, each) => Math.min(least, each.value), Infinity);
    const high = numbers.reduce((most, each) => Math.max(most, each.value), -Infinity);
    let width = 1;
    for (let step = 1; (high - low) / width >= most; step += 1)
      width = ([1, 2, 5][step % 3] as number) * 10 ** Math.floor(step / 3);
    const start = Math.floor(low / width) * width;
    const bins: Bin[] = [];
    for (let from = start; from <= high; from += width)
      bins.push({ from, to: from + width - 1, games: 0, positions: 0 });
    for (const each of numbers) {
      const bin = bins[Math.floor((each.value - start) / width)] as Bin;
      bin.games += each.games;
      bin.positions += each.positions;
    }
    return { bins, width };
  }
}

export interface Bin {
  from: number;
  /** Included. */
  to: number;
  games: number;
  positions: number;
}
