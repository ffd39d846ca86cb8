import { expect, test } from "vitest";
import type { Facet, Row } from "../api/types";
import { Columns } from "./columns";
import { FACETS, PROPERTIES } from "./facets";
import { type Order, Rows } from "./rows";
import { COUNTED } from "./values";

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

test("both count the same facets", () => {
  expect(COUNTED).toEqual(PROPERTIES.map(({ facet, numbers }) => [facet, numbers]));
});

test("columns do what rows do", () => {
  const next = random(7);
  for (let turn = 0; turn < 60; turn += 1) {
    const rows = new Rows();
    const columns = new Columns();
    for (let batch = 0; batch < 3; batch += 1) {
      // Games go on after each other: the numbers of one batch are not those of the next.
      const added = some(30, next).map((row) => ({ ...row, game: row.game + 100 * batch }));
      rows.add(added);
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
    const filters = Object.fromEntries(
      facets.map((facet) => [facet, wanted[facet][next(wanted[facet].length)] as string]),
    );
    const text = ["", "tal", "RETI bled", "nf3 wien", "zur 1-0"][next(5)] as string;
    const names = ["order", "white", "black", "year", "eco", "result", "moved", "length"];
    const order: Order = { column: names[next(names.length)] as string, down: next(2) === 0 };
    rows.setText(text);
    rows.setFilters(filters);
    rows.setOrder(order);
    const found = columns.show({ filters, text, order });
    const about = JSON.stringify({ filters, text, order });
    expect([...found.shown], about).toEqual(rows.shown);
    expect(found.games, about).toBe(rows.shownGameCount);
    const tallies = columns.count();
    for (const facet of FACETS) {
      expect(tallies.size(facet), `${facet} ${about}`).toBe(rows.tallies.size(facet));
      expect(tallies.top(facet, 5), `${facet} ${about}`).toEqual(rows.tallies.top(facet, 5));
    }
    for (const facet of ["year", "length"] as const)
      expect(tallies.bins(facet, 20), `${facet} ${about}`).toEqual(rows.tallies.bins(facet, 20));
    const more = some(10, next).map((row) => ({ ...row, game: row.game + 900 }));
    columns.add(more);
    const before = rows.shown.length;
    rows.add(more);
    expect([...columns.after(90).shown], about).toEqual(rows.range(before, rows.shown.length));
    expect(columns.after(90).games, about).toBe(rows.shownGameCount);
  }
});
