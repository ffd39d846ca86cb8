// The moves of a game with variations, the ways through them, constituents, and the numbers of graphs.

import { expect, describe as group, it } from "vitest";
import type { Constituent, Found, TreeNode } from "../api/types";
import { target } from "./keys";
import { plainNumber, rowsOf } from "./rows";
import { activeMatch, arrowsOf, covered, spansOf } from "./spans";
import { allMoves, type Item, lineThrough, nextOf, pathTo, treeOf } from "./tree";
import { areaPath, linePath, pawns, points, seconds } from "./values";

/** 1. e4 e5 (1... c5 2. Nf3 (2. c3)) (1... e6) 2. Nf3, the main line numbered first at each place. */
const NODES: TreeNode[] = [
  node(null, 0),
  node(0, 1, "1.", "e4", true),
  node(1, 2, "1...", "e5", true),
  node(2, 3, "2.", "Nf3", true),
  node(1, 2, "1...", "c5", false),
  node(4, 3, "2.", "Nf3", false),
  node(4, 3, "2.", "c3", false),
  node(1, 2, "1...", "e6", false),
];

function node(parent: number | null, ply: number, number?: string, san?: string, mainline = true): TreeNode {
  return { parent, ply, fen: "", mainline, ...(number && { number }), ...(san && { san }) };
}

/** The items as one line of text. */
function text(items: readonly Item[], nodes: readonly TreeNode[] = NODES): string {
  return items
    .map((item) =>
      item.kind === "variations"
        ? item.lines.map((line) => `(${text(line, nodes)})`).join(" ")
        : `${item.number === undefined ? "" : `${item.number} `}${nodes[item.node]?.san}`,
    )
    .join(" ");
}

group("moves", () => {
  const tree = treeOf(NODES);
  it("are written with their variations after the move that they replace", () => {
    expect(text(allMoves(tree))).toBe("1. e4 e5 (1... c5 2. Nf3 (2. c3)) (1... e6) 2. Nf3");
  });
  it("show Black's number after a comment", () => {
    const nodes = NODES.slice(0, 4).map((one, at) => (at === 1 ? { ...one, comment: "best" } : one));
    expect(text(allMoves(treeOf(nodes)), nodes)).toBe("1. e4 1... e5 2. Nf3");
  });
  it("of a game without moves are none", () => {
    expect(allMoves(treeOf([node(null, 0)]))).toEqual([]);
  });
  it("stand in rows that variations interrupt", () => {
    const rows = rowsOf(allMoves(tree), NODES);
    expect(rows.map((row) => row.kind)).toEqual(["moves", "variations", "moves"]);
    expect(rows[0]).toEqual({ kind: "moves", number: "1", white: 1, black: 2 });
    expect(rows[2]).toEqual({ kind: "moves", number: "2", white: 3, black: undefined });
    expect(plainNumber("12...")).toBe("12");
  });
  it("of Black stand in a row of their own after a comment", () => {
    const nodes = NODES.slice(0, 4).map((one, at) => (at === 1 ? { ...one, comment: "best" } : one));
    const rows = rowsOf(allMoves(treeOf(nodes)), nodes);
    expect(rows[0]).toMatchObject({ white: 1, black: undefined });
    expect(rows[1]).toEqual({ kind: "comment", text: "best" });
    expect(rows[2]).toMatchObject({ white: undefined, black: 2 });
  });
});

group("ways", () => {
  const tree = treeOf(NODES);
  it("follow lines and paths", () => {
    expect(pathTo(tree, 6)).toEqual([0, 1, 4, 6]);
    expect(lineThrough(tree, 4)).toEqual([0, 1, 4, 5]);
    expect(lineThrough(tree, 0)).toEqual([0, 1, 2, 3]);
  });
  it("are taken by keys", () => {
    const keys = (at: number) =>
      ["ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "ArrowDown", "x"].map((key) =>
        target(tree, at, key),
      );
    expect(keys(1)).toEqual([0, 2, 0, 3, undefined, 4, undefined]);
    expect(keys(4)).toEqual([1, 5, 0, 5, 2, 7, undefined]);
    expect(keys(3)).toEqual([2, undefined, 0, undefined, undefined, undefined, undefined]);
  });
  it("to the next match go round at the ends", () => {
    expect(nextOf([5, 2, 9], 2, 1)).toBe(5);
    expect(nextOf([5, 2, 9], 9, 1)).toBe(2);
    expect(nextOf([5, 2, 9], 2, -1)).toBe(9);
    expect(nextOf([], 2, 1)).toBeUndefined();
  });
});

const part = (first: number, last: number, from: number, nodes: number[] = []): Constituent => ({
  text: `part ${from}`,
  number: 1,
  filter: "path",
  from,
  to: from + 1,
  first,
  last,
  nodes,
});

const found = (at: number, ...constituents: Constituent[]): Found => ({
  node: at,
  squares: [],
  arrows: [],
  comments: [],
  constituents,
  differs: [],
  line: [],
  values: {},
});

group("constituents", () => {
  it("cover the positions that are listed, or all between their ends", () => {
    expect(covered(part(3, 5, 0))).toEqual([3, 4, 5]);
    expect(covered(part(3, 8, 0, [8, 3]))).toEqual([3, 8]);
  });
  it("lie in lanes in which they do not touch, each place of the query in its colour", () => {
    const spans = spansOf(found(3, part(3, 3, 0), part(4, 6, 5), part(5, 5, 9), part(7, 7, 5)));
    expect(spans.map((span) => span.lane)).toEqual([0, 0, 1, 0]);
    expect(spans.map((span) => span.colour)).toEqual([0, 1, 2, 1]);
  });
  it("shown are those of the match at the position, or round it", () => {
    const matches = [found(3, part(3, 6, 0)), found(5, part(5, 9, 0))];
    expect(activeMatch(matches, 3, -1)).toBe(0);
    expect(activeMatch(matches, 5, 0)).toBe(1);
    expect(activeMatch(matches, 6, 0)).toBe(0);
    expect(activeMatch(matches, 6, -1)).toBe(1);
    expect(activeMatch(matches, 20, 1)).toBe(1);
    expect(activeMatch([], 20, 1)).toBe(-1);
  });
});

group("numbers", () => {
  it("are read from evaluations", () => {
    expect(pawns("+0.35")).toBe(0.35);
    expect(pawns("-12")).toBe(-8);
    expect(pawns("#-3")).toBe(-8);
    expect(pawns("#3")).toBe(8);
    expect(pawns("")).toBeUndefined();
    expect(pawns("<b>")).toBeUndefined();
  });
  it("are read from clocks", () => {
    expect(seconds("1:02:03")).toBe(3723);
    expect(seconds("0:05:12.5")).toBe(312.5);
    expect(seconds("5:12")).toBe(312);
    expect(seconds("soon")).toBeUndefined();
  });
  it("become lines and areas", () => {
    const line = points([0, undefined, 1], 0, 1);
    expect(line).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(linePath(line, 10, 10)).toBe("M0 10L10 0");
    expect(areaPath(line, 10, 10, 0)).toBe("M0 10L0 10L10 0L10 10z");
    expect(areaPath([], 10, 10, 0)).toBe("");
  });
});

group("the arrows of a sequence", () => {
  it("are those of the moves that were asked for, in their colours and numbered", () => {
    const nodes = ["", "e2e4", "e7e5", "g1f3"].map((uci, at) => ({
      ...node(at ? at - 1 : null, at),
      last: [uci.slice(0, 2), uci.slice(2)] as [string, string],
    }));
    const asked = (text: string, at: number): Constituent => ({ ...part(at, at, at), text, nodes: [at] });
    const match: Found = {
      ...found(0, asked("P--e4", 1), asked("--*", 2), asked("N--f3", 3)),
      line: [1, 2, 3],
      arrows: [
        ...nodes.slice(1).map(({ last: [from, to] }) => ({ from, to, colour: "blue" })),
        { from: "a1", to: "a8", colour: "red" },
      ],
    };
    expect(arrowsOf(match, spansOf(match), nodes)).toEqual([
      { from: "a1", to: "a8", colour: "red" },
      { from: "e2", to: "e4", colour: "span0", number: 1 },
      { from: "g1", to: "f3", colour: "span2", number: 2 },
    ]);
  });
});
