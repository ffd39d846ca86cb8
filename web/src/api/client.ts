// The server's interface: one function for each request. Addresses are relative to the page's, which holds the token.

import type {
  About,
  Among,
  Ask,
  Automaton,
  Check,
  Completion,
  Diagnostic,
  Dialect,
  ErrorBody,
  ExportFormat,
  ExportRows,
  Facet,
  Filters,
  Found,
  GameList,
  GameTree,
  Hover,
  Next,
  Place,
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

async function answer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (!response.ok) throw new ApiError(response.status, (body ?? {}) as Partial<ErrorBody>);
  return body;
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await answer(await fetch(`api/${path}`, { signal: signal ?? null }))) as T;
}

async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  return (await answer(response)) as T;
}

async function remove(path: string): Promise<void> {
  // It is sent even if the page goes meanwhile.
  await answer(await fetch(`api/${path}`, { method: "DELETE", keepalive: true }));
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
  removeSource: (id: string) => remove(`sources/${encodeURIComponent(id)}`),
  async drop(file: File): Promise<Source> {
    const response = await fetch(`api/drop${parameters({ name: file.name })}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: file,
    });
    return (await answer(response)) as Source;
  },
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
  eventsAddress: (id: string) => `api/searches/${encodeURIComponent(id)}/events`,
  found: (id: string, source: string, game: number, signal?: AbortSignal) =>
    get<{ found: Found[] }>(
      `searches/${encodeURIComponent(id)}/found${parameters({ source, game })}`,
      signal,
    ),
  exportAddress: (id: string, format: ExportFormat, rows: ExportRows, filters: Filters) =>
    `api/searches/${encodeURIComponent(id)}/export${parameters({ format, rows, ...filters })}`,
  tally: (id: string, by: Facet, filters: Filters) =>
    get<Tally[]>(`searches/${encodeURIComponent(id)}/tally${parameters({ by, ...filters })}`),
  games: (source: string, from: number, count: number, text?: string, signal?: AbortSignal) =>
    get<GameList>(`games${parameters({ source, from, count, text })}`, signal),
  game: (source: string, game: number, signal?: AbortSignal) =>
    get<GameTree>(`game${parameters({ source, game })}`, signal),
  /** What was played in a position. */
  next: (fen: string, among: Among, signal?: AbortSignal) => post<Next>("next", { fen, ...among }, signal),
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
