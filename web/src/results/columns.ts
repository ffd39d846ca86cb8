// Rows as columns: each value is kept once, and a row is numbers. Half a million rows are filtered, ordered and counted in a
// moment, by what is true of the values. It does what `Rows` does, and a test compares the two; it runs in a worker.

import type { Facet, Filters, Row } from "../api/types";
import type { Order } from "./rows";
import { COUNTED, compare, isWanted, type Key, moves, plain, Tallies } from "./values";

export interface View {
  filters: Filters;
  /** The text that rows must have. */
  text: string;
  order: Order;
}

/** Indices of rows, and the number of their games. */
export interface Found {
  shown: Uint32Array;
  games: number;
}

/** A column of numbers that grows. */
class Numbers {
  private room = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.room.length) {
      const more = new Int32Array(2 * this.length);
      more.set(this.room);
      this.room = more;
    }
    this.room[this.length] = value;
    this.length += 1;
  }

  get all(): Int32Array {
    return this.room;
  }
}

/** The different values of some columns. */
class Values<V extends Key | null> {
  readonly list: V[] = [];
  private readonly codes = new Map<V, number>();

  code(value: V): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    this.codes.set(value, this.list.length);
    this.list.push(value);
    return this.list.length - 1;
  }
}

interface Column {
  values: Values<Key | null>;
  codes: Numbers;
  of(row: Row): Key | null;
}

type Name =
  | "white"
  | "black"
  | "event"
  | "site"
  | "date"
  | "eco"
  | "moved"
  | "result"
  | "year"
  | "moves"
  | "plies"
  | "ply"
  | "length";

/** The columns in which a text is looked for. */
const TEXTS: readonly Name[] = ["white", "black", "event", "site", "date", "eco", "moved", "result"];
/** The columns whose values are counted. */
const COLUMNS_OF: Record<Facet, readonly Name[]> = {
  year: ["year"],
  length: ["moves"],
  result: ["result"],
  eco: ["eco"],
  player: ["white", "black"],
};
/** What a column of the list is ordered by. */
const ORDERED: Record<string, Name> = { moved: "ply", moves: "plies" };

function columns(): Record<Name, Column> {
  const make = (of: Column["of"], values = new Values<Key | null>()) => ({
    values,
    codes: new Numbers(),
    of,
  });
  const players = new Values<Key | null>();
  return {
    white: make((row) => row.white, players),
    black: make((row) => row.black, players),
    event: make((row) => row.event),
    site: make((row) => row.site ?? ""),
    date: make((row) => row.date),
    eco: make((row) => row.eco),
    moved: make((row) => row.moved ?? ""),
    result: make((row) => row.result),
    year: make((row) => row.year ?? null),
    moves: make(moves),
    plies: make((row) => row.plies),
    ply: make((row) => row.ply),
    length: make((row) => row.length ?? null),
  };
}

export class Columns {
  length = 0;
  private readonly columns = columns();
  private readonly all = Object.values(this.columns);
  private readonly games = new Numbers();
  private readonly gameNumbers = new Map<string, number>();
  private view: View = { filters: {}, text: "", order: { column: "order", down: false } };
  /** The games of which rows are shown. */
  private shownGames = new Set<number>();

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      for (const column of this.all) column.codes.push(column.values.code(column.of(row)));
      const key = `${row.source}/${row.game}`;
      const number = this.gameNumbers.get(key) ?? this.gameNumbers.size;
      this.gameNumbers.set(key, number);
      this.games.push(number);
    }
    this.length += rows.length;
  }

  /** The rows that pass other filters, in another order. */
  show(view: View): Found {
    this.view = view;
    this.shownGames = new Set();
    const { shown } = this.after(0);
    return { shown: this.ordered(shown), games: this.shownGames.size };
  }

  /** The rows from one on that pass the filters, as they came. */
  after(from: number): Found {
    const tests = this.tests();
    const shown = new Uint32Array(this.length - from);
    let count = 0;
    let last = -1;
    for (let row = from; row < this.length; row += 1) {
      if (!tests.text(row) || tests.facets.some(({ passes }) => !passes(row))) continue;
      shown[count] = row;
      count += 1;
      const game = this.games.all[row] as number;
      if (game !== last) this.shownGames.add(game);
      last = game;
    }
    return { shown: shown.slice(0, count), games: this.shownGames.size };
  }

  /** The tallies of the rows that pass the filters. A facet's own filter does not narrow its tally. */
  count(): Tallies<Row, Facet> {
    const tests = this.tests();
    const counters = COUNTED.map(([facet]) => new Counter(facet, this.columns));
    for (let row = 0; row < this.length; row += 1) {
      if (!tests.text(row)) continue;
      const failed = tests.facets.filter(({ passes }) => !passes(row));
      if (failed.length > 1) continue;
      const only = failed[0]?.facet;
      for (const counter of counters)
        if (!only || counter.facet === only) counter.count(row, this.games.all[row] as number);
    }
    return new Tallies([], new Map(counters.map((counter) => [counter.facet, counter.counts()])));
  }

  /** The tests of the filters, by what is known of the values. */
  private tests() {
    const { filters, text } = this.view;
    const facets = COUNTED.flatMap(([facet, numbers]) => {
      const wanted = filters[facet];
      if (wanted === undefined) return [];
      const tested = COLUMNS_OF[facet].map((name) => {
        const { values, codes } = this.columns[name];
        const good = values.list.map((value) => isCounted(value) && isWanted(String(value), wanted, numbers));
        return (row: number) => good[codes.all[row] as number] === true;
      });
      return [{ facet, passes: (row: number) => tested.some((test) => test(row)) }];
    });
    const words = plain(text).split(/\s+/).filter(Boolean);
    const said = words.length ? this.plainTexts() : [];
    const found = words.map((word) =>
      said.map(({ codes, texts }) => ({ codes, has: texts.map((each) => each.includes(word)) })),
    );
    const isSaid = (row: number) =>
      found.every((columns) => columns.some(({ codes, has }) => has[codes.all[row] as number]));
    return { facets, text: isSaid };
  }

  private plainTexts() {
    return TEXTS.map((name) => {
      const { values, codes } = this.columns[name];
      return { codes, texts: values.list.map((value) => plain(String(value ?? ""))) };
    });
  }

  /** Rows in the order that is asked for, those that are alike as they came. */
  private ordered(rows: Uint32Array): Uint32Array {
    const { column, down } = this.view.order;
    if (column === "order") return down ? rows.reverse() : rows;
    const { values, codes } = this.columns[ORDERED[column] ?? (column as Name)];
    const keys = values.list.map(
      (value): Key => (typeof value === "string" ? lower(column, value) : (value ?? 0)),
    );
    const sorted = [...new Set(keys)].sort((a, b) => compare(a, b, down));
    const places = new Map(sorted.map((key, place) => [key, place]));
    const place = Int32Array.from(keys, (key) => places.get(key) as number);
    const starts = new Uint32Array(sorted.length + 1);
    for (const row of rows) (starts[(place[codes.all[row] as number] as number) + 1] as number) += 1;
    for (let at = 1; at < starts.length; at += 1) (starts[at] as number) += starts[at - 1] as number;
    const ordered = new Uint32Array(rows.length);
    for (const row of rows) {
      const at = place[codes.all[row] as number] as number;
      ordered[starts[at] as number] = row;
      (starts[at] as number) += 1;
    }
    return ordered;
  }
}

const LOWER: readonly string[] = ["white", "black", "event", "site"];
const lower = (column: string, value: string) => (LOWER.includes(column) ? value.toLowerCase() : value);

/** What is not known is not counted. */
const isCounted = (value: Key | null): boolean =>
  value !== null && value !== "" && value !== "?" && value !== 0;

/** Counts the values of a facet. */
class Counter {
  readonly facet: Facet;
  private readonly codes: Int32Array[];
  private readonly values: readonly (Key | null)[];
  private readonly isCounted: boolean[];
  private readonly games: Uint32Array;
  private readonly positions: Uint32Array;
  private readonly last: Int32Array;
  /** The values as they came. */
  private readonly order: number[] = [];

  constructor(facet: Facet, columns: Record<Name, Column>) {
    this.facet = facet;
    const counted = COLUMNS_OF[facet].map((name) => columns[name]);
    // The columns of a facet have their values in common.
    this.values = counted[0]?.values.list ?? [];
    this.codes = counted.map(({ codes }) => codes.all);
    this.isCounted = this.values.map(isCounted);
    this.games = new Uint32Array(this.values.length);
    this.positions = new Uint32Array(this.values.length);
    this.last = new Int32Array(this.values.length).fill(-1);
  }

  count(row: number, game: number): void {
    let before = -1;
    for (const codes of this.codes) {
      const value = codes[row] as number;
      if (value === before || !this.isCounted[value]) continue;
      before = value;
      if (this.positions[value] === 0) this.order.push(value);
      (this.positions[value] as number) += 1;
      if (game <= (this.last[value] as number)) continue;
      (this.games[value] as number) += 1;
      this.last[value] = game;
    }
  }

  counts() {
    return new Map(
      this.order.map((value) => [
        String(this.values[value]),
        {
          games: this.games[value] as number,
          positions: this.positions[value] as number,
          last: this.last[value] as number,
        },
      ]),
    );
  }
}
