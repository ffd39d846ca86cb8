// The line of a query that holds the conditions: the first one, after a header, with a comment that marks it. The rest of the
// text is the reader's and the board's, and is never touched.

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

/** The query with another text on the line; without a text there is no line. */
export function withLine(query: string, text: string): string {
  const line = lineOf(query);
  const from = line?.from ?? afterHeader(query);
  const [before, after] = [query.slice(0, from), query.slice(line?.to ?? from)];
  if (text === "") return before + after;
  const gap = before && !before.endsWith("\n") ? "\n" : "";
  return `${before}${gap}${text} ${MARK}\n${gap ? after.trimStart() : after}`;
}

/**
 * A formatted query with the line as it was before: long lines are broken, and what is broken off would be conditions no more.
 * Where the line is not found in what was formatted, the query stays as it is.
 */
export function withLineKept(query: string, formatted: string): string {
  const [line, found] = [lineOf(query), lineOf(formatted)];
  if (!line || !found) return line ? query : formatted;
  const solid = (text: string) => text.replace(/\s/g, "");
  const wanted = solid(line.text);
  const end = found.from + found.text.length;
  let from = end;
  // Formatting moves blanks and nothing else, so the line begins that many signs before its mark.
  for (let left = wanted.length; left > 0 && from > 0; left -= solid(formatted.charAt(from)).length)
    from -= 1;
  const isLine = solid(formatted.slice(from, end)) === wanted && /^$|\n$/.test(formatted.slice(0, from));
  return isLine ? formatted.slice(0, from) + line.text.trim() + formatted.slice(end) : query;
}

/** The place after `cql(...)`, which must come first; 0 where there is none. */
function afterHeader(query: string): number {
  const begin = /^\s*cql\s*\(/.exec(query);
  if (!begin) return 0;
  let depth = 1;
  const signs = /"[^"]*"|\/\/[^\n]*|[()]/g;
  signs.lastIndex = begin[0].length;
  for (let found = signs.exec(query); found; found = signs.exec(query)) {
    if (found[0] === "(") depth += 1;
    else if (found[0] === ")") depth -= 1;
    if (depth === 0) {
      const end = signs.lastIndex;
      const line = /[ \t]*\n/y;
      line.lastIndex = end;
      return end + (line.exec(query)?.[0].length ?? 0);
    }
  }
  return 0;
}
