// The tallies of rows: how many games and positions there are for each year, opening, player, result and length.
//
// The page counts its own statistics because it has the rows, so a click filters them without another search. The server
// filters an export by the same rules, which crates/command/src/cli/serve/rows.rs states as well.

import type { Facet, Row } from "../api/types";
import { t } from "../i18n";
import { type Counts, isWanted, moves } from "./values";

/** What is counted of rows, and what they are filtered by. `F` is its name. */
export interface Property<R, F extends string> extends Counts<R, F> {
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
  return property.valuesOf(row).some((value) => isWanted(value, wanted, property.numbers));
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
