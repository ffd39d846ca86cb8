import { expect, test } from "vitest";
import type { GameTree } from "../api/types";
import { Positions } from "./positions";

const go = new AbortController().signal;

function games() {
  const asked: number[] = [];
  let most = 0;
  let open = 0;
  const game = async ({ source, game: number }: { source: string; game: number }): Promise<GameTree> => {
    asked.push(number);
    open += 1;
    most = Math.max(most, open);
    await new Promise((done) => setTimeout(done, 1));
    open -= 1;
    if (number === 13) throw new Error("unreadable");
    const node = { parent: null, ply: 0, mainline: true };
    return {
      source,
      game: number,
      tags: [],
      faults: [],
      start: "",
      nodes: [
        { ...node, fen: `start ${number}` },
        { ...node, fen: `next ${number}`, last: ["e2", "e4"] },
      ],
    };
  };
  return { asked, positions: new Positions({ game }), most: () => most };
}

test("a game is asked for once, and few at a time", async () => {
  const { asked, positions, most } = games();
  const rows = [1, 1, 2, 3, 4, 5, 6, 7].map((game, node) => ({ source: "s", game, node: node % 2 }));
  const all = await Promise.all(rows.map((row) => positions.of(row, go)));
  expect(all[1]).toEqual({ fen: "next 1", last: ["e2", "e4"] });
  expect(all[2]).toEqual({ fen: "start 2", last: [] });
  await positions.of({ source: "s", game: 2, node: 1 }, go);
  expect(asked.filter((game) => game === 2)).toHaveLength(1);
  expect(most()).toBeLessThanOrEqual(4);
});

test("what cannot be read, or is no longer wanted, stops nothing", async () => {
  const { asked, positions } = games();
  const control = new AbortController();
  const first = [13, 13, 13, 13, 13].map((game, at) => positions.of({ source: `${at}`, game, node: 0 }, go));
  const left = positions.of({ source: "s", game: 8, node: 0 }, control.signal);
  const other = positions.of({ source: "s", game: 9, node: 0 }, go);
  control.abort();
  const ends = await Promise.allSettled([...first, left]);
  expect(ends.map((end) => end.status)).toEqual(Array(6).fill("rejected"));
  expect((await other).fen).toBe("start 9");
  expect(asked).not.toContain(8);
});
