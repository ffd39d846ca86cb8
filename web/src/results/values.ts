// How the values of rows are compared, looked for and counted. It says nothing in words, so that a worker can have it.

import type { Tally } from "../api/types";

export type Key = string | number;

/** The order of two keys: negative if the first one comes first. */
export const compare = (a: Key, b: Key, down: boolean): number => (a === b ? 0 : a < b === down ? 1 : -1);

/** A text as it is compared: small letters without accents. */
export const plain = (text: string): string =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").trim();

/** Whether a value is the one that is wanted, or in the range of numbers. */
export function isWanted(value: string, wanted: string, numbers: boolean): boolean {
  const range = numbers ? /^(-?\d+)-(-?\d+)$/.exec(wanted) : null;
  if (!range) return value === wanted;
  return Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
}

/** What a chart shows of the values of a facet. */
export interface Summary {
  /** How many values there are. */
  size: number;
  /** The values with most games, most first. */
  top: Tally[];
  /** Numbers in bins of equal width, the empty ones between them included. */
  bins: Bin[];
  width: number;
}

/** The most bars and the most columns that a chart has. */
export interface Most {
  bars: number;
  columns: number;
}

export function summaryOf(all: readonly Tally[], numbers: boolean, most: Most): Summary {
  const bins = numbers && all.length ? binsOf(all, most.columns) : { bins: [], width: 1 };
  return { size: all.length, top: topOf(all, most.bars), ...bins };
}

/** Time is linear in the number of values for a small `most`. */
function topOf(all: readonly Tally[], most: number): Tally[] {
  const best: Tally[] = [];
  for (const tally of all) {
    const last = best[best.length - 1];
    if (best.length === most && last && tally.games <= last.games) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1] as Tally).games < tally.games) at -= 1;
    best.splice(at, 0, tally);
    if (best.length > most) best.pop();
  }
  return best;
}

function binsOf(all: readonly Tally[], most: number): Pick<Summary, "bins" | "width"> {
  const low = all.reduce((least, each) => Math.min(least, Number(each.value)), Infinity);
  const high = all.reduce((most, each) => Math.max(most, Number(each.value)), -Infinity);
  let width = 1;
  for (let step = 1; (high - low) / width >= most; step += 1)
    width = ([1, 2, 5][step % 3] as number) * 10 ** Math.floor(step / 3);
  const start = Math.floor(low / width) * width;
  const bins: Bin[] = [];
  for (let from = start; from <= high; from += width)
    bins.push({ from, to: from + width - 1, games: 0, positions: 0 });
  for (const each of all) {
    const bin = bins[Math.floor((Number(each.value) - start) / width)] as Bin;
    bin.games += each.games;
    bin.positions += each.positions;
  }
  return { bins, width };
}

export interface Bin {
  from: number;
  /** Included. */
  to: number;
  games: number;
  positions: number;
}
