// The columns of the report's matches: those of the page, the query and the file, and the values asked for.

import { t } from "../i18n";
import { COLUMNS, type Shown } from "../results/list";
import type { Key } from "../results/values";
import { type About, type Match, shown, type Value } from "./static";

/** A column of the list; `key` is its value, if the columns of the page do not have it. */
export interface Column extends Shown<Match> {
  key?(match: Match): Value;
  /** The first order is the one from the largest to the smallest. */
  down?: boolean;
}

/** The columns of the page that the report has not. */
const OF_PAGE: readonly string[] = ["whiteElo", "blackElo", "year", "site", "length"];

/** The columns of all matches; the first is the order in which they were found. */
export function columnsOf({ selects, sorts, severalFiles, queries }: About): readonly Column[] {
  const [order, ...others] = COLUMNS.filter(({ name }) => !OF_PAGE.includes(name));
  const values = [...sorts, ...selects].map((title, i) => ({
    name: `value${i}`,
    title: () => title,
    key: ({ own }: Match) => own?.[i] ?? null,
    cell: ({ own }: Match) => shown(own?.[i]),
    down: i < sorts.length,
  }));
  return [
    ...(order ? [order] : []),
    ...(queries.length > 1 ? [column("query", ({ query }) => queries[query]?.name ?? "")] : []),
    ...(severalFiles ? [column("file", ({ file }) => file)] : []),
    ...others.map((each) => ({ ...each, down: each.name === "moves" })),
    ...values,
  ];
}

const column = (name: "query" | "file", key: (match: Match) => string): Column => ({
  name,
  title: () => t(`report.column.${name}`),
  key,
  cell: key,
});

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numbers by size, texts by the alphabet; what is missing comes last in both orders. */
export function compare(a: Key, b: Key, down: boolean): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(`${a}`, `${b}`);
  return down ? -order : order;
}
