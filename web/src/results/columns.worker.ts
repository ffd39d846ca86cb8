// The worker of a list of rows: it takes the rows as the server sent them, and answers with the indices of those to show and
// with tallies.

import type { Facet, Row, Tally } from "../api/types";
import { Columns, type View } from "./columns";
import { type Bin, COUNTED, MOST_BARS, MOST_COLUMNS } from "./values";

/** What the page sends. */
export type Sent =
  | { rows: string | readonly Row[] }
  /** `numbered` is the number of the view; the page needs no answer for one that shows everything as it came. */
  | { numbered: number; view: View; isPlain: boolean }
  | { count: number };

/** What the worker answers. */
export type Answered =
  | { numbered: number; shown: Uint32Array; games: number; isMore: boolean }
  | { count: number; tallies: Record<Facet, Summary> };

/** What the statistics show of a facet. */
export interface Summary {
  size: number;
  top: Tally[];
  bins: { bins: Bin[]; width: number };
}

const columns = new Columns();
let numbered = 0;
let isPlain = true;

const answer = (answered: Answered, transfer: Transferable[] = []) =>
  self.postMessage(answered, { transfer });

self.onmessage = ({ data }: MessageEvent<Sent>) => {
  if ("rows" in data) {
    const from = columns.length;
    columns.add(typeof data.rows === "string" ? (JSON.parse(data.rows) as { rows: Row[] }).rows : data.rows);
    if (isPlain) return;
    const { shown, games } = columns.after(from);
    answer({ numbered, shown, games, isMore: true }, [shown.buffer]);
  } else if ("view" in data) {
    ({ numbered, isPlain } = data);
    const { shown, games } = columns.show(data.view);
    if (!isPlain) answer({ numbered, shown, games, isMore: false }, [shown.buffer]);
  } else {
    const tallies = columns.count();
    const summary = ([facet, numbers]: (typeof COUNTED)[number]): Summary => ({
      size: tallies.size(facet),
      top: tallies.top(facet, MOST_BARS),
      bins: numbers ? tallies.bins(facet, MOST_COLUMNS) : { bins: [], width: 1 },
    });
    const all = COUNTED.map((counted) => [counted[0], summary(counted)]);
    answer({ count: data.count, tallies: Object.fromEntries(all) as Record<Facet, Summary> });
  }
};
