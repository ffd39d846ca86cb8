// A mock of the server for work on the page alone: the sample games, searches that find what is simple to find, and rows by the
// hundred thousand for a query that contains `many`. `TABIYA=ADDRESS npm run dev` uses the real server instead.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Chess } from "chess.js";
import type { Plugin } from "vite";
import type {
  Check,
  Completion,
  Diagnostic,
  Found,
  GameTree,
  Recipe,
  Row,
  Source,
  Token,
  TreeNode,
} from "../src/api/types";

const SAMPLES = new URL("../../examples/games/sample.pgn", import.meta.url);
const WORDS = [
  "mate",
  "check",
  "stalemate",
  "flipcolor",
  "btm",
  "wtm",
  "next",
  "path",
  "many",
  "slow",
  "attacks",
];

interface Game {
  tree: GameTree;
  row: Omit<Row, "source" | "game" | "node" | "ply">;
}

interface Running {
  rows: Row[];
  query: string;
  cancelled: boolean;
  slow: boolean;
}

let games: Game[] | undefined;
const searches = new Map<string, Running>();
const sources: Source[] = [{ id: "s1", name: "sample games", kind: "samples", bytes: 60_000, games: 68 }];

function readGames(): Game[] {
  const list: Game[] = [];
  for (const text of readFileSync(SAMPLES, "utf8").split(/\n(?=\[Event )/)) {
    const chess = new Chess();
    try {
      chess.loadPgn(text);
    } catch {
      continue;
    }
    const tags = Object.entries(chess.getHeaders());
    const tag = (name: string) => chess.getHeaders()[name] ?? "";
    const moves = chess.history({ verbose: true });
    const start = moves[0]?.before ?? chess.fen();
    const nodes: TreeNode[] = [{ parent: null, ply: 0, fen: start, mainline: true }];
    moves.forEach((move, index) => {
      const number = Math.floor(index / 2) + 1;
      nodes.push({
        parent: index,
        ply: index + 1,
        san: move.san,
        uci: move.lan,
        number: index % 2 ? `${number}...` : `${number}.`,
        fen: move.after,
        last: [move.from, move.to],
        words: `${move.piece} to ${move.to}`,
        mainline: true,
      });
    });
    const date = tag("Date");
    list.push({
      tree: { source: "s1", game: list.length + 1, tags, faults: [], start, nodes },
      row: {
        white: tag("White"),
        black: tag("Black"),
        year: Number(date.slice(0, 4)) || null,
        date,
        event: tag("Event"),
        eco: tag("ECO"),
        result: tag("Result"),
        plies: moves.length,
      },
    });
  }
  return list;
}

const all = () => (games ??= readGames());

function rowAt(game: Game, number: number, node: number): Row {
  const { san, number: turn, ply } = game.tree.nodes[node] as TreeNode;
  const moved = san ? { moved: `${turn} ${san}` } : {};
  return { source: "s1", game: number, node, ply, ...moved, ...game.row };
}

function find(query: string): Row[] {
  if (query.includes("many") || query.includes("slow")) {
    const many: Row[] = [];
    for (let turn = 0; many.length < 100_000; turn += 1) {
      all().forEach((game, index) => {
        for (let node = 0; node < game.tree.nodes.length && many.length < 100_000; node += 1)
          many.push({ ...rowAt(game, index + 1, node), ...(turn ? { game: index + 1 + turn * 100 } : {}) });
      });
    }
    return many;
  }
  return all().flatMap((game, index) =>
    game.tree.nodes.flatMap((node, at) =>
      (
        query.includes("mate")
          ? node.san?.endsWith("#")
          : query.includes("check")
            ? /[+#]$/.test(node.san ?? "")
            : true
      )
        ? [rowAt(game, index + 1, at)]
        : [],
    ),
  );
}

function check(query: string): Check {
  const tokens: Token[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const match of query.matchAll(/\/\/.*|"[^"]*"|\d+|\w+|[^\s\w]/g)) {
    const from = match.index;
    const to = from + match[0].length;
    const text = match[0];
    if (text.startsWith("//")) tokens.push([from, to, "comment"]);
    else if (text.startsWith('"')) tokens.push([from, to, "text"]);
    else if (/^\d/.test(text)) tokens.push([from, to, "number"]);
    else if (WORDS.includes(text)) tokens.push([from, to, "word"]);
    else if (/^[KQRBNPAkqrbnpa]([a-h][1-8])?$/.test(text)) tokens.push([from, to, "designator"]);
    else if (/^\w/.test(text)) {
      tokens.push([from, to, "bad"]);
      const near = WORDS.find((word) => word.slice(0, 2) === text.slice(0, 2));
      diagnostics.push({
        severity: "error",
        code: "unknown-word",
        message: `‘${text}’ is not a word of CQL`,
        from,
        to,
        notes: ["A name must be set before it is used."],
        ...(near
          ? { help: `Did you mean ‘${near}’?`, fix: { title: `Replace by ‘${near}’`, from, to, text: near } }
          : {}),
      });
    } else tokens.push([from, to, "sign"]);
  }
  return {
    ok: !diagnostics.length,
    diagnostics,
    tokens,
    words: `Positions in which ${query.trim()} holds.`,
    ...(query.includes("next")
      ? {
          readings: [
            { dialect: "6" as const, words: "The positions follow each other.", differs: true },
            { dialect: "5" as const, words: "The next position in the line.", differs: true },
          ],
        }
      : {}),
  };
}

function complete(query: string, at: number): Completion {
  const before = /\w*$/.exec(query.slice(0, at))?.[0] ?? "";
  const items = WORDS.filter((word) => word.startsWith(before)).map((label) => ({
    label,
    kind: "word" as const,
    detail: "a filter",
    info: `<p><b>${label}</b> holds where it holds.</p>`,
  }));
  return { from: at - before.length, to: at, items };
}

const recipes: Recipe[] = [
  {
    theme: "mates",
    name: "mate",
    title: "Every checkmate",
    query: "mate",
    about: "<p>All of them.</p>",
    diagram: "6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1 | mark h8 | arrow f7h8",
  },
  { theme: "tactics", name: "check", title: "Checks", query: "check", about: "<p>All of them.</p>" },
  {
    theme: "tactics",
    name: "many",
    title: "A hundred thousand rows",
    query: "many",
    about: "<p>Very many.</p>",
  },
];

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function stream(running: Running, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  const send = (name: string, data: unknown) =>
    response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  const began = Date.now();
  let sent = 0;
  const numbers = () => ({
    games: Math.min(68, sent),
    matchedGames: Math.min(68, sent),
    positions: sent * 10,
    bytes: sent,
    totalBytes: running.rows.length,
    seconds: (Date.now() - began) / 1000,
  });
  while (sent < running.rows.length && !running.cancelled) {
    const size = running.slow ? 20 : 500;
    send("rows", { rows: running.rows.slice(sent, sent + size) });
    sent = Math.min(sent + size, running.rows.length);
    send("progress", numbers());
    await new Promise((done) => setTimeout(done, 50));
  }
  send("end", { status: running.cancelled ? "cancelled" : "complete", rows: sent, ...numbers() });
  response.end();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const url = new URL(request.url ?? "/", "http://mock");
  const path = url.pathname.replace(/^\/api\//, "");
  const post = request.method === "POST" ? await body(request) : "";
  const given = () => JSON.parse(post) as { query: string; at: number; path: string };
  const id = /^searches\/([^/]+)/.exec(path)?.[1] ?? "";
  const running = searches.get(id);
  const game = Number(url.searchParams.get("game"));
  if (path === "about")
    return {
      version: "mock",
      sources,
      dialects: ["6", "5"],
      limits: {},
      languages: ["en"],
      fileAccess: false,
    };
  if (path === "sources")
    return request.method === "POST" ? [{ ...sources[0], id: given().path, name: given().path }] : sources;
  if (path === "drop")
    return {
      id: `s${Date.now()}`,
      name: url.searchParams.get("name"),
      kind: "dropped",
      bytes: post.length,
      games: null,
    };
  if (path === "recipes") return recipes;
  if (path === "check") return check(given().query);
  if (path === "complete") return complete(given().query, given().at);
  if (path === "hover") {
    const { query, at } = given();
    const token = check(query).tokens.find(([from, to, kind]) => kind === "word" && from <= at && at < to);
    return token ? { from: token[0], to: token[1], html: "<p>A <b>word</b> of CQL.</p>" } : null;
  }
  if (path === "searches") {
    const { query } = given();
    const { ok, diagnostics } = check(query);
    if (!ok) {
      response.statusCode = 422;
      return { error: { code: "query", message: "The query has errors." }, diagnostics };
    }
    const name = `q${searches.size + 1}`;
    searches.set(name, { rows: find(query), query, cancelled: false, slow: query.includes("slow") });
    response.statusCode = 201;
    return { id: name };
  }
  if (path.endsWith("/events") && running) {
    await stream(running, response);
    return undefined;
  }
  if (path.endsWith("/found") && running) {
    const found: Found[] = running.rows
      .filter((row) => row.game === game)
      .slice(0, 500)
      .map((row) => ({
        node: row.node,
        squares: [],
        arrows: [],
        comments: [],
        constituents: [],
        values: {},
      }));
    return { found };
  }
  if (request.method === "DELETE") {
    if (running) running.cancelled = true;
    response.statusCode = 204;
    return "";
  }
  if (path === "game") {
    const found = all()[(game - 1) % 100];
    if (found) return { ...found.tree, game };
  }
  if (path === "games")
    return { total: all().length, games: all().map((each, index) => ({ game: index + 1, ...each.row })) };
  if (path === "why")
    return { matches: true, parts: [{ text: given().query, depth: 0, holds: true, squares: [] }] };
  if (path === "automaton") return { sequences: [] };
  if (path === "next") return { games: 0, white: 0, draws: 0, black: 0, ended: 0, moves: [] };
  if (path === "asked") return null;
  response.statusCode = 404;
  return { error: { code: "mock", message: `The mock does not answer ${path}.` } };
}

export function mock(): Plugin {
  return {
    name: "mock",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith("/api/")) return next();
        answer(request, response).then(
          (data) => {
            if (data === undefined) return;
            response.setHeader("Content-Type", "application/json");
            response.end(response.statusCode === 204 ? "" : JSON.stringify(data));
          },
          (error: unknown) => {
            response.statusCode = 500;
            response.end(String(error));
          },
        );
      });
    },
  };
}
