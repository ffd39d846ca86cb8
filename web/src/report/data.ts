// The results as the command writes them into the page: what is known before the games, a game on each line, the run.

import type { Arrow, Row } from "../api/types";
import { t } from "../i18n";

export interface About {
  version: string;
  /** Seconds since 1970. */
  started: number;
  queries: { name: string; tokens: [kind: string, text: string][] }[];
  files: string[];
  severalFiles: boolean;
  selects: string[];
  sorts: string[];
  tallies: string[];
  sample: number | null;
  limit: number | null;
}

export interface Run {
  queries: { games: number; matched: number; positions: number }[];
  games: number;
  seconds: number;
  damaged: number;
  complete: boolean;
}

export type Value = string | number | boolean | null;

type Text = "file" | "white" | "black" | "event" | "site" | "round" | "date" | "eco" | "result" | "variant";

/** A game; what is empty is left out. */
export interface GameLine extends Partial<Record<Text, string>> {
  number: number;
  whiteElo?: number;
  blackElo?: number;
  /** The FEN of a start that is not the usual one. */
  start?: string;
  plies: number;
  /** The moves of all lines, and what each changes on the board: see `moves.rs`. */
  san: string;
  moves: string;
  /** Where the position before a move is not the one with the number before. */
  parents?: [node: number, parent: number][];
  beside?: [node: number, text: string][];
  comments?: [node: number, text: string, place?: "before" | number][];
  nags?: [node: number, nag: number, sign: string][];
  clocks?: string;
  evals?: string;
  matches: MatchLine[];
}

/** A match; its lists of values belong to the lists of names in `About`. */
export interface MatchLine {
  query: number;
  at: number;
  fen: string;
  move: string;
  variation?: boolean;
  why?: string[];
  /** The positions of a sequence after the match. */
  line?: number[];
  /** Those of its positions, and of that of the match, at which it differs from the sequence. */
  differs?: number[];
  marks?: string[];
  values?: Value[];
  tallies?: Value[];
  sorts?: Value[];
}

/** A match as a row of a list. */
export interface Match extends Row {
  index: number;
  record: GameLine;
  data: MatchLine;
}

export interface Results {
  about: About;
  /** Nothing if the file breaks off before its end. */
  run: Run | null;
  matches: Match[];
  games: number;
}

/** A line of JSON; nothing if the file breaks off in it. */
function parsed<T>(line: string): T | null {
  try {
    return line ? (JSON.parse(line) as T) : null;
  } catch {
    return null;
  }
}

/** Reads the results out of the document. */
export function readResults(): Results {
  const text = (id: string) => document.getElementById(id)?.textContent ?? "";
  const about = parsed<About>(text("about")) as About;
  const matches: Match[] = [];
  let before: GameLine | null = null;
  let games = 0;
  for (const line of text("games").split("\n")) {
    const read = parsed<GameLine>(line);
    if (!read) continue;
    // The rows of a sample come one by one.
    const same: boolean =
      about.sample !== null &&
      before?.number === read.number &&
      before.file === read.file &&
      before.san === read.san;
    const record: GameLine = same && before ? before : read;
    if (!same) games += 1;
    for (const data of read.matches) matches.push(row(record, data, matches.length, games));
    before = record;
  }
  return { about, run: parsed<Run>(text("run")), matches, games };
}

function row(record: GameLine, data: MatchLine, index: number, game: number): Match {
  const [, turn, , , , number] = data.fen.split(" ");
  const { white = "", black = "", event = "", eco = "", result = "", date = "", plies } = record;
  return {
    index,
    record,
    data,
    source: "",
    game,
    node: data.at,
    ply: 2 * Number(number) + (turn === "b" ? 1 : 0),
    ...(data.move ? { moved: data.move } : {}),
    ...{ white, black, event, eco, result, plies },
    whiteElo: record.whiteElo ?? null,
    blackElo: record.blackElo ?? null,
    year: Number(/^\d{4}/.exec(date)?.[0]) || null,
    date: date.replace(/(\.\?\?)+$/, "").replace(/^\?+$/, ""),
  };
}

/** A value as people read it. */
export function shown(value: Value | undefined): string {
  if (value === null || value === undefined || value === "") return "–";
  return value === true ? t("report.yes") : String(value);
}

/** The values of a match by their names: sort keys, of which other queries have none, and columns. */
export function valuesOf({ sorts, selects }: About, { data }: Match): [name: string, value: string][] {
  const own = sorts.map((name, i): [string, Value | undefined] => [name, data.sorts?.[i]]);
  return [
    ...own.filter(([, value]) => value !== null && value !== undefined),
    ...selects.map((name, i): [string, Value | undefined] => [name, data.values?.[i]]),
  ].map(([name, value]) => [name, shown(value)]);
}

/** The squares that a move changes, each with the letter of the piece that then stands there: `e2e4P`, as `moves.rs` writes it. */
export const changesOf = (move: string): [square: string, letter: string | undefined][] =>
  [...move.matchAll(/([a-h][1-8])([KQRBNP](?!\d))?/gi)].map(([, square = "", letter]) => [square, letter]);

/** The squares that a move leaves and reaches; none for a null move, one for a piece that is put on the board. */
export const squaresOf = (move = ""): string[] =>
  changesOf(move)
    .slice(0, 2)
    .map(([square]) => square);

const moves = new WeakMap<GameLine, string[]>();

/** The changes of the move that led to each position. */
export function movesOf(record: GameLine): string[] {
  const known = moves.get(record) ?? ["", ...(record.moves ? record.moves.split(" ") : [])];
  moves.set(record, known);
  return known;
}

/** The move that led to the position of a match. */
export const moveOf = (match: Match): string => match.moved ?? t("game.start");

/** Arrows for moves; a move without two squares has none. */
function arrowsOf(moves: readonly (string | undefined)[], colour: string): Arrow[] {
  return moves.flatMap((move) => {
    const [from, to] = squaresOf(move);
    return from && to ? [{ from, to, colour }] : [];
  });
}

/** What a match marks on the board: the squares of its columns, and the first moves of its sequence or the last move. */
export function marksOf({ data, record }: Match) {
  const all = movesOf(record);
  const way = (data.line ?? []).slice(0, 3).map((node) => all[node]);
  return {
    last: squaresOf(all[data.at]),
    squares: (data.marks ?? []).map((square) => ({ square, colour: "red" })),
    arrows: way.length ? arrowsOf(way, "green") : arrowsOf([all[data.at]], "yellow"),
  };
}
