// The tallies of rows: how many games and positions there are for each year, opening, player, result and length.
//
// The page counts its own statistics because it has the rows, so a click filters them without another search. The server
// filters an export by the same rules, which crates/command/src/cli/serve/rows.rs states as well.

import type { Facet, Row, Tally } from "../api/types";
import { t } from "../i18n";

/** What is counted of rows, and what they are filtered by. `F` is its name. */
export interface Property<R, F extends string> {
  facet: F;
  title(): string;
  /** The values are numbers: they are counted in ranges, and a filter may be a range, "1990-1999". */
  numbers: boolean;
  /** The values of a row; a game has two players. */
  valuesOf(row: R): string[];
}

const known = (name: string) => (name && name !== "?" ? [name] : []);
const property = (facet: Facet, numbers: boolean, valuesOf: (row: Row) => string[]) => ({
  facet,
  title: () => t(`stats.${facet}`),
  numbers,
  valuesOf,
});

/** The length of a game in moves. */
export const moves = (row: Row): string => String(Math.ceil(row.plies / 2));

/** What answers are counted by, in the order of the charts. */
export const PROPERTIES: readonly Property<Row, Facet>[] = [
  property("year", true, (row) => (row.year ? [String(row.year)] : [])),
  property("length", true, (row) => [moves(row)]),
  property("result", false, (row) => known(row.result)),
  property("eco", false, (row) => known(row.eco)),
  property("player", false, (row) =>
    row.white === row.black ? known(row.white) : [...known(row.white), ...known(row.black)],
  ),
];

export const FACETS: readonly Facet[] = ["year", "eco", "player", "result", "length"];

/** Whether a row passes the filter of a property. */
export function passes<R>(property: Property<R, string>, wanted: string, row: R): boolean {
  const values = property.valuesOf(row);
  const range = property.numbers ? /^(-?\d+)-(-?\d+)$/.exec(wanted) : null;
  if (!range) return values.includes(wanted);
  return values.some((value) => Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]));
}

/** The facets whose filter a row does not pass; no more than two are looked for. */
export function failures<R, F extends string>(
  properties: readonly Property<R, F>[],
  filters: Partial<Record<F, string>>,
  row: R,
): F[] {
  const failed: F[] = [];
  for (const property of properties) {
    const wanted = filters[property.facet];
    if (wanted !== undefined && !passes(property, wanted, row)) failed.push(property.facet);
    if (failed.length > 1) break;
  }
  return failed;
}

interface Count {
  positions: number;
  games: number;
  /** The last game that was counted. */
  last: number;
}

/** Counts of values. */
export class Tallies<R, F extends string> {
  private readonly counts: Map<F, Map<string, Count>>;

  constructor(private readonly properties: readonly Property<R, F>[]) {
    this.counts = new Map(properties.map(({ facet }) => [facet, new Map()]));
  }

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
