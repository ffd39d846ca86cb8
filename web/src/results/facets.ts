// The names of what answers are counted and filtered by.

import type { Facet } from "../api/types";
import { t } from "../i18n";
import { ANSWERS } from "./answer";

/** What has a chart, and what is said of a filter. `F` is its name. */
export interface Property<F extends string> {
  facet: F;
  title(): string;
  /** The values are numbers: they are counted in ranges, and a filter may be a range, "1990-1999". */
  numbers: boolean;
}

/** What answers are counted by, in the order of the charts. */
export const PROPERTIES: readonly Property<Facet>[] = ANSWERS.counted.map(({ facet, numbers }) => ({
  facet,
  title: () => t(`stats.${facet}`),
  numbers,
}));

export const FACETS: readonly Facet[] = ["year", "eco", "player", "result", "length"];
