// The program's interface: one function for each request.

import { saveBlob } from "../app/save";
import { backend, type Sent } from "./backend";
import type {
  About,
  Among,
  Ask,
  Automaton,
  BookFound,
  BookPage,
  BookPart,
  Check,
  Completion,
  Diagnostic,
  Dialect,
  ErrorBody,
  Evaluation,
  ExportFormat,
  ExportRows,
  Facet,
  Filters,
  Found,
  GameList,
  GameTree,
  Hover,
  Judgement,
  KeptText,
  Next,
  Place,
  Playable,
  Recipe,
  SearchRequest,
  SearchState,
  Settings,
  Source,
  Tally,
  Why,
} from "./types";

/** An answer other than what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly help: string | undefined;
  readonly diagnostics: Diagnostic[];

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.error?.message ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.code = body.error?.code ?? "";
    this.help = body.error?.help;
    this.diagnostics = body.diagnostics ?? [];
  }
}

async function ask(sent: Sent): Promise<Response> {
  const response = await backend().ask(sent);
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body as Partial<ErrorBody>);
}

async function answer(sent: Sent): Promise<unknown> {
  const response = await ask(sent);
  return response.status === 204 ? undefined : response.json();
}

const get = async <T>(address: string, signal?: AbortSignal) =>
  (await answer({ method: "GET", address, signal })) as T;

const post = async <T>(address: string, body: unknown, signal?: AbortSignal) =>
  (await answer({ method: "POST", address, body: JSON.stringify(body), signal })) as T;

async function remove(address: string): Promise<void> {
  await answer({ method: "DELETE", address });
}

/** The parameters that have a value, as the end of an address. */
export function parameters(values: Record<string, string | number | undefined>): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") set.set(name, String(value));
  }
  const text = set.toString();
  return text ? `?${text}` : "";
}

export const api = {
  about: () => get<About>("about"),
  sources: () => get<Source[]>("sources"),
  addSource: (path: string) => post<Source[]>("sources", { path }),
  /** What can be meant by a path that is being typed. */
  paths: (path: string, signal?: AbortSignal) => get<string[]>(`paths${parameters({ path })}`, signal),
  removeSource: (id: string) => remove(`sources/${encodeURIComponent(id)}`),
  drop: async (file: File) =>
    (await answer({
      method: "POST",
      address: `drop${parameters({ name: file.name })}`,
      body: file,
    })) as Source,
  recipes: () => get<Recipe[]>("recipes"),
  check: (
    query: string,
    dialect: Dialect | null,
    variations: boolean,
    settings: Settings,
    signal?: AbortSignal,
  ) => post<Check>("check", { query, dialect, variations, settings }, signal),
  complete: (query: string, at: number, dialect: Dialect | null, signal?: AbortSignal) =>
    post<Completion>("complete", { query, at, dialect }, signal),
  hover: (query: string, at: number, dialect: Dialect | null, signal?: AbortSignal) =>
    post<Hover | null>("hover", { query, at, dialect }, signal),
  searches: (signal?: AbortSignal) => get<SearchState[]>("searches", signal),
  search: (request: SearchRequest) => post<{ id: string }>("searches", request),
  /** Cancels a search that runs; forgets one that has ended. */
  removeSearch: (id: string) => remove(`searches/${encodeURIComponent(id)}`),
  found: (id: string, source: string, game: number, signal?: AbortSignal) =>
    get<{ found: Found[] }>(
      `searches/${encodeURIComponent(id)}/found${parameters({ source, game })}`,
      signal,
    ),
  /** A file of results: the address for a link, or what saves it where nothing has an address. */
  file(id: string, format: ExportFormat, rows: ExportRows, filters: Filters) {
    const address = `searches/${encodeURIComponent(id)}/export${parameters({ format, rows, ...filters })}`;
    if (!backend().isHere) return { address: `api/${address}` };
    const save = async () =>
      saveBlob(`tabiya.${format}`, await (await ask({ method: "GET", address })).blob());
    return { save };
  },
  /** An engine in the page does not write tables for other programs, which would make it much larger. */
  isMade: (format: ExportFormat) => format !== "parquet" || !backend().isHere,
  tally: (id: string, by: Facet, filters: Filters) =>
    get<Tally[]>(`searches/${encodeURIComponent(id)}/tally${parameters({ by, ...filters })}`),
  games: (source: string, from: number, count: number, text?: string, signal?: AbortSignal) =>
    get<GameList>(`games${parameters({ source, from, count, text })}`, signal),
  game: (source: string, game: number, signal?: AbortSignal) =>
    get<GameTree>(`game${parameters({ source, game })}`, signal),
  /** What was played in a position. */
  /** All that can be played in a position. */
  moves: (fen: string, signal?: AbortSignal) => post<Playable[]>("moves", { fen }, signal),
  next: (fen: string, among: Among, signal?: AbortSignal) => post<Next>("next", { fen, ...among }, signal),
  /** What the server's chess engine thinks of a position. */
  evaluate: (fen: string, lines: number, signal?: AbortSignal) =>
    post<Evaluation>("evaluate", { fen, lines }, signal),
  book: () => get<BookPart[]>("book"),
  page: (name: string, signal?: AbortSignal) => get<BookPage>(`page${parameters({ name })}`, signal),
  /** The pages of the book that have some words. */
  pages: (text: string, signal?: AbortSignal) => get<BookFound[]>(`pages${parameters({ text })}`, signal),
  /** What the book says of a word of the language. */
  word: (word: string) => get<{ html: string } | null>(`word${parameters({ word })}`),
  /** Holds a query against the solution of an exercise. */
  judge: (lesson: number, query: string) => post<Judgement>("lesson", { lesson, query }),
  /** What the server keeps for the page, by name. */
  kept: () => get<Record<string, KeptText>>("memory"),
  /** Keeps a text in the place of the version that is known, 0 for none. */
  keep: (name: string, text: string | null, version: number) =>
    post<{ version: number }>("memory", { name, text, version }),
  why: (
    request: {
      query: string;
      dialect?: Dialect | null;
      settings?: Settings;
      source: string;
      game: number;
      node: number;
    },
    signal?: AbortSignal,
  ) => post<Why>("why", request, signal),
  automaton: (
    request: {
      query: string;
      dialect?: Dialect | null;
      settings?: Settings;
      source?: string;
      game?: number;
      node?: number;
    },
    signal?: AbortSignal,
  ) => post<Automaton>("automaton", request, signal),
  /** The text of a question within a query, and its place there. */
  ask: (ask: Ask, beside: { before: string; after: string; dialect: Dialect | null }, signal?: AbortSignal) =>
    post<Place & { query: string }>("ask", { ask, ...beside }, signal),
  asked: (query: string, dialect: Dialect | null, signal?: AbortSignal) =>
    post<Ask | null>("asked", { query, dialect }, signal),
};

export type Api = typeof api;
