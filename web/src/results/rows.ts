// The rows of a search: all of them, those that pass the filters in the order shown, and their tallies. Rows come by the
// hundred thousand, so what a batch costs depends on the batch alone.

import { type Signal, signal } from "@preact/signals";
import type { Facet, Filters, Row } from "../api/types";
import { failures, Tallies } from "./facets";

export type Column =
  | "order"
  | "white"
  | "black"
  | "year"
  | "eco"
  | "result"
  | "moved"
  | "length"
  | "event"
  | "source";

export interface Order {
  column: Column;
  down: boolean;
}

interface Position {
  source: string;
  game: number;
  node: number;
}

export class Rows {
  readonly all: Row[] = [];
  /** Indices in `all` of the rows that are shown, in the order shown. */
  shown: number[] = [];
  /** Changes whenever `all` or `shown` have changed, at most once for each frame. */
  readonly version: Signal<number> = signal(0);
  readonly filters: Signal<Filters> = signal({});
  readonly order: Signal<Order> = signal({ column: "order", down: false });
  onFirst: ((row: Row) => void) | null = null;
  private readonly games = new Set<string>();
  private shownGames = 0;
  private counted = new Tallies();
  /** The number of rows that `counted` has seen. */
  private countedRows = 0;
  /** 1 for the first row of each game. */
  private readonly firsts: number[] = [];
  private drawn = 0;

  /** Games in which something was found. */
  get gameCount(): number {
    return this.games.size;
  }

  get shownGameCount(): number {
    return this.shownGames;
  }

  get filtered(): boolean {
    return Object.keys(this.filters.value).length > 0;
  }

  add(rows: Row[]): void {
    const first = this.all.length === 0 && rows[0];
    for (const row of rows) {
      this.firsts.push(this.firstOfGame(row) ? 1 : 0);
      this.all.push(row);
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

  setFilter(facet: Facet, value: string | undefined): void {
    const filters: Filters = { ...this.filters.value };
    if (value === undefined) delete filters[facet];
    else filters[facet] = value;
    this.setFilters(filters);
  }

  setFilters(filters: Filters): void {
    this.filters.value = filters;
    this.counted = new Tallies();
    this.countedRows = 0;
    this.shown = [];
    this.shownGames = 0;
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
    if (!place) return -1;
    return this.shown.findIndex((index) => {
      const row = this.all[index];
      return row?.game === place.game && row.node === place.node && row.source === place.source;
    });
  }

  row(shown: number): Row | undefined {
    const index = this.shown[shown];
    return index === undefined ? undefined : this.all[index];
  }

  /** The row before or after a position; the first or last of its game counts where the position itself is no answer. */
  step(place: Position | null, by: 1 | -1): Row | undefined {
    let at = this.indexOf(place);
    if (at < 0 && place) {
      at = this.shown.findIndex((index) => {
        const row = this.all[index];
        return row?.game === place.game && row.source === place.source && row.node > place.node;
      });
      if (at >= 0) return this.row(by > 0 ? at : at - 1);
    }
    return at < 0 ? this.row(0) : this.row(at + by);
  }

  private firstOfGame(row: Row): boolean {
    const last = this.all[this.all.length - 1];
    // The rows of a game come together, as a rule.
    if (last?.game === row.game && last.source === row.source) return false;
    const key = `${row.source}/${row.game}`;
    if (this.games.has(key)) return false;
    this.games.add(key);
    return true;
  }

  /** The tallies of all rows that have come; they are only counted when someone looks at them. */
  get tallies(): Tallies {
    for (; this.countedRows < this.all.length; this.countedRows += 1) {
      const row = this.all[this.countedRows] as Row;
      const failed = failures(this.filters.peek(), row);
      // A facet's own filter does not narrow its tally, so that another of its values can be chosen.
      if (failed.length < 2) this.counted.count(row, this.firsts[this.countedRows] === 1, failed[0] ?? null);
    }
    return this.counted;
  }

  private admit(index: number): void {
    if (failures(this.filters.peek(), this.all[index] as Row).length) return;
    this.shown.push(index);
    if (this.firsts[index] === 1) this.shownGames += 1;
  }

  private sort(): void {
    const { column, down } = this.order.value;
    if (column === "order") {
      this.shown.sort((a, b) => (down ? b - a : a - b));
      return;
    }
    const keys = new Map<number, string | number>();
    for (const index of this.shown) keys.set(index, sortKey(this.all[index] as Row, column));
    const sign = down ? -1 : 1;
    this.shown.sort((a, b) => {
      const x = keys.get(a) as string | number;
      const y = keys.get(b) as string | number;
      return (x < y ? -sign : x > y ? sign : 0) || a - b;
    });
  }

  private redraw(): void {
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

function sortKey(row: Row, column: Exclude<Column, "order">): string | number {
  switch (column) {
    case "white":
    case "black":
    case "event":
      return row[column].toLowerCase();
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
