import { expect, test } from "vitest";
import type { Facet, Filters, Row } from "../api/types";
import { ANSWERS } from "./answer";
import { Columns, type Order } from "./columns";
import { FACETS } from "./facets";
import { plain } from "./values";

/** Numbers that are the same in each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const NAMES = ["Tal, M", "tal, m", "Réti, R", "?", "", "Carlsen", "Nakamura"];

function some(count: number, next: (below: number) => number): Row[] {
  let game = 0;
  let about = {};
  return Array.from({ length: count }, (_, node) => {
    if (node === 0 || next(3) === 0) {
      game += 1;
      const name = () => NAMES[next(NAMES.length)] as string;
      about = {
        white: name(),
        black: name(),
        year: [null, 0, 1999, 2001, 2020][next(5)],
        date: "1999.01.01",
        event: ["", "Bled", "Zürich"][next(3)],
        site: next(2) ? "Wien" : undefined,
        eco: ["", "B20", "C42"][next(3)],
        result: ["1-0", "0-1", "1/2-1/2", "*"][next(4)],
        plies: next(90),
      };
    }
    const ply = next(60);
    const moved = next(5) ? `${Math.ceil(ply / 2)}. Nf3` : undefined;
    return { source: "s1", game, node, ply, moved, length: next(4) || null, ...about } as Row;
  });
}

/** What the page says of a row for each facet. */
const SAID: Record<Facet, (row: Row) => string[]> = {
  year: (row) => (row.year ? [String(row.year)] : []),
  length: (row) => [String(Math.ceil(row.plies / 2))],
  result: (row) => [row.result],
  eco: (row) => [row.eco].filter(Boolean),
  player: (row) => [...new Set([row.white, row.black])].filter((name) => name && name !== "?"),
};

/** Whether a row passes a filter: by its value, or by a range of numbers. */
function passes(row: Row, facet: Facet, wanted: string): boolean {
  const [, low, high] = /^(-?\d+)-(-?\d+)$/.exec(wanted) ?? [];
  const isRange = low !== undefined && (facet === "year" || facet === "length");
  const isIn = (value: string) => Number(value) >= Number(low) && Number(value) <= Number(high);
  return SAID[facet](row).some((value) => (isRange ? isIn(value) : value === wanted));
}

function hasText(row: Row, text: string): boolean {
  const { white, black, event, site, date, eco, moved, result } = row;
  const said = plain([white, black, event, site, date, eco, moved, result].join(" "));
  return plain(text)
    .split(" ")
    .every((word) => said.includes(word));
}

/** What rows are ordered by. */
const KEYS: Record<string, (row: Row) => string | number> = {
  white: (row) => row.white.toLowerCase(),
  black: (row) => row.black.toLowerCase(),
  year: (row) => row.year ?? 0,
  eco: (row) => row.eco,
  result: (row) => row.result,
  moved: (row) => row.ply,
  length: (row) => row.length ?? 0,
};

/** The indices of the rows to show, one by one. */
function shownOf(rows: readonly Row[], filters: Filters, text: string, { column, down }: Order): number[] {
  const isShown = (row: Row) =>
    hasText(row, text) &&
    FACETS.every((facet) => filters[facet] === undefined || passes(row, facet, filters[facet]));
  const shown = rows.flatMap((row, index) => (isShown(row) ? [index] : []));
  const key = KEYS[column];
  if (!key) return down ? shown.reverse() : shown;
  const order = (a: number, b: number) => {
    const [one, other] = [key(rows[a] as Row), key(rows[b] as Row)];
    return one === other ? a - b : one < other === down ? 1 : -1;
  };
  return shown.sort(order);
}

/** The games and positions of each value, counted over the rows that pass the text and the filters of the other facets. */
function talliesOf(rows: readonly Row[], facet: Facet, filters: Filters, text: string) {
  const counts = new Map<string, { games: Set<number>; positions: number }>();
  for (const row of rows) {
    const others = FACETS.filter((other) => other !== facet && filters[other] !== undefined);
    if (!hasText(row, text) || !others.every((other) => passes(row, other, filters[other] as string)))
      continue;
    for (const value of SAID[facet](row)) {
      const count = counts.get(value) ?? { games: new Set(), positions: 0 };
      count.games.add(row.game);
      count.positions += 1;
      counts.set(value, count);
    }
  }
  return counts;
}

const gamesOf = (rows: readonly Row[], shown: readonly number[]) =>
  new Set(shown.map((index) => rows[index]?.game)).size;

test("columns filter, order and count as one would row by row", () => {
  const next = random(7);
  for (let turn = 0; turn < 60; turn += 1) {
    const rows: Row[] = [];
    const columns = new Columns(ANSWERS);
    for (let batch = 0; batch < 3; batch += 1) {
      // Games go on after each other: the numbers of one batch are not those of the next.
      const added = some(30, next).map((row) => ({ ...row, game: row.game + 100 * batch }));
      rows.push(...added);
      columns.add(added);
    }
    const facets = FACETS.filter(() => next(3) === 0);
    const wanted: Record<Facet, string[]> = {
      year: ["1999", "1995-2005", "-5-0"],
      eco: ["B20", "A00"],
      player: NAMES,
      result: ["1-0", "*"],
      length: ["20", "10-30"],
    };
    const filters: Filters = Object.fromEntries(
      facets.map((facet) => [facet, wanted[facet][next(wanted[facet].length)] as string]),
    );
    const text = ["", "tal", "RETI bled", "nf3 wien", "zur 1-0"][next(5)] as string;
    const names = ["order", "white", "black", "year", "eco", "result", "moved", "length"];
    const order: Order = { column: names[next(names.length)] as string, down: next(2) === 0 };
    const perGame = next(2) === 0;
    const about = JSON.stringify({ filters, text, order, perGame });
    const found = columns.show({ filters, text, order, perGame });
    const shown = shownOf(rows, filters, text, order);
    const gameOf = (index: number) => `${rows[index]?.source}/${rows[index]?.game}`;
    const firsts = shown.filter(
      (index, at) => shown.findIndex((other) => gameOf(other) === gameOf(index)) === at,
    );
    expect([...found.shown], about).toEqual(perGame ? firsts : shown);
    expect([found.games, found.matches], about).toEqual([gamesOf(rows, shown), shown.length]);
    const tallies = columns.count();
    for (const facet of FACETS) {
      const counts = talliesOf(rows, facet, filters, text);
      expect(tallies[facet]?.size, `${facet} ${about}`).toBe(counts.size);
      const top = (tallies[facet]?.top ?? []).slice(0, 5);
      const most = [...counts.values()].map(({ games }) => games.size).sort((a, b) => b - a);
      expect(
        top.map(({ games }) => games),
        `${facet} ${about}`,
      ).toEqual(most.slice(0, 5));
      for (const { value, games, positions } of top)
        expect([games, positions], `${facet} ${value} ${about}`).toEqual([
          counts.get(value)?.games.size,
          counts.get(value)?.positions,
        ]);
    }
    for (const facet of ["year", "length"] as const) {
      const { bins = [] } = tallies[facet] ?? {};
      const all = [...talliesOf(rows, facet, filters, text).values()];
      const sum = (list: number[]) => list.reduce((one, other) => one + other, 0);
      expect(sum(bins.map((bin) => bin.games)), about).toBe(sum(all.map(({ games }) => games.size)));
      expect(sum(bins.map((bin) => bin.positions)), about).toBe(sum(all.map(({ positions }) => positions)));
    }
    const more = some(10, next).map((row) => ({ ...row, game: row.game + 900 }));
    columns.add(more);
    rows.push(...more);
    const plain = shownOf(rows, filters, text, { column: "order", down: false });
    expect([...columns.after(90, false).shown], about).toEqual(plain.filter((index) => index >= 90));
    expect(columns.after(90).games, about).toBe(gamesOf(rows, plain));
  }
});
