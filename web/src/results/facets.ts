// The tallies of rows: how many games and positions there are for each year, opening, player, result and length.

import type { Facet, Row, Tally } from "../api/types";

export const FACETS: readonly Facet[] = ["year", "eco", "player", "result", "length"];

/** Moves in each class of game lengths. */
export const LENGTH_STEP = 10;

/** The values of a row in a tally; a game has two players. */
export function valuesOf(facet: Facet, row: Row): string[] {
  switch (facet) {
    case "year":
      return row.year ? [String(row.year)] : [];
    case "eco":
      return row.eco && row.eco !== "?" ? [row.eco] : [];
    case "player":
      return row.white === row.black ? known(row.white) : [...known(row.white), ...known(row.black)];
    case "result":
      return row.result ? [row.result] : [];
    case "length":
      return [String(Math.ceil(row.plies / 2))];
  }
}

const known = (name: string) => (name && name !== "?" ? [name] : []);

interface Count {
  positions: number;
  games: Set<string>;
}

export class Tallies {
  private readonly counts = new Map<Facet, Map<string, Count>>(FACETS.map((facet) => [facet, new Map()]));

  /** Counts a row in one tally, or in all. */
  count(row: Row, game: string, only: Facet | null): void {
    for (const facet of FACETS) {
      if (only && facet !== only) continue;
      const counts = this.counts.get(facet) as Map<string, Count>;
      for (const value of valuesOf(facet, row)) {
        const count = counts.get(value);
        if (count) {
          count.positions += 1;
          count.games.add(game);
        } else {
          counts.set(value, { positions: 1, games: new Set([game]) });
        }
      }
    }
  }

  /** How many values there are. */
  size(facet: Facet): number {
    return this.counts.get(facet)?.size ?? 0;
  }

  /** The values with their counts: years and lengths in their order, the others by number of games. */
  of(facet: Facet): Tally[] {
    const list = [...(this.counts.get(facet) as Map<string, Count>)].map(([value, count]) => ({
      value,
      games: count.games.size,
      positions: count.positions,
    }));
    if (facet === "year" || facet === "length") return list.sort((a, b) => Number(a.value) - Number(b.value));
    return list.sort(
      (a, b) => b.games - a.games || b.positions - a.positions || (a.value < b.value ? -1 : 1),
    );
  }
}
