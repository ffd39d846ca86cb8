import { expect, test, vi } from "vitest";
import type { Row } from "../api/types";
import { Rows } from "./rows";
import type { Summary } from "./values";

let number = 0;
function row(values: Partial<Row> = {}): Row {
  number += 1;
  return {
    source: "s1",
    game: number,
    node: 1,
    ply: 1,
    white: "A",
    black: "B",
    date: "1999.01.01",
    year: 1999,
    event: "",
    site: "",
    eco: "C20",
    result: "1-0",
    plies: 41,
    ...values,
  };
}

const filled = (...list: Row[]) => {
  const rows = new Rows();
  rows.add(list);
  return rows;
};

const tally = (rows: Rows, facet: "year" | "eco" | "player" | "result" | "length") =>
  Object.fromEntries(
    (rows.tallies[facet]?.top ?? []).map((each) => [each.value, [each.games, each.positions]]),
  );

test("a text finds rows by their tags and moves, together with the filters", () => {
  const rows = filled(
    row({ white: "Tal, Mihail", event: "Bled", moved: "5. Nf3" }),
    row({ white: "Réti, Richard", result: "0-1" }),
    row({ black: "Tal, Mihail", result: "0-1" }),
  );
  rows.setText("  mihail TAL ");
  expect([rows.shown.length, rows.filtered]).toEqual([2, true]);
  rows.setFilter("result", "0-1");
  expect([...rows.range(0, 99)]).toEqual([2]);
  rows.setText("reti");
  expect([...rows.range(0, 99)]).toEqual([1]);
  rows.setFilter("result", undefined);
  rows.setText("nf3 bled");
  expect([...rows.range(0, 99)]).toEqual([0]);
  rows.setText("");
  expect([rows.shown.length, rows.filtered]).toEqual([3, false]);
});

test("games are counted once, positions each", () => {
  const rows = filled(
    row({ game: 1 }),
    row({ game: 1, node: 2 }),
    row({ game: 2, black: "A", result: "0-1" }),
  );
  expect(rows.gameCount).toBe(2);
  expect(tally(rows, "result")).toEqual({ "1-0": [1, 2], "0-1": [1, 1] });
  expect(tally(rows, "player")).toEqual({ A: [2, 3], B: [1, 2] });
  expect(tally(rows, "length")).toEqual({ "21": [2, 3] });
});

test("a filter narrows the rows and the other tallies, not its own", () => {
  const rows = filled(row({ year: 1999 }), row({ year: 2001, result: "0-1" }), row({ year: 2001 }));
  rows.setFilter("year", "2001");
  expect([...rows.range(0, 99)]).toEqual([1, 2]);
  expect(tally(rows, "result")).toEqual({ "0-1": [1, 1], "1-0": [1, 1] });
  expect(tally(rows, "year")).toEqual({ "1999": [1, 1], "2001": [2, 2] });
  rows.setFilter("result", "0-1");
  expect([...rows.range(0, 99)]).toEqual([1]);
  expect(rows.shownGameCount).toBe(1);
  expect(tally(rows, "year")).toEqual({ "2001": [1, 1] });
  rows.setFilter("year", undefined);
  rows.setFilter("result", undefined);
  expect([...rows.range(0, 99)]).toEqual([0, 1, 2]);
  expect(rows.filtered).toBe(false);
});

test("rows that come later pass the filters in force", () => {
  const rows = filled(row({ year: 1990 }));
  rows.setFilter("year", "1985-1994");
  const { year: _, ...unknown } = row();
  rows.add([row({ year: 1995 }), row({ year: 1994 }), unknown]);
  expect([...rows.range(0, 99)]).toEqual([0, 2]);
});

test("rows are ordered by a column, alike ones as they came", () => {
  const rows = filled(row({ white: "b" }), row({ white: "A" }), row({ white: "B" }));
  rows.setOrder({ column: "white", down: false });
  expect([...rows.range(0, 99)]).toEqual([1, 0, 2]);
  rows.setOrder({ column: "white", down: true });
  expect([...rows.range(0, 99)]).toEqual([0, 2, 1]);
  rows.add([row({ white: "c" })]);
  rows.finish();
  expect([...rows.range(0, 99)]).toEqual([3, 0, 2, 1]);
});

test("steps go along the rows shown, from any position of a game", () => {
  const [a, b, c] = [row({ game: 1, node: 5 }), row({ game: 1, node: 9 }), row({ game: 2, node: 3 })];
  const rows = filled(a, b, c);
  expect(rows.step(a, 1)).toBe(b);
  expect(rows.step(c, 1)).toBeUndefined();
  expect(rows.step({ source: "s1", game: 1, node: 7 }, 1)).toBe(b);
  expect(rows.step({ source: "s1", game: 1, node: 7 }, -1)).toBe(a);
  expect(rows.step(null, 1)).toBe(a);
});

test("the first row is announced once", () => {
  const rows = new Rows();
  rows.onFirst = vi.fn();
  rows.add([]);
  rows.add([row()]);
  rows.add([row()]);
  expect(rows.onFirst).toHaveBeenCalledTimes(1);
});

test("bins cover the range without gaps and keep every game", () => {
  const rows = filled(...[1851, 1900, 1999, 2024, 2024].map((year) => row({ year })));
  const { bins, width } = rows.tallies.year as Summary;
  expect(width).toBe(5);
  expect(bins[0]).toEqual({ from: 1850, to: 1854, games: 1, positions: 1 });
  expect(bins.at(-1)).toEqual({ from: 2020, to: 2024, games: 2, positions: 2 });
  expect(bins.reduce((sum, bin) => sum + bin.games, 0)).toBe(5);
  expect(bins.every((bin, at) => at === 0 || bin.from === (bins[at - 1]?.to ?? 0) + 1)).toBe(true);
});

test("the most frequent values come first, and no more than asked for", () => {
  const rows = filled(...["x", "y", "y", "z", "z", "z"].map((eco) => row({ eco })));
  expect(rows.tallies.eco?.top.slice(0, 2).map((each) => each.value)).toEqual(["z", "y"]);
  expect(rows.tallies.eco?.size).toBe(3);
});

const numbered = (game: number, white = "A"): Row =>
  row({ game, white, date: "", result: game % 2 ? "1-0" : "0-1", plies: 40 });

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
  const rows: Rows = new Rows(undefined, undefined, () => worker);
  rows.add([numbered(1), numbered(2)]);
  rows.setFilter("result", "1-0");
  expect([...rows.range(0, 9)]).toEqual([0]);
  rows.setFilter("result", undefined);
  const many = Array.from({ length: 12_000 }, (_, at) => numbered(at + 3, at === 11_000 ? "Tal" : "A"));
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
  rows.add([numbered(20_001, "Tal"), numbered(20_002, "Tal")]);
  answer();
  expect(rows.range(0, 9)).toEqual([11_002, 12_002]);
  expect(rows.shownGameCount).toBe(2);
  expect(rows.tallies.player).toBeUndefined();
  answer();
  expect(rows.tallies.player?.top.map(({ value, games }) => [value, games])).toEqual([
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

test("one row a game: the first that passes, or the first in the order", () => {
  const rows = filled(row({ game: 1, ply: 5 }), row({ game: 1, ply: 9, node: 2 }), row({ game: 2, ply: 7 }));
  rows.setPerGame(true);
  expect([...rows.range(0, 99)]).toEqual([0, 2]);
  rows.setOrder({ column: "moved", down: true });
  expect([...rows.range(0, 99)]).toEqual([1, 2]);
  expect([rows.shownGameCount, rows.shownMatches]).toEqual([2, 3]);
  rows.add([row({ game: 2, ply: 8, node: 2 }), row({ game: 3, ply: 1 })]);
  expect([...rows.range(0, 99)]).toEqual([1, 2, 4]);
  // The game is known by any of its positions.
  expect(rows.step({ source: "s1", game: 1, node: 1 }, 1)?.game).toBe(2);
  rows.setPerGame(false);
  expect(rows.shown).toHaveLength(5);
});

test("rows stand in the order for which the query asks; those without a value come last", () => {
  const rows = new Rows();
  const first = vi.fn();
  rows.onFirst = first;
  rows.sortBy([
    { name: "lost", min: false },
    { name: "length", min: true },
  ]);
  rows.add([row({ game: 1 }), row({ game: 2, values: { lost: "575", length: "9" } })]);
  rows.add([
    row({ game: 3, values: { lost: "20000", length: "8" } }),
    row({ game: 4, values: { lost: "20000", length: "7" } }),
  ]);
  rows.finish();
  expect([...rows.range(0, 9)].map((at) => rows.all[at]?.game)).toEqual([4, 3, 2, 1]);
  expect(first.mock.calls.map(([{ game }]) => game)).toEqual([1, 4]);
  expect(rows.valueNames.value).toEqual(["lost", "length"]);
  rows.setOrder({ column: "value:lost", down: false });
  expect([...rows.range(0, 9)].map((at) => rows.all[at]?.game)).toEqual([2, 3, 4, 1]);
});
