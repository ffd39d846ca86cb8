// The backend of a report: it answers from the games and matches that the command has written into the document, a game on each
// line, between what is known before and after them.

import type { Backend, Listening, Sent } from "../api/backend";
import type { Found, Row, SearchEnd, TreeNode } from "../api/types";
import { parsed } from "../app/preferences";
import { t } from "../i18n";
import { treeOf } from "./tree";

/** What the games are known by, and their search. */
export const SOURCE = "report";

export interface About {
  version: string;
  /** What a page is about that has counts only. */
  title?: string;
  /** Seconds since 1970. */
  started: number;
  queries: { name: string; tokens: [kind: string, text: string][] }[];
  files: string[];
  severalFiles: boolean;
  /** The names of the values of each match: of its sort keys, then of its columns. */
  sorts: string[];
  selects: string[];
  tallies: string[];
  sample: number | null;
  limit: number | null;
}

/** The counts of a query: a picture in SVG, and the lines of a table. */
export interface Sum {
  title: string;
  /** The command that counts them again. */
  command?: string;
  picture: string;
  heads: string[];
  rows: string[][];
}

export interface End extends SearchEnd {
  /** Those that the page cannot count by itself. */
  sums: Sum[];
  queries: { games: number; matched: number; positions: number }[];
  damaged: number;
}

export type Value = string | number | boolean | null;

type Head = Omit<Row, "node" | "ply"> & { round: string; variant?: string };

/** A game as `embedded.rs` writes it. */
export interface Line {
  head: Head;
  /** The FEN of a start that is not the usual one. */
  start?: string;
  /** The moves of all lines, and what each changes on the board: see `changes.rs`. */
  san: string;
  moves: string;
  /** Where the position before a move is not the one with the number before. */
  parents?: [node: number, parent: number][];
  notes?: [node: number, notes: Partial<TreeNode>][];
  clock?: string;
  eval?: string;
  rows: Marked[];
}

/** What a match has beside what its game has. */
interface Marked
  extends Pick<Row, "node" | "ply" | "moved" | "variation">,
    Partial<Pick<Found, "squares" | "arrows" | "comments" | "differs">> {
  query: number;
  fen: string;
  /** The squares of the move that led to it. */
  last?: string[];
  /** The positions of a sequence after the match. */
  line?: number[];
  /** In the order of their names. */
  own?: Value[];
  tallies?: Value[];
}

/** A match as a row of a list. */
export interface Match extends Row, Marked {
  /** Its place among all matches. */
  index: number;
  file: string;
  number: number;
  round: string;
  variant?: string;
}

/** Answers need not be written and read again. */
const answer = (body: unknown) => ({ ok: true, status: 200, json: async () => body }) as Response;

export class Static implements Backend {
  readonly isHere = true;
  readonly about: About;
  /** Nothing if the file breaks off before its end. */
  readonly end: End | null;
  readonly matches: Match[] = [];
  private readonly games: { line: Line; matches: Match[] }[] = [];

  constructor(text = (id: string): string => document.getElementById(id)?.textContent ?? "") {
    this.about = parsed(text("about")) as About;
    // Nothing is read of a text that breaks off.
    this.end = (parsed(text("run")) as End) ?? null;
    for (const each of text("games").split("\n")) {
      const line = parsed(each);
      if (line) this.add(line as Line);
    }
  }

  async ask({ address }: Sent): Promise<Response> {
    const [path = "", values] = address.split("?");
    if (path === "searches") return answer({ id: SOURCE });
    const number = Number(new URLSearchParams(values).get("game"));
    const game = this.games[number - 1];
    if (!game) return Response.error();
    return answer(
      path === "game" ? treeOf(game.line, number) : { found: game.matches.map((match) => this.found(match)) },
    );
  }

  listen(_: string, { event, lost }: Listening): () => void {
    event("rows", { rows: this.matches });
    if (this.end) event("end", this.end);
    else lost();
    return () => undefined;
  }

  private add(line: Line): void {
    const before = this.games.at(-1);
    const same = ({ head, san }: Line) =>
      head.game === line.head.game && head.source === line.head.source && san === line.san;
    // The rows of a sample come one by one.
    const isMore = before && this.about.sample !== null && same(before.line);
    const game = isMore ? before : { line, matches: [] };
    if (!isMore) this.games.push(game);
    for (const row of line.rows) {
      const match = this.match(line.head, row);
      game.matches.push(match);
      this.matches.push(match);
    }
  }

  private match(head: Head, marked: Marked): Match {
    const known = Object.entries(head).map(([name, value]) => [name, value === "?" ? "" : value]);
    return {
      ...(Object.fromEntries(known) as Head),
      ...marked,
      date: head.date.replace(/(\.\?\?)+$/, "").replace(/^\?+$/, ""),
      index: this.matches.length,
      source: SOURCE,
      game: this.games.length,
      file: head.source,
      number: head.game,
    };
  }

  private found(match: Match): Found {
    const { node, line = [] } = match;
    const nodes = [node, ...line];
    const whole = { text: t("report.sequence"), number: 1, filter: "path", first: node, nodes };
    return {
      ...{ squares: [], arrows: [], comments: [], differs: [], line, ...match },
      values: Object.fromEntries(this.valuesOf(match)),
      constituents: match.line ? [{ ...whole, last: nodes.at(-1) ?? node }] : [],
    };
  }

  /** The values of a match by their names; a sort key of another query has none. */
  valuesOf({ own = [] }: Match): [name: string, value: string][] {
    const { sorts, selects } = this.about;
    const named = [...sorts, ...selects].map((name, i): [string, Value | undefined] => [name, own[i]]);
    const isThere = ([, value]: (typeof named)[number], i: number) =>
      i >= sorts.length || (value ?? null) !== null;
    return named.filter(isThere).map(([name, value]) => [name, shown(value)]);
  }
}

/** A value as people read it. */
export function shown(value: Value | undefined): string {
  if (value === null || value === undefined || value === "") return "–";
  return value === true ? t("report.yes") : String(value);
}
