// Games from their lines of JSON, the order of columns, and what is counted.

import { expect, test } from "vitest";
import { placement, placementText } from "../board/fen";
import { allMoves, treeOf as linesOf } from "../game/tree";
import { columnsOf, compare } from "./columns";
import { kindOf } from "./counted";
import type { About, GameLine, Match } from "./data";
import { play, treeOf } from "./tree";

const GAME: GameLine = {
  number: 1,
  white: "A",
  plies: 3,
  san: "e4 e5 Nf3 c5 Nc3",
  moves: "e2e4 e7e5 g1f3 c7c5 b1c3",
  parents: [[4, 1]],
  comments: [
    [0, "start"],
    [2, "main"],
    [2, "later", 4],
    [4, "instead", "before"],
  ],
  nags: [[4, 1, "!"]],
  clocks: "600,65",
  evals: ",-35,#4",
  matches: [],
};

test("a game is a tree with what was written at its moves", () => {
  const { nodes, tags } = treeOf(GAME);
  expect(tags).toEqual([["White", "A"]]);
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
  expect(nodes[2]).toMatchObject({ comment: "main", eval: "#4" });
  expect(nodes[4]).toMatchObject({ before: "instead", after: "later", nags: ["!"], ply: 2 });
  expect(nodes[5]?.fen).toBe("rnbqkbnr/pp1ppppp/8/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR b");
  const [, , variations] = allMoves(linesOf(nodes));
  expect(variations?.kind).toBe("variations");
});

test("moves change the board as they say", () => {
  const after = (fen: string, changes: string) => placementText(play(placement(fen), changes));
  expect(after("8/8/8/8/8/8/8/4K2R", "e1g1,h1f1")).toBe("8/8/8/8/8/8/8/5RK1");
  expect(after("8/8/8/8/8/8/8/5KR1", "f1g1,g1f1")).toBe("8/8/8/8/8/8/8/5RK1");
  expect(after("8/8/8/3pP3/8/8/8/8", "e5d6,d5")).toBe("8/8/3P4/8/8/8/8/8");
  expect(after("8/P7/8/8/8/8/p7/8", "a7a8q")).toBe("Q7/8/8/8/8/8/p7/8");
  expect(after("8/P7/8/8/8/8/p7/8", "a2a1n")).toBe("8/P7/8/8/8/8/8/n7");
  expect(after("8/8/8/8/8/8/8/8", "n@f3")).toBe("8/8/8/8/8/5n2/8/8");
  expect(after("8/8/8/8/8/5n2/8/8", "0000")).toBe("8/8/8/8/8/5n2/8/8");
  expect(after("Q~6k/8/8/8/8/8/8/8", "0000")).toBe("Q6k/8/8/8/8/8/8/8");
});

test("what is missing comes last in both orders", () => {
  const sorted = (down: boolean) => ["b", "", "a10", "A9"].sort((a, b) => compare(a, b, down));
  expect(sorted(false)).toEqual(["A9", "a10", "b", ""]);
  expect(sorted(true)).toEqual(["b", "a10", "A9", ""]);
});

test("openings are counted in groups if a chart would show few of them", () => {
  const about = { selects: [], sorts: [], queries: [], tallies: ["length"] } as unknown as About;
  const match = (eco: string, tally: number) =>
    ({
      game: 1,
      eco,
      result: "",
      plies: 4,
      record: {},
      data: { query: 0, tallies: [tally] },
    }) as unknown as Match;
  const counted = (matches: Match[]) => {
    const [kind, properties] = kindOf({ about, matches, games: 1, run: null }, columnsOf(about));
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
