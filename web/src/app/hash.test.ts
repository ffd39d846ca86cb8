import { expect, test } from "vitest";
import { type Linked, read, write } from "./hash";

const full: Linked = {
  query: "next (♘ & x) // 100 %",
  dialect: "5",
  variations: true,
  settings: { MIN: "2600", NAME: "a=b & c" },
  sources: ["a & b.pgn", "c#1.pgn"],
  place: { source: "a & b.pgn", game: 12, node: 34 },
  filters: { year: "1990-1999", player: "O'Kelly, A=B" },
  tab: "why",
  ran: true,
};

test("a link is read as it was written", () => {
  expect(read(`#${write(full)}`)).toEqual(full);
});

test("what is left out is what the page begins with", () => {
  expect(read(write({}))).toEqual({});
  expect(write({ query: "mate", tab: "ask", ran: false, filters: {} })).toBe("q=mate");
});

test("nonsense is left out", () => {
  expect(read("#dialect=7&tab=other&game=x.1&year=&run=yes")).toEqual({});
});
