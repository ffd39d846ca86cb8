// The contract between the server and the page, as types. The book's page on the server's interface is the definitive text.

export type Dialect = "6" | "5";
export type Severity = "error" | "warning" | "hint";

export interface Source {
  id: string;
  name: string;
  path?: string;
  kind: "samples" | "pgn" | "database" | "dropped";
  bytes: number;
  /** Unknown as long as the source has not been read to its end. */
  games?: number | null;
  problem?: string;
}

export interface Limits {
  seconds?: number | null;
  memory?: number | null;
  rows?: number | null;
}

export interface About {
  version: string;
  sources: Source[];
  dialects: Dialect[];
  limits: Limits;
  languages: string[];
  fileAccess: boolean;
  /** No files but those that the program was started with. */
  onlyGiven?: boolean;
  /** The server has a chess engine. */
  engine?: boolean;
  /** The server keeps what outlasts the page. */
  memory?: boolean;
  /** The query that the page begins with. */
  query?: string | null;
}

/** A part of the book. */
export interface BookPart {
  /** Empty for the pages before the first part. */
  title: string;
  pages: { name: string; title: string; depth: number }[];
}

export interface BookPage {
  name: string;
  title: string;
  html: string;
  /** That of a lesson. */
  exercise: { lesson: number; solution: string } | null;
}

export interface BookFound {
  name: string;
  title: string;
  excerpt: string;
}

interface FoundCount {
  games: number;
  positions: number;
}

interface FoundPlaces {
  count: number;
  /** The first ones. */
  first: string[];
}

/** How an answer to an exercise stands to the solution. */
export interface Judgement {
  /** `games`: it matches in the right games, at other positions. */
  outcome: "right" | "comments" | "games" | "wrong";
  found: FoundCount;
  wanted: FoundCount;
  extra: FoundPlaces;
  missing: FoundPlaces;
}

/** A text that the server keeps for the page. */
export interface KeptText {
  /** Null if it was forgotten. */
  text: string | null;
  /** Greater with each change. */
  version: number;
}

/** A line that a chess engine would play. */
export interface EngineLine {
  /** Its score in hundredths of a pawn, from White's side; 10,000 for mate. */
  cp: number;
  /** The number of moves to mate, if there is one: negative if Black mates, 0 after mate. */
  mate: number | null;
  /** The moves in SAN, with numbers. */
  moves: string;
}

/** What a chess engine thinks of a position. */
export interface Evaluation {
  /** What the engine calls itself. */
  engine: string;
  /** The best first; none where no game can be played. */
  lines: EngineLine[];
}

/** Offsets in a query's text are UTF-16 code units, half-open. */
export interface Place {
  from: number;
  to: number;
}

export interface Fix extends Place {
  title: string;
  text: string;
}

export interface Diagnostic extends Place {
  severity: Severity;
  code: string;
  message: string;
  notes: string[];
  help?: string;
  fix?: Fix;
  /** The book's page on this code, as HTML. */
  page?: string;
}

export type TokenClass =
  | "word"
  | "modifier"
  | "designator"
  | "number"
  | "text"
  | "comment"
  | "sign"
  | "name"
  | "bad";

export type Token = [from: number, to: number, kind: TokenClass];

export interface Reading {
  dialect: Dialect;
  words: string;
  differs: boolean;
}

/** A parameter of a query, whose value can be another than that of its text. */
export interface Parameter {
  name: string;
  value: string;
  default: string;
  meaning: string;
  /** Its values are whole numbers. */
  number: boolean;
}

/** Values of parameters, by their names. */
export type Settings = Record<string, string>;

export interface Check {
  ok: boolean;
  diagnostics: Diagnostic[];
  tokens: Token[];
  /** Only where CQL 5 and CQL 6 both read the text and mean different things. */
  readings?: Reading[];
  /** The dialect in which the text was read. */
  dialect?: Dialect;
  words?: string;
  order?: string;
  ask?: Ask | null;
  formatted?: string;
  parameters?: Parameter[];
}

export interface CompletionItem {
  label: string;
  insert?: string;
  kind: "word" | "name" | "function" | "setting" | "recipe";
  detail?: string;
  /** HTML. */
  info?: string;
}

export interface Completion extends Place {
  items: CompletionItem[];
}

export interface Hover extends Place {
  html: string;
}

export interface Recipe {
  theme: string;
  name: string;
  title: string;
  query: string;
  /** HTML. */
  about: string;
  /** The position that the book shows with it: `FEN | mark e4 d5 | arrow e2e4`. */
  diagram?: string;
}

/** A match, as it is streamed. */
export interface Row {
  source: string;
  game: number;
  /** The position's number: pre-order, 0 is the start. */
  node: number;
  ply: number;
  /** The move that led to the position, with its number: "12. Nf3". */
  moved?: string;
  white: string;
  black: string;
  whiteElo?: number | null;
  blackElo?: number | null;
  year?: number | null;
  date: string;
  event: string;
  site?: string;
  eco: string;
  result: string;
  /** Plies of the game's main line. */
  plies: number;
  /** Positions in the longest sequence that matched. */
  length?: number | null;
  variation?: boolean;
  values?: Record<string, string>;
  more?: number;
}

export interface TreeNode {
  parent: number | null;
  ply: number;
  san?: string;
  uci?: string;
  /** "12." or "12...". */
  number?: string;
  fen: string;
  last?: [from: string, to: string];
  /** The move in words. */
  words?: string;
  comment?: string;
  /** A comment before the move. */
  before?: string;
  /** A comment after the variation that begins with the move; only reports tell it from one after the move. */
  after?: string;
  /** What the board does not show: pieces in hand, checks given. */
  beside?: string;
  nags?: string[];
  clock?: string;
  eval?: string;
  mainline: boolean;
  /** The square of a king in check. */
  check?: string;
  /** A move of the reader's own, which the program does not know. */
  own?: boolean;
}

export interface GameTree {
  source: string;
  game: number;
  tags: [name: string, value: string][];
  faults: string[];
  start: string;
  nodes: TreeNode[];
  variant?: string;
  /** The variant has rules of its own. */
  otherRules?: true;
  /** What is known of the game beside its tags. */
  facts?: string[];
  /** A board of the reader's own, without a game. */
  own?: boolean;
}

/** How games ended; the score is that of the side to move. */
export interface Counted {
  games: number;
  white: number;
  draws: number;
  black: number;
  score?: number;
  /** The interval of the score. */
  low?: number;
  high?: number;
  rating?: number;
  lastYear?: number;
}

/** A move that was played in a position, with the position after it. */
/** A move with the position that it leads to. */
export interface Playable {
  san: string;
  uci: string;
  number: string;
  words: string;
  fen: string;
  last?: [from: string, to: string];
  check?: string;
}

export interface NextMove extends Playable, Counted {}

/** What was played in a position. */
export interface Next extends Counted {
  /** Games that end there. */
  ended: number;
  /** The last half-move at which a position counts, if not all do. */
  lastPly?: number;
  moves: NextMove[];
}

/** Whose games count. */
export type Among = { sources: string[] } | { search: string };

export interface Mark {
  square: string;
  colour: string;
}

export interface Arrow {
  from: string;
  to: string;
  colour: string;
}

export interface Constituent {
  name?: string;
  text: string;
  from?: number;
  to?: number;
  first: number;
  last: number;
  nodes: number[];
}

/** What a match marks in its game. */
export interface Found {
  node: number;
  squares: Mark[];
  arrows: Arrow[];
  comments: string[];
  constituents: Constituent[];
  /** The positions of an `almost` match that differ from the sequence. */
  differs?: number[];
  values: Record<string, string>;
}

export interface Progress {
  games: number;
  matchedGames: number;
  positions: number;
  bytes?: number;
  totalBytes?: number;
  seconds: number;
}

export interface SearchMessage {
  severity: Severity;
  code: string;
  text: string;
  file?: string;
  line?: number;
  game?: number;
}

export type EndStatus = "complete" | "cancelled" | "limit" | "failed";

export interface SearchEnd {
  status: EndStatus;
  games: number;
  matchedGames: number;
  positions: number;
  rows: number;
  seconds: number;
  error?: string | { code?: string; message: string; help?: string };
}

/** A search that the server knows, of this page or another. */
export interface SearchState {
  id: string;
  query: string;
  status: "running" | EndStatus;
  rows: number;
  seconds: number;
}

export interface SearchRequest {
  query: string;
  dialect?: Dialect | null;
  sources: string[];
  variations?: boolean;
  settings?: Settings;
  limit?: number;
  threads?: number;
  seconds?: number;
}

export type Facet = "year" | "eco" | "player" | "result" | "length";
export type ExportFormat = "pgn" | "csv" | "jsonl" | "parquet" | "html";
/** What a row of a file is: a match, a position of its sequence, or a game in which nothing matches. */
export type ExportRows = "matches" | "steps" | "unmatched";
export type Filters = Partial<Record<Facet, string>>;

export interface Tally {
  value: string;
  games: number;
  positions: number;
}

export interface GameHead {
  game: number;
  white: string;
  black: string;
  result: string;
  date: string;
  event: string;
  eco: string;
  plies: number;
}

export interface GameList {
  total?: number;
  /** Where to go on; absent after the last game. */
  next?: number;
  games: GameHead[];
}

export interface Part {
  text: string;
  from?: number;
  to?: number;
  depth: number;
  /** Null where nothing can be said. */
  holds: boolean | null;
  value?: string;
  squares?: string[];
  note?: string;
  /** False where the search would not have come to this part, because another had decided before. */
  asked?: boolean;
}

export interface Why {
  matches: boolean;
  parts: Part[];
  boardWords?: string;
}

export interface AutomatonState {
  id: number;
  start?: boolean;
  accepting?: boolean;
  level: number;
}

export interface AutomatonEdge {
  from: number;
  to: number;
  label: string;
  symbol?: number;
  empty?: boolean;
  /** The place of the constituent in the query. */
  place?: Place;
}

export interface AutomatonSequence extends Partial<Place> {
  text: string;
  filter: "path" | "line" | "next" | "previous";
  states: AutomatonState[];
  edges: AutomatonEdge[];
  alive?: { node: number; states: number[] }[];
}

export interface Automaton {
  sequences: AutomatonSequence[];
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
  anyOrder?: boolean;
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

export interface ErrorBody {
  error: { code: string; message: string; help?: string };
  diagnostics?: Diagnostic[];
}
