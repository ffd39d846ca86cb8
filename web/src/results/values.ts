// How the values of rows are compared, looked for and counted. It says nothing in words, so that a worker can have it.

import type { Tally } from "../api/types";

export type Key = string | number;

/** The order of two keys: negative if the first one comes first. */
export const compare = (a: Key, b: Key, down: boolean): number => (a === b ? 0 : a < b === down ? 1 : -1);

/** A text as it is compared: small letters without accents. */
export const plain = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").trim();

/** The most bars and the most columns that a chart of the page has. */
export const MOST_BARS = 10;
export const MOST_COLUMNS = 60;

/** Whether a value is the one that is wanted, or in the range of numbers. */
export function isWanted(value: string, wanted: string, numbers: boolean): boolean {
  const range = numbers ? /^(-?\d+)-(-?\d+)$/.exec(wanted) : null;
  if (!range) return value === wanted;
  return Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
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
}

/** Counts of values. */
export class Tallies<F extends string> implements Tallied<F> {
  constructor(private readonly counts: ReadonlyMap<F, ReadonlyMap<string, Count>> = new Map()) {}

  private of(facet: F): ReadonlyMap<string, Count> {
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

/** What a chart of the page shows of a facet. */
export interface Summary {
  size: number;
  top: Tally[];
  bins: { bins: Bin[]; width: number };
}

/** Tallies as a worker sends them. */
export class Summaries<F extends string> implements Tallied<F> {
  constructor(private readonly of: Record<F, Summary>) {}

  static of<F extends string>(
    tallies: Tallied<F>,
    counted: readonly { facet: F; numbers: boolean }[],
  ): Record<F, Summary> {
    const all = counted.map(({ facet, numbers }) => [
      facet,
      {
        size: tallies.size(facet),
        top: tallies.top(facet, MOST_BARS),
        bins: numbers ? tallies.bins(facet, MOST_COLUMNS) : { bins: [], width: 1 },
      },
    ]);
    return Object.fromEntries(all) as Record<F, Summary>;
  }

  size(facet: F): number {
    return this.of[facet].size;
  }

  top(facet: F, most: number): Tally[] {
    return this.of[facet].top.slice(0, most);
  }

  bins(facet: F, _most: number): Summary["bins"] {
    return this.of[facet].bins;
  }
}

export interface Bin {
  from: number;
  /** Included. */
  to: number;
  games: number;
  positions: number;
}
