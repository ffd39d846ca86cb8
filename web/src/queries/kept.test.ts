import { beforeEach, expect, test } from "vitest";
import {
  type Asked,
  asked,
  forgetAsked,
  forgetSaved,
  fromFile,
  keepAsked,
  save,
  saved,
  toFile,
} from "./kept";

const entry = (query: string, at: number, sources = ["a.pgn"]): Asked => ({
  query,
  at,
  sources,
  matches: 3,
  games: 2,
  complete: true,
});

beforeEach(() => {
  forgetAsked();
  for (const each of saved.value) forgetSaved(each);
});

test("a query is kept once for the same games, the last first", () => {
  keepAsked(entry("mate", 1));
  keepAsked(entry("check", 2));
  keepAsked(entry("mate", 3));
  keepAsked(entry("mate", 4, ["b.pgn"]));
  expect(asked.value.map(({ at }) => at)).toEqual([4, 3, 2]);
  expect(JSON.parse(localStorage.getItem("tabiya.asked") ?? "")).toEqual(asked.value);
  for (let at = 10; at < 150; at += 1) keepAsked(entry(`ply==${at}`, at));
  expect(asked.value).toHaveLength(100);
});

test("a file takes them elsewhere", () => {
  save({ name: "Mates", query: "mate", dialect: "6", variations: true });
  save({ name: "Mates", query: "mate or stalemate" });
  keepAsked(entry("mate", 5));
  const file = toFile();
  forgetAsked();
  save({ name: "Checks", query: "check" });
  forgetSaved(saved.value.find(({ name }) => name === "Mates") as never);
  expect(fromFile(file)).toBe(1);
  expect(saved.value).toEqual([
    { name: "Checks", query: "check" },
    { name: "Mates", query: "mate or stalemate" },
  ]);
  expect(asked.value).toEqual([entry("mate", 5)]);
  expect(fromFile(file)).toBe(1);
  expect(asked.value).toHaveLength(1);
});

test("another file, and what somebody has changed in it, is not taken", () => {
  expect(fromFile("[Event x]")).toBeNull();
  expect(fromFile('{"saved": []}')).toBeNull();
  const bad = [
    null,
    1,
    {},
    { name: "", query: "x" },
    { name: "x", query: 1 },
    { name: "x", query: "y", dialect: "7" },
  ];
  expect(
    fromFile(JSON.stringify({ format: "tabiya-queries", saved: bad, asked: [entry("x", Number.NaN)] })),
  ).toBe(0);
  expect([...saved.value, ...asked.value]).toEqual([]);
});
