// The state of a report: the page's, with the match that is open, which the address names.

import { batch, effect, type Signal, signal } from "@preact/signals";
import { connect } from "../api/backend";
import { Viewing } from "../app/viewing";
import type { Side } from "../board/squares";
import { Rows } from "../results/rows";
import { Search } from "../results/search";
import { columnsOf } from "./columns";
import { kindOf } from "./counted";
import { type Match, SOURCE, type Static } from "./static";

/** Milliseconds until the address is written: browsers accept only so many changes of it in a time. */
const REST = 300;

/** On a wide window the game stands beside the list, and one is always open. */
export const wide = matchMedia("(min-width: 1000px)");

/** There is one search, whatever was asked. */
const ASKED = { query: "", dialect: null, variations: false, settings: {}, sources: [SOURCE] };

export class Report extends Viewing<Match, string> {
  readonly columns: ReturnType<typeof columnsOf>;
  readonly rows: Rows<Match, string>;
  readonly view: Signal<"boards" | "table"> = signal("boards");
  readonly match: Signal<Match | null> = signal(null);
  readonly side: Signal<Side> = signal("white");

  constructor(readonly results: Static) {
    super();
    connect(results);
    this.columns = columnsOf(results.about);
    this.rows = new Rows(...kindOf(results, this.columns));
  }

  async start(): Promise<void> {
    const search = new Search(ASKED, this.rows);
    this.search.value = search;
    await search.start();
    this.followPlace();
    this.openAddress();
    addEventListener("popstate", () => this.openAddress());
    this.stops.push(this.followAddress());
  }

  /** Opens a match; on a narrow window the browser's way back closes it. */
  open(match: Match, at = match.node, isStep = !wide.matches && !this.match.peek()): void {
    if (isStep) history.pushState(null, "", addressOf(match));
    batch(() => {
      this.match.value = match;
      this.show({ ...match, node: at });
    });
  }

  close(): void {
    batch(() => {
      this.match.value = null;
      this.show(null);
    });
  }

  override stepAnswer(by: 1 | -1): void {
    const match = this.match.value;
    const next = match && this.rows.row(this.rows.shown.indexOf(match.index) + by);
    if (next) this.open(next);
  }

  /** Writes the match and, if it is another one, the position into the address. */
  private followAddress(): () => void {
    return effect(() => {
      const match = this.match.value;
      const hash = match ? addressOf(match, this.place.value?.node) : "";
      const resting = setTimeout(() => {
        if (location.hash !== hash)
          history.replaceState(null, "", hash || location.pathname + location.search);
      }, REST);
      return () => clearTimeout(resting);
    });
  }

  /** Opens what the address names; on wide windows the first match otherwise. */
  private openAddress(): void {
    const named = new URLSearchParams(location.hash.slice(1));
    const match = this.results.matches[Number(named.get("match")) - 1];
    const first = this.rows.row(0);
    if (match) this.open(match, Number(named.get("at") ?? match.node), false);
    else if (wide.matches && first) this.open(first);
    else this.close();
  }
}

function addressOf({ index, node }: Match, at = node): string {
  return `#match=${index + 1}${at === node ? "" : `&at=${at}`}`;
}
