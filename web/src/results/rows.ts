// The rows of a search: all of them, those that pass the filters in the order shown, and their tallies. Rows come by the
// hundred thousand, so what a batch costs depends on the batch alone.
//
// A few thousand are filtered, ordered and counted on the spot; of more a worker does that, so that the page never stands
// still. Until the worker answers, what was shown before stays. The page is drawn once per frame, with the rows on screen only.
// Rows that come late are put in the order of a column when the search has ended.

import { type Signal, signal } from "@preact/signals";
import type { Facet, Row, SortedBy } from "../api/types";
import type { Place } from "../app/place";
import { remembered, store } from "../app/preferences";
import type { Viewing } from "../app/viewing";
import { ANSWERS, valueColumn } from "./answer";
import { type Answered, Columns, type Kind, type Order, type Sent, type Tallies } from "./columns";
import { PROPERTIES, type Property } from "./facets";
import { plain } from "./values";

/** Of each game one row is shown in new lists, as the reader chose last. */
export const perGame = remembered("perGame", (text) => text !== "no");

export function setPerGame({ search }: Pick<Viewing, "search">, value: boolean): void {
  perGame.value = value;
  store("perGame", value ? null : "no");
  search.peek()?.rows.setPerGame(value);
}

/** The number of rows that need no worker. */
const AT_ONCE = 10_000;

export class Rows<R extends Row = Row, F extends string = Facet> {
  readonly all: R[] = [];
  /** Indices in `all` of the rows that are shown, in the order shown. */
  shown: number[] = [];
  /** Games in which something is shown, and the rows that pass the filters. */
  shownGameCount = 0;
  shownMatches = 0;
  /** Changes whenever `all` or `shown` have changed, at most once for each frame. */
  readonly version: Signal<number> = signal(0);
  readonly filters: Signal<Partial<Record<F, string>>> = signal({});
  /** The text that rows must have. */
  readonly wanted: Signal<string> = signal("");
  /** Changes when tallies that were asked for have come. */
  readonly tallied: Signal<number> = signal(0);
  readonly order: Signal<Order> = signal({ column: "order", down: false });
  /** Of each game one row is shown. */
  readonly perGame: Signal<boolean> = signal(false);
  /** Names of values that rows have. */
  readonly valueNames: Signal<readonly string[]> = signal([]);
  /** The first row has come, or is known once all have been put in order. */
  onFirst: ((row: R) => void) | null = null;
  private isFinished = false;
  /** The indices of the rows of each game. */
  private readonly games = new Map<string, number[]>();
  private readonly columns: Columns<R, F>;
  private worker: Worker | null = null;
  /** The number of the view that is wanted. */
  private view = 0;
  private counts = 0;
  /** Something has changed since the tallies were asked for. */
  private isStale = true;
  private counted: Tallies<F> = {};
  private drawn = 0;

  constructor(
    kind = ANSWERS as unknown as Kind<R, F>,
    readonly properties = PROPERTIES as unknown as readonly Property<F>[],
    /** A worker for very many rows, if there can be one. */
    private readonly make: (() => Worker) | null = null,
  ) {
    this.columns = new Columns(kind);
  }

  /** Games in which something was found. */
  get gameCount(): number {
    return this.games.size;
  }

  get filtered(): boolean {
    return Object.keys(this.filters.value).length > 0 || plain(this.wanted.value) !== "";
  }

  /** Keeps the rows that have all words of a text in some column. */
  setText(text: string): void {
    const before = plain(this.wanted.value);
    this.wanted.value = text;
    if (plain(text) !== before) this.ask();
  }

  /** `text` is what the server has sent, with these rows. */
  add(rows: readonly R[], text?: string): void {
    const first = this.all.length === 0 && rows[0];
    for (const row of rows) this.take(row);
    if (!this.worker && this.make && this.all.length > AT_ONCE) this.begin(this.make());
    else this.send({ rows: this.worker ? (text ?? rows) : rows });
    if (this.isPlain) this.showAll();
    this.isStale = true;
    this.redraw();
    if (first) this.onFirst?.(first);
  }

  /** All rows have come: they are put in the order that was asked for. */
  finish(): void {
    this.isFinished = true;
    if (this.order.value.column !== "order") this.ask();
    this.redraw();
  }

  setPerGame(perGame: boolean): void {
    if (perGame === this.perGame.value) return;
    this.perGame.value = perGame;
    this.ask();
  }

  setFilter(facet: F, value: string | undefined): void {
    const filters = { ...this.filters.value };
    if (value === undefined) delete filters[facet];
    else filters[facet] = value;
    this.setFilters(filters);
  }

  setFilters(filters: Partial<Record<F, string>>): void {
    this.filters.value = filters;
    this.ask();
  }

  setOrder(order: Order): void {
    this.order.value = order;
    this.ask();
  }

  /** The order for which the query asks, the value that counts most first. */
  sortBy(sort: readonly SortedBy[]): void {
    let order: Order | undefined;
    for (const { name, min } of [...sort].reverse())
      order = { column: valueColumn(name), down: !min, ties: order };
    if (order) this.order.value = order;
  }

  /** Ends the worker. */
  close(): void {
    this.worker?.terminate();
  }

  /** The place of a position among the rows shown, or -1. */
  indexOf(place: Place | null): number {
    const index = this.inGame(place).find((each) => this.all[each]?.node === place?.node);
    return index === undefined ? -1 : this.shown.indexOf(index);
  }

  /** All rows of the game of a row. */
  ofGame(place: Place): R[] {
    return this.inGame(place).map((index) => this.all[index] as R);
  }

  /** The indices of the rows of a position's game. */
  private inGame(place: Place | null): readonly number[] {
    return (place && this.games.get(`${place.source}/${place.game}`)) ?? [];
  }

  row(shown: number): R | undefined {
    const index = this.shown[shown];
    return index === undefined ? undefined : this.all[index];
  }

  /** The indices of the rows shown from one place to another, which may be beyond the end. */
  range(from: number, to: number): number[] {
    return this.shown.slice(from, to);
  }

  /** The row before or after a position; the first or last of its game counts where the position itself is no answer. */
  step(place: Place | null, by: 1 | -1): R | undefined {
    let at = this.indexOf(place);
    if (at < 0 && place && this.perGame.value) {
      const own = new Set(this.inGame(place));
      at = this.shown.findIndex((index) => own.has(index));
    }
    if (at < 0 && place) {
      const later = new Set(this.inGame(place).filter((index) => (this.all[index] as R).node > place.node));
      at = later.size ? this.shown.findIndex((index) => later.has(index)) : -1;
      if (at >= 0) return this.row(by > 0 ? at : at - 1);
    }
    return at < 0 ? this.row(0) : this.row(at + by);
  }

  /** Adds a row to all. */
  private take(row: R): void {
    const key = `${row.source}/${row.game}`;
    const others = this.games.get(key);
    if (others) others.push(this.all.length);
    else this.games.set(key, [this.all.length]);
    this.all.push(row);
    if (row.values) {
      const fresh = Object.keys(row.values).filter((name) => !this.valueNames.peek().includes(name));
      if (fresh.length) this.valueNames.value = [...this.valueNames.peek(), ...fresh];
    }
  }

  /** The tallies of the rows that have come; they are only counted when someone looks at them. */
  get tallies(): Tallies<F> {
    if (this.isStale) {
      this.isStale = false;
      this.counts += 1;
      this.send({ count: this.counts });
    }
    return this.counted;
  }

  /** Everything is shown, as it came. */
  private get isPlain(): boolean {
    const { column, down } = this.order.value;
    return !this.filtered && column === "order" && !down && !this.perGame.value;
  }

  /** From now on a worker does the work. */
  private begin(worker: Worker): void {
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Answered<F>>) => {
      this.answered(data);
      if ("count" in data) this.tallied.value += 1;
    };
    this.send({ rows: this.all });
    if (!this.isPlain) this.ask();
  }

  private send(sent: Sent<R, F>): void {
    if (this.worker) {
      this.worker.postMessage(sent);
      return;
    }
    const answer = this.columns.answer(sent);
    if (answer) this.answered(answer);
  }

  /** Asks for the rows to show. */
  private ask(): void {
    this.view += 1;
    this.isStale = true;
    const { isPlain } = this;
    const view = {
      filters: this.filters.value,
      text: this.wanted.value,
      order: this.order.value,
      perGame: this.perGame.value,
    };
    this.send({ numbered: this.view, view, isPlain });
    if (!isPlain) return;
    this.shown = [];
    this.showAll();
    this.redraw();
  }

  private showAll(): void {
    while (this.shown.length < this.all.length) this.shown.push(this.shown.length);
    [this.shownGameCount, this.shownMatches] = [this.gameCount, this.all.length];
  }

  private answered(answered: Answered<F>): void {
    if ("count" in answered) {
      // Of a worker's answers only the last is of use.
      if (answered.count === this.counts) this.counted = answered.tallies;
    } else if (answered.numbered === this.view) {
      if (!answered.isMore) this.shown = [];
      for (const index of answered.shown) this.shown.push(index);
      [this.shownGameCount, this.shownMatches] = [answered.games, answered.matches];
      this.redraw();
      const first = this.row(0);
      if (this.isFinished && first) this.onFirst?.(first);
      if (this.isFinished) this.onFirst = null;
    }
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
