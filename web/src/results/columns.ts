// Rows as columns: each value is kept once, and a row is numbers. Half a million rows are filtered, ordered and counted in a
// moment, by what is true of the values. It says nothing in words, so that a worker can have it.

import type { Tally } from "../api/types";
import { isWanted, type Key, type Most, plain, type Summary, summaryOf } from "./values";

/** What rows are looked through, ordered and counted by. */
export interface Kind<R, F extends string> {
  /** The values of a row, by the names of columns. */
  columns: Readonly<Record<string, (row: R) => Key | null>>;
  /** The columns in which a text is looked for. */
  texts: readonly string[];
  /** The columns whose values are counted. */
  counted: readonly Counted<F>[];
  most: Most;
  /** Whether a value is known, for what is not known is not counted. */
  isCounted(value: Key | null): boolean;
  /** The column by whose values a list is ordered, and what is compared of them. */
  ordered(column: string): { by: string; key(value: Key | null): Key };
  /** The order of two keys: negative if the first one comes first. */
  compare(a: Key, b: Key, down: boolean): number;
  /** Values that only some rows have; each becomes a column when it comes first. */
  more?(row: R): Readonly<Record<string, Key>> | undefined;
}

export interface Counted<F extends string> {
  facet: F;
  columns: readonly string[];
  /** They are counted in ranges, and a filter may be a range, "1990-1999". */
  numbers: boolean;
}

export interface Order {
  column: string;
  down: boolean;
  /** What decides where the values are the same. */
  ties?: Order | undefined;
}

export interface View<F extends string> {
  filters: Partial<Record<F, string>>;
  /** The text that rows must have. */
  text: string;
  order: Order;
  /** Of each game the first row in the order is shown. */
  perGame: boolean;
}

/** Indices of the rows to show, the number of their games, and that of the rows that pass the filters. */
export interface Found {
  shown: Uint32Array;
  games: number;
  matches: number;
}

/** What a list of rows sends. */
export type Sent<R, F extends string> =
  | { rows: string | readonly R[] }
  /** `numbered` is the number of the view; the list needs no answer for one that shows everything as it came. */
  | { numbered: number; view: View<F>; isPlain: boolean }
  | { count: number };

/** What it is answered. */
export type Answered<F extends string> =
  | (Found & { numbered: number; isMore: boolean })
  | { count: number; tallies: Tallies<F> };

/** What charts show of each facet. */
export type Tallies<F extends string> = Partial<Record<F, Summary>>;

/** The different values of some columns. */
class Values {
  readonly list: (Key | null)[] = [];
  private readonly codes = new Map<Key | null, number>();
  private readonly texts: string[] = [];

  code(value: Key | null): number {
    const known = this.codes.get(value);
    if (known !== undefined) return known;
    this.codes.set(value, this.list.length);
    this.list.push(value);
    return this.list.length - 1;
  }

  /** As texts are looked for. */
  get plain(): readonly string[] {
    while (this.texts.length < this.list.length)
      this.texts.push(plain(String(this.list[this.texts.length] ?? "")));
    return this.texts;
  }
}

interface Column<R> {
  values: Values;
  codes: number[];
  of(row: R): Key | null;
}

export class Columns<R extends { source: string; game: number }, F extends string> {
  length = 0;
  private readonly columns = new Map<string, Column<R>>();
  private readonly games: number[] = [];
  private readonly gameNumbers = new Map<string, number>();
  private view: View<F> = { filters: {}, text: "", order: { column: "order", down: false }, perGame: false };
  /** The number of the view, and whether it shows everything as it came. */
  private numbered = 0;
  private isPlain = true;
  /** The games of which rows are shown, and the number of rows that pass the filters. */
  private shownGames = new Set<number>();
  private matches = 0;

  constructor(private readonly kind: Kind<R, F>) {
    for (const [name, of] of Object.entries(kind.columns))
      this.columns.set(name, { values: new Values(), codes: [], of });
    // The columns of a facet have their values in common.
    for (const { columns } of kind.counted) {
      const [first, ...others] = this.named(columns);
      for (const other of others) if (first) other.values = first.values;
    }
  }

  /** Answers what a list sends, if it needs an answer. */
  answer(sent: Sent<R, F>): Answered<F> | null {
    if ("count" in sent) return { count: sent.count, tallies: this.count() };
    if ("view" in sent) {
      ({ numbered: this.numbered, isPlain: this.isPlain } = sent);
      const found = this.show(sent.view);
      return this.isPlain ? null : { numbered: this.numbered, ...found, isMore: false };
    }
    const from = this.length;
    this.add(typeof sent.rows === "string" ? (JSON.parse(sent.rows) as { rows: R[] }).rows : sent.rows);
    return this.isPlain ? null : { numbered: this.numbered, ...this.after(from), isMore: true };
  }

  add(rows: readonly R[]): void {
    let all = [...this.columns.values()];
    rows.forEach((row, at) => {
      for (const name of Object.keys(this.kind.more?.(row) ?? {})) {
        if (this.columns.has(name)) continue;
        this.open(name, this.length + at);
        all = [...this.columns.values()];
      }
      for (const column of all) column.codes.push(column.values.code(column.of(row)));
      const key = `${row.source}/${row.game}`;
      const number = this.gameNumbers.get(key) ?? this.gameNumbers.size;
      this.gameNumbers.set(key, number);
      this.games.push(number);
    });
    this.length += rows.length;
  }

  /** A column that the first rows have no value for. */
  private open(name: string, before: number): void {
    const column: Column<R> = {
      values: new Values(),
      codes: [],
      of: (row) => this.kind.more?.(row)?.[name] ?? null,
    };
    for (let row = 0; row < before; row += 1) column.codes.push(column.values.code(null));
    this.columns.set(name, column);
  }

  /** The rows that pass other filters, in another order. */
  show(view: View<F>): Found {
    this.view = view;
    this.shownGames = new Set();
    this.matches = 0;
    const found = this.after(0, false);
    let shown = found.shown;
    const orders: Order[] = [];
    for (let order: Order | undefined = view.order; order; order = order.ties) orders.unshift(order);
    for (const order of orders) shown = this.ordered(shown, order);
    if (!view.perGame) return { ...found, shown };
    const seen = new Set<number>();
    const isFirst = (row: number) => {
      const { size } = seen;
      return seen.add(this.games[row] as number).size > size;
    };
    return { ...found, shown: shown.filter(isFirst) };
  }

  /** The rows from one on that pass the filters, as they came. */
  after(from: number, perGame = this.view.perGame): Found {
    const tests = this.tests();
    const shown = new Uint32Array(this.length - from);
    let count = 0;
    let last = -1;
    for (let row = from; row < this.length; row += 1) {
      if (!tests.text(row) || tests.facets.some(({ passes }) => !passes(row))) continue;
      const game = this.games[row] as number;
      const isKnown = game === last || this.shownGames.has(game);
      this.matches += 1;
      last = game;
      if (!isKnown) this.shownGames.add(game);
      else if (perGame) continue;
      shown[count] = row;
      count += 1;
    }
    return { shown: shown.slice(0, count), games: this.shownGames.size, matches: this.matches };
  }

  /** The tallies of the rows that pass the filters. A facet's own filter does not narrow its tally. */
  count(): Tallies<F> {
    const tests = this.tests();
    const counters = this.kind.counted.map(
      ({ facet, columns }) => new Counter(facet, this.named(columns), this.kind.isCounted),
    );
    for (let row = 0; row < this.length; row += 1) {
      if (!tests.text(row)) continue;
      const failed = tests.facets.filter(({ passes }) => !passes(row));
      if (failed.length > 1) continue;
      const only = failed[0]?.facet;
      for (const counter of counters)
        if (!only || counter.facet === only) counter.count(row, this.games[row] as number);
    }
    const { counted, most } = this.kind;
    const summaries = counters.map((counter, at): [F, Summary] => [
      counter.facet,
      summaryOf(counter.counts(), counted[at]?.numbers === true, most),
    ]);
    return Object.fromEntries(summaries) as Tallies<F>;
  }

  private named(names: readonly string[]): Column<R>[] {
    return names.flatMap((name) => this.columns.get(name) ?? []);
  }

  /** The tests of the filters, by what is known of the values. */
  private tests() {
    const { filters, text } = this.view;
    const facets = this.kind.counted.flatMap(({ facet, columns, numbers }) => {
      const wanted = filters[facet];
      if (wanted === undefined) return [];
      const tested = this.named(columns).map(({ values, codes }) => {
        const good = values.list.map(
          (value) => this.kind.isCounted(value) && isWanted(String(value), wanted, numbers),
        );
        return (row: number) => good[codes[row] as number] === true;
      });
      return [{ facet, passes: (row: number) => tested.some((test) => test(row)) }];
    });
    const words = plain(text).split(/\s+/).filter(Boolean);
    const said = words.length ? this.named(this.kind.texts) : [];
    const found = words.map((word) =>
      said.map(({ values, codes }) => ({ codes, has: values.plain.map((each) => each.includes(word)) })),
    );
    const isSaid = (row: number) =>
      found.every((columns) => columns.some(({ codes, has }) => has[codes[row] as number]));
    return { facets, text: isSaid };
  }

  /** Rows in the order that is asked for, those that are alike as they came. */
  private ordered(rows: Uint32Array, { column, down }: Order): Uint32Array {
    if (column === "order") return down ? rows.reverse() : rows;
    const { by, key } = this.kind.ordered(column);
    const [ordered] = this.named([by]);
    if (!ordered) return rows;
    const { compare } = this.kind;
    const keys = ordered.values.list.map(key);
    const sorted = [...new Set(keys)].sort((a, b) => compare(a, b, down));
    const places = new Map<Key, number>();
    sorted.forEach((each, place) => {
      const before = sorted[place - 1];
      const isSame = before !== undefined && compare(before, each, down) === 0;
      places.set(each, isSame ? (places.get(before) as number) : place);
    });
    const placeOf = Int32Array.from(keys, (each) => places.get(each) as number);
    const place = (row: number) => placeOf[ordered.codes[row] as number] as number;
    const starts = new Uint32Array(sorted.length + 1);
    for (const row of rows) (starts[place(row) + 1] as number) += 1;
    for (let at = 1; at < starts.length; at += 1) (starts[at] as number) += starts[at - 1] as number;
    const all = new Uint32Array(rows.length);
    for (const row of rows) {
      all[starts[place(row)] as number] = row;
      (starts[place(row)] as number) += 1;
    }
    return all;
  }
}

/** Counts the values of a facet. */
class Counter<R, F extends string> {
  private readonly codes: number[][];
  private readonly values: readonly (Key | null)[];
  private readonly isCounted: boolean[];
  private readonly games: Uint32Array;
  private readonly positions: Uint32Array;
  private readonly last: Int32Array;
  /** The values as they came. */
  private readonly order: number[] = [];

  constructor(
    readonly facet: F,
    counted: readonly Column<R>[],
    isCounted: (value: Key | null) => boolean,
  ) {
    this.values = counted[0]?.values.list ?? [];
    this.codes = counted.map(({ codes }) => codes);
    this.isCounted = this.values.map(isCounted);
    this.games = new Uint32Array(this.values.length);
    this.positions = new Uint32Array(this.values.length);
    this.last = new Int32Array(this.values.length).fill(-1);
  }

  /** Games are numbered as they come, so one that came before is counted already. */
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

  counts(): Tally[] {
    return this.order.map((value) => ({
      value: String(this.values[value]),
      games: this.games[value] as number,
      positions: this.positions[value] as number,
    }));
  }
}
