// What the answers of a search are looked through, ordered and counted by. It says nothing in words, so that a worker can have it.
//
// The page counts its own statistics because it has the rows, so a click filters them without another search. The server
// filters an export by the same rules, which it states in `rows.rs` as well.

import type { Facet, Row } from "../api/types";
import type { Counted, Kind } from "./columns";
import { compare, type Key } from "./values";

/** The length of a game in moves. */
export const moves = (row: Pick<Row, "plies">): string => String(Math.ceil(row.plies / 2));

const counted = (facet: Facet, columns: readonly string[], numbers = false): Counted<Facet> => ({
  facet,
  columns,
  numbers,
});

/** The column of a value of the query, by its name. */
const VALUE = "value:";
export const valueColumn = (name: string): string => VALUE + name;
export const valueName = (column: string): string | null =>
  column.startsWith(VALUE) ? column.slice(VALUE.length) : null;
const asKey = (text: string): Key => (/^-?\d+$/.test(text) ? Number(text) : text);
/** What has no value comes last, whichever way a list is ordered. */
const LAST = "\uffff";

const ORDERED: Readonly<Record<string, string>> = { moved: "ply", moves: "plies" };
const NAMES: readonly string[] = ["white", "black", "event", "site"];

export const ANSWERS: Kind<Row, Facet> = {
  columns: {
    white: (row) => row.white,
    black: (row) => row.black,
    event: (row) => row.event,
    site: (row) => row.site ?? "",
    date: (row) => row.date,
    eco: (row) => row.eco,
    moved: (row) => row.moved ?? "",
    result: (row) => row.result,
    whiteElo: (row) => row.whiteElo ?? null,
    blackElo: (row) => row.blackElo ?? null,
    year: (row) => row.year ?? null,
    moves,
    plies: (row) => row.plies,
    ply: (row) => row.ply,
    length: (row) => row.length ?? null,
  },
  texts: ["white", "black", "event", "site", "date", "eco", "moved", "result"],
  // In the order of the charts; a game has two players.
  counted: [
    counted("year", ["year"], true),
    counted("length", ["moves"], true),
    counted("result", ["result"]),
    counted("eco", ["eco"]),
    counted("player", ["white", "black"]),
  ],
  most: { bars: 10, columns: 60 },
  isCounted: (value) => value !== null && value !== "" && value !== "?" && value !== 0,
  ordered: (column) => ({
    by: ORDERED[column] ?? column,
    key: (value) =>
      typeof value === "string" && NAMES.includes(column)
        ? value.toLowerCase()
        : (value ?? (valueName(column) === null ? 0 : LAST)),
  }),
  compare: (a, b, down) =>
    a !== b && (a === LAST || b === LAST) ? (a === LAST ? 1 : -1) : compare(a, b, down),
  more: ({ values }) =>
    values &&
    Object.fromEntries(Object.entries(values).map(([name, text]) => [valueColumn(name), asKey(text)])),
};
