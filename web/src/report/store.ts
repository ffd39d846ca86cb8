// The state of the report: the matches as they are filtered and ordered, the match that is open, and the position shown.

import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Found, GameTree } from "../api/types";
import type { Place } from "../app/place";
import type { Side } from "../board/squares";
import type { Shown } from "../game/viewer";
import { t } from "../i18n";
import { Rows } from "../results/rows";
import { columnsOf } from "./columns";
import { kindOf } from "./counted";
import { type Match, marksOf, type Results } from "./data";
import { treeOf } from "./tree";

/** Milliseconds until the address is written: browsers accept only so many changes of it in a time. */
const REST = 300;

/** On a wide window the game stands beside the list, and one is always open. */
export const wide = matchMedia("(min-width: 1000px)");

export class Report implements Shown {
  readonly results: Results;
  readonly rows: Rows<Match, string>;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly view: Signal<"boards" | "table"> = signal("boards");
  readonly match: Signal<Match | null> = signal(null);
  readonly node: Signal<number> = signal(0);
  readonly place: ReadonlySignal<Place | null> = computed(() => {
    const match = this.match.value;
    return match && { source: "", game: match.game, node: this.node.value };
  });
  readonly tree: ReadonlySignal<GameTree | null> = computed(() => {
    const match = this.match.value;
    return match && this.treeOf(match);
  });
  readonly found: ReadonlySignal<Found[]> = computed(() => this.foundBy(this.match.value));
  readonly foundHere: ReadonlySignal<Found[]> = computed(() => {
    const [own, ...others] = this.found.value;
    const node = this.node.value;
    if (own?.node === node) return [own];
    const here = others.filter((found) => found.node === node);
    const last = this.tree.value?.nodes[node]?.last;
    const arrows = last && last[0] !== last[1] ? [{ from: last[0], to: last[1], colour: "yellow" }] : [];
    return here.length ? here : [{ ...NOTHING, node, arrows }];
  });
  readonly highlight: Shown["highlight"] = signal(null);
  readonly side: Signal<Side> = signal("white");
  /** What screen readers are told. */
  readonly spoken: Signal<string> = signal("");
  private readonly trees = new Map<number, GameTree>();
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(results: Results) {
    this.results = results;
    this.columns = columnsOf(results.about);
    this.rows = new Rows(...kindOf(results, this.columns));
    this.rows.add(results.matches);
  }

  private treeOf({ game, record }: Match): GameTree {
    const tree = this.trees.get(game) ?? treeOf(record);
    if (this.trees.size > 20) this.trees.clear();
    this.trees.set(game, tree);
    return tree;
  }

  /** What the matches of the game mark in it, that of the open match first. */
  private foundBy(match: Match | null): Found[] {
    if (!match) return [];
    const { matches } = this.results;
    const mates: Match[] = [];
    for (let i = match.index; matches[i]?.game === match.game; i += 1) mates.push(matches[i] as Match);
    for (let i = match.index - 1; matches[i]?.game === match.game; i -= 1) mates.push(matches[i] as Match);
    return mates.map((mate) => {
      const { at, line, differs = [] } = mate.data;
      const nodes = [at, ...(line ?? [])];
      const constituent = { text: t("report.sequence"), first: at, last: nodes.at(-1) ?? at, nodes };
      return { ...NOTHING, ...marksOf(mate), node: at, constituents: line ? [constituent] : [], differs };
    });
  }

  /** Opens a match; on a narrow window the browser's way back closes it. */
  open(match: Match, at = match.data.at): void {
    const push = !wide.matches && !this.match.peek();
    if (push) history.pushState(null, "", addressOf(match));
    batch(() => {
      this.match.value = match;
      this.node.value = this.treeOf(match).nodes[at] ? at : match.data.at;
    });
    this.remember();
  }

  close(): void {
    clearTimeout(this.resting);
    this.match.value = null;
    history.replaceState(null, "", location.pathname + location.search);
  }

  goto(node: number): void {
    this.node.value = node;
    this.remember();
  }

  /** The next match of the list, or the one before. */
  step(by: 1 | -1): void {
    const match = this.match.value;
    const next = match && this.rows.row(this.rows.shown.indexOf(match.index) + by);
    if (next) this.open(next);
  }

  announce(text: string): void {
    this.spoken.value = text;
  }

  /** Writes the match and, if it is another one, the position into the address. */
  private remember(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const match = this.match.value;
      const hash = match && addressOf(match, this.node.value);
      if (hash && location.hash !== hash) history.replaceState(null, "", hash);
    }, REST);
  }

  /** Opens what the address names; on wide windows the first match otherwise. */
  openAddress(): void {
    const named = new URLSearchParams(location.hash.slice(1));
    const match = this.results.matches[Number(named.get("match")) - 1];
    const first = this.rows.row(0);
    if (match) {
      const at = named.get("at");
      batch(() => {
        // It is there already: nothing is added to the browser's way.
        this.match.value = match;
        this.open(match, at === null ? undefined : Number(at));
      });
    } else if (wide.matches && first) {
      this.open(first);
    } else if (this.match.value) {
      this.close();
    }
  }
}

const NOTHING: Found = { node: 0, squares: [], arrows: [], comments: [], constituents: [], values: {} };

function addressOf({ index, data }: Match, node = data.at): string {
  return `#match=${index + 1}${node === data.at ? "" : `&at=${node}`}`;
}
