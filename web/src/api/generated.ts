// Made of the program's table of requests: `TABIYA_TYPES=write cargo test -p tabiya-session types` writes it.

import type { Ask } from "./types";

/** A query, and a place in it. */
export type AboutQuery = { query: string, dialect?: DialectName | null, at?: number, 
/** Whether variations will be searched, which decides about warnings. */
variations?: boolean | null, 
/** Values of the parameters of the query. */
settings?: { [key in string]: string }, };
/** The states in which runs wait at a position. */
export type AliveStates = { node: number, states: Array<number>, };
/** An answer to the exercise of a lesson. */
export type AnswerGiven = { lesson: number, query: string, };
/** A move. */
export type Arrow = { from: string, to: string, colour: string, };
/** A query with the place of a question in it. */
export type Asked = { query: string, from: number, to: number, };
/** A question put with a board. */
export type Asking = { ask: Ask, 
/** What comes before and after the text of the question. */
before?: string, after?: string, dialect?: DialectName | null, };
/** The automata of the sequences of a query. */
export type Automaton = { sequences: Array<AutomatonSequence>, };
/** The automata of a query, perhaps with their runs from a position of a game. */
export type AutomatonAsked = { query: string, dialect?: DialectName | null, source?: string | null, game?: number | null, node?: number | null, 
/** A position after `node` that the line goes through. */
through?: number | null, 
/** Values of the parameters of the query. */
settings?: { [key in string]: string }, };
/** A transition. */
export type AutomatonEdge = { from: number, to: number, label: string, symbol?: number, empty?: boolean, 
/** The place of the constituent in the query. */
place?: Place, };
/** One of them. */
export type AutomatonSequence = { text: string, filter: string, states: Array<AutomatonState>, edges: Array<AutomatonEdge>, from?: number, to?: number, 
/** The number of its states, if it has too many to be drawn. */
tooLarge?: number, alive?: Array<AliveStates>, };
/** A state. */
export type AutomatonState = { id: number, level: number | null, start?: boolean, accepting?: boolean, };
/** A search that has begun. */
export type Began = { id: string, 
/** What its query sorts by, most important first. */
sort?: Array<SortedBy>, };
/** A page in the table of contents. */
export type BookEntry = { 
/** The name of the page. */
name: string, 
/** Its title there, without the signs of code. */
title: string, 
/** 1 for a page that is below another one. */
depth: number, };
/** A page or a part of one. */
export type BookFound = { 
/** The name of the page: `moves/move`. */
name: string, 
/** The title of the page. */
title: string, 
/** The lead of the page, or a line of it that has the words. */
excerpt: string, };
/** A page of the book. */
export type BookPage = { name: string, title: string, html: string, exercise: Exercise | null, };
/** A part of the book: `Concepts`. */
export type BookPart = { 
/** Empty for the pages before the first part. */
title: string, 
/** Its pages, in their order. */
pages: Array<BookEntry>, };
/** What there is to say about a query without games. */
export type Check = { ok: boolean, diagnostics: Array<Diagnostic>, 
/** The pieces with their places, without spaces. */
tokens: Array<[number, number, TokenClass]>, dialect?: Dialect, words?: string, ask?: Ask, formatted?: string, parameters?: Array<Parameter>, 
/** Only where CQL 5 and CQL 6 both read the text and mean different things. */
readings?: Array<Reading>, 
/** Why games must be searched in order. */
order?: string, };
/** Games that are compared. */
export type CompareAsked = { what: Comparison, 
/** The sources with the games; all there are but those of `base`, if it is not given. */
sources?: Array<string> | null, 
/** The sources with the older games, or the repertoire. */
base?: Array<string> | null, 
/** Whose repertoire it is, or who leaves it. */
by?: SideName | null, };
/** What a comparison finds. */
export type Compared = { rows: Array<ComparedRow>, 
/** All there are, of which `rows` are the first. */
total: number, 
/** The games that were looked at. */
games: number, };
/** A game of a comparison. */
export type ComparedRow = { 
/** The number of the position in the game. */
node: number, 
/** The move with its number. */
moved?: string, 
/** The games that had the position before the move. */
before?: number, 
/** The moves that the repertoire has instead. */
instead?: Array<string>, 
/** Who left it. */
by?: SideName, 
/** For a move in conflict: the number of its position. */
place?: number, 
/** The game that is kept in the place of a duplicate. */
kept?: GameHead, 
/** Why it is a duplicate: `same-moves`, `beginning` or `same-position`. */
reason?: string, source: string, 
/** Its place in the source, from 1. */
game: number, white: string, black: string, date: string, event: string, site: string, eco: string, result: string, 
/** The plies of its main line. */
plies: number, 
/** The name of its opening. */
opening?: string, whiteElo?: number, blackElo?: number, year?: number, 
/** For a game of a database made of several files: its own file and number. */
file?: string, number?: number, };
/** The kinds of comparison. */
export type Comparison = "novelties" | "leavings" | "conflicts" | "duplicates";
/** The words that can be at a place. */
export type Completion = { items: Array<CompletionItem>, from: number, to: number, };
/** A text that is offered. */
export type CompletionItem = { label: string, kind: OfferKind, detail?: string, };
/** A constituent of a sequence with the positions that it matched. */
export type Constituent = { text: string, number: number, filter: string, first: number, last: number, nodes: Array<number>, name?: string, from?: number, to?: number, };
/** How games ended; the score is that of the side to move. */
export type Counted = { games: number, white: number, draws: number, black: number, score?: number, 
/** The interval of the score. */
low?: number, high?: number, rating?: number, lastYear?: number, };
/** Something wrong with a query. */
export type Diagnostic = { severity: Severity, code: string, message: string, from: number, to: number, notes: Array<string>, help?: string, fix?: Fix, 
/** The book's page on this code, as HTML. */
page?: string, };
/** A version of the language. */
export type Dialect = "5" | "6";
/** A dialect as requests name it. */
export type DialectName = "5" | "6" | "auto";
/** A line that it would play. */
export type EngineLine = { 
/** Its score in hundredths of a pawn, from White's side; 10,000 for mate. */
cp: number, 
/** The number of moves to mate, if there is one: negative if Black mates, 0 after mate. */
mate: number | null, 
/** The moves in SAN, with numbers. */
moves: string, };
/** The body of an answer that is not a success. */
export type ErrorBody = { error: Problem, diagnostics?: Array<Diagnostic>, };
/** What a chess engine thinks of a position. */
export type Evaluation = { 
/** What the engine calls itself. */
engine: string, 
/** The best first; none where no game can be played. */
lines: Array<EngineLine>, };
/** A position, and the number of lines. */
export type EvaluationAsked = { 
/** As FEN. */
fen: string, 
/** One, if it is not given. */
lines?: number | null, };
/** The exercise of a lesson. */
export type Exercise = { lesson: number, solution: string, };
/** What a query means, with the automata of its sequences; at a position of a game also why it matches there or not. */
export type Explained = { matches?: boolean, parts?: Array<Part>, order?: string, dialect: Dialect | null, words: string, sequences: Array<AutomatonSequence>, };
/** The form of a file. */
export type ExportFormat = "pgn" | "csv" | "jsonl" | "parquet" | "html";
/** What a row of the file is. */
export type ExportRows = "matches" | "steps" | "unmatched";
/** What games are counted by. */
export type Facet = "year" | "eco" | "player" | "result" | "length";
/** A text that mends it. */
export type Fix = { title: string, from: number, to: number, text: string, };
/** What a match marks in its game. */
export type Found = { node: number, squares: Array<Mark>, arrows: Array<Arrow>, comments: Array<string>, constituents: Array<Constituent>, 
/** The positions of an `almost` match that differ from the sequence. */
differs: Array<number>, 
/** The positions that the moves of its sequence lead to. */
line: Array<number>, 
/** Those of the sort keys. */
values: { [key in string]: string }, };
/** Words that are looked for in the book. */
export type FoundBy = { text: string, };
/** How much a query matches. */
export type FoundCount = { 
/** The number of games. */
games: number, 
/** The number of positions. */
positions: number, };
/** All matches in a game, which are made while they are written. */
export type FoundIn = { found: Array<Found>, };
/** Places in games. */
export type FoundPlaces = { 
/** The number of all of them. */
count: number, 
/** The first ones: `game 4, 7. Nd5#`. */
first: Array<string>, };
/** What each row says of its game. */
export type GameHead = { source: string, 
/** Its place in the source, from 1. */
game: number, white: string, black: string, date: string, event: string, site: string, eco: string, result: string, 
/** The plies of its main line. */
plies: number, 
/** The name of its opening. */
opening?: string, whiteElo?: number, blackElo?: number, year?: number, 
/** For a game of a database made of several files: its own file and number. */
file?: string, number?: number, };
/** Games as a list. */
export type GameList = { games: Array<GameHead>, total?: number, 
/** Where to go on, if there are more. */
next?: number, };
/** A game, which is made while it is written: it may have a million positions, and each takes its text only. */
export type GameTree = { source: string, game: number, tags: Array<[string, string]>, faults: Array<string>, start: string, nodes: Array<TreeNode>, variant?: string, 
/** The variant has rules of its own. */
otherRules?: boolean, 
/** Its own, for a game of a database made of several files. */
file?: string, number?: number, };
/** The same of the word at a place of a query. */
export type Hover = { html: string, from: number, to: number, };
/** An answer, held against the solution. */
export type Judgement = { 
/** How good it is. */
outcome: Outcome, 
/** The numbers of games and of positions at which the answer matches, and the solution. */
found: FoundCount, 
/** The same of the solution. */
wanted: FoundCount, 
/** What it finds and should not. */
extra: FoundPlaces, 
/** What it should find and does not. Where only comments differ: the first places of comments, as they should be. */
missing: FoundPlaces, };
/** A list of games, from a place on. */
export type Listed = { source: string, from?: number | null, count?: number | null, text?: string | null, };
/** A square. */
export type Mark = { square: string, colour: string, };
/** A position whose moves are requested. */
export type MovesAsked = { 
/** As FEN. */
fen: string, };
/** A game, by its source and its place there. */
export type NamedGame = { source: string, game: number, };
/** A page of the book. */
export type NamedPage = { name: string, };
/** A word of the language. */
export type NamedWord = { word: string, };
/** The moves played in a position. */
export type Next = { 
/** Games that end there. */
ended: number, moves: Array<NextMove>, 
/** The last ply at which a position counts, if not all do. */
lastPly?: number, 
/** The name of the position. */
opening?: OpeningName, games: number, white: number, draws: number, black: number, score?: number, 
/** The interval of the score. */
low?: number, high?: number, rating?: number, lastYear?: number, };
/** A position, and the games that count. */
export type NextAsked = { 
/** As FEN. */
fen: string, 
/** The sources whose games count; all there are, if it is not given. */
sources?: Array<string> | null, 
/** A search: the games in which it finds something count. */
search?: string | null, 
/** The depth of the tree in plies, 1 to 12; 1 unless given. */
plies?: number | null, 
/** The fewest games of a move; 1 unless given, or 2 if the tree is deeper than a ply. */
atLeast?: number | null, 
/** True if variations count. */
variations?: boolean, };
/** A move that was played. */
export type NextMove = { 
/** The name of the position that it leads to. */
opening?: OpeningName, 
/** The moves played after it, as deep as the tree is. */
moves?: Array<NextMove>, games: number, white: number, draws: number, black: number, score?: number, 
/** The interval of the score. */
low?: number, high?: number, rating?: number, lastYear?: number, san: string, uci: string, number: string, words: string, fen: string, last?: [string, string], check?: string, };
/** Nothing. */
export type Nothing = Record<symbol, never>;
/** The entries that are offered. */
export type OfferKind = "word" | "name" | "function" | "setting";
/** The name of an opening. */
export type OpeningName = { eco: string, name: string, };
/** How an answer stands to the solution. */
export type Outcome = "right" | "comments" | "games" | "wrong";
/** A parameter, whose value can be another than that of the text. */
export type Parameter = { name: string, value: string, default: string, meaning: string, 
/** Its values are whole numbers. */
number: boolean, };
/** A filter of the query. */
export type Part = { text: string, depth: number, 
/** Null where nothing can be said. */
holds: boolean | null, 
/** False where the search would not have come to it, because another had decided before. */
asked: boolean, 
/** True for the one that makes the query fail. */
decides?: boolean, from?: number, to?: number, value?: string, squares?: Array<string>, note?: string, 
/** It stands for so many that match. */
hidden?: number, };
/** A place in the text of a query, in code units of UTF-16. */
export type Place = { from: number, to: number, };
/** A move with the position that it leads to. */
export type Playable = { san: string, uci: string, number: string, words: string, fen: string, last?: [string, string], check?: string, };
/** The error, for programs and for people. */
export type Problem = { code: string, message: string, help?: string, };
/** How far a search is, in numbers. */
export type Progress = { games: number, matchedGames: number, positions: number, bytes: number, totalBytes: number, seconds: number, };
/** That of a board, whose types the page has. */
export type Question = Ask | null;
/** How a dialect reads the text. */
export type Reading = { dialect: Dialect, chosen: boolean, words: string, braced: string, differs: boolean, };
/** A recipe. */
export type Recipe = { theme: string, name: string, title: string, query: string, 
/** HTML. */
about: string, 
/** The position that the book shows with it: `FEN | mark e4 d5 | arrow e2e4`. */
diagram?: string, };
/** A match. */
export type Row = { 
/** The number of the position: 0 is the start. */
node: number, ply: number, 
/** The move that led to the position, with its number. */
moved?: string, 
/** The value of the longest sequence. */
length?: number, variation?: boolean, 
/** The values of the sort keys. */
values?: SortValues, source: string, 
/** Its place in the source, from 1. */
game: number, white: string, black: string, date: string, event: string, site: string, eco: string, result: string, 
/** The plies of its main line. */
plies: number, 
/** The name of its opening. */
opening?: string, whiteElo?: number, blackElo?: number, year?: number, 
/** For a game of a database made of several files: its own file and number. */
file?: string, number?: number, };
/** Matches of a search, in their order. */
export type RowsFound = { rows: Array<Row>, };
/** How a search ended. */
export type SearchEnd = { status: Status, games: number, matchedGames: number, positions: number, rows: number, seconds: number, error?: Problem, };
/** The text about a search or a file. */
export type SearchMessage = { severity: Severity, code: string, text: string, file?: string, line?: number, game?: number, };
/** A search. */
export type SearchState = { id: string, query: string, status: Status, rows: number, seconds: number, };
/** How bad it is. */
export type Severity = "error" | "warning" | "hint";
/** A side. */
export type SideName = "white" | "black";
/** Values by the names of their sort keys. */
export type SortValues = { [key in string]: string };
/** A value of the query by which games are sorted. */
export type SortedBy = { 
/** Its name among the values of a row. */
name: string, 
/** The smallest value comes first. */
min: boolean, };
/** A source of games. */
export type Source = { id: string, name: string, kind: SourceKind, bytes: number, 
/** Unknown as long as it has not been read to its end. */
games: number | null, path?: string, problem?: string, };
/** What a source is. */
export type SourceKind = "samples" | "pgn" | "database" | "dropped";
/** How far a search is. */
export type Status = "running" | "complete" | "cancelled" | "limit" | "failed";
/** How many games and positions have a value. */
export type Tally = { value: string, games: number, positions: number, };
/** What the results of a search are counted by. */
export type TallyBy = { by: Facet, year?: string | null, eco?: string | null, player?: string | null, result?: string | null, length?: string | null, };
/** What a piece of a query is. */
export type TokenClass = "word" | "modifier" | "designator" | "number" | "text" | "comment" | "sign" | "name" | "bad";
/** A position. */
export type TreeNode = { parent: number | null, ply: number, fen: string, mainline: boolean, san?: string, uci?: string, number?: string, 
/** The squares of the move. */
last?: [string, string], 
/** The move in words. */
words?: string, clock?: string, eval?: string, 
/** The square of a king in check. */
check?: string, comment?: string, before?: string, nags?: Array<string>, };
/** A search as it is requested. */
export type Wanted = { query: string, dialect?: DialectName | null, 
/** All there are, if it is not given. */
sources?: Array<string> | null, variations?: boolean | null, limit?: number | null, threads?: number | null, seconds?: number | null, 
/** True if nothing but its numbers is wanted: how many games and positions match. */
countsOnly?: boolean, 
/** Values of the parameters of the query. */
settings?: { [key in string]: string }, };
/** Why a query matches at a position, or why not. */
export type Why = { matches: boolean, parts: Array<Part>, order?: string, };
/** A query at a position of a game. */
export type WhyAsked = { query: string, source: string, game: number, node: number, dialect?: DialectName | null, 
/** Values of the parameters of the query. */
settings?: { [key in string]: string }, };
/** What the book says of a word. */
export type WordHelp = { html: string, };

/** What requests take and answer. */
export interface Requests {
  /** All sources. */
  "sources": [Nothing, Array<Source>];
  /** Forgets a source. */
  "close": [{ id: string }, null];
  /** The error of a query, and what it means. */
  "check": [AboutQuery, Check];
  /** The words that can be at a place of a query. */
  "complete": [AboutQuery, Completion];
  /** What the book says of the word at a place of a query. */
  "hover": [AboutQuery, Hover | null];
  /** What the book says of a word of the language. */
  "word": [NamedWord, WordHelp | null];
  /** All recipes. */
  "recipes": [Nothing, Array<Recipe>];
  /** The text of a question put with a board, within a query, and its place there. */
  "ask": [Asking, Asked];
  /** The question that a text puts, if it is one. */
  "asked": [AboutQuery, Question];
  /** What a query means, with what comes next. */
  "explain": [AutomatonAsked, Explained];
  /** The automata of a query, perhaps with their runs from a position of a game. */
  "automaton": [AutomatonAsked, Automaton];
  /** Why a query matches at a position, or why not. */
  "why": [WhyAsked, Why];
  /** Games as a list. */
  "games": [Listed, GameList];
  /** A game with all its positions. */
  "game": [NamedGame, GameTree];
  /** Begins a search. */
  "search": [Wanted, Began];
  /** How far all searches are. */
  "searches": [Nothing, Array<SearchState>];
  /** How far a search is. */
  "searches/{id}": [{ id: string }, SearchState];
  /** All matches of a search in a game. */
  "found": [{ id: string } & NamedGame, FoundIn];
  /** The results of a search, counted. */
  "tally": [{ id: string } & TallyBy, Array<Tally>];
  /** Ends a search that runs; forgets one that has ended. */
  "forget": [{ id: string }, null];
  /** The moves played in a position. */
  "next": [NextAsked, Next];
  /** Games compared with others: their novelties, where they leave a repertoire, its conflicts, duplicates. */
  "compare": [CompareAsked, Compared];
  /** All that can be played in a position. */
  "moves": [MovesAsked, Array<Playable>];
  /** The parts of the book with their pages. */
  "book": [Nothing, Array<BookPart>];
  /** A page of the book. */
  "page": [NamedPage, BookPage];
  /** The pages of the book that have some words, the best first. */
  "pages": [FoundBy, Array<BookFound>];
  /** Holds a query against the solution of an exercise. */
  "lesson": [AnswerGiven, Judgement];
}

/** Where they go. */
export const ADDRESSES: Record<keyof Requests, string> = {
  "sources": "GET sources",
  "close": "DELETE sources/{id}",
  "check": "POST check",
  "complete": "POST complete",
  "hover": "POST hover",
  "word": "GET word",
  "recipes": "GET recipes",
  "ask": "POST ask",
  "asked": "POST asked",
  "explain": "POST explain",
  "automaton": "POST automaton",
  "why": "POST why",
  "games": "GET games",
  "game": "GET game",
  "search": "POST searches",
  "searches": "GET searches",
  "searches/{id}": "GET searches/{id}",
  "found": "GET searches/{id}/found",
  "tally": "GET searches/{id}/tally",
  "forget": "DELETE searches/{id}",
  "next": "POST next",
  "compare": "POST compare",
  "moves": "POST moves",
  "book": "GET book",
  "page": "GET page",
  "pages": "GET pages",
  "lesson": "POST lesson",
};
