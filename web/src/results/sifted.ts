// The rows of a search on the page. A few thousand are filtered, ordered and counted on the spot; of more a worker does that, so
// that the page never stands still. Until the worker answers, what was shown before stays.

import type { Facet, Row } from "../api/types";
import type { Answered, Sent, Summary } from "./columns.worker";
import { type Order, Rows } from "./rows";
import type { Tallied } from "./values";

/** The number of rows that need no worker. */
const AT_ONCE = 10_000;

/** Tallies as the worker has made them. */
class Summaries implements Tallied<Facet> {
  constructor(private readonly of: Record<Facet, Summary>) {}

  size(facet: Facet): number {
    return this.of[facet].size;
  }

  top(facet: Facet, most: number) {
    return this.of[facet].top.slice(0, most);
  }

  bins(facet: Facet, _most: number) {
    return this.of[facet].bins;
  }
}

/** Indices that grow. */
class Growing {
  private room: Uint32Array;

  constructor(
    public length: number,
    room: Uint32Array,
  ) {
    this.room = room;
  }

  append(added: ArrayLike<number>): void {
    const length = this.length + added.length;
    if (length > this.room.length) {
      const more = new Uint32Array(Math.max(1024, 2 * length));
      more.set(this.room.subarray(0, this.length));
      this.room = more;
    }
    this.room.set(added, this.length);
    this.length = length;
  }

  get all(): Uint32Array {
    return this.room.subarray(0, this.length);
  }
}

function upTo(from: number, to: number): Uint32Array {
  const all = new Uint32Array(Math.max(0, to - from));
  for (let at = 0; at < all.length; at += 1) all[at] = from + at;
  return all;
}

export class Sifted extends Rows {
  private worker: Worker | null = null;
  /** What the worker will get, if there is one. */
  private waiting: (string | readonly Row[])[] = [];
  private list = new Growing(0, new Uint32Array());
  private listGames = 0;
  /** The number of the view that is wanted. */
  private view = 0;
  private counts = 0;
  /** Something has changed since the tallies were asked for. */
  private isStale = true;
  private summaries: Tallied<Facet> | null = null;

  constructor(private readonly make: (() => Worker) | null = makeWorker()) {
    super();
  }

  /** `text` is what the server has sent, with these rows. */
  override add(rows: readonly Row[], text?: string): void {
    const isMany = this.make !== null && this.all.length + rows.length > AT_ONCE;
    if (!this.worker && !isMany) {
      if (this.make) this.waiting.push(text ?? rows);
      super.add(rows);
      return;
    }
    const from = this.all.length;
    const first = from === 0 && rows[0];
    for (const row of rows) this.take(row);
    if (this.worker) this.send({ rows: text ?? rows });
    else {
      this.waiting.push(text ?? rows);
      this.begin();
    }
    if (this.isPlain) this.grow(upTo(this.list.length, this.all.length), this.gameCount);
    this.isStale = true;
    this.redraw();
    if (first) this.onFirst?.(first);
  }

  override finish(): void {
    if (this.worker && this.order.value.column !== "order") this.ask();
    else super.finish();
  }

  override setFilters(filters: Rows["filters"]["value"], condition?: (row: Row) => boolean): void {
    if (!this.worker) {
      super.setFilters(filters, condition);
      return;
    }
    this.filters.value = filters;
    this.isStale = true;
    this.ask();
  }

  override setOrder(order: Order): void {
    if (!this.worker) {
      super.setOrder(order);
      return;
    }
    this.order.value = order;
    this.ask();
  }

  override get shownGameCount(): number {
    return this.worker ? this.listGames : super.shownGameCount;
  }

  override get talliesSoFar(): Tallied<Facet> {
    return this.summaries ?? super.talliesSoFar;
  }

  override count(most: number): boolean {
    if (!this.worker) return super.count(most);
    if (this.isStale) {
      this.isStale = false;
      this.counts += 1;
      this.send({ count: this.counts });
    }
    return false;
  }

  /** Ends the worker. */
  close(): void {
    this.worker?.terminate();
  }

  /** Everything is shown, as it came. */
  private get isPlain(): boolean {
    const { column, down } = this.order.value;
    return !this.filtered && column === "order" && !down;
  }

  private begin(): void {
    this.worker = this.make?.() ?? null;
    if (!this.worker) return;
    this.worker.onmessage = ({ data }: MessageEvent<Answered>) => this.answered(data);
    for (const rows of this.waiting.splice(0)) this.send({ rows });
    this.list = new Growing(0, new Uint32Array());
    if (!this.isPlain) this.ask();
  }

  private send(sent: Sent): void {
    this.worker?.postMessage(sent);
  }

  /** Asks for the rows to show. */
  private ask(): void {
    this.view += 1;
    const { isPlain } = this;
    const view = { filters: this.filters.value, text: this.wanted.value, order: this.order.value };
    this.send({ numbered: this.view, view, isPlain });
    if (!isPlain) return;
    this.list = new Growing(0, new Uint32Array());
    this.grow(upTo(0, this.all.length), this.gameCount);
    this.redraw();
  }

  private grow(added: ArrayLike<number>, games: number): void {
    this.list.append(added);
    this.listGames = games;
    this.shown = this.list.all;
  }

  private answered(answered: Answered): void {
    if ("count" in answered) {
      // Another count is on its way.
      if (answered.count !== this.counts) return;
      this.summaries = new Summaries(answered.tallies);
      this.tallied.value += 1;
    } else if (answered.numbered === this.view) {
      if (!answered.isMore) this.list = new Growing(0, new Uint32Array());
      this.grow(answered.shown, answered.games);
      this.redraw();
    }
  }
}

function makeWorker(): (() => Worker) | null {
  if (typeof Worker === "undefined") return null;
  return () => new Worker(new URL("./columns.worker.ts", import.meta.url), { type: "module" });
}
