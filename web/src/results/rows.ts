// The rows of a search: all of them, those that pass the filters in the order shown, and their tallies. Rows come by the
// hundred thousand, so what a batch costs depends on the batch alone.
//
// Rows are appended, filtered and counted one by one, and the page is drawn once per frame, with the rows on screen only.
// Rows that come late are put in the order of a column when the search has ended.

import { type Signal, signal } from "@preact/signals";
import type { Facet, Row } from "../api/types";
import { failures, PROPERTIES, type Property } from "./facets";
import { compare, type Key, plain, type Tallied, Tallies } from "./values";

export type Column =
  | "order"
  | "white"
  | "black"
  | "year"
  | "date"
  | "event"
  | "site"
  | "eco"
  | "result"
  | "moves"
  | "moved"
  | "length";

export interface Order {
  column: string;
  down: boolean;
}

interface Position {
  source: string;
  game: number;
  node: number;
}

/** Indices of rows, in an order. */
export interface Indices {
  readonly length: number;
  readonly [place: number]: number;
  indexOf(index: number): number;
  findIndex(is: (index: number) => boolean): number;
}

/** What is counted of rows, and how they are ordered. */
export interface Kind<R, F extends string> {
  properties: readonly Property<R, F>[];
  /** What a column sorts a row by. */
  key(row: R, column: string): Key;
  /** The order of two keys: negative if the first one comes first. */
  compare(a: Key, b: Key, down: boolean): number;
}

const ANSWERS: Kind<Row, Facet> = {
  properties: PROPERTIES,
  key: sortKey,
  compare,
};

export class Rows<R extends Row = Row, F extends string = Facet> {
  readonly all: R[] = [];
  /** Indices in `all` of the rows that are shown, in the order shown. */
  shown: Indices = [];
  /** Changes whenever `all` or `shown` have changed, at most once for each frame. */
  readonly version: Signal<number> = signal(0);
  readonly filters: Signal<Partial<Record<F, string>>> = signal({});
  /** The text that rows must have. */
  readonly wanted: Signal<string> = signal("");
  /** Changes when tallies that were asked for have come. */
  readonly tallied: Signal<number> = signal(0);
  /** What rows must fulfil beside the filters. */
  private condition: (row: R) => boolean = () => true;
  readonly order: Signal<Order> = signal({ column: "order", down: false });
  onFirst: ((row: R) => void) | null = null;
  /** The games in the order in which they came. */
  private readonly games = new Map<string, number>();
  /** The first and the last row of each game. */
  private readonly ends: [first: number, last: number][] = [];
  private readonly shownGames = new Set<number>();
  private counted: Tallies<R, F>;
  /** The number of rows that `counted` has seen. */
  private countedRows = 0;
  /** The number of each row's game. */
  private readonly gameOf: number[] = [];
  private drawn = 0;

  constructor(private readonly kind = ANSWERS as unknown as Kind<R, F>) {
    this.counted = new Tallies(kind.properties);
  }

  get properties(): readonly Property<R, F>[] {
    return this.kind.properties;
  }

  /** Games in which something was found. */
  get gameCount(): number {
    return this.games.size;
  }

  get shownGameCount(): number {
    return this.shownGames.size;
  }

  get filtered(): boolean {
    return Object.keys(this.filters.value).length > 0 || this.wanted.value !== "";
  }

  /** Keeps the rows that have all words of a text in some tag or in their move. */
  setText(text: string): void {
    const words = plain(text).split(/\s+/).filter(Boolean);
    const before = plain(this.wanted.value);
    this.wanted.value = text;
    if (plain(text) === before) return;
    this.setFilters(this.filters.peek(), (row) => {
      const told = plain(
        [row.white, row.black, row.event, row.site, row.date, row.eco, row.moved, row.result].join(" "),
      );
      return words.every((word) => told.includes(word));
    });
  }

  add(rows: readonly R[]): void {
    const first = this.all.length === 0 && rows[0];
    for (const row of rows) {
      this.take(row);
      this.admit(this.all.length - 1);
    }
    this.redraw();
    if (first) this.onFirst?.(first);
  }

  /** All rows have come: they are put in the order that was asked for. */
  finish(): void {
    if (this.order.value.column !== "order") this.sort();
    this.redraw();
  }

  setFilter(facet: F, value: string | undefined): void {
    const filters = { ...this.filters.value };
    if (value === undefined) delete filters[facet];
    else filters[facet] = value;
    this.setFilters(filters);
  }

  setFilters(filters: Partial<Record<F, string>>, condition: (row: R) => boolean = this.condition): void {
    this.filters.value = filters;
    this.condition = condition;
    this.counted = new Tallies(this.properties);
    this.countedRows = 0;
    this.shown = [];
    this.shownGames.clear();
    for (let index = 0; index < this.all.length; index += 1) this.admit(index);
    this.sort();
    this.redraw();
  }

  setOrder(order: Order): void {
    this.order.value = order;
    this.sort();
    this.redraw();
  }

  /** The place of a position among the rows shown, or -1. */
  indexOf(place: Position | null): number {
    const index = this.inGame(place, (row) => row.node === place?.node).next().value;
    return index === undefined ? -1 : this.shown.indexOf(index);
  }

  /** The rows of the game of a position that are of a kind. As a rule those of a game come together, so it is a short way. */
  private *inGame(place: Position | null, is: (row: R) => boolean): Generator<number, undefined> {
    const number = place ? this.games.get(`${place.source}/${place.game}`) : undefined;
    const [first, last] = (number !== undefined && this.ends[number]) || [0, -1];
    for (let index = first; index <= last; index += 1)
      if (this.gameOf[index] === number && is(this.all[index] as R)) yield index;
  }

  row(shown: number): R | undefined {
    const index = this.shown[shown];
    return index === undefined ? undefined : this.all[index];
  }

  /** The indices of the rows shown from one place to another, which may be beyond the end. */
  range(from: number, to: number): number[] {
    const end = Math.min(to, this.shown.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, at) => this.shown[from + at] as number);
  }

  /** The row before or after a position; the first or last of its game counts where the position itself is no answer. */
  step(place: Position | null, by: 1 | -1): R | undefined {
    let at = this.indexOf(place);
    if (at < 0 && place) {
      const later = new Set(this.inGame(place, (row) => row.node > place.node));
      at = later.size ? this.shown.findIndex((index) => later.has(index)) : -1;
      if (at >= 0) return this.row(by > 0 ? at : at - 1);
    }
    return at < 0 ? this.row(0) : this.row(at + by);
  }

  /** Adds a row to all. */
  protected take(row: R): void {
    const number = this.gameNumber(row);
    const index = this.all.length;
    const ends = this.ends[number];
    if (ends) ends[1] = index;
    else this.ends[number] = [index, index];
    this.gameOf.push(number);
    this.all.push(row);
  }

  private gameNumber(row: R): number {
    const last = this.all[this.all.length - 1];
    // The rows of a game come together, as a rule.
    if (last?.game === row.game && last.source === row.source) return this.gameOf.at(-1) ?? 0;
    const key = `${row.source}/${row.game}`;
    const number = this.games.get(key) ?? this.games.size;
    this.games.set(key, number);
    return number;
  }

  /** The tallies of all rows that have come; they are only counted when someone looks at them. */
  get tallies(): Tallies<R, F> {
    this.count(Number.POSITIVE_INFINITY);
    return this.counted;
  }

  /** The tallies of what has been counted. */
  get talliesSoFar(): Tallied<F> {
    return this.counted;
  }

  /** Counts some more rows, and tells whether there are others to count. */
  count(most: number): boolean {
    const end = Math.min(this.all.length, this.countedRows + most);
    for (; this.countedRows < end; this.countedRows += 1) {
      const row = this.all[this.countedRows] as R;
      if (!this.condition(row)) continue;
      const failed = failures(this.properties, this.filters.peek(), row);
      // A facet's own filter does not narrow its tally, so that another of its values can be chosen.
      if (failed.length < 2)
        this.counted.count(row, this.gameOf[this.countedRows] as number, failed[0] ?? null);
    }
    return this.countedRows < this.all.length;
  }

  private admit(index: number): void {
    const row = this.all[index] as R;
    if (failures(this.properties, this.filters.peek(), row).length || !this.condition(row)) return;
    (this.shown as number[]).push(index);
    this.shownGames.add(this.gameOf[index] as number);
  }

  private sort(): void {
    const { column, down } = this.order.value;
    if (column === "order") {
      (this.shown as number[]).sort((a, b) => (down ? b - a : a - b));
      return;
    }
    const { key, compare } = this.kind;
    const shown = this.shown as number[];
    const keys = shown.map((index) => key(this.all[index] as R, column));
    // Few keys are different, and only those are compared; then rows are sorted as numbers, which is some ten times as fast.
    const places = new Map<Key, number>();
    [...new Set(keys)]
      .sort((a, b) => compare(a, b, down))
      .forEach((each, place, sorted) => {
        const before = sorted[place - 1];
        const isSame = before !== undefined && compare(before, each, down) === 0;
        places.set(each, isSame ? (places.get(before) as number) : place);
      });
    const count = this.all.length;
    const order = new Float64Array(shown.length);
    shown.forEach((index, at) => {
      order[at] = (places.get(keys[at] as Key) as number) * count + index;
    });
    order.sort();
    this.shown = Array.from(order, (place) => place % count);
  }

  protected redraw(): void {
    if (this.drawn || typeof requestAnimationFrame === "undefined") {
      if (!this.drawn) this.version.value += 1;
      return;
    }
    this.drawn = requestAnimationFrame(() => {
      this.drawn = 0;
      this.version.value += 1;
    });
  }
}

function sortKey(row: Row, name: string): Key {
  const column = name as Exclude<Column, "order">;
  switch (column) {
    case "white":
    case "black":
    case "event":
      return row[column].toLowerCase();
    case "site":
      return (row.site ?? "").toLowerCase();
    case "moves":
      return row.plies;
    case "year":
      return row.year ?? 0;
    case "moved":
      return row.ply;
    case "length":
      return row.length ?? 0;
    default:
      return row[column];
  }
}
