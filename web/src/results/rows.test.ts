import { expect, test, vi } from "vitest";
import type { Row } from "../api/types";
import { Rows } from "./rows";

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
  Object.fromEntries(rows.tallies.top(facet, 99).map((each) => [each.value, [each.games, each.positions]]));

test("a text finds rows by their tags and moves, together with the filters", () => {
  const rows = filled(
    row({ white: "Tal, Mihail", event: "Bled", moved: "5. Nf3" }),
    row({ white: "Réti, Richard", result: "0-1" }),
    row({ black: "Tal, Mihail", result: "0-1" }),
  );
  rows.setText("  mihail TAL ");
  expect([rows.shown.length, rows.filtered]).toEqual([2, true]);
  rows.setFilter("result", "0-1");
  expect(rows.shown).toEqual([2]);
  rows.setText("reti");
  expect(rows.shown).toEqual([1]);
  rows.setFilter("result", undefined);
  rows.setText("nf3 bled");
  expect(rows.shown).toEqual([0]);
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
  expect(rows.shown).toEqual([1, 2]);
  expect(tally(rows, "result")).toEqual({ "0-1": [1, 1], "1-0": [1, 1] });
  expect(tally(rows, "year")).toEqual({ "1999": [1, 1], "2001": [2, 2] });
  rows.setFilter("result", "0-1");
  expect(rows.shown).toEqual([1]);
  expect(rows.shownGameCount).toBe(1);
  expect(tally(rows, "year")).toEqual({ "2001": [1, 1] });
  rows.setFilter("year", undefined);
  rows.setFilter("result", undefined);
  expect(rows.shown).toEqual([0, 1, 2]);
  expect(rows.filtered).toBe(false);
});

test("rows that come later pass the filters in force", () => {
  const rows = filled(row({ year: 1990 }));
  rows.setFilter("year", "1985-1994");
  rows.add([row({ year: 1995 }), row({ year: 1994 }), row({ year: null })]);
  expect(rows.shown).toEqual([0, 2]);
});

test("rows are ordered by a column, alike ones as they came", () => {
  const rows = filled(row({ white: "b" }), row({ white: "A" }), row({ white: "B" }));
  rows.setOrder({ column: "white", down: false });
  expect(rows.shown).toEqual([1, 0, 2]);
  rows.setOrder({ column: "white", down: true });
  expect(rows.shown).toEqual([0, 2, 1]);
  rows.add([row({ white: "c" })]);
  rows.finish();
  expect(rows.shown).toEqual([3, 0, 2, 1]);
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
  const { bins, width } = rows.tallies.bins("year", 60);
  expect(width).toBe(5);
  expect(bins[0]).toEqual({ from: 1850, to: 1854, games: 1, positions: 1 });
  expect(bins.at(-1)).toEqual({ from: 2020, to: 2024, games: 2, positions: 2 });
  expect(bins.reduce((sum, bin) => sum + bin.games, 0)).toBe(5);
  expect(bins.every((bin, at) => at === 0 || bin.from === (bins[at - 1]?.to ?? 0) + 1)).toBe(true);
});

test("the most frequent values come first, and no more than asked for", () => {
  const rows = filled(...["x", "y", "y", "z", "z", "z"].map((eco) => row({ eco })));
  expect(rows.tallies.top("eco", 2).map((each) => each.value)).toEqual(["z", "y"]);
  expect(rows.tallies.size("eco")).toBe(3);
});
