// What requests and answers consist of: what the program says of it, in `generated.ts`, and what is said here: questions put with a
// board, what only the page or its reports know of a game, and requests with routes of their own.

import type * as program from "./generated";
import type { Evaluation, EvaluationAsked, Facet, Nothing, Source, Status } from "./generated";

export type * from "./generated";

export type EndStatus = Exclude<Status, "running">;
export type Filters = Partial<Record<Facet, string>>;
/** Values of parameters, by their names. */
export type Settings = Record<string, string>;
/** Whose games count. */
export type Among = { sources: string[] } | { search: string };

export type Token = program.Check["tokens"][number];

export interface TreeNode extends program.TreeNode {
  /** A comment after the variation that begins with the move; only reports tell it from one after the move. */
  after?: string;
  /** What the board does not show: pieces in hand, checks given. */
  beside?: string;
  /** A move of the reader's own, which the program does not know. */
  own?: boolean;
}

export interface GameTree extends program.GameTree {
  nodes: TreeNode[];
  /** What is known of the game beside its tags. */
  facts?: string[];
  /** A board of the reader's own, without a game. */
  own?: boolean;
}

/** What the page wants to know of the program. */
export interface About {
  version: string;
  sources: Source[];
  /** No files but those that the program was started with. */
  onlyGiven?: boolean;
  /** The server has a chess engine. */
  engine?: boolean;
  /** The server keeps what outlasts the page. */
  memory?: boolean;
  /** The query that the page begins with. */
  query?: string | null;
}

/** A text that the server keeps for the page. */
export interface KeptText {
  /** Null if it was forgotten. */
  text: string | null;
  /** Greater with each change. */
  version: number;
}

/** All requests: what they take and answer. */
export interface Requests extends program.Requests {
  about: [Nothing, About];
  /** Adds the sources that a path means. */
  open: [{ path: string }, Source[]];
  /** What can be meant by a path that is being typed. */
  paths: [{ path: string }, string[]];
  /** What the server's chess engine thinks of a position. */
  evaluate: [EvaluationAsked, Evaluation];
  /** What the server keeps for the page, by name. */
  kept: [Nothing, Record<string, KeptText>];
  /** Keeps a text in the place of the version that is known, 0 for none. */
  keep: [KeptText & { name: string }, { version: number }];
}

export interface AskPiece {
  square: string;
  /** KQRBNPkqrbnp, `A` any white piece, `a` any black piece, `_` empty, or a set such as `[QRq]`. */
  piece: string;
}

/** Pieces somewhere in a rectangle, or nowhere in it. */
export interface AskArea {
  piece: string;
  /** The corners. */
  from: string;
  to: string;
  absent?: boolean;
}

export interface AskPosition {
  kind: "position";
  pieces: AskPiece[];
  areas?: AskArea[];
  turn?: "white" | "black";
  exact?: boolean;
  eitherSide?: boolean;
  shift?: "any" | "horizontal" | "vertical" | "no";
  mirror?: boolean;
}

export interface AskMove {
  piece?: string;
  from?: string;
  to: string;
  capture?: boolean;
}

export interface AskPath {
  kind: "path";
  moves: AskMove[];
  pieces?: AskPiece[];
  eitherSide?: boolean;
  gaps?: boolean;
  /** The moves may come in any order; others may come between. */
  anyOrder?: boolean;
  /** The number of differences that are allowed. */
  almost?: number;
}

export type AskBoard = AskPosition | AskPath;

/** How a board goes on from those before it. */
export type AskJoin = "and" | "or" | "not" | "within";

export interface AskSeveral {
  kind: "several";
  /** `moves` is that of `within`. */
  boards: { by: AskJoin; moves?: number; ask: AskBoard }[];
}

export type Ask = AskBoard | AskSeveral;
