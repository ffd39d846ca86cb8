// The board's part of a query: where the text that the board wrote stands while the reader writes around it.
//
// The server writes the text for a board and reads the board from a text, so there is one grammar. The page follows each
// edit and so knows which part of the text is the board's; the rest is the reader's, and the board never changes it.

export interface Part {
  /** The whole query. */
  query: string;
  /** The part of the board; empty if it has none. */
  from: number;
  to: number;
  /** False if the reader has written in it, until it is known whether a board can show that. */
  known: boolean;
}

/** A query of which nothing is the board's yet. What the board writes is added to it. */
export function none(query: string): Part {
  return { query, from: query.length, to: query.length, known: true };
}

/** A query that a board can show as a whole. */
export function whole(query: string): Part {
  return { query, from: 0, to: query.length, known: true };
}

export function text({ query, from, to }: Part): string {
  return query.slice(from, to);
}

/** What the reader has written before and after the part. */
export function around({ query, from, to }: Part): { before: string; after: string } {
  return { before: query.slice(0, from), after: query.slice(to) };
}

/** True if the reader has written something beside the part. */
export function hasOther(part: Part): boolean {
  const { before, after } = around(part);
  return (before + after).trim() !== "";
}

/** The part after one edit of the query. What is edited inside of the part, or across its ends, stays a part of it. */
export function follow(part: Part, query: string): Part {
  const old = part.query;
  const by = query.length - old.length;
  const most = Math.min(old.length, query.length);
  const same = (fromEnd: boolean, limit: number): number => {
    let count = 0;
    const at = (text: string) => text[fromEnd ? text.length - 1 - count : count];
    while (count < limit && at(old) === at(query)) count += 1;
    return count;
  };
  // Where the letters beside an edit are those of its text, it may have been in several places: `ab` in `ab ab` is new
  // before or after the other. An edit that can have been outside of the part was.
  const start = same(false, most);
  if (start >= part.to && part.from < part.to) return { ...part, query };
  const end = same(true, most);
  if (old.length - end <= part.from) return { ...part, query, from: part.from + by, to: part.to + by };
  if (start >= part.to) return { ...part, query };
  const last = old.length - Math.min(end, most - start);
  return { query, from: Math.min(part.from, start), to: Math.max(part.to, last) + by, known: false };
}

/** The query without the part. */
export function without(part: Part): Part {
  const { before, after } = around(part);
  const left = after.trim() ? before : before.trimEnd();
  const query = left.trim() ? left + after : after.trimStart();
  const from = left.trim() ? left.length : 0;
  return { query, from, to: from, known: true };
}
