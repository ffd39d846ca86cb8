// Games from their lines of JSON, the order of columns, and what is counted.

import { expect, test } from "vitest";
import { placement, placementText } from "../board/squares";
import { allMoves, treeOf as linesOf } from "../game/tree";
import { columnsOf, compare } from "./columns";
import { kindOf } from "./counted";
import { type About, type Line, type Match, Static } from "./static";
import { play, treeOf } from "./tree";

const HEAD = {
  ...{
    source: "",
    game: 7,
    white: "A",
    black: "?",
    event: "?",
    site: "",
    round: "?",
    eco: "",
    result: "1-0",
  },
  date: "1999.??.??",
  plies: 3,
};
const GAME: Line = {
  head: HEAD,
  san: "e4 e5 Nf3 c5 Nc3",
  moves: "e2e4P e7e5p g1f3N c7c5p b1c3N",
  parents: [[4, 1]],
  notes: [
    [0, { comment: "start" }],
    [4, { after: "later" }],
    [4, { before: "instead", nags: ["!"] }],
  ],
  clock: "0:10:00,0:01:05",
  eval: ",-0.35,#4",
  rows: [
    { node: 2, ply: 2, query: 0, fen: "8/8/8/8/8/8/8/8 w - - 0 2", line: [3], own: [null, true] },
    { node: 3, ply: 3, query: 0, fen: "8/8/8/8/8/8/8/8 b - - 0 2", comments: ["why"], own: [5, null] },
  ],
};
const ABOUT = {
  ...{ selects: ["is"], sorts: ["far"], queries: [], tallies: [], severalFiles: false, sample: null },
} as unknown as About;

/** A document with some lines, of which the last may break off. */
const document = (lines: string[], about: Partial<About> = {}, run = "") =>
  new Static(
    (id) => ({ about: JSON.stringify({ ...ABOUT, ...about }), games: lines.join("\n"), run })[id] ?? "",
  );

test("a game is a tree with what was written at its moves", () => {
  const { nodes, tags } = treeOf(GAME, 1);
  expect(Object.fromEntries(tags)).toMatchObject({ White: "A", Date: "1999.??.??", WhiteElo: "" });
  expect(nodes.map(({ number, san }) => `${number ?? ""}${san ?? ""}`)).toEqual([
    "",
    "1.e4",
    "1...e5",
    "2.Nf3",
    "1...c5",
    "2.Nc3",
  ]);
  expect(nodes.map(({ mainline }) => mainline)).toEqual([true, true, true, true, false, false]);
  expect(nodes[0]).toMatchObject({ comment: "start", clock: "0:10:00" });
  expect(nodes[1]).toMatchObject({ clock: "0:01:05", eval: "-0.35", last: ["e2", "e4"] });
  expect(nodes[2]).toMatchObject({ eval: "#4" });
  expect(nodes[4]).toMatchObject({ before: "instead", after: "later", nags: ["!"], ply: 2 });
  expect(nodes[5]?.fen).toBe("rnbqkbnr/pp1ppppp/8/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR b");
  const [, , variations] = allMoves(linesOf(nodes));
  expect(variations?.kind).toBe("variations");
});

test("a document answers as a server does, and says where it breaks off", async () => {
  const line = JSON.stringify(GAME);
  const broken = document([line, line, line.slice(0, -9)]);
  const told: [string, unknown][] = [];
  broken.listen("report", {
    event: (name, data) => told.push([name, data]),
    lost: () => told.push(["lost", 0]),
  });
  const rows = broken.matches;
  expect(told).toEqual([
    ["rows", { rows }],
    ["lost", 0],
  ]);
  expect(rows.map(({ index, game, number, node }) => [index, game, number, node])).toEqual([
    [0, 1, 7, 2],
    [1, 1, 7, 3],
    [2, 2, 7, 2],
    [3, 2, 7, 3],
  ]);
  expect(rows[0]).toMatchObject({ black: "", date: "1999", plies: 3 });
  const get = (address: string) => broken.ask({ method: "GET", address });
  const { found } = await (await get("searches/report/found?game=2")).json();
  expect(found).toMatchObject([
    { node: 2, constituents: [{ first: 2, last: 3, nodes: [2, 3] }], values: { is: "yes" } },
    { node: 3, constituents: [], comments: ["why"], values: { far: "5", is: "–" } },
  ]);
  expect(await (await get("game?game=2")).json()).toMatchObject({ game: 2, facts: ["game 7"] });
  expect((await get("game?game=3")).ok).toBe(false);
  // The rows of a sample come one by one.
  const sampled = document([line, line], { sample: 4 }, '{"status":"complete"}');
  expect(new Set(sampled.matches.map(({ game }) => game))).toEqual(new Set([1]));
  expect(sampled.end).toEqual({ status: "complete" });
});

test("moves change the board as they say", () => {
  const after = (fen: string, changes: string) => placementText(play(placement(fen), changes));
  expect(after("8/8/8/8/8/8/8/4K2R", "e1g1Kf1Rh1")).toBe("8/8/8/8/8/8/8/5RK1");
  expect(after("8/8/8/8/8/8/8/5KR1", "f1Rg1K")).toBe("8/8/8/8/8/8/8/5RK1");
  expect(after("8/8/8/3pP3/8/8/8/8", "e5d6Pd5")).toBe("8/8/3P4/8/8/8/8/8");
  expect(after("8/P7/8/8/8/8/p7/8", "a7a8Q")).toBe("Q7/8/8/8/8/8/p7/8");
  expect(after("8/P7/8/8/8/8/p7/8", "a2a1n")).toBe("8/P7/8/8/8/8/8/n7");
  expect(after("8/8/2b5/8/8/8/8/8", "c6b7b")).toBe("8/1b6/8/8/8/8/8/8");
  expect(after("8/8/8/2b5/8/8/8/8", "c5b6bb4")).toBe("8/8/1b6/8/8/8/8/8");
  expect(after("8/8/8/8/8/8/8/8", "f3n")).toBe("8/8/8/8/8/5n2/8/8");
  expect(after("8/8/8/8/8/5n2/8/8", "-")).toBe("8/8/8/8/8/5n2/8/8");
  expect(after("Q~6k/8/8/8/8/8/8/8", "-")).toBe("Q6k/8/8/8/8/8/8/8");
});

test("what is missing comes last in both orders", () => {
  const sorted = (down: boolean) => ["b", "", "a10", "A9"].sort((a, b) => compare(a, b, down));
  expect(sorted(false)).toEqual(["A9", "a10", "b", ""]);
  expect(sorted(true)).toEqual(["b", "a10", "A9", ""]);
});

test("openings are counted in groups if a chart would show few of them", () => {
  const about = { ...ABOUT, selects: [], sorts: [], tallies: ["length"] };
  const match = (eco: string, tally: number) =>
    ({ game: 1, eco, result: "", plies: 4, query: 0, tallies: [tally] }) as unknown as Match;
  const counted = (matches: Match[]) => {
    const [kind, properties] = kindOf({ about, matches }, columnsOf(about));
    const countedAs = (facet: string, match: Match | undefined) => {
      const [name = ""] = kind.counted.find((each) => each.facet === facet)?.columns ?? [];
      return kind.columns[name]?.(match as Match);
    };
    return { properties, countedAs, facets: properties.map(({ facet }) => facet) };
  };
  const many = Array.from({ length: 90 }, (_, i) => match(`B${String(i).padStart(2, "0")}`, i));
  const { properties, countedAs } = counted(many);
  expect(countedAs("eco", many[12])).toBe("B10–19");
  expect(properties.map(({ facet, numbers }) => [facet, numbers])).toEqual([
    ["eco", false],
    ["tally0", true],
  ]);
  // What a chart cannot show is one value, too.
  const results = ["1-0", "0-1", "1/2-1/2", "*", "a", "b", "c"].map((result) => ({
    ...match("", 0),
    result,
  }));
  expect(counted(results).countedAs("result", results[6])).toBe("2 others");
  // A single value makes no chart, unless it was asked for.
  expect(counted([match("B20", 1)]).facets).toEqual(["tally0"]);
});
