// The columns of the report's matches, and their order.

import { type Key, t } from "../i18n";
import { moves } from "../results/answer";
import type { Shown } from "../results/list";

import { type About, type Match, moveOf, shown, type Value } from "./data";

/** A column: how it is shown, what it sorts by, and its width in the table as a track of a grid; none in cards. */
export interface Column extends Shown<Match> {
  key(match: Match): Value;
  width: string | null;
  /** The first order is the one from the largest to the smallest. */
  down?: boolean;
}

const PLAYER = "minmax(110px, 2fr)";

/** The columns of all matches; the first is the order in which they were found. */
export function columnsOf({ selects, sorts, severalFiles, queries }: About): readonly Column[] {
  const own = (list: "sorts" | "values") => (title: string, i: number) => ({
    name: `${list}${i}`,
    title: () => title,
    width: "minmax(64px, 1fr)",
    key: ({ data }: Match) => data[list]?.[i] ?? null,
    cell: ({ data }: Match) => shown(data[list]?.[i]),
    down: list === "sorts",
  });
  const query = (match: Match) => queries[match.data.query]?.name ?? "";
  return [
    column("order", null, (match) => match.index),
    ...(queries.length > 1 ? [column("query", "minmax(80px, 1fr)", query)] : []),
    ...(severalFiles ? [column("file", "minmax(80px, 1fr)", ({ record }) => record.file ?? "")] : []),
    column("white", PLAYER, (match) => match.white),
    column("black", PLAYER, (match) => match.black),
    column("event", "minmax(90px, 1.6fr)", (match) => match.event),
    column("date", "94px", (match) => match.date),
    column("eco", "52px", (match) => match.eco),
    column("result", "64px", (match) => match.result, resultOf),
    column("moved", "96px", (match) => match.ply, moveOf),
    { ...column("length", "74px", (match) => match.plies, moves), down: true },
    ...sorts.map(own("sorts")),
    ...selects.map(own("values")),
  ];
}

type NameOf<K> = K extends `report.column.${infer Name}` ? Name : never;

const column = (
  name: NameOf<Key>,
  width: string | null,
  key: Column["key"],
  text = (match: Match) => String(key(match) ?? ""),
): Column => ({ name, title: () => t(`report.column.${name}`), width, key, cell: text });

export const resultOf = ({ result }: Match): string => result.replaceAll("1/2", "½");

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numbers by size, texts by the alphabet; what is missing comes last in both orders. */
export function compare(a: string | number, b: string | number, down: boolean): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(`${a}`, `${b}`);
  return down ? -order : order;
}
