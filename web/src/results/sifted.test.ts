import { expect, test } from "vitest";
import type { Row } from "../api/types";
import { Sifted } from "./sifted";

const row = (game: number, white = "A"): Row => ({
  source: "s1",
  game,
  node: 1,
  ply: 1,
  white,
  black: "B",
  date: "",
  event: "",
  eco: "C20",
  result: game % 2 ? "1-0" : "0-1",
  plies: 40,
});

/** The code of the worker without a thread: what it answers comes when `answer` is called. */
async function fake() {
  const answers: MessageEvent[] = [];
  const page: { onmessage: ((event: MessageEvent) => void) | null } = { onmessage: null };
  const scope = globalThis as unknown as Record<string, unknown>;
  scope.self = { postMessage: (data: unknown) => answers.push({ data } as MessageEvent) };
  await import("./columns.worker");
  const inside = scope.self as { onmessage(event: { data: unknown }): void };
  const worker = {
    postMessage: (data: unknown) => inside.onmessage({ data: structuredClone(data) }),
    terminate: () => undefined,
    set onmessage(use: (event: MessageEvent) => void) {
      page.onmessage = use;
    },
  } as unknown as Worker;
  const answer = () => {
    for (const event of answers.splice(0)) page.onmessage?.(event);
  };
  return { worker, answer };
}

test("few rows need no worker; of many, a worker answers, and older answers are not taken", async () => {
  const { worker, answer } = await fake();
  const rows = new Sifted(() => worker);
  rows.add([row(1), row(2)]);
  rows.setFilter("result", "1-0");
  expect([...rows.range(0, 9)]).toEqual([0]);
  rows.setFilter("result", undefined);
  const many = Array.from({ length: 12_000 }, (_, at) => row(at + 3, at === 11_000 ? "Tal" : "A"));
  rows.add(many, JSON.stringify({ rows: many }));
  expect([rows.shown.length, rows.shownGameCount, rows.gameCount]).toEqual([12_002, 12_002, 12_002]);
  rows.setFilter("result", "1-0");
  expect(rows.shown.length).toBe(12_002);
  rows.setText("tal");
  answer();
  expect(rows.range(0, 9)).toEqual([11_002]);
  expect(rows.row(0)?.white).toBe("Tal");
  expect(rows.indexOf({ source: "s1", game: 11_003, node: 1 })).toBe(0);
  // Rows that come later pass the filters in force.
  rows.add([row(20_001, "Tal"), row(20_002, "Tal")]);
  answer();
  expect(rows.range(0, 9)).toEqual([11_002, 12_002]);
  expect(rows.shownGameCount).toBe(2);
  expect(rows.count(1)).toBe(false);
  answer();
  expect(rows.talliesSoFar.top("player", 9).map(({ value, games }) => [value, games])).toEqual([
    ["Tal", 2],
    ["B", 2],
  ]);
  rows.setText("");
  rows.setFilter("result", undefined);
  expect(rows.shown.length).toBe(12_004);
  rows.setOrder({ column: "white", down: true });
  answer();
  expect(rows.range(0, 4)).toEqual([11_002, 12_002, 12_003, 0]);
});
