// The tallies of rows: how many games and positions there are for each year, opening, player, result and length.

import type { Facet, Filters, Row, Tally } from "../api/types";

export const FACETS: readonly Facet[] = ["year", "eco", "player", "result", "length"];

const known = (name: string) => (name && name !== "?" ? [name] : []);

/** The values of a row in a tally; a game has two players. */
export function valuesOf(facet: Facet, row: Row): string[] {
  switch (facet) {
    case "year":
      return row.year ? [String(row.year)] : [];
    case "eco":
      return known(row.eco);
    case "player":
      return row.white === row.black ? known(row.white) : [...known(row.white), ...known(row.black)];
    case "result":
      return known(row.result);
    case "length":
      return [String(Math.ceil(row.plies / 2))];
  }
}

/** Whether a row passes the filter of a facet: years and lengths are a number or a range, "1990-1999". */
export function passes(facet: Facet, wanted: string, row: Row): boolean {
  const values = valuesOf(facet, row);
  const range = facet === "year" || facet === "length" ? /^(\d+)-(\d+)$/.exec(wanted) : null;
  if (!range) return values.includes(wanted);
  return values.some((value) => Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]));
}

/** The facets whose filter a row does not pass; no more than two are looked for. */
export function failures(filters: Filters, row: Row): Facet[] {
  const failed: Facet[] = [];
  for (const facet of FACETS) {
    const wanted = filters[facet];
    if (wanted !== undefined && !passes(facet, wanted, row)) failed.push(facet);
    if (failed.length > 1) break;
  }
  return failed;
}

interface Count {
  positions: number;
  games: number;
}

/**
 * Counts of values. All facets are properties of the game, so a game counts where its first row does; the caller knows which
 * row that is.
 */
export class Tallies {
  private readonly counts: Record<Facet, Map<string, Count>> = {
    year: new Map(),
    eco: new Map(),
    player: new Map(),
    result: new Map(),
    length: new Map(),
  };

  /** Counts a row in one tally, or in all. */
  count(row: Row, newGame: boolean, only: Facet | null): void {
    for (const facet of FACETS) {
      if (only && facet !== only) continue;
      const counts = this.counts[facet];
      for (const value of valuesOf(facet, row)) {
        const count = counts.get(value);
        if (count) {
          count.positions += 1;
          if (newGame) count.games += 1;
        } else {
          counts.set(value, { positions: 1, games: newGame ? 1 : 0 });
        }
      }
    }
  }

  /** How many values there are. */
  size(facet: Facet): number {
    return this.counts[facet].size;
  }

  /** The values with most games, most first; time is linear in the number of values for a small `most`. */
  top(facet: Facet, most: number): Tally[] {
    const best: Tally[] = [];
    for (const [value, count] of this.counts[facet]) {
      const last = best[best.length - 1];
      if (best.length === most && last && count.games <= last.games) continue;
      let at = best.length;
      while (at > 0 && (best[at - 1] as Tally).games < count.games) at -= 1;
      best.splice(at, 0, { value, ...count });
      if (best.length > most) best.pop();
    }
    return best;
  }

  /** The values of a facet of numbers in bins of equal width, the empty ones between them included. */
  bins(facet: "year" | "length", most: number): { bins: Bin[]; width: number } {
    const numbers = [...this.counts[facet]].map(([value, count]) => ({ value: Number(value), ...count }));
    if (!numbers.length) return { bins: [], width: 1 };
    const low = Math.min(...numbers.map((each) => each.value));
    const high = Math.max(...numbers.map((each) => each.value));
    const width = [1, 2, 5, 10, 20, 50, 100].find((each) => (high - low) / each < most) ?? 200;
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
