// The layout of automata: nothing overlaps, whatever the automaton.

import { expect, describe as group, it } from "vitest";
import type { AutomatonEdge, AutomatonState } from "../api/types";
import { aliveAt, lastAlive } from "./alive";
import { type Layout, LINE_HEIGHT, layout, pathOf, RADIUS, shorten } from "./layout";

interface Box {
  what: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxes(drawn: Layout): Box[] {
  const states = drawn.states.map(({ id, x, y }) => ({
    what: `state ${id}`,
    left: x - RADIUS,
    right: x + RADIUS,
    top: y - RADIUS,
    bottom: y + RADIUS,
  }));
  const labels = drawn.edges
    .filter((edge) => edge.label.length > 0)
    .map((edge) => {
      const height = edge.label.length * LINE_HEIGHT + 3;
      return {
        what: `label ${edge.from}-${edge.to}`,
        left: edge.x - edge.width / 2,
        right: edge.x + edge.width / 2,
        top: edge.y - height / 2,
        bottom: edge.y + height / 2,
      };
    });
  return [...states, ...labels];
}

function overlaps(drawn: Layout): string[] {
  const all = boxes(drawn);
  return all.flatMap((a, at) =>
    all
      .slice(at + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.what} and ${b.what}`),
  );
}

function outside(drawn: Layout): string[] {
  return boxes(drawn)
    .filter((box) => box.left < 0 || box.top < 0 || box.right > drawn.width || box.bottom > drawn.height)
    .map((box) => box.what);
}

const states = (levels: number[]): AutomatonState[] =>
  levels.map((level, id) => ({ id, level, start: id === 0 }));
const edge = (from: number, to: number, label = "check"): AutomatonEdge => ({ from, to, label });

/** A generator of numbers that gives the same ones each time (Numerical Recipes' constants). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

group("the layout", () => {
  it("puts a chain on one line", () => {
    const drawn = layout({ states: states([0, 1, 2]), edges: [edge(0, 1), edge(1, 2, "mate")] });
    expect(new Set(drawn.states.map((state) => state.y)).size).toBe(1);
    expect(drawn.states.map((state) => state.x)).toEqual(
      [...drawn.states.map((state) => state.x)].sort((a, b) => a - b),
    );
    expect(overlaps(drawn)).toEqual([]);
  });
  it("begins a circle on the left with the state that comes first", () => {
    const drawn = layout({
      states: [
        { id: 0, level: 1 },
        { id: 1, level: 2 },
        { id: 2, level: 0, start: true },
      ],
      edges: [edge(0, 1), edge(1, 2), edge(2, 0)],
    });
    expect([...drawn.states].sort((a, b) => a.x - b.x).map(({ id }) => id)).toEqual([2, 0, 1]);
  });
  it("writes edges with the same ends together", () => {
    const drawn = layout({
      states: states([0, 1]),
      edges: [edge(0, 1, "a"), edge(0, 1, "b"), edge(0, 1, "a")],
    });
    expect(drawn.edges).toHaveLength(1);
    expect(drawn.edges[0]?.label.map((line) => line.text)).toEqual(["a", "b"]);
  });
  it("tells loops, edges back and edges without a label apart", () => {
    const drawn = layout({
      states: states([0, 1, 1]),
      edges: [
        edge(0, 0),
        edge(0, 1),
        edge(1, 0),
        edge(1, 2),
        { from: 0, to: 2, label: "", empty: true },
        edge(7, 0),
      ],
    });
    const kinds = drawn.edges.map(({ from, to, points }) => {
      const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0];
      return from === to ? "loop" : first < last ? "forward" : "back";
    });
    expect(kinds).toEqual(["loop", "forward", "back", "forward", "forward"]);
    expect(drawn.edges.map((one) => one.empty)).toEqual([false, false, false, false, true]);
    expect(overlaps(drawn)).toEqual([]);
    expect(outside(drawn)).toEqual([]);
  });
  it("never lets anything overlap or leave the picture", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = numbers(seed);
      const count = 1 + next(14);
      const levels = Array.from({ length: count }, (_, id) => (id === 0 ? 0 : next(Math.min(6, count))));
      const edges = Array.from({ length: next(3 * count) }, () =>
        edge(next(count), next(count), "x".repeat(1 + next(45))),
      );
      const drawn = layout({ states: states(levels), edges });
      expect({ seed, overlaps: overlaps(drawn), outside: outside(drawn) }).toEqual({
        seed,
        overlaps: [],
        outside: [],
      });
      expect(drawn.states).toHaveLength(count);
      for (const one of drawn.edges) expect(pathOf(one.points)).toMatch(/^M[-\d. ]+C[-\d. ]+$/);
    }
  });
  it("cuts long labels", () => {
    expect(shorten("a  b\n c")).toBe("a b c");
    expect([...shorten("♘".repeat(100))]).toHaveLength(30);
  });
});

group("states that are alive", () => {
  const sequence = {
    text: "",
    filter: "path" as const,
    states: [
      { id: 0, level: 0, start: true },
      { id: 1, level: 1, accepting: true },
    ],
    edges: [],
    alive: [
      { node: 4, states: [0] },
      { node: 5, states: [1] },
      { node: 6, states: [] },
    ],
  };
  it("are those of the run at the position", () => {
    expect(aliveAt(sequence, 4)).toEqual({ states: new Set([0]), known: true, accepting: false });
    expect(aliveAt(sequence, 5).accepting).toBe(true);
    expect(aliveAt(sequence, 6)).toEqual({ states: new Set(), known: true, accepting: false });
    expect(aliveAt(sequence, 3).known).toBe(false);
  });
  it("say how far the run came", () => {
    expect(lastAlive(sequence)).toEqual({ node: 5, step: 1 });
    expect(lastAlive({ ...sequence, alive: [] })).toBeUndefined();
  });
});
