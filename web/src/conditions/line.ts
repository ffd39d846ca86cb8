// The conditions in the text of a query: a line with a comment that marks it, the first one after a header and parameters. A query that comes
// from elsewhere, from a link or a file, has its conditions there; the page has them apart (asked.ts) and writes the line.

const MARK = "// conditions";
const LINE = /^([^\n]*?)[ \t]*\/\/ conditions[ \t]*(?:\n|$)/m;

export interface Line {
  /** The CQL on it, without the mark. */
  text: string;
  /** The place of the whole line, with its end. */
  from: number;
  to: number;
}

export function lineOf(query: string): Line | null {
  const found = LINE.exec(query);
  return found && { text: found[1] ?? "", from: found.index, to: found.index + found[0].length };
}

/** The query without the line. */
export function restOf(query: string): string {
  const line = lineOf(query);
  return line ? query.slice(0, line.from) + query.slice(line.to) : query;
}

/** A query that was written from conditions and a text. */
export interface Written {
  query: string;
  /** The place in the text before which the conditions are, and the length of what was put there. */
  at: number;
  length: number;
}

export function written(text: string, conditions: string): Written {
  const at = conditions ? afterHeader(text) : 0;
  const gap = at && text[at - 1] !== "\n" ? "\n" : "";
  const put = conditions && `${gap}${conditions} ${MARK}\n`;
  return { query: text.slice(0, at) + put + text.slice(at), at, length: put.length };
}

/** A place of the text as one of the query, and the other way; a place in the conditions is where they are put. */
export const inQuery = ({ at, length }: Written, place: number): number =>
  place < at ? place : place + length;
export const inText = ({ at, length }: Written, place: number): number =>
  place <= at ? place : Math.max(at, place - length);

/** The text of a query that was formatted with its conditions, which may be on several lines then. */
export function formattedText({ length }: Written, formatted: string): string | undefined {
  if (!length) return formatted;
  const line = lineOf(formatted);
  return line ? formatted.slice(0, afterHeader(formatted)) + formatted.slice(line.to) : undefined;
}

const DECLARED = /"[^"]*"|(?:\/\/|;)[^\n]*|(\bparameter\s+\w+\s+(?:"[^"]*"|-?\d+)(?:\s*"[^"]*")?)/g;

/** The place after `cql(...)` and the parameters, which come before all filters; 0 where there is neither. */
function afterHeader(query: string): number {
  const parameters = [...query.matchAll(DECLARED)].filter((found) => found[1] !== undefined);
  const last = parameters.at(-1);
  const end = last ? last.index + last[0].length : endOfHeader(query);
  return end && end + (/^[ \t]*\n/.exec(query.slice(end))?.[0].length ?? 0);
}

function endOfHeader(query: string): number {
  const begin = /^\s*cql\s*\(/.exec(query);
  if (!begin) return 0;
  let depth = 1;
  const signs = /"[^"]*"|\/\/[^\n]*|[()]/g;
  signs.lastIndex = begin[0].length;
  for (let found = signs.exec(query); found; found = signs.exec(query)) {
    if (found[0] === "(") depth += 1;
    else if (found[0] === ")") depth -= 1;
    if (depth === 0) return signs.lastIndex;
  }
  return 0;
}
